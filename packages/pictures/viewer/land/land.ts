import { BLACK, mix, type Rgb, readColour, WHITE, writeColour } from '../look/colour.ts'
import type { Theme } from '../look/look.ts'
import { type Shape, shape } from '../shape.ts'
import { clipRing, type Point, partsInside } from './clip.ts'
import type { Line, Outline } from './outline.ts'

/** Where a map shows which part of the world. */
export interface Frame {
  readonly width: number
  readonly height: number
  /** The place of a longitude, and of a latitude. */
  readonly x: (east: number) => number
  readonly y: (north: number) => number
}

/** Maps go no further: a pole is nowhere. */
export const FURTHEST = 85

interface Colours {
  readonly sea: string
  readonly land: string
  readonly border: string
}

const WATER: Rgb = [70, 140, 210]

export function landColour({ ground, mode }: Theme): Rgb {
  const card = readColour(ground) ?? (mode === 'dark' ? BLACK : WHITE)
  return mix(card, mode === 'dark' ? WHITE : BLACK, mode === 'dark' ? 0.13 : 0.08)
}

/** Of water, land and borders, in the colours of the page around them. */
export function mapColours(theme: Theme): Colours {
  const land = landColour(theme)
  const isDark = theme.mode === 'dark'
  const card = readColour(theme.ground) ?? land
  return {
    sea: writeColour(mix(card, WATER, isDark ? 0.1 : 0.14)),
    land: writeColour(land),
    border: writeColour(mix(land, isDark ? WHITE : BLACK, 0.32)),
  }
}

/** Water, countries in one colour, and the borders between them. */
export function landShapes(
  { countries, borders }: Outline,
  frame: Frame,
  { sea, land: fill, border }: Colours,
): Shape[] {
  const drawn = (line: Line): readonly Point[] =>
    line.map(([east, north]) => [frame.x(east), frame.y(Math.max(-FURTHEST, Math.min(FURTHEST, north)))])
  const land = countries.map((ring) => clipRing(drawn(ring), frame)).filter((ring) => ring.length > 2)
  const lines = borders.flatMap((each) => partsInside(drawn(each), frame))
  const { width, height } = frame
  return [
    shape(
      'g',
      { class: 'bw-map-land', 'aria-hidden': 'true' },
      shape('rect', { width, height, fill: sea }),
      shape('path', { d: pathOf(land, 'Z'), fill, stroke: fill }),
      shape('path', { d: pathOf(lines, ''), fill: 'none', stroke: border }),
    ),
  ]
}

const pathOf = (lines: readonly (readonly Point[])[], end: string): string =>
  lines.map((line) => `M${line.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}${end}`).join('')
