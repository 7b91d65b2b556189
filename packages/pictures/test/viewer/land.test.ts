import { readFileSync } from 'node:fs'
import { contrast } from '@boardwright/common'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Rows } from '../../viewer/data/rows.ts'
import { mapOf, type PlacesMap } from '../../viewer/facts/map.ts'
import { meets } from '../../viewer/facts/map-labels.ts'
import { frameOf, type MapView, moved, nearer } from '../../viewer/facts/map-view.ts'
import { clipRing, isWithin, type Point, partsInside } from '../../viewer/land/clip.ts'
import { MAP_COLOURS } from '../../viewer/land/land.ts'
import { readOutline } from '../../viewer/land/outline.ts'
import { readColour } from '../../viewer/look/colour.ts'
import { lookOf } from '../../viewer/look/look.ts'
import type { Shape } from '../../viewer/shape.ts'

const world = readOutline(JSON.parse(readFileSync('packages/pictures/viewer/land/world.json', 'utf8')))

const countriesAt = (place: Point): string[] =>
  world.countries.flatMap(({ name, rings }) => (rings.some((ring) => isWithin(ring, place)) ? [name] : []))

describe('the world under a map', () => {
  test.each([
    ['Bern', [7.45, 46.95], 'Switzerland'],
    ['Carouge', [6.14, 46.185], 'Switzerland'],
    ['Mendrisio', [8.98, 45.87], 'Switzerland'],
    ['Ramsen', [8.81, 47.71], 'Switzerland'],
    ['Chicago', [-87.9, 41.9], 'United States of America'],
    ['Nairobi', [36.8, -1.3], 'Kenya'],
    ['Sydney', [150.6, -33.9], 'Australia'],
    ['Osaka', [135.6, 34.7], 'Japan'],
    ['Luxembourg', [6.13, 49.7], 'Luxembourg'],
  ] as const)('has %s on land, in one country', (_, place, country) => {
    expect(countriesAt(place)).toEqual([country])
  })

  test.each([
    ['the Atlantic', [-35, 40]],
    ['the Baltic Sea', [19, 57.5]],
    ['the Gulf of Bengal', [88, 15]],
  ] as const)('has no land in %s', (_, place) => {
    expect(countriesAt(place)).toEqual([])
  })

  test('is closed lines within the world, and each country has one', () => {
    const rings = world.countries.flatMap((country) => country.rings)
    for (const ring of rings) expect(ring.at(-1)).toEqual(ring[0])
    const all = [...rings, ...world.borders].flat()
    expect(all.every(([east, north]) => Math.abs(east) <= 180.1 && Math.abs(north) <= 90)).toBe(true)
    expect(world.countries.length).toBe(240)
    expect(world.countries.every(({ name, rings }) => name !== '' && rings.length > 0)).toBe(true)
  })
})

describe('what is cut to the room of a map', () => {
  const room = { width: 100, height: 60 }
  const point = fc.tuple(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 }))
  const isNear = ([x, y]: Point): boolean => x >= -3.01 && x <= 103.01 && y >= -3.01 && y <= 63.01

  test('stays where it was seen, and nothing else is drawn', () => {
    const inside = fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 60 }))
    fc.assert(
      fc.property(fc.tuple(point, point, point), inside, (triangle, place) => {
        const cut = clipRing(triangle, room)
        expect(cut.every(isNear)).toBe(true)
        const edges = triangle.map((from, index) => [from, triangle[(index + 1) % 3] as Point] as const)
        const isOnEdge = edges.some(([a, b]) => Math.abs(sideOf(a, b, place)) < 900)
        if (!isOnEdge) expect(isWithin(cut, place)).toBe(isWithin(triangle, place))
      }),
    )
  })

  test('a line keeps every stretch that can be seen', () => {
    const line: Point[] = [
      [-50, 30],
      [50, 30],
      [200, 30],
      [200, 200],
      [-200, 200],
      [-200, 30],
      [20, 40],
    ]
    expect(partsInside(line, room)).toEqual([
      [
        [-50, 30],
        [50, 30],
        [200, 30],
      ],
      [
        [-200, 30],
        [20, 40],
      ],
    ])
  })
})

