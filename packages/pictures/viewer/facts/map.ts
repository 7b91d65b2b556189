import { largest, smallest, specOf } from '@boardwright/common'
import { columnFor } from '../data/columns.ts'
import { formatCell } from '../data/format.ts'
import { mapAt, textAt, textsAt } from '../data/free.ts'
import { numberIn, type Row, type Rows } from '../data/rows.ts'
import { FURTHEST, groundOf, landIn, landShapes, MAP_COLOURS } from '../land/land.ts'
import type { Outline } from '../land/outline.ts'
import { contrast, mix, type Rgb, readable, readColour, writeColour } from '../look/colour.ts'
import type { Theme } from '../look/look.ts'
import { between, forMode, schemeOf } from '../look/schemes.ts'
import { type Shape, shape } from '../shape.ts'
import { Told } from '../told.ts'
import type { About } from './about.ts'
import { countryNames } from './country-names.ts'
import { colourKey, drawKeys, heightOf, type Ramp, radiusOf, type Scale, sizeKey } from './map-keys.ts'
import { type Box, labels, type Point, type Size } from './map-labels.ts'
import { frameOf, type MapView, type Room, viewIn } from './map-view.ts'

/** From here on, a scale says nothing behind the point. */
const LARGE = 100
const MOST_POINTS = 1_000

export interface PlacesMap {
  /** Of this part of the world, or else of the one that the specification says; with room for what lies over it. */
  readonly draw: (size: Size, seen?: MapView, over?: Box) => Shape
  /** What it shows if nobody chose. */
  readonly view: (size: Room) => MapView
  /** The map alone, without what is below it. */
  readonly mapIn: (size: Size) => Size
}

/**
 * Places on the outlines of countries, because street maps would have to be fetched. Returns a text if there is none:
 * the reason.
 */
