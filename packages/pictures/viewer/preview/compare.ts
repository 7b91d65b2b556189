import type { ComparedChange, Comparison } from '../../scene.ts'
import { make, style } from '../dom.ts'
import { headingIn, type Mounted, type MountOptions, mount } from '../mount.ts'
import { type Change, createChanges } from './changes.ts'
import { createFit, type Fit } from './fit.ts'
import { marksAt, type Where } from './moves.ts'
import { onlyMarked } from './only.ts'
import { reveal } from './reveal.ts'
import { drawTraces, type Traces } from './traces.ts'

export interface Compared {
  readonly element: HTMLElement
  /** Shows a change: in the list, and where it is on the dashboard. */
  readonly choose: (id: string | undefined) => void
  readonly destroy: () => void
}

export interface SidesOptions extends MountOptions {
  readonly mode: 'side' | 'swipe' | 'highlight'
  readonly only: boolean
  readonly names: SideNames
  /** Where the line of the swipe is, in percent. */
  readonly line?: { at: number }
  readonly where: Where
  /** The width of the dashboard, which is scaled to fit. */
  readonly width: () => number
  /** Called when it has been scaled. */
  readonly fitted: () => void
}

export interface CompareOptions extends Omit<SidesOptions, 'names'> {
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
const REPO: SideNames = {
  titles: { live: 'Live', after: 'In the repo, held' },
  missing: { ...LIVE.missing, after: 'It is not in the repo.' },
}
const UNCHANGED = 'Nothing that changes is on this side.'

/** What is live, side by side with what apply would make of it, and the plan's words. */
export function showComparison(comparison: Comparison, { go, list, ...options }: CompareOptions): Compared {
  const sides = showSides(comparison, { ...options, names: comparison.isRepo ? REPO : LIVE })
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

export type Compare = Pick<Comparison, 'live' | 'after' | 'isRepo' | 'marks' | 'differences'>

/** Two states of a dashboard. */
export function showSides(
  comparison: Compare,
  { mode, only, where, width, fitted, names, line, ...options }: SidesOptions,
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
  const marks = marksAt({ live: shownOf('live'), after: shownOf('after'), marks: comparison.marks }, where.breakpoint)
  const headingMarks = isHeadingChanged(comparison)
    ? [comparison.isRepo ? ('held' as const) : ('changed' as const)]
    : []
  const side = (name: 'live' | 'after'): HTMLElement => {
    const fit = createFit(width, fitted)
    fits.push(fit)
    const [shown, live] = [shownOf(name), shownOf('live')]
    if (shown) {
      const own = {
        ...options,
        breakpoint: where.breakpoint,
        heading: 3,
        ...{ marks, headingMarks },
        // The side before keeps as much room, so that charts are equally high.
        ...(name === 'after' || shownOf('after') ? { differences } : {}),
      }
      mounted.push(mount(fit.place, shown, own))
      if (name === 'after' && live) traces.push(drawTraces(fit.place, { live, after: shown, marks }))
    } else fit.place.append(make('p', { class: 'pv-empty' }, comparison[name] ? UNCHANGED : missing[name]))
    return make(
      'section',
      { class: `pv-side-${name}`, 'aria-label': titles[name] },
      make('p', { class: 'pv-side-title', role: 'heading', 'aria-level': 2 }, titles[name]),
      fit.element,
    )
  }
  const boards =
    mode === 'side'
      ? make('div', { class: 'pv-sides' }, side('live'), side('after'))
      : mode === 'swipe'
        ? swiped(side('live'), side('after'), titles, line)
        : make('div', { class: 'pv-highlight' }, side(comparison.after ? 'after' : 'live'))
  return {
    element: boards,
    destroy() {
      for (const each of [...traces, ...mounted, ...fits]) each.destroy()
    },
  }
}

/** Whether people see another title or description. */
export const isHeadingChanged = ({ live, after }: Pick<Compare, 'live' | 'after'>): boolean =>
  live !== undefined && after !== undefined && JSON.stringify(headingIn(live)) !== JSON.stringify(headingIn(after))

/** What is on no widget is about the dashboard, and is seen in its heading if anywhere. */
function showWhere({ widgets }: ComparedChange, boards: HTMLElement): void {
  const places =
    widgets.length === 0 ? ['.bw-dashboard-head'] : widgets.map((id) => `[data-widget="${CSS.escape(id)}"]`)
  const found = places.flatMap((place) => [...boards.querySelectorAll<HTMLElement>(place)])
  for (const each of found) each.dataset['current'] = ''
  // The last one is on the side that apply would make, so it is revealed last.
  const last = found.at(-1)
  for (const each of found) if (each !== last) reveal(each)
  if (last) reveal(last)
}

/** One state on top of the other, up to the slider. */
function swiped(live: HTMLElement, after: HTMLElement, titles: Named, kept = { at: 50 }): HTMLElement {
  const what = titles.live === LIVE.titles.live ? 'live' : titles.live
  const slider = make('input', {
    type: 'range',
    min: 0,
    max: 100,
    value: kept.at,
    'aria-label': `How far ${what} is shown`,
  })
  const edge = make('div', { class: 'pv-swipe-line', 'aria-hidden': 'true' })
  const swipe = (): void => {
    const share = Number(slider.value)
    kept.at = share
    style(live, { 'clip-path': `inset(0 ${100 - share}% 0 0)` })
    style(edge, { left: `${share}%` })
    // Only the side that shows more can be reached by keyboard.
    live.inert = share < 50
    after.inert = share >= 50
  }
  slider.addEventListener('input', swipe)
  swipe()
  return make(
    'div',
    {},
    make('div', { class: 'pv-swipe' }, make('span', {}, titles.live), slider, make('span', {}, titles.after)),
    make('div', { class: 'pv-stack' }, after, live, edge),
  )
}
