import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { overlaps } from '../../src/content/grid.ts'
import type { Position, Widget } from '../../src/content/model.ts'
import { overlapFaults } from '../../src/lint/overlaps.ts'
import { processorMs } from '../support/processor-time.ts'

const faultsOf = (places: readonly Position[]): string[] =>
  overlapFaults(
    places.map((position, at): Widget => ({ id: `w${at}`, type: 'TEXT', position })),
    () => ({ at: { file: 'dashboard.yaml' }, length: 1 }),
  ).map(({ message }) => message)

const side = fc.integer({ min: 0, max: 6 })

describe('widgets that lie on each other', () => {
  test('are found wherever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ x: side, y: side, w: side, h: side }), { maxLength: 8 }), (places) => {
        const pairs = places.flatMap((place, at) =>
          places
            .slice(0, at)
            .flatMap((other, before) => (overlaps(other, place) ? [`"w${at}" overlaps widget "w${before}"`] : [])),
        )
        const found = faultsOf(places).map((message) => message.replace('widget ', ''))
        expect(pairs).toEqual(expect.arrayContaining(found))
        expect(found.length > 0).toBe(pairs.length > 0)
      }),
    )
  })

  test.each([
    ['below each other', (at: number) => ({ x: 0, y: at, w: 4, h: 1 }), 0],
    ['from the bottom up', (at: number) => ({ x: 0, y: 60_000 - at, w: 4, h: 1 }), 0],
    ['on each other', () => ({ x: 0, y: 0, w: 4, h: 1 }), 59_999],
    ['side by side', (at: number) => ({ x: at, y: 0, w: 1, h: 1 }), 0],
  ])('sixty thousand %s take no time', async (_, place, count) => {
    const places = Array.from({ length: 60_000 }, (_each, at) => place(at))
    let found: readonly string[] = []
    expect(await processorMs(() => (found = faultsOf(places)))).toBeLessThan(2_000)
    expect(found).toHaveLength(count)
  })
})
