import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alteredIn, type Line, ledgerOf, linesOf, withStored } from '../../src/apply/books.ts'
import { ABSENT } from '../../src/content/digest.ts'
import { readLedger, writeLedger } from '../../src/content/ledger.ts'
import type { Key } from '../../src/content/model.ts'

const sheet = (lines: readonly [Key, Line][]) => ({
  projectId: 'p',
  self: [2, 7] as const,
  missing: ['report/b', 'report/a'],
  review: false,
  lines: new Map(lines),
})
const stored = (units: Record<string, string>) => new Map(Object.entries(units))

describe('the lines of a ledger', () => {
  const commit = fc.constantFrom('aaaaaaa', 'bbbbbbb', 'ccccccc')
  const digest = fc.constantFrom('0123456789', 'abcdefghij')
  const line: fc.Arbitrary<Line> = fc.record(
    {
      live: fc.nat(),
      commit,
      folder: fc.nat(),
      base: fc.dictionary(fc.constantFrom('name', 'sql'), fc.oneof(digest, fc.tuple(digest, digest))),
      quiet: fc.tuple(fc.nat(), fc.nat()),
      next: fc.record({
        commit,
        at: fc.constant('2026-01-01T00:00:00.000Z'),
        units: fc.dictionary(fc.constantFrom('x', 'y'), digest),
      }),
    },
    { requiredKeys: ['live', 'commit', 'base'] },
  )
  const lines = fc.array(fc.tuple(fc.constantFrom<Key>('workbook/w', 'report/a', 'report/b'), line))

  test('survive being written and read, and name no commit in vain', () => {
    fc.assert(
      fc.property(lines, (all) => {
        const ledger = ledgerOf(sheet(all))
        const read = readLedger(writeLedger(ledger), 'p')
        if (read.state !== 'ours') throw new Error(read.state)
        expect(linesOf(read.ledger, { names: new Map() })).toEqual(new Map(all))
        const named = [...new Map(all).values()].flatMap(({ commit, next }) => [commit, ...(next ? [next.commit] : [])])
        expect(read.ledger.commits).toEqual([...new Set(named)].sort())
        expect(read.ledger.missing).toEqual(['report/a', 'report/b'])
      }),
    )
  })
})

describe('what the platform made of something', () => {
  test('stands beside what was sent, where that is another thing', () => {
    const sent = stored({ name: 'N', sql: 'S', meta: 'M' })
    const record = { name: 'N', sql: 'S', meta: 'M' }
    expect(withStored(record, sent, sent)).toEqual(record)
    expect(withStored(record, sent, stored({ name: 'n', sql: 'S', meta: ABSENT }))).toEqual({
      name: ['N', 'n'],
      sql: 'S',
      meta: ['M', ABSENT],
    })
  })

  test('is told of what was not sent, too', () => {
    expect(withStored({}, stored({}), stored({ title: 'old' }))).toEqual({ title: [ABSENT, 'old'] })
    expect(alteredIn(stored({ a: '1', b: '2' }), stored({ a: ABSENT, b: '3', c: '4' }))).toEqual(['a', 'b', 'c'])
  })

  test('is never taken for what the repo says: an edit that stays, and a unit that is held', () => {
    const kept = stored({ name: 'theirs', sql: 'S' })
    expect(withStored({ name: 'N', sql: 'S' }, kept, kept)).toEqual({ name: 'N', sql: 'S' })
    expect(withStored({ sql: 'S' }, kept, stored({ name: 'other', sql: 'S' }))).toEqual({ sql: 'S' })
  })

  test('stays where no answer tells of it', () => {
    const sent = stored({ name: 'N', theme: 'T' })
    expect(withStored({ name: 'N', theme: ['T', ABSENT] }, sent, stored({ name: 'N' }))).toEqual({
      name: 'N',
      theme: ['T', ABSENT],
    })
  })

  test('of the last time goes with it', () => {
    const sent = stored({ name: 'N' })
    expect(withStored({ name: ['N', 'n'] }, sent, sent)).toEqual({ name: 'N' })
  })
})
