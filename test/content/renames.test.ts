import { expect, test } from 'vitest'
import { folderKey, type Key, workbookKey } from '../../src/content/model.ts'
import { placesNow, withPlaceNow } from '../../src/content/renames.ts'
import { unitDigest } from '../../src/content/units.ts'

const RENAMED: readonly (readonly [what: string, now: Key, before: Key])[] = [
  ['folder', folderKey(['Revenue']), folderKey(['sales'])],
  ['workbook', workbookKey('Revenue'), workbookKey('sales')],
]

test.each(RENAMED)(
  'a %s that was renamed is another place for what is in it, and for nothing else',
  (_, now, before) => {
    const places = placesNow(new Map([[now, before]]), new Set([now]))
    const placeIn = (unit: string): string => {
      const then = unitDigest(unit, 'sales')
      const today = withPlaceNow(places, unit, then)
      return today === then ? 'sales' : today === unitDigest(unit, 'Revenue') ? 'Revenue' : 'another'
    }
    const [own] = now.split('/')
    expect(Object.fromEntries(['folder', 'workbook', 'name'].map((unit) => [unit, placeIn(unit)]))).toEqual({
      ...{ folder: 'sales', workbook: 'sales', name: 'sales' },
      [own ?? '']: 'Revenue',
    })
  },
)

test('a name that something else has by now stands for neither', () => {
  const [now, before] = [folderKey(['Revenue']), folderKey(['sales'])]
  expect(placesNow(new Map([[now, before]]), new Set([now, before]))).toEqual(new Map())
})
