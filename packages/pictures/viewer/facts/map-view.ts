import { largest, smallest } from '@boardwright/common'
import { formatNumber } from '../data/format.ts'
import { listAt, numberAt } from '../data/free.ts'
import { FURTHEST } from '../land/land.ts'
import { type Box, meets, type Size } from './map-labels.ts'

/** Which part of the world a map shows. */

const EDGE = 34
/** How wide a letter of a number of degrees mostly is. */
const DEGREE = 5.6

interface Corner {
  readonly x: number
  readonly y: number
}

/** A line of degrees, and the text on it with its box. */
interface Line {
  readonly ends: Readonly<Record<'x1' | 'x2' | 'y1' | 'y2', number>>
  readonly at: Corner
  readonly said: string
  readonly box: Box
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
export function viewIn(
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

export function frameOf({ width, height }: Size, { middle, scale }: MapView) {
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
  const lineAt = (ends: Line['ends'], at: Corner, said: string): Line => ({
    ...{ ends, at, said },
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

/** The lines whose degrees can be written: where nothing is, and no degrees of another line. */
export function degreesOf(lines: readonly Line[], isFree: (box: Box) => boolean): readonly Line[] {
  const written: Line[] = []
  for (const line of lines) if (isFree(line.box) && !written.some(({ box }) => meets(box, line.box))) written.push(line)
  return written
}
