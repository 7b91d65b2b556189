import { describe, expect, test } from 'vitest'
import { alteredIn, withStored } from '../../src/base/stored.ts'
import { ABSENT } from '../../src/content/digest.ts'

const stored = (units: Record<string, string>) => new Map(Object.entries(units))

describe('what the platform made of a unit', () => {
  test('is recorded beside what was sent, if they differ', () => {
    const sent = stored({ name: 'N', sql: 'S', meta: 'M' })
    const record = { name: 'N', sql: 'S', meta: 'M' }
    expect(withStored(record, sent, sent)).toEqual(record)
    expect(withStored(record, sent, stored({ name: 'n', sql: 'S', meta: ABSENT }))).toEqual({
      name: ['N', 'n'],
      sql: 'S',
      meta: ['M', ABSENT],
    })
  })

  test('is recorded for units that were not sent, too', () => {
    expect(withStored({}, stored({}), stored({ title: 'old' }))).toEqual({ title: [ABSENT, 'old'] })
    expect(alteredIn(stored({ a: '1', b: '2' }), stored({ a: ABSENT, b: '3', c: '4' }))).toEqual(['a', 'b', 'c'])
  })

  test('is not recorded as the state of the repo: for an edit that stays, and a unit that is held', () => {
    const kept = stored({ name: 'theirs', sql: 'S' })
    expect(withStored({ name: 'N', sql: 'S' }, kept, kept)).toEqual({ name: 'N', sql: 'S' })
    expect(withStored({ sql: 'S' }, kept, stored({ name: 'other', sql: 'S' }))).toEqual({ sql: 'S' })
  })

  test('stays if the answer does not contain the unit', () => {
    const sent = stored({ name: 'N', theme: 'T' })
    expect(withStored({ name: 'N', theme: ['T', ABSENT] }, sent, stored({ name: 'N' }))).toEqual({
      name: 'N',
      theme: ['T', ABSENT],
    })
  })

  test('is dropped once the platform keeps what was sent', () => {
    const sent = stored({ name: 'N' })
    expect(withStored({ name: ['N', 'n'] }, sent, sent)).toEqual({ name: 'N' })
  })
})
