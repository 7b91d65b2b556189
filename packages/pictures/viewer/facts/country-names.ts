import { areaOf, boundsOf, isWithin, type Point } from '../land/clip.ts'
import type { Land } from '../land/land.ts'
import { type Box, meets, type Size } from './map-labels.ts'

/** Names of countries: where each has room for its own, beside what is there already. */

interface Name {
  readonly text: string
  /** Its middle, and its baseline. */
  readonly x: number
  readonly y: number
  readonly box: Box
}

/** How wide a capital letter mostly is, with the space behind it; how tall one is; and what is kept free around a name. */
const [LETTER, TALL, AROUND] = [8.1, 8, 5] as const
/** Into how many steps a country is divided to look for a place. */
const STEPS = 10

export function countryNames({ countries }: Land, room: Size, isTaken: (box: Box) => boolean): Name[] {
  const names: Name[] = []
  for (const { name, rings } of countries) {
    const ring = rings.reduce((one, other) => (areaOf(other) > areaOf(one) ? other : one))
    const text = name.toUpperCase()
    const half = { x: (text.length * LETTER) / 2, y: TALL / 2 }
    if (areaOf(ring) < 6 * half.x * half.y) continue
    const isFree = ([x, y]: Point): boolean => {
      const box = around([x, y], { x: half.x + AROUND, y: half.y + AROUND })
      const isInside = box.left >= 0 && box.right <= room.width && box.top >= 0 && box.bottom <= room.height
      return isInside && isIn(ring, box) && !isTaken(box) && !names.some((each) => meets(each.box, box))
    }
    const found = nearestToMiddle(ring, isFree)
    if (found) names.push({ text, x: found[0], y: found[1] + half.y, box: around(found, half) })
  }
  return names
}

const around = ([x, y]: Point, far: { readonly x: number; readonly y: number }): Box => ({
  ...{ left: x - far.x, right: x + far.x, top: y - far.y, bottom: y + far.y },
})

/** Of the places in a country that suit, the one nearest to its middle. */
function nearestToMiddle(ring: readonly Point[], suits: (point: Point) => boolean): Point | undefined {
  const { left, right, top, bottom } = boundsOf(ring)
  const at = (from: number, to: number, step: number): number => from + ((to - from) * (step + 0.5)) / STEPS
  const all = Array.from(
    { length: STEPS * STEPS },
    (_, index): Point => [at(left, right, index % STEPS), at(top, bottom, Math.floor(index / STEPS))],
  ).filter((point) => isWithin(ring, point))
  const middle = ([0, 1] as const).map((axis) => all.reduce((sum, point) => sum + point[axis], 0) / all.length)
  const far = ([x, y]: Point): number => Math.hypot(x - (middle[0] ?? 0), y - (middle[1] ?? 0))
  return all.sort((one, other) => far(one) - far(other)).find(suits)
}

/** Whether a ring holds a box: looked at along its upper and its lower edge. */
function isIn(ring: readonly Point[], { left, right, top, bottom }: Box): boolean {
  const steps = Math.max(2, Math.ceil((right - left) / 4))
  return Array.from({ length: steps + 1 }, (_, step) => left + ((right - left) * step) / steps).every(
    (x) => isWithin(ring, [x, top]) && isWithin(ring, [x, bottom]),
  )
}
