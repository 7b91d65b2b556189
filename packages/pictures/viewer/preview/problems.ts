import type { PreviewEntry, PreviewOverview, PreviewProblem } from '../../scene.ts'
import { make } from '../dom.ts'
import { isIn } from './badges.ts'
import { inEditor } from './editor.ts'
import { entryAt } from './found.ts'

export interface Problems {
  readonly element: HTMLElement
  readonly button: HTMLElement
  /** What is wrong with the page that is shown comes first. */
  readonly show: (overview: PreviewOverview, entry: PreviewEntry | undefined) => void
}

const MOST = 50

/**
 * Problems of the tree, shown over the page. Opens by itself for errors, and closes when they are gone. Warnings are
 * folded away where there are errors.
 */
export function createProblems(): Problems {
  const lists = make('div', { class: 'pv-problem-lists' })
  const title = make('p', { class: 'pv-problems-title', role: 'heading', 'aria-level': 2 })
  const close = make('button', { type: 'button', class: 'pv-close', 'aria-label': 'Close problems' }, '×')
  const element = make(
    'section',
    { class: 'pv-problems', role: 'region', 'aria-label': 'Problems', tabindex: -1 },
    make('header', {}, title, close),
    lists,
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
  let last: { readonly of: string | undefined; readonly own: readonly string[] } | undefined
  return {
    element,
    button,
    show({ problems, root }, entry) {
      const own = entry === undefined ? problems : problems.filter((each) => isIn(entry, each))
      const others = problems.filter((each) => !own.includes(each))
      const errors = own.filter(isError)
      const warnings = own.filter(({ isWarning }) => isWarning)
      const errorsElsewhere = others.filter(isError)
      const [most, more] =
        own.length > 0 ? describe(own.length, errors.length) : [count(errorsElsewhere.length, 'error'), ' elsewhere']
      title.textContent = most + more
      button.replaceChildren(most, make('span', { class: 'pv-more' }, more))
      button.hidden = own.length + errorsElsewhere.length === 0
      button.classList.toggle('pv-has-errors', errors.length + errorsElsewhere.length > 0)
      const list = (some: readonly PreviewProblem[]): HTMLElement =>
        make('ol', {}, ...some.slice(0, MOST).map((each) => item(each, root)))
      const fold = (name: string, some: readonly PreviewProblem[]): HTMLElement[] =>
        some.length === 0 ? [] : [make('details', {}, make('summary', {}, name), list(some))]
      // In a file that cannot be read, the rest mostly follows from the first.
      const [first, rest] = errors.length > 0 ? firstOfEach(errors) : [warnings, []]
      lists.replaceChildren(
        list(first),
        ...fold(`${count(rest.length, 'more error')} in the same ${filesIn(rest)}`, rest),
        ...(errors.length > 0 ? fold(count(warnings.length, 'warning'), warnings) : []),
        ...fold(`In other files: ${describe(others.length, errorsElsewhere.length).join('')}`, [
          ...errorsElsewhere,
          ...others.filter(({ isWarning }) => isWarning),
        ]),
      )
      const now = own.map((each) => JSON.stringify(each))
      const before = last?.of === entry?.file ? last?.own : undefined
      // A warning that was not here before is about what was just saved.
      const isNews = before !== undefined && now.some((each) => !before.includes(each))
      if (now.join() !== before?.join()) open(errors.length > 0 || isNews)
      last = { of: entry?.file, own: now }
    },
  }
}

/** Whether a page has errors of its own, which stand over it. */
export function hasErrors({ problems, entries }: PreviewOverview, slug: string | undefined): boolean {
  const entry = entryAt(entries, slug)
  return entry !== undefined && problems.some((each) => isError(each) && isIn(entry, each))
}

const isError = ({ isWarning }: PreviewProblem): boolean => !isWarning

function firstOfEach(all: readonly PreviewProblem[]): [PreviewProblem[], PreviewProblem[]] {
  const isFirst = (each: PreviewProblem): boolean => all.find(({ file }) => file === each.file) === each
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))]
}

const filesIn = (some: readonly PreviewProblem[]): string =>
  new Set(some.map(({ file }) => file)).size > 1 ? 'files' : 'file'

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`

/** The gravest, and the rest. */
function describe(all: number, errors: number): readonly [string, string] {
  if (errors === 0) return [count(all, 'warning'), '']
  return [count(errors, 'error'), all === errors ? '' : `, ${count(all - errors, 'warning')}`]
}

function item(problem: PreviewProblem, root: string | undefined): HTMLElement {
  const { code, message, hint, file, line, column, frame, isWarning } = problem
  const place = [file, line, column].filter((part) => part !== undefined).join(':')
  const title = 'Open in the editor'
  return make(
    'li',
    { class: isWarning ? 'pv-warning' : 'pv-error' },
    make(
      'p',
      {},
      make('code', {}, root === undefined ? place : make('a', { href: inEditor(root, place), title }, place)),
      ' ',
      make('small', {}, isWarning ? `warning ${code}` : code),
    ),
    make('p', {}, message),
    frame !== undefined && make('pre', { tabindex: 0, 'aria-label': `The lines at ${place}` }, frame),
    make('p', { class: 'pv-hint' }, hint),
  )
}
