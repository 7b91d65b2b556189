import { largest, smallest } from '@boardwright/common'

export type Point = readonly [x: number, y: number]

interface Room {
  readonly width: number
  readonly height: number
}

/** How far beyond the edge a line is drawn, so that its own edge is not seen. */
const BEYOND = 3
/** Points that are nearer than this to the one before are one. */
const SAME = 0.8

interface Side {
  readonly isInside: (point: Point) => boolean
  readonly cross: (a: Point, b: Point) => Point
}

const atX =
  (x: number) =>
  ([ax, ay]: Point, [bx, by]: Point): Point => [x, ay + ((by - ay) * (x - ax)) / (bx - ax)]
const atY =
  (y: number) =>
  ([ax, ay]: Point, [bx, by]: Point): Point => [ax + ((bx - ax) * (y - ay)) / (by - ay), y]

const sidesOf = ({ width, height }: Room): readonly Side[] => [
  { isInside: ([x]) => x >= -BEYOND, cross: atX(-BEYOND) },
  { isInside: ([x]) => x <= width + BEYOND, cross: atX(width + BEYOND) },
  { isInside: ([, y]) => y >= -BEYOND, cross: atY(-BEYOND) },
  { isInside: ([, y]) => y <= height + BEYOND, cross: atY(height + BEYOND) },
]

/** The part of a closed line that is in the room, as a closed line: Sutherland and Hodgman. Empty if there is none. */
export const clipRing = (ring: readonly Point[], room: Room): readonly Point[] =>
  sidesOf(room).reduce((points, { isInside, cross }) => {
    let before = points.at(-1)
    return points.flatMap((point): Point[] => {
      const last = before
      before = point
      if (last === undefined || isInside(last) === isInside(point)) return isInside(point) ? [point] : []
      return isInside(point) ? [cross(last, point), point] : [cross(last, point)]
    })
  }, thinned(ring))

/** The parts of a line that may be seen in the room. */
export function partsInside(line: readonly Point[], room: Room): readonly (readonly Point[])[] {
  const sides = sidesOf(room)
  const parts: Point[][] = []
  let before: Point | undefined
  let isSeen = false
  for (const point of thinned(line)) {
    const last = before
    const wasSeen = isSeen
    before = point
    isSeen = last !== undefined && sides.every(({ isInside }) => isInside(last) || isInside(point))
    if (!isSeen || last === undefined) continue
    if (wasSeen) parts.at(-1)?.push(point)
    else parts.push([last, point])
  }
  return parts
}

function thinned(line: readonly Point[]): readonly Point[] {
  let last: Point | undefined
  return line.filter((point) => {
    const isFar = last === undefined || Math.abs(point[0] - last[0]) > SAME || Math.abs(point[1] - last[1]) > SAME
    if (isFar) last = point
    return isFar
  })
}

/** By how often a line from the point to the right crosses the ring. */
export const isWithin = (ring: readonly Point[], [x, y]: Point): boolean => {
  let [isIn, before] = [false, ring.at(-1)]
  for (const point of ring) {
    const [[ax, ay], [bx, by]] = [before ?? point, point]
    if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) isIn = !isIn
    before = point
  }
  return isIn
}

export interface Bounds {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export function boundsOf(ring: readonly Point[]): Bounds {
  const [across, down] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
  return { left: smallest(across), right: largest(across), top: smallest(down), bottom: largest(down) }
}

export const areaOf = (ring: readonly Point[]): number => {
  const twice = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(twice / 2)
}
