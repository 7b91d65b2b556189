import type { ComparedChange, Comparison, SceneMark } from '../../scene.ts'
import { make, style } from '../dom.ts'
import { headingIn, type Mounted, type MountOptions, mount } from '../mount.ts'
import { type Change, createChanges } from './changes.ts'
import { createFit, type Fit } from './fit.ts'
import { marksAt, type Sides, type Where } from './moves.ts'
import { onlyMarked } from './only.ts'
import { reveal } from './reveal.ts'
import { drawTraces, type Traces } from './traces.ts'

export { whereToLook } from './moves.ts'

export interface Compared {
  readonly element: HTMLElement
  /** Shows a change: in the list, and where it is on the dashboard. */
  readonly choose: (id: string | undefined) => void
  readonly destroy: () => void
}

export interface SidesOptions extends MountOptions {
  readonly mode: 'side' | 'swipe' | 'highlight'
  readonly only: boolean
  /** One above the other, where both beside each other would be too small to read. */
  readonly isStacked?: boolean
  readonly names: SideNames
  /** In the place of the second title, where there is more to choose than one. */
  readonly choice?: HTMLElement | undefined
  /** Where the line of the swipe is, in percent. */
  readonly line?: { at: number }
  readonly where: Where
  /** The width of the dashboard, which is scaled to fit this room. */
  readonly width: (room?: number) => number
  /** Called when it has been scaled. */
  readonly fitted: () => void
}

export interface CompareOptions extends Omit<SidesOptions, 'names' | 'choice'> {
  readonly after: 'apply' | 'repo'
  readonly go: (change: Change) => void
  /** Whether somebody unfolded or folded the plan's list, from one drawing to the next. */
  readonly list: { isOpen?: boolean }
}

type Named = Readonly<Record<'live' | 'after', string>>

/** What both sides are called, and what is said if there is none. */
export interface SideNames {
  readonly titles: Named
  readonly missing: Named
}

const LIVE: SideNames = {
  titles: { live: 'Live', after: 'After apply' },
  missing: { live: 'It is not in the target.', after: 'It would not be in the target.' },
}
const DRAFT: SideNames = { ...LIVE, titles: { live: 'Live', after: 'After apply, not published yet' } }
const REPO: SideNames = {
  titles: { live: 'Live', after: 'In the repo, held' },
  missing: { ...LIVE.missing, after: 'It is not in the repo.' },
}
const UNCHANGED = 'Nothing that changes is on this side.'

/** With the repo's side instead of what apply would make, if that is another. */
export function sidesShown(comparison: Comparison, side: 'apply' | 'repo'): Comparison & Pick<Sides, 'applied'> {
  const { live, after, repo, isRepo } = comparison
  if (side === 'repo' && repo) return { ...comparison, after: repo, applied: after, isRepo: true }
  return { ...comparison, applied: isRepo ? live : after }
}

/** What is live, side by side with what apply would make of it, and the plan's words. */
export function showComparison(comparison: Comparison, { go, list, after, ...options }: CompareOptions): Compared {
  const names = comparison.isDraft ? DRAFT : LIVE
  const shown = sidesShown(comparison, after)
  const choice = comparison.repo && chooseSide({ apply: names.titles.after, repo: REPO.titles.after }, after, go)
  const sides = showSides(shown, { ...options, choice, names: shown.isRepo ? REPO : names })
  const changes = createChanges(comparison, { only: options.only, go, note: options.where.note, list })
  return {
    element: make('div', { class: 'pv-compare' }, ...changes.elements, sides.element),
    choose(id) {
      const change = changes.choose(id)
      for (const each of sides.element.querySelectorAll<HTMLElement>('[data-current]')) delete each.dataset['current']
      if (change) showWhere(change, sides.element)
    },
    destroy() {
      changes.destroy()
      sides.destroy()
    },
  }
}

function chooseSide(
  titles: Readonly<Record<'apply' | 'repo', string>>,
  chosen: 'apply' | 'repo',
  go: CompareOptions['go'],
): HTMLElement {
  const buttons = (['apply', 'repo'] as const).map((after) => {
    const button = make('button', { type: 'button', 'aria-pressed': String(after === chosen) }, titles[after])
    button.addEventListener('click', () => go({ after }))
    return button
  })
  return make('span', { class: 'pv-which', role: 'group', 'aria-label': 'Beside live' }, ...buttons)
}

export type Compare = Pick<Comparison, 'live' | 'after' | 'repo' | 'isRepo' | 'marks' | 'differences'> &
  Pick<Sides, 'applied'> &
  Partial<Pick<Comparison, 'changes'>>

