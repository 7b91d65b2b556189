import { largest, smallest } from '@boardwright/common'
import { listAt, numberAt } from '../data/free.ts'
import { FURTHEST } from '../land/land.ts'
import type { Size } from './map-labels.ts'

/** Which part of the world a map shows. */

const EDGE = 34
interface Corner {
  readonly x: number
  readonly y: number
}

const FARTHER = 'Farther away than its zoom says, so that every place is in sight.'
const ELSEWHERE = 'Not centred where it says, so that every place is in sight.'

const mercator = (latitude: number): number =>
  (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI

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
  return { width, height, x, y: (latitude: number): number => y(mercator(latitude)) }
}
