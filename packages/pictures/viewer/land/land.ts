import { type Rgb, readColour } from '../look/colour.ts'
import type { Mode } from '../look/look.ts'
import { type Shape, shape } from '../shape.ts'
import { boundsOf, clipRing, isWithin, type Point, partsInside } from './clip.ts'
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

/** A map has colours of its own, whatever the card around it. Countries with a place stand out from the others. */
export const MAP_COLOURS = {
  light: {
    ...{ sea: '#cfe2f0', land: '#eae7de', own: '#f8f6f0', border: '#b5ad9d' },
    ...{ country: '#6b6456', text: '#1c222c', halo: '#fcfbf8' },
  },
  dark: {
    ...{ sea: '#12212f', land: '#282d34', own: '#363c45', border: '#5c6570' },
    ...{ country: '#a4adb8', text: '#eef1f5', halo: '#1a1f26' },
  },
} as const satisfies Readonly<Record<Mode, object>>

/** The ground from which places are hardest to tell. */
export const groundOf = (mode: Mode): Rgb => readColour(MAP_COLOURS[mode][mode === 'dark' ? 'own' : 'land']) as Rgb

interface Corner {
  readonly x: number
  readonly y: number
}

interface SeenCountry {
  readonly name: string
  /** What is in the room of the map. */
  readonly rings: readonly (readonly Point[])[]
}

export interface Land {
  readonly countries: readonly SeenCountry[]
  readonly borders: readonly (readonly Point[])[]
}

/** What of the world is seen in a frame. */
export function landIn({ countries, borders }: Outline, frame: Frame): Land {
  const drawn = (line: Line): readonly Point[] =>
    line.map(([east, north]) => [frame.x(east), frame.y(Math.max(-FURTHEST, Math.min(FURTHEST, north)))])
  return {
    countries: countries.flatMap(({ name, rings }) => {
      const seen = rings.map((ring) => clipRing(drawn(ring), frame)).filter((ring) => ring.length > 2)
      return seen.length > 0 ? [{ name, rings: seen }] : []
    }),
    borders: borders.flatMap((each) => partsInside(drawn(each), frame)),
  }
}

/** Water, countries, and the borders between them. */
export function landShapes(
  { countries, borders }: Land,
  { width, height }: Frame,
  places: readonly Corner[],
  mode: Mode,
): Shape {
  const { sea, land, own, border } = MAP_COLOURS[mode]
  const hasPlace = ({ rings }: SeenCountry): boolean =>
    rings.some((ring) => {
      const { left, right, top, bottom } = boundsOf(ring)
      const isNear = ({ x, y }: Corner): boolean => x >= left && x <= right && y >= top && y <= bottom
      return places.some((place) => isNear(place) && isWithin(ring, [place.x, place.y]))
    })
  const filled = (each: readonly SeenCountry[], fill: string): Shape =>
    shape('path', {
      d: pathOf(
        each.flatMap(({ rings }) => rings),
        'Z',
      ),
      fill,
      stroke: fill,
    })
  return shape(
    'g',
    { class: 'bw-map-land', 'aria-hidden': 'true' },
    shape('rect', { width, height, fill: sea }),
    filled(countries, land),
    filled(countries.filter(hasPlace), own),
    shape('path', { d: pathOf(borders, ''), fill: 'none', stroke: border }),
  )
}

const pathOf = (lines: readonly (readonly Point[])[], end: string): string =>
  lines.map((line) => `M${line.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}${end}`).join('')
