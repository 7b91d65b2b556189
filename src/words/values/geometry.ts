import { isMap } from '@boardwright/common'
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
  /** The size if it is unchanged, and the breakpoints that change as well. */
  readonly aside: string | undefined
  readonly moved: boolean
  readonly resized: boolean
  /** Breakpoints with a place of their own, where nothing changes. */
  readonly kept: readonly string[]
  /** Equal for widgets that move the same way without changing size. */
  readonly way: string | undefined
}

export const isPlace = (value: unknown): value is Place =>
  isMap(value) && ['x', 'y', 'w', 'h'].every((key) => typeof value[key] === 'number')

export const spotOf = ({ x, y }: Place): string => `(${x},${y})`
export const sizeOf = ({ w, h }: Place): string => `${w}x${h}`

export function shiftOf(before: Readonly<Record<string, unknown>>, after: typeof before): Shift | undefined {
  const points = breakpointsIn(own(before, 'responsiveLayouts'), own(after, 'responsiveLayouts'))
  const [from, to] = [own(before, 'position'), own(after, 'position')]
  if (pathChanges(from, to).length === 0) return points.length === 0 ? undefined : onlyAt(points)
  const kept = keptIn(own(before, 'responsiveLayouts'), own(after, 'responsiveLayouts'))
  const also = points.length === 0 ? [] : [`also on ${points.map(({ name }) => name).join(', ')}`]
  const motion = motionOf(from, to)
  if (!motion)
    return { part: `place ${fromTo(from, to)}`, aside: also[0], moved: true, resized: false, kept, way: undefined }
  const { words, way, size, moved, resized } = motion
  const aside = [...(resized ? [] : [`same size ${size}`]), ...also].join('   ') || undefined
  return { part: words, aside, moved, resized, kept, way: moved && !resized ? [way, ...also].join(', ') : undefined }
}

/** How a place changed; undefined if position and size are the same, or not known on one side. */
function motionOf(from: unknown, to: unknown) {
  if (!isPlace(from) || !isPlace(to)) return undefined
  const moved = from.x !== to.x || from.y !== to.y
  const resized = from.w !== to.w || from.h !== to.h
  if (!moved && !resized) return undefined
  const spots = moved ? [`moved ${spotOf(from)} -> ${spotOf(to)}`] : []
  const sizes = resized ? [`resized ${sizeOf(from)} -> ${sizeOf(to)}`] : []
  return { words: [...spots, ...sizes].join(' and '), way: wayOf(from, to), size: sizeOf(to), moved, resized }
}

const wayOf = (from: Place, to: Place): string =>
  [...stepsOf(to.y - from.y, 'down', 'up', 'row'), ...stepsOf(to.x - from.x, 'right', 'left', 'column')].join(' and ')

const stepsOf = (by: number, forth: string, back: string, unit: string): string[] =>
  by === 0 ? [] : [`${by > 0 ? forth : back} ${Math.abs(by)} ${unit}${Math.abs(by) === 1 ? '' : 's'}`]

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

/** Shows places by position and size, if these differ. */
function placesText(from: unknown, to: unknown): string {
  const [was, is] = [from, to].map((side) => (isPlace(side) ? `${spotOf(side)} ${sizeOf(side)}` : shortValue(side)))
  return was === is ? fromTo(from, to) : `${was} -> ${is}`
}

/** Merges breakpoints that change in the same way. */
function onlyAt(points: readonly Breakpoint[]): Shift {
  const ways = [...new Set(points.map(({ part }) => part))]
  const part = ways
    .map((way) => `on ${points.flatMap((point) => (point.part === way ? [point.name] : [])).join(', ')} ${way}`)
    .join('; ')
  return { part, aside: undefined, moved: true, resized: false, kept: [], way: undefined }
}

function keptIn(before: unknown, after: unknown): string[] {
  if (!isMap(before) || !isMap(after)) return []
  const isKept = (name: string): boolean =>
    isPlace(own(after, name)) && pathChanges(own(before, name), own(after, name)).length === 0
  return Object.keys(after).filter(isKept).map(printableName)
}
