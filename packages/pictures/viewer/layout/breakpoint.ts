import { isMap, listAt, mapAt, numberAt } from '../data/free.ts'

export const BREAKPOINTS = ['lg', 'md', 'sm', 'xs', 'xxs'] as const
export type Breakpoint = (typeof BREAKPOINTS)[number]

export interface Grid {
  readonly columns: number
  /** As many as the widest grid has: places are written in those. */
  readonly widest: number
  readonly rowHeight: number
  /** The gap between widgets: across and down. */
  readonly gap: readonly [number, number]
  /** The padding around all of them. */
  readonly padding: readonly [number, number]
}

const WIDTHS: Readonly<Record<Breakpoint, number>> = { lg: 1200, md: 996, sm: 768, xs: 480, xxs: 0 }
const COLUMNS: Readonly<Record<Breakpoint, number>> = { lg: 12, md: 10, sm: 6, xs: 4, xxs: 2 }

export function breakpointAt(width: number, layout: unknown): Breakpoint {
  const from = mapAt(layout, 'breakpoints')
  const fitting = BREAKPOINTS.filter((name) => width >= (numberAt(from, name) ?? WIDTHS[name]))
  return fitting[0] ?? 'xxs'
}

/** More than a breakpoint needs at least, as windows mostly are. */
const ROOM = 40
const NARROWEST = 360

/** The width of a page that shows a dashboard at this breakpoint. */
export const widthFor = (breakpoint: Breakpoint, layout: unknown): number =>
  Math.max(NARROWEST, (numberAt(mapAt(layout, 'breakpoints'), breakpoint) ?? WIDTHS[breakpoint]) + ROOM)

/** Of its size: a dashboard that is made smaller cannot be read. */
const LEGIBLE = 0.4

export const isLegibleIn =
  (room: number, layout: unknown) =>
  (breakpoint: Breakpoint): boolean =>
    room / widthFor(breakpoint, layout) > LEGIBLE

export function gridAt(breakpoint: Breakpoint, layout: unknown): Grid {
  const columnsAt = (name: Breakpoint): number =>
    within(Math.round(numberAt(mapAt(layout, 'cols'), name) ?? COLUMNS[name]), 1, 48)
  const height = isMap(layout) ? numberAt(layout, 'rowHeight') : undefined
  return {
    columns: columnsAt(breakpoint),
    widest: columnsAt('lg'),
    rowHeight: within(height ?? 40, 8, 400),
    gap: pairAt(layout, 'margin', [12, 12]),
    padding: pairAt(layout, 'containerPadding', [16, 16]),
  }
}

export const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

function pairAt(layout: unknown, key: string, usual: readonly [number, number]): readonly [number, number] {
  const [across, down] = listAt(layout, key)
  return [
    typeof across === 'number' ? within(across, 0, 100) : usual[0],
    typeof down === 'number' ? within(down, 0, 100) : usual[1],
  ]
}
