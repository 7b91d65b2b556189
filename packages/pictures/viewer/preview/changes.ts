import { largest, smallest } from '@boardwright/common'
import type { ComparedChange, ComparedSides, Comparison } from '../../scene.ts'
import { make, style } from '../dom.ts'
import { showDifference } from '../widget.ts'
import { isOrdinary } from './keys.ts'

/** The parts of the page's state that a list of changes sets. */
export interface Change {
  readonly change?: string | undefined
  readonly only?: 'all' | 'changed'
  readonly after?: 'apply' | 'repo'
}

export interface Changes {
  readonly elements: readonly HTMLElement[]
  readonly choose: (id: string | undefined) => ComparedChange | undefined
  readonly destroy: () => void
}

interface ChangesOptions {
  readonly only: boolean
  /** Said beside the changes, of the width at which they are shown. */
  readonly note: string | undefined
  /** Whether somebody unfolded or folded the list, from one drawing to the next. */
  readonly list: { isOpen?: boolean }
  readonly go: (change: Change) => void
}

/** In the order in which they are told: what only waits comes after what it waits for. */
const FATES: readonly (readonly [ComparedChange['fate'], title: string])[] = [
  ['written', 'Apply writes'],
  ['left', 'Left alone'],
  ['held', 'Held'],
]

/** The plan's words for this page, and a bar that steps from one change to the next. */
export function createChanges(
  { changes, says, repo }: Comparison,
  { only, go, note, list: kept }: ChangesOptions,
): Changes {
  const groups = FATES.flatMap(([fate, title]) => {
    const all = changes.filter((each) => each.fate === fate)
    const [own, waiting] = [all.filter(({ waits }) => !waits), all.filter(({ waits }) => waits)]
    const names = [title, own.length > 0 ? 'Waits for it' : title]
    return [own, waiting].flatMap((some, at) =>
      some.length > 0 ? [{ fate, title: names[at] ?? title, own: some }] : [],
    )
  })
  const sorted = groups.flatMap(({ own }) => own)
  /** What is held is on the side of the repo. */
  const goTo = ({ id, fate }: ComparedChange): void =>
    go({ change: id, ...(repo && { after: fate === 'held' ? 'repo' : 'apply' }) })
  const items = new Map(sorted.map((change, at) => [change.id, item(change, sorted[at - 1]?.why === change.why, goTo)]))
  /** Where somebody can look, one after the other. */
  const steps = sorted.filter(({ isPublish }) => !isPublish)
  const state = { at: -1 }
  const status = make('p', { class: 'pv-change-now', role: 'status' })
  const step = (by: number): void => {
    const next = steps[(Math.max(state.at, by > 0 ? -1 : 0) + by + steps.length) % steps.length]
    if (next) goTo(next)
  }
  const onKey = (event: KeyboardEvent): void => {
    const by = { n: 1, p: -1 }[event.key]
    if (by === undefined || !isOrdinary(event)) return
    step(by)
  }
  document.addEventListener('keydown', onKey)
  const button = (label: string, key: string, by: number): HTMLElement => {
    const element = make(
      'button',
      { type: 'button', class: 'pv-step', 'aria-keyshortcuts': key, title: `Key ${key}` },
      label,
    )
    element.addEventListener('click', () => step(by))
    return element
  }
  const box = make('input', { type: 'checkbox', checked: only })
  box.addEventListener('change', () => go({ only: box.checked ? 'changed' : 'all' }))
  const bar = make(
    'div',
    { class: 'pv-change-bar', role: 'toolbar', 'aria-label': 'Changes' },
    button('Previous', 'p', -1),
    button('Next', 'n', 1),
    make('label', { class: 'pv-choice' }, box, make('span', {}, 'Only what changes')),
    status,
    note !== undefined && make('p', { class: 'pv-change-note' }, note),
  )
  const fates = groups.flatMap(({ fate, title, own }) => [
    make('p', { class: 'pv-fate', role: 'heading', 'aria-level': 3 }, title),
    make('ul', { class: `pv-${fate}` }, ...own.flatMap(({ id }) => items.get(id) ?? [])),
  ])
  const isOpen = kept.isOpen ?? (window.matchMedia(ROOMY).matches || sorted.every(({ fate }) => fate !== 'written'))
  const unfolds = (open: boolean): void => {
    kept.isOpen = open
  }
  const told = fates.length === 0 ? make('p', {}, says) : fold(says, fates, isOpen, unfolds)
  const list = make('section', { class: 'pv-changes', 'aria-label': 'Plan' }, told)
  const watch = new ResizeObserver(() => showWhole(list, told))
  watch.observe(told)
  return {
    elements: steps.length > 0 ? [list, bar] : [list],
    choose(id) {
      state.at = steps.findIndex((each) => each.id === id)
      for (const [own, element] of items) {
        if (own === id) element.setAttribute('aria-current', 'true')
        else element.removeAttribute('aria-current')
      }
      const found = steps[state.at]
      status.textContent = found ? `${state.at + 1} of ${steps.length}: ${headline(found)}` : ''
      const element = found && items.get(found.id)
      if (element) scrollTo(list, element)
      return found
    },
    destroy() {
      watch.disconnect()
      document.removeEventListener('keydown', onKey)
    },
  }
}

