import { largest } from '@boardwright/common'
import type { Row } from '../data/rows.ts'
import { type Shape, shape } from '../shape.ts'

/** Below a map: which circle and which colour is how much. */

/** What the sizes or the colours of places stand for. */
export interface Scale {
  readonly title: string
  /** The least and the largest number, as texts. One if they are the same. */
  readonly ends: readonly string[]
  /** From 0 to 1. */
  readonly partOf: (row: Row) => number | undefined
}

export type Ramp = (part: number) => string

/** A quarter of the way for a place without a number. */
export const radiusOf = (part = 0.25): number => 5 + Math.sqrt(part) * 14

interface Key {
  readonly width: number
  readonly height: number
  /** With its left end there, and its middle at this height. */
  readonly draw: (x: number, y: number) => Shape[]
}

const LETTER = 6.2
const GAP = 6
const BETWEEN = 24
const ABOVE = 8
const RAMP = { steps: 30, width: 3, height: 8 } as const

const wide = (text: string): number => text.length * LETTER

const textAt = (x: number, y: number, text: string): Shape =>
  shape('text', { x: x.toFixed(1), y: (y + 4).toFixed(1) }, text)

/** Parts beside each other, each with the width that it takes. */
function row(parts: readonly { readonly width: number; readonly draw: Key['draw'] }[], height: number): Key {
  return {
    width: parts.reduce((sum, { width }) => sum + width + GAP, -GAP),
    height,
    draw(x, y) {
      let at = x
      return parts.flatMap(({ width, draw }) => {
        const drawn = draw(at, y)
        at += width + GAP
        return drawn
      })
    },
  }
}

const word = (text: string) => ({ width: wide(text), draw: (x: number, y: number) => [textAt(x, y, text)] })

/** A circle for the least and one for the largest number, as large as on the map. */
export function sizeKey({ title, ends }: Scale, ramp: Ramp): Key {
  const radii = ends.map((_, index) => radiusOf(ends.length === 1 ? 0.5 : index))
  const circles = ends.flatMap((end, index) => {
    const r = radii[index] ?? 0
    const draw = (x: number, y: number): Shape[] => [
      shape('circle', { cx: (x + r).toFixed(1), cy: y.toFixed(1), r: r.toFixed(1), fill: ramp(0.6) }),
    ]
    return [{ width: 2 * r, draw }, word(end)]
  })
  return row([word(title), ...circles], 2 * largest(radii) + 2)
}

/** The colours from the least to the largest number. */
export function colourKey({ title, ends }: Scale, ramp: Ramp): Key {
  const [least = '', ...most] = ends
  const steps = Array.from({ length: RAMP.steps }, (_, index) =>
    ramp(most.length === 0 ? 0.5 : index / (RAMP.steps - 1)),
  )
  const draw = (x: number, y: number): Shape[] =>
    steps.map((fill, index) =>
      shape('rect', {
        // At whole points, or light would be seen between them.
        ...{ x: Math.round(x) + index * RAMP.width, y: Math.round(y - RAMP.height / 2) },
        ...{ width: RAMP.width, height: RAMP.height, fill, 'shape-rendering': 'crispEdges' },
      }),
    )
  return row([word(title), word(least), { width: RAMP.steps * RAMP.width, draw }, ...most.map(word)], 20)
}

/** Beside each other, or below if there is no room. */
const areBeside = (keys: readonly Key[], width: number): boolean =>
  keys.reduce((sum, key) => sum + key.width + BETWEEN, -BETWEEN) <= width

export function heightOf(keys: readonly Key[], width: number): number {
  if (keys.length === 0) return 0
  const heights = keys.map(({ height }) => height)
  return ABOVE + (areBeside(keys, width) ? largest(heights) : heights.reduce((sum, height) => sum + height, 0))
}

/** Below a map of this size. */
export function drawKeys(
  keys: readonly Key[],
  { width, height }: { readonly width: number; readonly height: number },
): Shape[] {
  if (keys.length === 0) return []
  const beside = areBeside(keys, width)
  const tall = largest(keys.map((key) => key.height))
  let [x, y] = [0, height + ABOVE]
  const drawn = keys.flatMap((key) => {
    const shapes = key.draw(x, y + (beside ? tall : key.height) / 2)
    if (beside) x += key.width + BETWEEN
    else y += key.height
    return shapes
  })
  return [shape('g', { class: 'bw-map-key', 'aria-hidden': 'true' }, ...drawn)]
}
