import { largest, smallest } from '@boardwright/common'
import { listAt, numberAt } from '../data/free.ts'
import { isWithin } from '../land/clip.ts'
import { FURTHEST } from '../land/land.ts'
import type { Line, Outline } from '../land/outline.ts'
import type { Size } from './map-labels.ts'

/** Which part of the world a map shows. */

interface Corner {
  readonly x: number
  readonly y: number
}

export interface MapView {
  /** A longitude and a height. */
  readonly middle: Corner
  /** In pixels for each degree. */
  readonly scale: number
  /** From what the specification says. */
  readonly differs?: string
}

interface Placed {
  readonly lat: number
  readonly lon: number
}

/** What has to be in sight, with so much room around it. */
interface Extent {
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
  readonly room: number
}

/** The size of a place, and a part of its name. */
const EDGE = 34
/** Around a country, as a part of the map. */
const AROUND = 0.05
/** Places that take less of their country than this are about a part of it. */
const WIDE = 0.25

const FARTHER = 'The map is farther away than its zoom says, so that every place is in sight.'
const ELSEWHERE = 'The map is not centred where it says, so that every place is in sight.'

const mercator = (latitude: number): number =>
  (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI
const HIGHEST = mercator(FURTHEST)

/** The width of the world, in pixels, at zoom 0. */
const WORLD = 512
const scaleAt = (zoom: number): number => (WORLD * 2 ** zoom) / 360

/** What is drawn on: how large it is, and whether it is nearer to fill a screen, whatever the specification says. */
export interface Room extends Size {
  readonly isWhole?: boolean
}

/**
 * Where and as near as the specification says if every place is in sight then; else as near to the places, and to the
 * country that they are in, as it can.
 */
export function viewIn(spec: unknown, room: Room, placed: readonly Placed[], outline: Outline): MapView {
  const places = extentOf(
    placed.map(({ lon, lat }) => ({ x: lon, y: mercator(lat) })),
    EDGE,
  )
  const country = countryOf(placed, outline, AROUND * Math.min(room.width, room.height))
  const all = country && isWideIn(places, country) ? [places, country] : [places]
  const middle = middleOf(all.at(-1) ?? places)
  const fitting = { middle, scale: nearestAt(middle, room, all) }
  const [lon, lat] = listAt(spec, 'center')
  const isCentred = typeof lon === 'number' && typeof lat === 'number' && Math.abs(lat) <= FURTHEST
  const zoom = numberAt(spec, 'zoom')
  if (room.isWhole || (zoom === undefined && !isCentred)) return fitting
  const centre = isCentred ? { x: lon, y: mercator(lat) } : middleOf(places)
  const most = nearestAt(centre, room, [places])
  const wanted = zoom === undefined ? most : scaleAt(zoom)
  if (wanted <= most) return { middle: centre, scale: wanted }
  const isFarther = wanted > fitting.scale
  return { middle, scale: isFarther ? fitting.scale : wanted, differs: isFarther ? FARTHER : ELSEWHERE }
}

/** The nearest from which all of it is seen. */
const nearestAt = ({ x, y }: Corner, { width, height }: Size, all: readonly Extent[]): number =>
  Math.min(
    ...all.flatMap(({ west, east, south, north, room }) => [
      (width / 2 - room) / Math.max(0.1, east - x, x - west),
      (height / 2 - room) / Math.max(0.1, north - y, y - south),
    ]),
  )

function extentOf(corners: readonly Corner[], room: number): Extent {
  const [across, up] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  return { west: smallest(across), east: largest(across), south: smallest(up), north: largest(up), room }
}

const middleOf = ({ west, east, south, north }: Extent): Corner => ({ x: (west + east) / 2, y: (south + north) / 2 })

const isWideIn = (one: Extent, all: Extent): boolean =>
  one.east - one.west > WIDE * (all.east - all.west) || one.north - one.south > WIDE * (all.north - all.south)

/** The country that all places on land are in, without parts of it that have none. */
function countryOf(placed: readonly Placed[], { countries }: Outline, room: number): Extent | undefined {
  const holds = (ring: Line): boolean => placed.some(({ lon, lat }) => isWithin(ring, [lon, lat]))
  const held = countries.map(({ rings }) => rings.filter(holds)).filter((rings) => rings.length > 0)
  const [own] = held
  if (own === undefined || held.length > 1) return undefined
  return extentOf(
    own.flat().map(([lon, lat]) => ({ x: lon, y: mercator(lat) })),
    room,
  )
}

/** Nearer than this, outlines are only a few lines. */
const NEAREST = scaleAt(9.5)

/** So many times as near, with what is at a place of the map where it was. */
export function nearer(view: MapView, times: number, at: Corner, { width, height }: Size): MapView {
  const scale = Math.max(Math.min(view.scale, width / 360), Math.min(Math.max(view.scale, NEAREST), view.scale * times))
  const kept = 1 / view.scale - 1 / scale
  return heldIn({
    scale,
    middle: {
      x: view.middle.x + (at.x - width / 2) * kept,
      y: view.middle.y - (at.y - height / 2) * kept,
    },
  })
}

/** With what is on it moved by so many pixels. */
export const moved = ({ middle, scale }: MapView, { x, y }: Corner): MapView =>
  heldIn({ scale, middle: { x: middle.x - x / scale, y: middle.y + y / scale } })

const heldIn = ({ scale, middle: { x, y } }: MapView): MapView => ({
  scale,
  middle: { x: Math.max(-180, Math.min(180, x)), y: Math.max(-HIGHEST, Math.min(HIGHEST, y)) },
})

export function frameOf({ width, height }: Size, { middle, scale }: MapView) {
  const x = (longitude: number): number => width / 2 + (longitude - middle.x) * scale
  const y = (at: number): number => height / 2 - (at - middle.y) * scale
  return { width, height, x, y: (latitude: number): number => y(mercator(latitude)) }
}
