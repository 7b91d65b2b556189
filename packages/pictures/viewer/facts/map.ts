import { largest, smallest, specOf } from '@boardwright/common'
import { columnFor } from '../data/columns.ts'
import { formatCell, formatNumber } from '../data/format.ts'
import { listAt, mapAt, numberAt, textAt, textsAt } from '../data/free.ts'
import { numberIn, type Row, type Rows } from '../data/rows.ts'
import { FURTHEST, landColour, landShapes, mapColours } from '../land/land.ts'
import type { Outline } from '../land/outline.ts'
import { mix, type Rgb, readable, readColour, writeColour } from '../look/colour.ts'
import type { Theme } from '../look/look.ts'
import { between, schemeOf } from '../look/schemes.ts'
import { type Shape, shape } from '../shape.ts'
import { Told } from '../told.ts'
import type { About } from './about.ts'
import { colourKey, drawKeys, heightOf, type Ramp, radiusOf, type Scale, sizeKey } from './map-keys.ts'
import { type Box, labels, type Point, type Size } from './map-labels.ts'

const EDGE = 34
/** How wide a letter of a number of degrees mostly is. */
const DEGREE = 5.6
/** From here on, a scale says nothing behind the point. */
const LARGE = 100
const MOST_POINTS = 1_000

interface Corner {
  readonly x: number
  readonly y: number
}

/** A line of degrees, and the text on it with its box. */
interface Line {
  readonly line: Shape
  readonly text: Shape
  readonly box: Box
}

export interface PlacesMap {
  readonly draw: (size: Size) => Shape
  /** What a map of this size leaves out. */
  readonly note: (size: Size) => string
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
  const colours = mapColours(stage.theme)
  const ramp = rampOf(schemeOf(textAt(mapAt(spec, 'color'), 'scheme')), stage.theme)
  const tooltip = textsAt(spec, 'tooltip')
  const say = (row: Row): string =>
    (tooltip.length > 0
      ? tooltip
      : Object.keys(row)
          .filter((each) => each !== latitude && each !== longitude)
          .slice(0, 3)
    )
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
  return {
    note: (size) =>
      ['outlines instead of streets', viewIn(spec, mapIn(size), placed).differs].filter(Boolean).join(' · '),
    draw(size) {
      const room = mapIn(size)
      const frame = frameOf(room, viewIn(spec, room, placed))
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
      const { names, isTaken } = labels(points, label, room)
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
          ...landShapes(outline, frame, colours),
          ...frame.lines.map(({ line, text, box }) =>
            shape('g', { class: 'bw-map-line', 'aria-hidden': 'true' }, line, ...(isTaken(box) ? [] : [text])),
          ),
          shape(
            'g',
            {},
            ...points.map(({ row, x, y, size: radius, colour }) => circle(x, y, radius, ramp(colour ?? 0.6), say(row))),
          ),
          shape('g', { class: 'bw-map-labels', 'aria-hidden': 'true' }, ...names),
        ),
        ...drawKeys(keys, room),
      )
    },
  }
}

const FARTHER = 'farther away than its zoom says, so that every place is in sight'
const ELSEWHERE = 'not centred where it says, so that every place is in sight'

const mercator = (latitude: number): number =>
  (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI
const unmercator = (value: number): number => (Math.atan(Math.exp((value * Math.PI) / 180)) * 360) / Math.PI - 90

interface MapView {
  /** A longitude and a height. */
  readonly middle: Corner
  /** In pixels for each degree. */
  readonly scale: number
  /** From what the specification says. */
  readonly differs?: string
}

/** The width of the world, in pixels, at zoom 0. */
const WORLD = 512

/** Where and as near as the specification says if every place is in sight then; else as near to the places as it can. */
function viewIn(
  spec: unknown,
  { width, height }: Size,
  placed: readonly { readonly lat: number; readonly lon: number }[],
): MapView {
  const [longitudes, heights] = [placed.map(({ lon }) => lon), placed.map(({ lat }) => mercator(lat))]
  const [west, east, south, north] = [smallest(longitudes), largest(longitudes), smallest(heights), largest(heights)]
  /** The nearest from which every place is seen. */
  const fittingAt = ({ x, y }: Corner): number =>
    Math.min(
      (width / 2 - EDGE) / Math.max(0.1, east - x, x - west),
      (height / 2 - EDGE) / Math.max(0.1, north - y, y - south),
    )
  const places = { x: (west + east) / 2, y: (south + north) / 2 }
  const [lon, lat] = listAt(spec, 'center')
  const isCentred = typeof lon === 'number' && typeof lat === 'number' && Math.abs(lat) <= FURTHEST
  const centre = isCentred ? { x: lon, y: mercator(lat) } : places
  const zoom = numberAt(spec, 'zoom')
  const wanted = zoom === undefined ? fittingAt(centre) : (WORLD * 2 ** zoom) / 360
  if (wanted <= fittingAt(centre)) return { middle: centre, scale: wanted }
  const fitting = fittingAt(places)
  return { middle: places, scale: Math.min(fitting, wanted), differs: wanted > fitting ? FARTHER : ELSEWHERE }
}

function frameOf({ width, height }: Size, { middle, scale }: MapView) {
  const x = (longitude: number): number => width / 2 + (longitude - middle.x) * scale
  const y = (at: number): number => height / 2 - (at - middle.y) * scale
  const step = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 45].find((each) => each * scale >= 70) ?? 45
  const span = (from: number, to: number): number[] =>
    Array.from(
      { length: Math.max(0, Math.floor(to / step) - Math.ceil(from / step) + 1) },
      (_, index) => (Math.ceil(from / step) + index) * step,
    )
  const half = { x: width / 2 / scale, y: height / 2 / scale }
  const degrees = (value: number, positive: string, negative: string): string =>
    `${formatNumber(Math.abs(value), undefined, { locale: 'en' })}° ${value < 0 ? negative : positive}`
  const lineAt = (ends: Readonly<Record<string, number>>, at: Corner, said: string): Line => ({
    line: shape('line', ends),
    text: shape('text', { ...at }, said),
    box: { left: at.x, right: at.x + said.length * DEGREE, top: at.y - 8, bottom: at.y + 2 },
  })
  const lines = [
    ...span(middle.x - half.x, middle.x + half.x).map((lon) =>
      lineAt({ x1: x(lon), x2: x(lon), y1: 0, y2: height }, { x: x(lon) + 4, y: height - 6 }, degrees(lon, 'E', 'W')),
    ),
    ...span(unmercator(middle.y - half.y), unmercator(middle.y + half.y)).map((lat) => {
      const at = y(mercator(lat))
      return lineAt({ x1: 0, x2: width, y1: at, y2: at }, { x: 6, y: at - 4 }, degrees(lat, 'N', 'S'))
    }),
  ]
  return { width, height, x, y: (latitude: number): number => y(mercator(latitude)), lines }
}

function circle(x: number, y: number, size: number, colour: string, text: string): Shape {
  return shape(
    'circle',
    { class: 'bw-map-point', cx: x.toFixed(1), cy: y.toFixed(1), r: size.toFixed(1), fill: colour },
    shape('title', {}, text),
  )
}

/** A point is told from the land by its own colour, whatever that is. */
const LEAST = 1.7

function rampOf(scheme: readonly Rgb[], theme: Theme): Ramp {
  const land = landColour(theme)
  const own = readColour(theme.accent) ?? land
  const steps = scheme.length > 0 ? scheme : [mix(land, own, 0.5), own]
  return (part) => writeColour(readable(between(steps, part), land, LEAST))
}