const sideOf = ([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): number => (bx - ax) * (y - ay) - (by - ay) * (x - ax)

describe('colours of places', () => {
  const rows: Rows = {
    columns: [
      { name: 'lat', type: 'number' },
      { name: 'lon', type: 'number' },
      { name: 'n', type: 'number' },
    ],
    rows: [0, 1, 2, 3, 4].map((n) => ({ lat: 46 + n / 3, lon: 7 + n / 2, n })),
  } as unknown as Rows
  const colours = (mode: 'light' | 'dark', scheme: string | undefined): string[] =>
    drawn(mode, rows, { color: { field: 'n', scheme } })
      .filter(({ tag }) => tag === 'circle')
      .map(({ attributes }) => String(attributes['fill']))
  const mapFor = (mode: 'light' | 'dark', rows: Rows, more: object): PlacesMap => {
    const { theme } = lookOf({}, mode, () => true)
    const report = { name: 'M', kind: 'map', spec: { latitude: 'lat', longitude: 'lon', ...more } }
    const stage = {
      scene: { title: 'T', dashboard: {}, reports: {} },
      theme,
      formats: { locale: 'en', timezone: 'UTC' },
    }
    const map = mapOf({ stage, report, name: 'M', widget: { id: 'm', type: 'CHART' } } as never, rows, world)
    if (typeof map === 'string') throw new Error(map)
    return map
  }
  const drawn = (mode: 'light' | 'dark', rows: Rows, more: object, size = { width: 600, height: 400 }): Shape[] => {
    const all = (each: Shape): Shape[] => [
      each,
      ...each.children.flatMap((child) => (typeof child === 'string' ? [] : all(child))),
    ]
    return all(mapFor(mode, rows, more).draw(size))
  }
  const placesOf = (shapes: readonly Shape[]) =>
    shapes
      .filter(({ tag }) => tag === 'circle')
      .map(({ attributes }) => ({ x: Number(attributes['cx']), y: Number(attributes['cy']) }))

  test.each(['light', 'dark'] as const)('can be told from land, water and each other: %s', (mode) => {
    const { land, own, sea } = MAP_COLOURS[mode]
    for (const scheme of [undefined, 'oranges', 'blues', 'greys', 'browns', 'viridis', 'magma', 'redblue']) {
      const all = colours(mode, scheme)
      expect(new Set(all).size, scheme).toBeGreaterThan(3)
      for (const colour of all)
        for (const ground of [land, own, sea])
          expect(apart(colour, ground), `${scheme} ${colour} on ${ground}`).toBeGreaterThan(1.55)
    }
  })

  test.each(['light', 'dark'] as const)('of more stand out more from the land: %s', (mode) => {
    for (const scheme of [undefined, 'oranges', 'blues', 'greys', 'browns']) {
      const all = colours(mode, scheme).map((colour) => apart(colour, MAP_COLOURS[mode].own))
      expect(all.at(-1), scheme).toBeGreaterThan((all[0] ?? 0) * 1.5)
    }
  })

  test.each(['light', 'dark'] as const)('leave water, land, and land with a place in three colours: %s', (mode) => {
    const fills = drawn(mode, rows, {}).flatMap(({ tag, attributes: { fill } }) =>
      ['rect', 'path'].includes(tag) && fill !== 'none' ? [String(fill)] : [],
    )
    const { sea, land, own } = MAP_COLOURS[mode]
    expect(fills).toEqual([sea, land, own])
    const [red = 0, , blue = 0] = readColour(sea) ?? []
    expect(blue - red).toBeGreaterThan(20)
    expect(apart(land, own)).toBeGreaterThan(1.1)
  })

  test('are those of the scheme that the report names', () => {
    const [oranges, blues, own] = ['oranges', 'blues', 'no-such-scheme'].map((scheme) => colours('light', scheme))
    expect(oranges?.at(-1)).toBe('#973003')
    expect(blues?.at(-1)).toBe('#0a4a90')
    expect(own).toEqual(colours('light', undefined))
  })

  test('a map has the centre of its specification, and comes as near as it says while all places are seen', () => {
    const one = { ...rows, rows: [{ lat: 47, lon: 8, n: 1 }] } as unknown as Rows
    const at = (more: object, given = one) => placesOf(drawn('light', given, more))
    expect(at({})).toEqual([{ x: 300, y: 200 }])
    expect(at({ center: [8, 47], zoom: 6 })).toEqual([{ x: 300, y: 200 }])
    const [[near], [far]] = [7, 5].map((zoom) => at({ center: [7, 47], zoom })) as [typeof NONE, typeof NONE]
    expect(near?.x).toBeCloseTo(300 + (512 * 2 ** 7) / 360, 0)
    expect(far?.x).toBeCloseTo(300 + (512 * 2 ** 5) / 360, 0)
    for (const { x, y } of at({ center: [5, 44], zoom: 12 }, rows))
      expect([x >= 0 && x <= 600, y >= 0 && y <= 400]).toEqual([true, true])
  })

  test('a name stands on a side of its place where it covers no other place', () => {
    const two = {
      rows: [
        { lat: 47, lon: 8, name: 'Neuchâtel' },
        { lat: 47, lon: 8.35, name: 'Bern' },
      ],
    }
    const columns = [...rows.columns, { name: 'name', type: 'string' }]
    const shapes = drawn('light', { ...two, columns } as unknown as Rows, { center: [8.2, 47], zoom: 7 })
    const names = shapes.filter(({ tag, children }) => tag === 'text' && /^[A-Z][a-zâ]+$/.test(String(children[0])))
    expect(names.map(({ children }) => children[0])).toEqual(['Neuchâtel', 'Bern'])
    const [left = { x: 0 }, right = { x: 0 }] = placesOf(shapes)
    const wide = 'Neuchâtel'.length * 6.4
    const start = Number(names[0]?.attributes['x'])
    expect(start + wide < left.x || start > right.x || Math.abs(Number(names[0]?.attributes['y']) - 200) > 10).toBe(
      true,
    )
  })

  const CITIES = [
    ['Genève', 6.14, 46.2, 67],
    ['Winterthur', 8.73, 47.5, 59],
    ['Lausanne', 6.63, 46.52, 58],
    ['Sion', 7.36, 46.23, 55],
    ['Neuchâtel', 6.93, 46.99, 52],
    ['Zürich', 8.54, 47.37, 47],
    ['Bern', 7.45, 46.95, 40],
  ] as const
  const cities = {
    columns: [...rows.columns, { name: 'name', type: 'string' }],
    rows: CITIES.map(([name, lon, lat, n]) => ({ lat, lon, name, n: n * 100 })),
  } as unknown as Rows
  const words = (shapes: readonly Shape[]): string[] =>
    shapes.filter(({ tag }) => tag === 'text').map(({ children }) => String(children[0]))

  test.each([
    [320, 260],
    [750, 290],
  ])('every city has its name on a map of %i by %i pixels, and no degrees are on it', (width, height) => {
    const shapes = drawn('light', cities, { size: 'n', center: [8.54, 47.38], zoom: 6.75 }, { width, height })
    expect(words(shapes)).toEqual(expect.arrayContaining(CITIES.map(([name]) => name)))
    // Degrees would be more to read, of what nobody asks.
    expect(words(shapes).filter((text) => text.includes('°'))).toEqual([])
  })

  test.each([
    [320, 260, 'light'],
    [750, 290, 'dark'],
  ] as const)('names of countries stand where nothing else is, on a map of %i by %i pixels', (width, height, mode) => {
    const shapes = drawn(mode, cities, { size: 'n' }, { width, height }).filter(({ tag }) => tag === 'text')
    const boxes = shapes.map(({ attributes: { x, y, 'text-anchor': anchor }, children: [text] }) => {
      const wide = String(text).length * (anchor === 'middle' ? 8 : 6.4)
      const left = Number(x) - (anchor === 'middle' ? wide / 2 : 0)
      return { text: String(text), left, right: left + wide, top: Number(y) - 8, bottom: Number(y) }
    })
    const countries = boxes.filter(({ text }) => /^[A-Z]{3,}/.test(text))
    expect(countries.map(({ text }) => text)).toEqual(expect.arrayContaining(['SWITZERLAND', 'FRANCE']))
    for (const one of countries) {
      expect([one.text, one.left >= 0, one.right <= width]).toEqual([one.text, true, true])
      for (const other of boxes)
        expect(other === one || !meets(one, other), `${one.text} over ${other.text}`).toBe(true)
    }
  })

  test('of a place one reads how much its size and its colour are, too', () => {
    const say = (more: object): string[] =>
      drawn('light', cities, more)
        .filter(({ tag }) => tag === 'title')
        .map(({ children }) => String(children[0]))
    expect(say({ tooltip: ['name'], size: 'n', color: { field: 'lat' } })[0]).toBe('Name: Genève\nN: 6,700\nLat: 46.2')
    expect(say({ tooltip: ['name', 'n'], size: 'n' })[0]).toBe('Name: Genève\nN: 6,700')
  })

  test('below a map stands how much the smallest and the largest circle are, and the lightest and the darkest', () => {
    const key = (more: object) =>
      words(drawn('light', cities, more))
        .filter((text) => !/^[A-Z]{3,}/.test(text))
        .slice(7)
    expect(key({})).toEqual([])
    expect(key({ size: 'n' })).toEqual(['N', '4,000', '6,700'])
    expect(key({ size: 'n', color: { field: 'n' } })).toEqual(['N', '4,000', '6,700', 'N', '4,000', '6,700'])
    const radii = drawn('light', cities, { size: 'n' })
      .filter(({ tag }) => tag === 'circle')
      .map(({ attributes }) => Number(attributes['r']))
    expect(radii.slice(7)).toEqual([Math.min(...radii.slice(0, 7)), Math.max(...radii.slice(0, 7))])
  })

  const sizes = [
    [320, 260],
    [750, 290],
  ] as const
  const differsAt = (more: object) => mapFor('light', cities, more).view({ width: 600, height: 400 }).differs

  test('says so if it is farther away than its zoom, and only then', () => {
    const at = (zoom: number) => differsAt({ center: [8.54, 47.38], zoom })
    expect(at(9)).toBe('The map is farther away than its zoom says, so that every place is in sight.')
    expect(at(4)).toBeUndefined()
  })

  test.each(sizes)(
    'which its zoom cannot hold are seen with all of their country, on %i by %i pixels',
    (width, height) => {
      const country = world.countries.find(({ name }) => name === 'Switzerland')?.rings.flat() ?? []
      const map = mapFor('light', cities, { center: [8.54, 47.38], zoom: 9 })
      const { x, y } = frameOf({ width, height }, map.view({ width, height }))
      const [across, down] = [country.map(([lon]) => x(lon)), country.map(([, lat]) => y(lat))]
      const room = 0.05 * height
      expect(Math.min(...across)).toBeGreaterThanOrEqual(room - 0.1)
      expect(Math.min(...down)).toBeGreaterThanOrEqual(room - 0.1)
      expect(Math.max(...across)).toBeLessThanOrEqual(width - room + 0.1)
      expect(Math.max(...down)).toBeLessThanOrEqual(height - room + 0.1)
      expect(Math.min(...across, ...down)).toBeLessThan(30)
    },
  )

  test.each(sizes)(
    'of two countries lie around the middle, as near as they can, on %i by %i pixels',
    (width, height) => {
      const [genève] = cities.rows
      const two = { ...cities, rows: [genève, { lat: 48.1, lon: 11.6, name: 'München', n: 90 }] } as unknown as Rows
      const all = placesOf(drawn('light', two, { center: [8.54, 47.38], zoom: 9 }, { width, height }))
      const [across, down] = [all.map(({ x }) => x), all.map(({ y }) => y)]
      const ends = (each: readonly number[]) => [Math.min(...each), Math.max(...each)] as [number, number]
      const [[left, right], [top, bottom]] = [ends(across), ends(down)]
      expect([left + right, top + bottom].map((sum) => Math.round(sum))).toEqual([width, height])
      expect(Math.min(left, top)).toBeCloseTo(34, 0)
    },
  )

  test('of one town are not shown with their whole country', () => {
    const places = [47.36, 47.37, 47.38].map((lat) => ({ lat, lon: 8.54, name: 'Z', n: 1 }))
    const { scale } = mapFor('light', { ...cities, rows: places } as unknown as Rows, {}).view({
      width: 600,
      height: 400,
    })
    expect(scale).toBeGreaterThan(1_000)
  })

  test('keep the zoom of their map but not its centre, if that is enough to see them all, and it says so', () => {
    const map = { center: [9.5, 47.38], zoom: 6.2 }
    expect(differsAt(map)).toBe('The map is not centred where it says, so that every place is in sight.')
    const all = placesOf(drawn('light', cities, map)).map(({ x }) => x)
    expect(Math.max(...all) - Math.min(...all)).toBeCloseTo(((8.73 - 6.14) * 512 * 2 ** 6.2) / 360, 0)
    const { center: _, ...uncentred } = map
    expect(differsAt(uncentred)).toBeUndefined()
  })

  test('fill a screen, however far away their map is said to be', () => {
    const map = mapFor('light', cities, { center: [8.54, 47.38], zoom: 4 })
    const [small, whole] = [false, true].map((isWhole) => map.view({ width: 1_200, height: 800, isWhole }))
    expect((whole?.scale ?? 0) / (small?.scale ?? 1)).toBeGreaterThan(3)
  })

  test('come nearer around the place that was pointed at, and no further than outlines are worth it', () => {
    const room = { width: 600, height: 400 }
    const view = mapFor('light', cities, {}).view(room)
    const at = { x: 150, y: 300 }
    const there = (of: MapView) => {
      const { x, y } = frameOf(room, of)
      return [x(7), y(46)]
    }
    const [near, back] = [nearer(view, 2, at, room), nearer(nearer(view, 2, at, room), 0.5, at, room)]
    const [[x = 0, y = 0], [nearX, nearY]] = [there(view), there(near)]
    expect([nearX, nearY].map((each) => Math.round(each ?? 0))).toEqual([2 * x - at.x, 2 * y - at.y].map(Math.round))
    expect(there(back).map(Math.round)).toEqual(there(view).map(Math.round))
    expect(there(moved(view, { x: 30, y: -20 })).map(Math.round)).toEqual([x + 30, y - 20].map(Math.round))
    expect(nearer(view, 1e9, at, room).scale).toBeLessThan(1_100)
    expect(nearer(view, 1e-9, at, room).scale).toBeCloseTo(600 / 360, 3)
    const { middle } = moved(view, { x: 1e9, y: 1e9 })
    expect(Math.abs(middle.x)).toBe(180)
  })
})

const apart = (one: string, other: string): number => contrast(readColour(one) ?? NOTHING, readColour(other) ?? NOTHING)
const NOTHING = [0, 0, 0] as const

const NONE: { readonly x: number; readonly y: number }[] = []
