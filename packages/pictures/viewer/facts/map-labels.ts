import type { Row } from '../data/rows.ts'
import type { Bounds } from '../land/clip.ts'
import { type Shape, shape } from '../shape.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

export type Box = Bounds

export const meets = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

export interface Point {
  readonly row: Row
  readonly x: number
  readonly y: number
  readonly size: number
  readonly colour: number | undefined
}

const MOST_LABELS = 14
/** Between a place and its name, which has a halo. */
const APART = 7
/** How wide a letter mostly is. */
const LETTER = 6.4
const NAME = { 'font-size': 11.5, 'font-weight': 500, 'paint-order': 'stroke', 'stroke-width': 3 } as const

interface Labels {
  readonly names: readonly Shape[]
  /** Whether a place or the name of one is there. */
  readonly isTaken: (box: Box) => boolean
}

/** Names of the largest places, on the first side of each where they cover neither a name nor another place. */
export function labels(
  points: readonly Point[],
  field: string | undefined,
  { width, height, over }: Size & { readonly over?: Box | undefined },
  { text: fill, halo }: { readonly text: string; readonly halo: string },
): Labels {
  const taken: Box[] = over ? [over] : []
  const isTaken = (box: Box): boolean =>
    taken.some((each) => meets(each, box)) || points.some((point) => covers(point, box))
  const names = points.slice(0, MOST_LABELS).flatMap((point) => {
    const text = field === undefined ? '' : String(point.row[field] ?? '')
    const wide = text.length * LETTER
    const free = sidesOf(point, wide)
      .map(({ at, line }) => ({ at, line, box: { left: at, right: at + wide, top: line - 10, bottom: line + 3 } }))
      .find(({ box }) => box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height && !isTaken(box))
    if (text === '' || free === undefined) return []
    taken.push(free.box)
    return [shape('text', { x: free.at.toFixed(1), y: free.line.toFixed(1), ...NAME, fill, stroke: halo }, text)]
  })
  return { names, isTaken }
}

const covers = ({ x, y, size }: Point, { left, right, top, bottom }: Box): boolean =>
  Math.hypot(x - Math.max(left, Math.min(x, right)), y - Math.max(top, Math.min(y, bottom))) < size

interface Side {
  readonly at: number
  readonly line: number
}

/** Where a name may begin: beside its place, above, below, and at its corners. */
function sidesOf({ x, y, size }: Point, wide: number): readonly Side[] {
  const beside = (far: number): readonly number[] => [x + far + APART, x - far - APART - wide]
  const corner = 0.7 * size
  return [
    ...beside(size).map((at) => ({ at, line: y + 4 })),
    ...[y - size - 5, y + size + 13].map((line) => ({ at: x - wide / 2, line })),
    ...[y - corner - 1, y + corner + 9].flatMap((line) => beside(corner).map((at) => ({ at, line }))),
    ...[y - size - 4, y + size + 12].flatMap((line) => [x - 4, x + 4 - wide].map((at) => ({ at, line }))),
  ]
}
