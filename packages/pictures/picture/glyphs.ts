import type { Role } from './palette.ts'
import { box, type Point, path, type Shape } from './shapes.ts'

/** A 12 by 12 icon for a kind of widget. */
type Glyph = (at: Point, paint: Role) => Shape[]

const strokes =
  (...all: readonly (readonly Point[])[]): Glyph =>
  ([x, y], paint) =>
    all.map((points) => path(paint, 1.4, ...points.map(([px, py]): Point => [x + px, y + py])))

const bars: Glyph = ([x, y], paint) => [
  box([x + 0.5, y + 6, 2.6, 6], { fill: paint, radius: 0.8 }),
  box([x + 4.7, y + 1, 2.6, 11], { fill: paint, radius: 0.8 }),
  box([x + 8.9, y + 3.5, 2.6, 8.5], { fill: paint, radius: 0.8 }),
]

const frame: Glyph = ([x, y], paint) => [box([x + 1, y + 1, 10, 10], { stroke: paint, strokeWidth: 1.4, radius: 2 })]
const also =
  (...glyphs: readonly Glyph[]): Glyph =>
  (at, paint) =>
    glyphs.flatMap((glyph) => glyph(at, paint))

const GLYPHS: Readonly<Record<string, Glyph>> = {
  CHART: bars,
  table: also(
    frame,
    strokes(
      [
        [1, 5],
        [11, 5],
      ],
      [
        [5, 5],
        [5, 11],
      ],
    ),
  ),
  kpi: strokes(
    [
      [3.5, 1],
      [2, 11],
    ],
    [
      [9, 1],
      [7.5, 11],
    ],
    [
      [1, 4.2],
      [11, 4.2],
    ],
    [
      [0.5, 7.8],
      [10.5, 7.8],
    ],
  ),
  map: also(
    ([x, y], paint) => [box([x + 2.5, y + 0.7, 7, 7], { stroke: paint, strokeWidth: 1.4, radius: 3.5 })],
    strokes([
      [2.9, 6],
      [6, 11.5],
      [9.1, 6],
    ]),
  ),
  sankey: strokes(
    [
      [0.7, 2.5],
      [4, 2.5],
      [8, 6],
      [11.3, 6],
    ],
    [
      [0.7, 9.5],
      [4, 9.5],
      [8, 6],
    ],
  ),
  html: strokes(
    [
      [3.5, 3],
      [0.7, 6],
      [3.5, 9],
    ],
    [
      [8.5, 3],
      [11.3, 6],
      [8.5, 9],
    ],
  ),
  TEXT: strokes(
    [
      [1, 2.5],
      [11, 2.5],
    ],
    [
      [1, 6],
      [11, 6],
    ],
    [
      [1, 9.5],
      [7, 9.5],
    ],
  ),
  FILTER: strokes([
    [1, 2],
    [11, 2],
    [7.3, 6.5],
    [7.3, 10.5],
    [4.7, 9],
    [4.7, 6.5],
    [1, 2],
  ]),
  TIME_GRAIN: also(
    ([x, y], paint) => [box([x + 0.8, y + 0.8, 10.4, 10.4], { stroke: paint, strokeWidth: 1.4, radius: 5.2 })],
    strokes([
      [6, 3.2],
      [6, 6.2],
      [8.2, 7.4],
    ]),
  ),
  FIELD: strokes(
    [
      [1, 4],
      [10.5, 4],
      [8.2, 1.6],
    ],
    [
      [11, 8],
      [1.5, 8],
      [3.8, 10.4],
    ],
  ),
  AI: strokes(
    [
      [5, 1.5],
      [6.2, 4.8],
      [9.5, 6],
      [6.2, 7.2],
      [5, 10.5],
      [3.8, 7.2],
      [0.5, 6],
      [3.8, 4.8],
      [5, 1.5],
    ],
    [
      [10.2, 0.8],
      [10.2, 3.2],
    ],
    [
      [9, 2],
      [11.4, 2],
    ],
  ),
  PARENT: also(
    frame,
    strokes([
      [1, 4.4],
      [11, 4.4],
    ]),
  ),
  CONTAINER: also(
    frame,
    strokes([
      [1, 4.4],
      [11, 4.4],
    ]),
  ),
  DIVIDER: strokes([
    [0.5, 6],
    [11.5, 6],
  ]),
  SPACER: strokes(
    [
      [1, 3],
      [1, 9],
    ],
    [
      [11, 3],
      [11, 9],
    ],
    [
      [1, 6],
      [11, 6],
    ],
  ),
  other: frame,
}

export const GLYPH_SIZE = 12

export function drawGlyph(type: string, shows: string | undefined, at: Point, paint: Role): Shape[] {
  const name = shows !== undefined && Object.hasOwn(GLYPHS, shows) && type === 'CHART' ? shows : type
  const known = name === 'TABS_CONTAINER' ? 'CONTAINER' : name
  return ((Object.hasOwn(GLYPHS, known) ? GLYPHS[known] : undefined) ?? frame)(at, paint)
}