/** As little as is needed: the page itself stays where it is. */
function scrollTo(list: HTMLElement, item: HTMLElement): void {
  const [room, place] = [list, item].map((each) => each.getBoundingClientRect())
  if (!room || !place) return
  const above = room.top - place.top + INSET
  const below = Math.min(place.bottom - room.bottom + INSET, -above)
  if (above > 0) list.scrollTop -= above
  else if (below > 0) list.scrollTop += below
}

const INSET = 8

/** Here the dashboard is in sight below an open list. Elsewhere the sentence tells whether that is worth a look. */
const ROOMY = '(min-width: 861px) and (min-height: 700px)'

/** Of the window's height. */
const SHARE = 1 / 3

/** As high as the rows that fit as a whole, so that none is cut. */
function showWhole(list: HTMLElement, told: HTMLElement): void {
  const top = list.getBoundingClientRect().top - list.scrollTop
  const ends = [...told.querySelectorAll('summary, li > *')].map((row) => row.getBoundingClientRect().bottom - top)
  const most = window.innerHeight * SHARE
  const end = largest(ends.filter((each) => each < most))
  const isLonger = ends.some((each) => each >= most)
  style(list, { 'max-height': isLonger && end > 0 ? `${Math.ceil(end) + 1}px` : undefined })
}

function fold(says: string, rest: readonly HTMLElement[], open: boolean, unfolds: (open: boolean) => void) {
  const summary = make('summary', {}, make('span', { role: 'heading', 'aria-level': 2 }, says))
  const details = make('details', { open }, summary, make('div', { class: 'pv-fates' }, ...rest))
  // A `toggle` would also come of a list that is open from the beginning. At a click it is still as it was.
  summary.addEventListener('click', () => unfolds(!details.open))
  return details
}

/** In the plan's words, without the signs that a terminal needs. */
const textOf = ({ subject, parts }: ComparedChange['lines'][number]): string =>
  [subject, parts.map((part) => part.replace(/^~ /, '').replaceAll(' -> ', ' → ')).join(', ')].join(' ').trim()

/** What it says of an object that is not the dashboard begins with that object's name. */
function headline({ lines: [first], why, title }: ComparedChange): string {
  const said = first ? textOf(first) : why
  return [title?.split(' / ').at(-1), said].filter((part) => part !== undefined).join(': ')
}

const COLOUR = /(#[0-9a-f]{6}\b)/i

/** With a patch of each colour that it names. */
const withColours = (text: string): (HTMLElement | string)[] =>
  text.split(COLOUR).flatMap((part) => {
    if (!COLOUR.test(part)) return [part]
    const patch = make('span', { class: 'pv-colour', 'aria-hidden': 'true' })
    style(patch, { background: part })
    return [patch, part]
  })

function withoutInset(lines: readonly string[]): readonly string[] {
  const inset = smallest(lines.map((line) => line.search(/\S|$/)))
  return lines.map((line) => line.slice(inset))
}

/** What is before the first such mark, and what is after it. */
function halves(line: string, mark: string): readonly [string, string] {
  const at = line.indexOf(mark)
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + mark.length).trimStart()]
}

const sidesBeside = ({ of, cells }: ComparedSides): HTMLElement =>
  make(
    'p',
    { class: 'pv-values' },
    of !== '' && make('span', {}, of),
    ...cells.map(({ title, text, note }) =>
      make('span', {}, make('small', {}, `${title} `), text, note !== '' && make('small', {}, ` ${note}`)),
    ),
  )

/** What can be done, and the command, which goes on in the next line where it must. */
function wayOut(line: string): HTMLElement {
  const [words, command] = halves(line, ': ')
  // Never after the hyphens of a flag.
  const code = command === '' ? [] : command.split(' ').map((word) => make('span', { class: 'pv-word' }, word))
  return make(
    'p',
    { class: 'pv-way' },
    words,
    code.length > 0 && ': ',
    make('code', {}, ...code.flatMap((word) => [word, ' '])),
  )
}

/** The reason of several rows is at the first. */
function item(change: ComparedChange, isSaid: boolean, goTo: (change: ComparedChange) => void): HTMLElement {
  const { title, lines, why, sides = [], facts = [], commands = [], texts, isPublish = false } = change
  const words = withColours(headline(change))
  const link = make(
    isPublish ? 'span' : 'a',
    { class: 'pv-change', title, href: isPublish ? undefined : '#' },
    ...words,
  )
  link.addEventListener('click', (event) => {
    event.preventDefault()
    if (!isPublish) goTo(change)
  })
  const more = lines.slice(1).map((line) => make('span', { class: 'pv-line' }, ...withColours(textOf(line))))
  const faint = [lines.length > 0 && !isSaid ? why : undefined, lines[0]?.aside].filter((part) => part !== undefined)
  return make(
    'li',
    {},
    link,
    faint.length > 0 && make('small', {}, ` ${faint.join(' · ')}`),
    ...more,
    facts.length > 0 &&
      make('pre', { tabindex: 0, 'aria-label': `Sides of ${headline(change)}` }, withoutInset(facts).join('\n')),
    ...sides.map(sidesBeside),
    commands.length > 0 &&
      make('details', { class: 'pv-decide' }, make('summary', {}, 'What to do'), ...commands.map(wayOut)),
    ...texts.map(showDifference),
  )
}
