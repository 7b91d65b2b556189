import { largest, smallest } from '@boardwright/common'
import type { ScenePosition } from '../../scene.ts'
import { isMap } from '../data/free.ts'
import { BREAKPOINTS, type Breakpoint, type Grid, within } from './breakpoint.ts'
import { isFolding, type Nested, tabsOf, underTab } from './nest.ts'

export interface Placed {
  readonly nested: Nested
  /** On the grid: from 0, within its columns. */
  readonly at: ScenePosition
  /** How its place had to be adjusted, for people. */
  readonly note?: string
}

/** The most empty rows that are kept between widgets. */
const EMPTY_ROWS = 6
const TALLEST = 200
/** The height of a container itself: its title, tabs or the name that folds it, and what is around. */
const CHROME = { tabs: 101, folding: 52, title: 57 } as const

/**
 * The place of each widget in a grid, in reading order. Places given for the breakpoint are kept; all others are
 * derived from the next wider one and give way to them.
 */
export function placeWidgets(all: readonly Nested[], breakpoint: Breakpoint, grid: Grid): Placed[] {
  const wanted = all.map((nested) => {
    const { place, written } = placeFor(nested, breakpoint)
    const kept = written || breakpoint === 'lg'
    const at = kept ? clamp(place, grid) : shrink(place, nested, breakpoint, grid)
    const isOutside =
      kept && (place.x < 0 || place.y < 0 || place.w < 1 || place.h < 1 || place.x + place.w > grid.columns)
    return { nested, at, kept, order: place, ...(isOutside ? { note: OUTSIDE } : {}) }
  })
  const settled: (Placed & { order: ScenePosition })[] = wanted.filter(({ kept }) => kept)
  for (const each of wanted.filter(({ kept }) => !kept).sort((a, b) => reading(a.order, b.order))) {
    const stays = breakpoint === 'md' && isFree(each.at, settled, grid)
    settled.push(stays ? each : { ...each, at: firstFree(each.at, settled, grid) })
  }
  return closeGaps(settled).sort((a, b) => reading(a.at, b.at))
}

const OUTSIDE = 'Its place is outside the grid.'

const reading = (a: ScenePosition, b: ScenePosition): number => a.y - b.y || a.x - b.x

const isPlace = (value: unknown): value is ScenePosition =>
  isMap(value) && ['x', 'y', 'w', 'h'].every((key) => typeof value[key] === 'number' && Number.isFinite(value[key]))

const NOWHERE: ScenePosition = { x: 0, y: 0, w: 12, h: 4 }

function placeFor({ widget }: Nested, breakpoint: Breakpoint): { place: ScenePosition; written: boolean } {
  const own = widget.responsiveLayouts?.[breakpoint]
  if (isPlace(own)) return { place: own, written: true }
  const wider = BREAKPOINTS.slice(0, BREAKPOINTS.indexOf(breakpoint))
    .map((name) => widget.responsiveLayouts?.[name])
    .findLast(isPlace)
  const place: unknown = wider ?? widget.position
  return { place: isPlace(place) ? place : NOWHERE, written: false }
}

function clamp({ x, y, w, h }: ScenePosition, { columns }: Grid): ScenePosition {
  const width = within(Math.round(w), 1, columns)
  return {
    x: within(Math.round(x), 0, columns - width),
    y: within(Math.round(y), 0, 1_000_000),
    w: width,
    h: within(Math.round(h), 1, TALLEST),
  }
}

const WIDE: Readonly<Record<Exclude<Breakpoint, 'md'>, number>> = { lg: 12, sm: 8, xs: 5, xxs: 3 }

/** One step narrower everything stays where it is. On a narrow screen a widget takes the full width, or half if small. */
function shrink(place: ScenePosition, nested: Nested, breakpoint: Breakpoint, grid: Grid): ScenePosition {
  const h = Math.max(place.h, rowsFor(nested, breakpoint, grid))
  if (breakpoint === 'md') return clamp({ ...across(place, grid), y: place.y, h }, grid)
  const w = place.w <= WIDE[breakpoint] / 2 ? within(Math.floor(grid.columns / 2), 1, grid.columns) : grid.columns
  return clamp({ x: 0, y: 0, w, h }, grid)
}

/** Edges are rounded, not widths: neighbours stay neighbours, and a full row stays full. */
function across({ x, w }: ScenePosition, { columns, widest }: Grid): { readonly x: number; readonly w: number } {
  const edge = (at: number): number => Math.round((at * columns) / widest)
  return { x: edge(x), w: edge(x + w) - edge(x) }
}

/** The number of rows that a container needs to show its contents. */
function rowsFor(nested: Nested, breakpoint: Breakpoint, grid: Grid): number {
  if (nested.children.length === 0) return 1
  const tabs = tabsOf(nested.widget)
  const groups = tabs.length > 0 ? tabs.map(({ id }) => underTab(nested, id)) : [nested.children]
  const rows = largest(
    groups.map((group) => largest([0, ...fromTop(placeWidgets(group, breakpoint, grid)).map(({ at }) => at.y + at.h)])),
  )
  const step = grid.rowHeight + grid.gap[1]
  const chrome = CHROME[tabs.length > 0 ? 'tabs' : isFolding(nested.widget) ? 'folding' : 'title']
  return Math.ceil((rows * step + chrome) / step)
}

const meets = (a: ScenePosition, b: ScenePosition): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

const isFree = (place: ScenePosition, settled: readonly Placed[], { columns }: Grid): boolean =>
  place.x + place.w <= columns && settled.every(({ at }) => !meets(at, place))

function firstFree(wanted: ScenePosition, settled: readonly Placed[], grid: Grid): ScenePosition {
  const bottom = largest([0, ...settled.map(({ at }) => at.y + at.h)])
  const last = settled.at(-1)?.at
  const beside = last && { ...wanted, x: last.x + last.w, y: last.y }
  if (beside && isFree(beside, settled, grid)) return beside
  for (let y = Math.max(0, bottom - 400); y <= bottom; y += 1) {
    for (const x of new Set([wanted.x, 0])) if (isFree({ ...wanted, x, y }, settled, grid)) return { ...wanted, x, y }
  }
  return { ...wanted, x: 0, y: bottom }
}

/** Keeps even a widget a million rows down on the page. */
function closeGaps<T extends Placed>(placed: readonly T[]): T[] {
  let reached = 0
  let taken = 0
  const moved = new Map<T, number>()
  for (const each of [...placed].sort((a, b) => a.at.y - b.at.y)) {
    const gap = each.at.y - reached
    if (gap > EMPTY_ROWS) taken += gap - EMPTY_ROWS
    moved.set(each, each.at.y - taken)
    reached = Math.max(reached, each.at.y + each.at.h)
  }
  return placed.map((each) => ({ ...each, at: { ...each.at, y: moved.get(each) ?? each.at.y } }))
}

/** The widgets of a tab start at its top, wherever they are in the file's grid. */
export function fromTop(placed: readonly Placed[]): Placed[] {
  const top = smallest(placed.map(({ at }) => at.y))
  return placed.map((each) => ({ ...each, at: { ...each.at, y: each.at.y - top } }))
}