export function mapOf({ stage, report, name }: About, { rows }: Rows, outline: Outline): PlacesMap | string {
  if (!report) return 'No rows with a place.'
  const spec = specOf(report)
  const [latitude, longitude] = [textAt(spec, 'latitude'), textAt(spec, 'longitude')]
  if (latitude === undefined || longitude === undefined) throw new Told('This map names no `latitude` and `longitude`.')
  const [sizeBy, colourBy] = [textAt(spec, 'size'), textAt(mapAt(spec, 'color'), 'field')]
  const placed = rows.flatMap((row) => {
    const [lat, lon] = [numberIn(row, latitude), numberIn(row, longitude)]
    return lat === undefined || lon === undefined || Math.abs(lat) > FURTHEST || Math.abs(lon) > 180
      ? []
      : [{ row, lat, lon }]
  })
  if (placed.length === 0) {
    return 'No rows with a place.'
  }
  const scaleOf = (field: string | undefined): Scale | undefined => {
    const numbers = field === undefined ? [] : placed.flatMap(({ row }) => numberIn(row, field) ?? [])
    if (field === undefined || numbers.length === 0) return undefined
    const [least, most] = [smallest(numbers), largest(numbers)]
    const of = column(field)
    const isLarge = most >= LARGE && of.format !== 'percent'
    const shown = { ...of, type: 'number', ...(isLarge && { decimals: 0 }) } as const
    return {
      title: of.title,
      ends: [...new Set([least, most])].map((end) => formatCell(end, shown, stage.formats)),
      partOf: (row) => {
        const value = numberIn(row, field)
        return value === undefined ? undefined : most > least ? (value - least) / (most - least) : 0.5
      },
    }
  }
  const column = (field: string) => columnFor(field, report, stage.scene)
  const [sizes, shades] = [scaleOf(sizeBy), scaleOf(colourBy)]
  const colours = MAP_COLOURS[stage.theme.mode]
  const ramp = rampOf(schemeOf(textAt(mapAt(spec, 'color'), 'scheme')), stage.theme)
  const tooltip = textsAt(spec, 'tooltip')
  const shown = (row: Row): readonly string[] =>
    tooltip.length > 0
      ? tooltip
      : Object.keys(row)
          .filter((each) => each !== latitude && each !== longitude)
          .slice(0, 3)
  const say = (row: Row): string =>
    // What a size and a colour stand for is said of each place.
    [...new Set([...shown(row), ...[sizeBy, colourBy].filter((each) => each !== undefined)])]
      .map(
        (each) =>
          `${column(each).title}: ${formatCell(row[each], { ...column(each), type: typeof row[each] === 'number' ? 'number' : column(each).type }, stage.formats)}`,
      )
      .join('\n')
  const label =
    tooltip.find((each) => typeof placed[0]?.row[each] === 'string') ??
    Object.keys(placed[0]?.row ?? {}).find((each) => typeof placed[0]?.row[each] === 'string')
  const keys = [sizes && sizeKey(sizes, ramp), shades && colourKey(shades, ramp)].filter((key) => key !== undefined)
  const mapIn = ({ width, height }: Size): Size => ({ width, height: height - heightOf(keys, width) })
  const view = (size: Room): MapView => viewIn(spec, { ...size, ...mapIn(size) }, placed, outline)
  return {
    mapIn,
    view,
    draw(size, seen = view(size), over) {
      const room = mapIn(size)
      const frame = frameOf(room, seen)
      const points = placed
        .slice(0, MOST_POINTS)
        .map(
          ({ row, lat, lon }): Point => ({
            row,
            x: frame.x(lon),
            y: frame.y(lat),
            size: radiusOf(sizes?.partOf(row)),
            colour: shades?.partOf(row),
          }),
        )
        .sort((a, b) => b.size - a.size)
      const { names, isTaken } = labels(points, label, { ...room, over }, colours)
      const land = landIn(outline, frame)
      const countries = countryNames(land, room, isTaken)
      return shape(
        'svg',
        {
          class: 'bw-map',
          viewBox: `0 0 ${size.width} ${size.height}`,
          role: 'img',
          'aria-label': `${name}: map of ${points.length} places`,
        },
        shape(
          'svg',
          { width: room.width, height: room.height, overflow: 'hidden' },
          landShapes(land, frame, points, stage.theme.mode),
          shape(
            'g',
            { class: 'bw-map-countries', 'aria-hidden': 'true' },
            ...countries.map(({ text, x, y }) =>
              shape('text', { x: x.toFixed(1), y: y.toFixed(1), ...COUNTRY, fill: colours.country }, text),
            ),
          ),
          shape(
            'g',
            {},
            ...points.map(({ row, x, y, size: radius, colour }) =>
              circle(
                { cx: x.toFixed(1), cy: y.toFixed(1), r: radius.toFixed(1), fill: ramp(colour ?? 0.6) },
                { ...EDGED, stroke: colours.halo },
                say(row),
              ),
            ),
          ),
          shape('g', { class: 'bw-map-labels', 'aria-hidden': 'true' }, ...names),
        ),
        ...drawKeys(keys, room),
      )
    },
  }
}

type Attributes = Shape['attributes']

const circle = (place: Attributes, look: Attributes, text: string): Shape =>
  shape('circle', { class: 'bw-map-point', ...place, ...look }, shape('title', {}, text))

const EDGED = { 'fill-opacity': 0.9, 'stroke-width': 1.5 } as const
const COUNTRY = { 'font-size': 10, 'text-anchor': 'middle', 'letter-spacing': 0.8 } as const

/** A point is told from the land by its own colour, whatever that is. */
const LEAST = 1.7

function rampOf(scheme: readonly Rgb[], { mode, accent }: Theme): Ramp {
  const land = groundOf(mode)
  const own = readColour(accent) ?? land
  const steps = scheme.length > 0 ? forMode(scheme, mode) : [mix(land, own, 0.5), own]
  const parts = Array.from({ length: 51 }, (_, index) => index / 50)
  const seen = parts.filter((part) => contrast(between(steps, part), land) >= LEAST)
  // The end of a scheme that is too near to the land goes, so that its colours stay pure.
  const [first = 0, last = 0] = [seen[0], seen.at(-1)]
  const [from, to] = last - first > 0.3 ? [first, last] : [0, 1]
  return (part) => writeColour(readable(between(steps, from + (to - from) * part), land, LEAST))
}
