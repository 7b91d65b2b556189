import { expect, test } from 'vitest'
import type { Client } from '../../../packages/platform/client/types.ts'
import type { LiveFacts } from '../../../src/content/facts.ts'
import type { Key } from '../../../src/content/kinds.ts'
import { keysByNumber } from '../../../src/live/numbers.ts'
import { createState, type LiveBefore } from '../../../src/live/write/state.ts'
import { HOME } from '../support.ts'

const FACTS: readonly (readonly [Key, LiveFacts])[] = [
  ['folder/sales', { id: 21 }],
  ['report/AAAAAAAAAAAA', { id: 21, version: 7 }],
  ['workbook/board', { id: 21 }],
  ['notification/weekly', { id: 21 }],
]
const IDS = new Map<Key, number>(FACTS.map(([key, { id }]) => [key, id]))

test('a number is that of one object of each kind', () => {
  expect([...keysByNumber(IDS, 'workbook')]).toEqual([[21, 'workbook/board']])
  const seen = { ids: IDS, facts: new Map(FACTS), outside: new Map(), publicIds: new Map(), folderPaths: new Map() }
  const { versions, nameReport } = createState({} as Client, { ...HOME, seen: seen as unknown as LiveBefore })
  expect(versions.get(21)).toBe(7)
  expect(nameReport(21)).toBe('report/AAAAAAAAAAAA')
})

test('a report that is not content keeps its version, whatever else has its number', () => {
  const others = FACTS.filter(([key]) => !key.startsWith('report/'))
  const seen = {
    ...{ ids: IDS, facts: new Map(others), publicIds: new Map(), folderPaths: new Map() },
    ...{ outside: new Map([['bbbbbbbbbbb1', 21]]), reportVersions: new Map([['bbbbbbbbbbb1', 7]]) },
  }
  expect(createState({} as Client, { ...HOME, seen: seen as unknown as LiveBefore }).versions.get(21)).toBe(7)
})