/** Two states of a dashboard. */
export function showSides(
  comparison: Compare,
  { mode, only, where, width, fitted, names, choice, line, isStacked = false, ...options }: SidesOptions,
): Pick<Compared, 'element' | 'destroy'> {
  const { titles, missing } = names
  const { differences } = comparison
  const mounted: Mounted[] = []
  const fits: Fit[] = []
  const traces: Traces[] = []
  const shownOf = (name: 'live' | 'after') => {
    const scene = comparison[name]
    return scene && (only ? onlyMarked(scene, comparison.marks) : scene)
  }
  const [live, after] = [shownOf('live'), shownOf('after')]
  const marks = marksAt({ ...comparison, live, after }, where.breakpoint)
  const headingMarks = marksOfHeading(comparison)
  const isRetitled = mode === 'swipe' && isHeadingChanged(comparison)
  const isLiveInSight = mode === 'swipe' || (mode === 'side' && !isStacked)
  const titleOf = (name: 'live' | 'after'): HTMLElement => {
    if (name === 'after' && choice) return choice
    // What is written left of the line hides what is to the right of it.
    const [scene, of] = [comparison[name], titles[name]]
    const text = isRetitled && scene ? `${of}: ${headingIn(scene).name}` : of
    return make('span', { role: 'heading', 'aria-level': 2 }, text)
  }
  const side = (name: 'live' | 'after'): HTMLElement => {
    const fit = createFit(width, fitted)
    fits.push(fit)
    const shown = { live, after }[name]
    if (shown) {
      const own = {
        ...options,
        breakpoint: where.breakpoint,
        heading: 3,
        ...{ marks, headingMarks },
        // The side before keeps as much room, so that charts are equally high.
        ...(name === 'after' || after ? { differences } : {}),
      }
      mounted.push(mount(fit.place, shown, own))
      if (name === 'after' && live && !isLiveInSight) traces.push(drawTraces(fit.place, { live, after: shown, marks }))
    }
    return make(
      'section',
      { class: `pv-side-${name}`, 'aria-label': titles[name] },
      make('div', { class: 'pv-side-title' }, titleOf(name)),
      shown ? fit.element : make('p', { class: 'pv-empty' }, comparison[name] ? UNCHANGED : missing[name]),
    )
  }
  const boards =
    mode === 'side'
      ? make('div', { class: `pv-sides${isStacked ? ' pv-stacked' : ''}` }, side('live'), side('after'))
      : mode === 'swipe'
        ? swiped(side('live'), side('after'), { titleOf, what: titles.live }, line)
        : make('div', { class: 'pv-highlight' }, side(comparison.after ? 'after' : 'live'))
  return {
    element: boards,
    destroy() {
      for (const each of [...traces, ...mounted, ...fits]) each.destroy()
    },
  }
}

/** What of a dashboard is about its heading: the parts of a change's id. */
const IN_HEADING: ReadonlySet<string> = new Set(['title', 'description', 'name'])

function marksOfHeading({ isRepo, changes = [], ...sides }: Compare): readonly SceneMark[] {
  const isHeld = changes.some(({ id, title, fate }) => fate === 'held' && title === undefined && IN_HEADING.has(id))
  if (isHeld) return ['held']
  return isHeadingChanged(sides) ? [isRepo ? 'held' : 'changed'] : []
}

/** Whether people see another title or description. */
export const isHeadingChanged = ({ live, after }: Pick<Compare, 'live' | 'after'>): boolean =>
  live !== undefined && after !== undefined && JSON.stringify(headingIn(live)) !== JSON.stringify(headingIn(after))

/** What is on no widget is about the dashboard, and is seen in its heading if anywhere. */
function showWhere({ widgets }: ComparedChange, boards: HTMLElement): void {
  const places =
    widgets.length === 0
      ? ['.bw-dashboard-head']
      : widgets.flatMap((id) => [`[data-was="${CSS.escape(id)}"]`, `[data-widget="${CSS.escape(id)}"]`])
  const found = places.flatMap((place) => [...boards.querySelectorAll<HTMLElement>(place)])
  for (const each of found) each.dataset['current'] = ''
  // The last one is on the side that apply would make, so it is revealed last.
  const last = found.at(-1)
  for (const each of found) if (each !== last) reveal(each)
  if (last) reveal(last)
}

/** One state on top of the other, up to a line that can be dragged: the knob of a slider that is as high as they are. */
function swiped(
  live: HTMLElement,
  after: HTMLElement,
  { titleOf, what: title }: { readonly titleOf: (name: 'live' | 'after') => HTMLElement; readonly what: string },
  kept = { at: 50 },
): HTMLElement {
  const what = title === LIVE.titles.live ? 'live' : title
  const slider = make('input', {
    type: 'range',
    min: 0,
    max: 100,
    step: 'any',
    value: kept.at,
    'aria-label': `How far ${what} is shown`,
  })
  const line = make('div', { class: 'pv-swipe-line', 'aria-hidden': 'true' }, make('span', {}))
  const swipe = (): void => {
    const share = Number(slider.value)
    kept.at = share
    style(live, { 'clip-path': `inset(0 ${100 - share}% 0 0)` })
    style(line, { left: `${share}%` })
    // Only the side that shows more can be reached by keyboard.
    live.inert = share < 50
    after.inert = share >= 50
  }
  slider.addEventListener('input', swipe)
  swipe()
  return make(
    'div',
    {},
    make('div', { class: 'pv-swipe' }, titleOf('live'), titleOf('after')),
    make('div', { class: 'pv-stack' }, after, live, slider, line),
  )
}
