import type { PreviewProblem } from '../../scene.ts'
import { make } from '../dom.ts'

export interface Problems {
  readonly element: HTMLElement
  readonly button: HTMLElement
  readonly show: (problems: readonly PreviewProblem[]) => void
}

const MOST = 50

/** Problems of the tree, shown over the page. Opens by itself for errors, and closes when they are gone. */
export function createProblems(): Problems {
  const list = make('ol', {})
  const title = make('p', { class: 'pv-problems-title', role: 'heading', 'aria-level': 2 })
  const close = make('button', { type: 'button', class: 'pv-close', 'aria-label': 'Close problems' }, '×')
  const element = make(
    'section',
    { class: 'pv-problems', role: 'region', 'aria-label': 'Problems', tabindex: -1 },
    make('header', {}, title, close),
    list,
  )
  const button = make('button', { type: 'button', class: 'pv-problem-count', 'aria-expanded': 'false' })
  element.hidden = true
  button.hidden = true
  const open = (isOpen: boolean): void => {
    element.hidden = !isOpen
    button.setAttribute('aria-expanded', isOpen ? 'true' : 'false')
  }
  close.addEventListener('click', () => {
    open(false)
    button.focus()
  })
  button.addEventListener('click', () => open(element.hidden === true))
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !element.hidden) open(false)
  })
  let before = ''
  return {
    element,
    button,
    show(problems) {
      const errors = problems.filter(({ isWarning }) => !isWarning)
      const text = describe(problems.length, errors.length)
      title.textContent = text
      button.textContent = text
      button.hidden = problems.length === 0
      button.classList.toggle('pv-has-errors', errors.length > 0)
      list.replaceChildren(...problems.slice(0, MOST).map(item))
      const now = JSON.stringify(problems)
      if (now !== before) open(errors.length > 0)
      before = now
    },
  }
}

function describe(all: number, errors: number): string {
  const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`
  if (errors === 0) return count(all, 'warning')
  return all === errors ? count(errors, 'error') : `${count(errors, 'error')}, ${count(all - errors, 'warning')}`
}

function item({ code, message, hint, file, line, column, frame, isWarning }: PreviewProblem): HTMLElement {
  const place = [file, line, column].filter((part) => part !== undefined).join(':')
  return make(
    'li',
    { class: isWarning ? 'pv-warning' : 'pv-error' },
    make('p', {}, make('code', {}, place), ' ', make('small', {}, isWarning ? `warning ${code}` : code)),
    make('p', {}, message),
    frame !== undefined && make('pre', { tabindex: 0, 'aria-label': `The lines at ${place}` }, frame),
    make('p', { class: 'pv-hint' }, hint),
  )
}
