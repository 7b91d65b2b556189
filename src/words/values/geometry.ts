import { isMap } from '@boardwright/common'
import { plural } from '../../content/counted.ts'
import { printableName } from '../../content/printable.ts'
import { fromTo, own, pathChanges, shortValue } from './paths.ts'

interface Place {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** How a widget moved on the grid, and at which breakpoints. */
export interface Shift {
  readonly part: string
  /** The breakpoints that change as well: `also on md`. */
  readonly aside: string | undefined
  /** Whether its place on wide screens changes, which is seen in a drawing. */
  readonly isDrawn: boolean
  readonly moved: boolean
  readonly resized: boolean
  /** Breakpoints where nothing changes: of their own place, or of the place of a wider one that they follow. */
  readonly kept: readonly string[]
  /** Equal for widgets that move the same way without changing size. */
  readonly way: string | undefined
}

export const isPlace = (value: unknown): value is Place =>
  isMap(value) && ['x', 'y', 'w', 'h'].every((key) => typeof value[key] === 'number')

/** People count from one. */
export const gridPlace = ({ x, y, w, h }: Place): string => `row ${y + 1}, column ${x + 1}, ${w}x${h}`

type Spot = Pick<Place, 'x' | 'y'>
type Size = Pick<Place, 'w' | 'h'>

/** `wider and less high, from 8x6 to 12x5`. */
export function sizeWords(from: Size, to: Size): string {
  const wide = to.w === from.w ? [] : [to.w > from.w ? 'wider' : 'narrower']
  const high = to.h === from.h ? [] : [to.h > from.h ? 'higher' : 'less high']
  return `${[...wide, ...high].join(' and ')}, from ${from.w}x${from.h} to ${to.w}x${to.h}`
}

export const TO_THE_TOP = 'to the top'

/** `down 6 rows and left 4 columns`. */
export const stepsBetween = (from: Spot, to: Spot): string =>
  [...steps(to.y - from.y, 'down', 'up', 'row'), ...steps(to.x - from.x, 'right', 'left', 'column')].join(' and ')

const steps = (by: number, forth: string, back: string, unit: string): string[] =>
  by === 0 ? [] : [`${by > 0 ? forth : back} ${plural(Math.abs(by), unit)}`]

export function shiftOf(before: Readonly<Record<string, unknown>>, after: typeof before): Shift | undefined {
  const points = breakpointsIn(own(before, 'responsiveLayouts'), own(after, 'responsiveLayouts'))
  const [from, to] = [own(before, 'position'), own(after, 'position')]
  if (pathChanges(from, to).length === 0) return points.length === 0 ? undefined : onlyAt(points)
  const kept = keptIn(own(before, 'responsiveLayouts'), own(after, 'responsiveLayouts'))
  const aside = points.length === 0 ? undefined : `also on ${points.map(({ name }) => name).join(', ')}`
  const motion = motionOf(from, to)
  const common = { aside, isDrawn: true, kept }
  if (!motion) return { ...common, part: `place ${fromTo(from, to)}`, moved: true, resized: false, way: undefined }
  const { words, way, moved, resized } = motion
  return {
    ...common,
    part: words,
    moved,
    resized,
    way: resized ? undefined : [way, ...(aside ? [aside] : [])].join(', '),
  }
}

/** How a place changed; undefined if position and size are the same, or not known on one side. */
function motionOf(from: unknown, to: unknown) {
  if (!isPlace(from) || !isPlace(to)) return undefined
  const moved = from.x !== to.x || from.y !== to.y
  const resized = from.w !== to.w || from.h !== to.h
  if (!moved && !resized) return undefined
  const way = stepsBetween(from, to)
  const isToTop = to.y === 0 && from.y > 0 && from.x === to.x
  const words = [
    ...(moved ? [`moves ${isToTop ? TO_THE_TOP : way}`] : []),
    ...(resized ? [`becomes ${sizeWords(from, to)}`] : []),
  ]
  return { words: words.join(' and '), way, moved, resized }
}

interface Breakpoint {
  readonly name: string
  readonly part: string
}

function breakpointsIn(before: unknown, after: unknown): Breakpoint[] {
  if (pathChanges(before, after).length === 0) return []
  const [old, now] = [before ?? {}, after ?? {}]
  if (!isMap(old) || !isMap(now)) return [{ name: 'narrower screens', part: fromTo(before, after) }]
  const found = [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name): Breakpoint[] => {
    const [from, to] = [own(old, name), own(now, name)]
    if (pathChanges(from, to).length === 0) return []
    return [{ name: printableName(name), part: motionOf(from, to)?.words ?? placesText(from, to) }]
  })
  return found.length > 0 ? found : [{ name: 'narrower screens', part: fromTo(before, after) }]
}

/** Shows places in words, if these differ. */
function placesText(from: unknown, to: unknown): string {
  const [was, is] = [from, to].map((side) => (isPlace(side) ? gridPlace(side) : shortValue(side)))
  return was === is ? fromTo(from, to) : `${was} -> ${is}`
}

/** Merges breakpoints that change in the same way. */
function onlyAt(points: readonly Breakpoint[]): Shift {
  const ways = [...new Set(points.map(({ part }) => part))]
  const part = ways
    .map((way) => `on ${points.flatMap((point) => (point.part === way ? [point.name] : [])).join(', ')} ${way}`)
    .join('; ')
  return { part, aside: undefined, isDrawn: false, moved: true, resized: false, kept: [], way: undefined }
}

function keptIn(before: unknown, after: unknown): readonly string[] {
  if (!isMap(before) || !isMap(after)) return []
  const isOwn = (name: string): boolean => isPlace(own(after, name))
  const isKept = (name: string): boolean => isOwn(name) && pathChanges(own(before, name), own(after, name)).length === 0
  return NARROWER.filter((_, index) => {
    const followed = NARROWER.slice(0, index + 1).findLast(isOwn)
    return followed !== undefined && isKept(followed)
  })
}

/** Than `lg`, whose places are the widgets' own. */
export const NARROWER: readonly string[] = ['md', 'sm', 'xs', 'xxs']
