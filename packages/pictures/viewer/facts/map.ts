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

const EDGE = 34
const MOST_POINTS = 1_000
const MOST_LABELS = 14

interface Point {
  readonly row: Row
  readonly x: number
  readonly y: number
  readonly size: number
  readonly colour: number | undefined
}

export interface PlacesMap {
  readonly draw: (size: Size) => Shape
  readonly note: string
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
  const scaleOf = (field: string | undefined): ((row: Row) => number | undefined) => {
    const numbers = field === undefined ? [] : placed.flatMap(({ row }) => numberIn(row, field) ?? [])
    const [least, most] = [smallest(numbers), largest(numbers)]
    return (row) => {
      const value = field === undefined ? undefined : numberIn(row, field)
      return value === undefined ? undefined : most > least ? (value - least) / (most - least) : 0.5
    }
  }
  const [sizeOf, colourOf] = [scaleOf(sizeBy), scaleOf(colourBy)]
  const colours = mapColours(stage.theme)
  const ramp = rampOf(schemeOf(textAt(mapAt(spec, 'color'), 'scheme')), stage.theme)
  const column = (field: string) => columnFor(field, report, stage.scene)
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
  return {
    note: legend(sizeBy, colourBy, (field) => column(field).title),
    draw(size) {
      const frame = frameOf(size, viewIn(spec, size, placed))
      const points = placed
        .slice(0, MOST_POINTS)
        .map(
          ({ row, lat, lon }): Point => ({
            row,
            x: frame.x(lon),
            y: frame.y(lat),
            size: 5 + Math.sqrt(sizeOf(row) ?? 0.25) * 20,
            colour: colourOf(row),
          }),
        )
        .sort((a, b) => b.size - a.size)
      return shape(
        'svg',
        {
          class: 'bw-map',
          viewBox: `0 0 ${size.width} ${size.height}`,
          role: 'img',
          'aria-label': `${name}: map of ${points.length} places`,
        },
        ...landShapes(outline, frame, colours),
        ...frame.lines,
        shape(
          'g',
          {},
          ...points.map(({ row, x, y, size: radius, colour }) => circle(x, y, radius, ramp(colour ?? 0.6), say(row))),
        ),
        shape('g', { class: 'bw-map-labels', 'aria-hidden': 'true' }, ...labels(points, label, size)),
      )
    },
  }
}

export interface Size {
  readonly width: number
  readonly height: number
}

const mercator = (latitude: number): number =>
  (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI
const unmercator = (value: number): number => (Math.atan(Math.exp((value * Math.PI) / 180)) * 360) / Math.PI - 90

interface MapView {
  /** A longitude and a height. */
  readonly middle: { readonly x: number; readonly y: number }
  /** In pixels for each degree. */
  readonly scale: number
}

/** The width of the world, in pixels, at zoom 0. */
const WORLD = 512

/** Where and as near as the specification says, but never so near that a place is out of sight. */
function viewIn(
  spec: unknown,
  { width, height }: Size,
  placed: readonly { readonly lat: number; readonly lon: number }[],
): MapView {
  const [longitudes, heights] = [placed.map(({ lon }) => lon), placed.map(({ lat }) => mercator(lat))]
  const [west, east, south, north] = [smallest(longitudes), largest(longitudes), smallest(heights), largest(heights)]
  const [lon, lat] = listAt(spec, 'center')
  const isCentred = typeof lon === 'number' && typeof lat === 'number' && Math.abs(lat) <= FURTHEST
  const middle = isCentred ? { x: lon, y: mercator(lat) } : { x: (west + east) / 2, y: (south + north) / 2 }
  const fitting = Math.min(
    (width / 2 - EDGE) / Math.max(0.1, east - middle.x, middle.x - west),
    (height / 2 - EDGE) / Math.max(0.1, north - middle.y, middle.y - south),
  )
  const zoom = numberAt(spec, 'zoom')
  return { middle, scale: zoom === undefined ? fitting : Math.min(fitting, (WORLD * 2 ** zoom) / 360) }
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
  const lines = [
    ...span(middle.x - half.x, middle.x + half.x).map((lon) =>
      shape(
        'g',
        { class: 'bw-map-line', 'aria-hidden': 'true' },
        shape('line', { x1: x(lon), x2: x(lon), y1: 0, y2: height }),
        shape('text', { x: x(lon) + 4, y: height - 6 }, degrees(lon, 'E', 'W')),
      ),
    ),
    ...span(unmercator(middle.y - half.y), unmercator(middle.y + half.y)).map((lat) =>
      shape(
        'g',
        { class: 'bw-map-line', 'aria-hidden': 'true' },
        shape('line', { x1: 0, x2: width, y1: y(mercator(lat)), y2: y(mercator(lat)) }),
        shape('text', { x: 6, y: y(mercator(lat)) - 4 }, degrees(lat, 'N', 'S')),
      ),
    ),
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

interface Taken {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const meets = (a: Taken, b: Taken): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** How wide a letter mostly is. */
const LETTER = 6.4

/** Names of the largest places, on the first side of each where they cover neither a name nor another place. */
function labels(points: readonly Point[], field: string | undefined, { width, height }: Size): Shape[] {
  const taken: Taken[] = points.map(({ x, y, size }) => ({
    ...{ left: x - size, right: x + size, top: y - size, bottom: y + size },
  }))
  return points.slice(0, MOST_LABELS).flatMap(({ row, x, y, size }) => {
    const text = field === undefined ? '' : String(row[field] ?? '')
    const w = text.length * LETTER
    const sides = [
      { at: x + size + 4, line: y + 4 },
      { at: x - size - 4 - w, line: y + 4 },
      { at: x - w / 2, line: y - size - 5 },
      { at: x - w / 2, line: y + size + 13 },
    ]
    const free = sides
      .map(({ at, line }) => ({ at, line, box: { left: at, right: at + w, top: line - 10, bottom: line + 3 } }))
      .find(
        ({ box }) =>
          box.left >= 0 &&
          box.right <= width &&
          box.top >= 0 &&
          box.bottom <= height &&
          !taken.some((each) => meets(each, box)),
      )
    if (text === '' || free === undefined) return []
    taken.push(free.box)
    return [shape('text', { x: free.at.toFixed(1), y: free.line.toFixed(1) }, text)]
  })
}

/** A point is told from the land by its own colour, whatever that is. */
const LEAST = 1.7

function rampOf(scheme: readonly Rgb[], theme: Theme): (part: number) => string {
  const land = landColour(theme)
  const own = readColour(theme.accent) ?? land
  const steps = scheme.length > 0 ? scheme : [mix(land, own, 0.5), own]
  return (part) => writeColour(readable(between(steps, part), land, LEAST))
}

function legend(size: string | undefined, colour: string | undefined, title: (field: string) => string): string {
  const parts = [size && `size: ${title(size)}`, colour && `colour: ${title(colour)}`].filter(
    (part) => part !== undefined,
  )
  return [...parts, 'outlines instead of streets'].join(' · ')
}
