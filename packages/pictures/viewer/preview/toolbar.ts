import type { PreviewEntry, PreviewOverview } from '../../scene.ts'
import { make } from '../dom.ts'
import { isOrdinary } from './keys.ts'
import { createMenu } from './menu.ts'
import { showMiddle } from './middle.ts'
import { canShowCode, type PageState } from './state.ts'

export interface Toolbar {
  readonly element: HTMLElement
  /** Says at which breakpoint the dashboard is shown, and how wide. */
  readonly sized: (text: string) => void
  /** Whether both sides are one above the other. */
  readonly stacks: (isStacked: boolean) => void
  readonly show: (overview: PreviewOverview, entry: PreviewEntry | undefined, state: PageState) => void
}

const CHOICES = {
  compare: [
    ['side', 'Side by side'],
    ['swipe', 'Swipe'],
    ['highlight', 'Highlight'],
  ],
  width: [
    ['auto', 'As wide as it is'],
    ['lg', 'lg: wide'],
    ['md', 'md'],
    ['sm', 'sm: tablet'],
    ['xs', 'xs'],
    ['xxs', 'xxs: phone'],
  ],
  theme: [
    ['auto', 'As the system'],
    ['light', 'Light'],
    ['dark', 'Dark'],
  ],
} as const satisfies Record<string, readonly (readonly [string, string])[]>

const LABELS = { compare: 'How to compare', width: 'Width', theme: 'Colours' } as const

export function createToolbar(choose: (change: Partial<PageState>) => void, problems: HTMLElement): Toolbar {
  const path = make('p', { class: 'pv-path', role: 'heading', 'aria-level': 1 })
  const file = make('span', { class: 'pv-file' })
  const rows = make('span')
  const selects = Object.fromEntries(
    Object.entries(CHOICES).map(([name, options]) => {
      const select = make(
        'select',
        { 'aria-label': LABELS[name as keyof typeof LABELS] },
        ...options.map(([value, label]) => make('option', { value }, label)),
      )
      select.addEventListener('change', () => choose({ [name]: select.value }))
      return [name, select]
    }),
  )
  const code = make('button', { type: 'button', class: 'pv-step', 'aria-keyshortcuts': 'c', title: 'Key c' }, 'Code')
  const turn = (): void => choose({ code: code.getAttribute('aria-pressed') === 'true' ? 'off' : 'on' })
  code.addEventListener('click', turn)
  document.addEventListener('keydown', (event) => {
    if (event.key === 'c' && !code.hidden && isOrdinary(event)) turn()
    if (event.key === 'h' && !time.hidden && isOrdinary(event)) travel()
  })
  const time = make('button', { type: 'button', class: 'pv-step', 'aria-keyshortcuts': 'h', title: 'Key h' }, 'History')
  const travel = (): void => choose({ view: time.getAttribute('aria-pressed') === 'true' ? 'board' : 'time' })
  time.addEventListener('click', travel)
  const compare = make('button', { type: 'button', class: 'pv-step' })
  compare.addEventListener('click', () =>
    choose({ compare: compare.getAttribute('aria-pressed') === 'true' ? 'off' : 'side' }),
  )
  const how = make('label', { class: 'pv-choice' }, selects['compare'])
  const width = make('label', { class: 'pv-choice' }, make('span', {}, 'Width'), selects['width'])
  const colours = make('label', { class: 'pv-choice' }, make('span', {}, 'Colours'), selects['theme'])
  const view = createMenu('View', width, colours)
  // What there is to choose is known when the tree has been read.
  for (const each of [code, time, compare, how, width]) each.hidden = true
  const element = make(
    'div',
    { class: 'pv-bar', role: 'toolbar', 'aria-label': 'View' },
    make('div', { class: 'pv-where' }, path, make('p', { class: 'pv-data' }, file, rows)),
    problems,
    code,
    time,
    compare,
    how,
    view.element,
  )
  return {
    element,
    sized(text) {
      view.tell(text)
    },
    stacks(isStacked) {
      const side = selects['compare']?.querySelector('[value=side]')
      if (side) side.textContent = isStacked ? 'Stacked' : 'Side by side'
    },
    show(overview, entry, state) {
      const title = state.view === 'all' ? 'All dashboards' : overview.project
      showMiddle(path, entry ? [...entry.folder, entry.name] : [title], ' / ')
      file.hidden = entry === undefined
      showMiddle(file, entry ? entry.file.split('/') : [], '/')
      rows.textContent = `${entry ? ' · ' : ''}${overview.data === 'live' ? 'real rows' : 'made-up rows'}`
      // A wall has one width and one side.
      width.hidden = state.view === 'all'
      compare.hidden = !overview.canCompare || state.view === 'all'
      compare.replaceChildren('Compare', make('span', { class: 'pv-more' }, ` with ${overview.target ?? 'live'}`))
      compare.setAttribute('aria-pressed', String(state.compare !== 'off'))
      how.hidden = compare.hidden || state.compare === 'off'
      time.hidden = entry === undefined || state.view === 'all'
      time.setAttribute('aria-pressed', String(state.view === 'time'))
      code.hidden = !canShowCode(state) || entry === undefined
      code.setAttribute('aria-pressed', String(state.code === 'on'))
      for (const [name, select] of Object.entries(selects)) select.value = String(state[name as keyof typeof CHOICES])
    },
  }
}
