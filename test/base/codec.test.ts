import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { objectOf, stringifyJson } from '../../packages/common/json.ts'
import { hostileText, jsonValue } from '../../packages/common/test/yaml/values.ts'
import { carriedLedger, isOwn } from '../../src/base/carried.ts'
import { readRecord, writeLedger } from '../../src/base/codec.ts'
import { CANON_VERSION, type Entry, type Ledger, type Pending, REASONS } from '../../src/base/ledger.ts'
import { digestOfValue } from '../../src/content/digest.ts'
import { type Key, KINDS, type Kind, keyOf } from '../../src/content/kinds.ts'
import { isLong } from '../support/long.ts'

const digest = fc.string().map(digestOfValue)
const commit = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 7, maxLength: 40 })
/** As units are called: most have a word in front of what strangers chose. */
const unit = fc.oneof(
  fc.constantFrom('name', 'sql', 'layout'),
  hostileText.map((id) => `widget ${id}`),
)
const units = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc.array(fc.tuple(unit, value), { maxLength: 4 }).map((entries) => objectOf(entries) as Record<string, T>)

const entry: fc.Arbitrary<Entry> = fc.record(
  {
    live: fc.nat(),
    commit,
    folder: fc.nat(),
    base: units(fc.oneof(digest, fc.tuple(digest, digest))),
    recordOnly: fc.tuple(fc.nat(), fc.nat()),
    byUs: fc.tuple(fc.nat(), fc.nat()),
    unpublished: fc.nat(),
    overwritten: fc.array(fc.tuple(fc.nat(), units(digest)), { maxLength: 3 }),
    next: fc.record(
      { commit, at: fc.string(), from: fc.nat(), units: units(digest) },
      { requiredKeys: ['commit', 'units'] },
    ),
  },
  { requiredKeys: ['live', 'commit', 'base'] },
)

const keyOfKind = (...kinds: readonly Kind[]): fc.Arbitrary<Key> =>
  fc.tuple(fc.constantFrom(...kinds), hostileText).map(([kind, id]) => keyOf(kind, id))

const unreached = { key: keyOfKind(...KINDS), why: fc.constantFrom(...REASONS) }
const lastApplied = fc.record({ live: fc.nat(), commit, base: units(digest) }, { requiredKeys: ['live', 'commit'] })
const pending: fc.Arbitrary<Pending> = fc.oneof(
  fc.record({ ...unreached, was: lastApplied }, { requiredKeys: ['key', 'why'] }),
  fc.record({ ...unreached, awaits: commit }),
)

const ledger: fc.Arbitrary<Ledger> = fc.record(
  {
    canon: fc.integer({ min: 1, max: 3 }),
    project: fc.constant('7f3kQ2m9'),
    self: fc.option(fc.tuple(fc.nat(), fc.nat())),
    applied: fc.uniqueArray(commit, { maxLength: 2 }).map((all) => all.sort()),
    pending: fc
      .uniqueArray(pending, { maxLength: 4, selector: ({ key }) => key })
      .map((all) => all.sort((a, b) => (a.key < b.key ? -1 : 1))),
    isListElsewhere: fc.constant(true as const),
    review: fc.constant(true as const),
    recordOnly: fc.tuple(fc.nat(), fc.nat()),
    accountMoves: fc.nat(),
    entries: fc
      .array(fc.tuple(keyOfKind('workbook', 'report'), entry), { maxLength: 5 })
      .map((entries) => objectOf(entries) as Ledger['entries']),
  },
  { requiredKeys: ['canon', 'project', 'self', 'applied', 'entries'] },
)

const read = readRecord

const COMMIT = '41ab9c0'
const SAMPLE: Ledger = {
  canon: CANON_VERSION,
  project: '7f3kQ2m9',
  self: [2, 200_011],
  applied: [COMMIT],
  entries: {
    'workbook/cash': { live: 200_011, commit: COMMIT, folder: 200_002, base: { name: 'abcdefghij' } },
    'report/jW2zTm8GcA5k': { live: 200_032, commit: COMMIT, base: { sql: ['abcdefghij', 'ABCDEFGHIJ'] } },
  },
}
const PENDING: readonly Pending[] = [
  { key: 'report/new000000001', why: 'held', awaits: COMMIT },
  { key: 'folder/Old', why: 'to delete', was: { live: 200_003, commit: 'abcdef0', base: { name: 'abcdefghij' } } },
]

describe('a ledger', () => {
  test('is JSON of exactly this form', () => {
    expect(writeLedger({ ...SAMPLE, pending: PENDING, review: true })).toBe(
      '{"v":1,"canon":1,"p":"7f3kQ2m9","self":[2,200011],"commits":["41ab9c0","abcdef0"],"applied":[0],"pending":[' +
        '{"key":"folder/Old","why":"to delete","live":200003,"c":1,"base":{"name":"abcdefghij"}},' +
        '{"key":"report/new000000001","why":"held","c":0}],"review":true,"o":{' +
        '"report/jW2zTm8GcA5k":{"live":200032,"c":0,"base":{"sql":["abcdefghij","ABCDEFGHIJ"]}},' +
        '"workbook/cash":{"live":200011,"c":0,"folder":200002,"base":{"name":"abcdefghij"}}}}',
    )
  })

  test('reads back as it was written', () => {
    fc.assert(
      fc.property(ledger, (value) => {
        expect(read(writeLedger(value))).toEqual({ state: 'ledger', ledger: value })
      }),
      { numRuns: isLong ? 3000 : 150 },
    )
  })

  test('is ASCII, and does not depend on the order of keys', () => {
    fc.assert(
      fc.property(ledger, (value) => {
        const text = writeLedger(value)
        expect(text).toMatch(/^[\x20-\x7e]*$/)
        expect(writeLedger(reversed(value) as Ledger)).toBe(text)
      }),
    )
  })

  test('of a later version is left alone', () => {
    expect(read(JSON.stringify({ v: 3, anything: { else: 1 } }))).toEqual({ state: 'newer', version: 3 })
  })

  test('that does not exist is none', () => {
    for (const text of [null, undefined]) expect(read(text)).toEqual({ state: 'none' })
    expect(read(null)).toEqual({ state: 'none' })
  })

  const broken = (change: object): string => JSON.stringify({ ...JSON.parse(writeLedger(SAMPLE)), ...change })
  const written = (before: string, after: string): string => {
    const text = writeLedger(SAMPLE)
    if (!text.includes(before)) throw new Error(before)
    return text.replace(before, after)
  }
  test.each([
    ['an object', {}],
    ['no JSON', '{'],
    ['an empty text', ''],
    ['a number', '5'],
    ['null as text', 'null'],
    ['a list', '[]'],
    ['a version of another type', broken({ v: '1' })],
    ['an unknown key', broken({ extra: 1 })],
    ['a self with one number', broken({ self: [2] })],
    ['an invalid commit', broken({ commits: ['HEAD'] })],
    ['an unknown kind', broken({ o: { 'dashboard/x': { live: 1, c: 0, base: {} } } })],
    ['an invalid digest', broken({ o: { 'report/x': { live: 1, c: 0, base: { sql: 'short' } } } })],
    ['a commit that is not listed', broken({ o: { 'report/x': { live: 1, c: 1, base: {} } } })],
    [
      'one that is not listed in what is being written',
      broken({ o: { 'report/x': { live: 1, c: 0, base: {}, next: { c: 1, at: '', units: {} } } } }),
    ],
    ['an applied commit that is not listed', broken({ applied: [7] })],
    ['an unknown reason', broken({ pending: [{ key: 'folder/x', why: 'tired' }] })],
    ['half of what was last applied', broken({ pending: [{ key: 'folder/x', why: 'held', live: 1 }] })],
    ['a pending object without a kind', broken({ pending: [{ key: 'x', why: 'held' }] })],
    ['an entry of a folder', broken({ o: { 'folder/x': { live: 1, c: 0, base: {} } } })],
    ['a number beyond all numbers', broken({ o: { 'report/x': { live: 1e300, c: 0, base: {} } } })],
    ['half a number', broken({ o: { 'report/x': { live: 1.5, c: 0, base: {} } } })],
    ['an index below zero', broken({ o: { 'report/x': { live: 1, c: -1, base: {} } } })],
    ['the prototype as an object', written('"o":{', '"o":{"__proto__":{"live":1,"c":0,"base":{}},')],
    ['the prototype as a unit', written('"base":{', '"base":{"__proto__":"abcdefghij",')],
    ['the prototype as a key of its own', written('{"v":1,', '{"__proto__":{"v":1},"v":1,')],
    [
      'the prototype as what is pending',
      written('"o":{', '"pending":[{"__proto__":{},"key":"folder/x","why":"held"}],"o":{'),
    ],
    ['ten thousand brackets', '['.repeat(10_000)],
    ['a hundred thousand levels', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['five million characters', ' '.repeat(5_000_000)],
  ])('that is %s is garbage', (_, text) => {
    expect(read(text)).toEqual({ state: 'garbage' })
  })

  test('never throws, whatever it contains', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          jsonValue,
          jsonValue.map((value) => stringifyJson(value)),
          hostileText,
        ),
        (text) => {
          expect(['none', 'garbage']).toContain(read(text).state)
        },
      ),
    )
  })

  test('never throws with one character changed', () => {
    const text = writeLedger(SAMPLE)
    fc.assert(
      fc.property(fc.nat({ max: text.length - 1 }), fc.string({ maxLength: 2 }), (at, other) => {
        expect(read(text.slice(0, at) + other + text.slice(at + 1)).state).toEqual(expect.any(String))
      }),
      { numRuns: isLong ? 5000 : 250 },
    )
  })
})

describe('who a ledger belongs to', () => {
  const holder = { kind: 'workbook', deployment: 2, id: 200_011, mayBe: (id: string) => id === 'cash' } as const

  test.each([
    ['the object that it names', SAMPLE, holder, true],
    ['another object: it was copied', SAMPLE, { ...holder, id: 200_099 }, false],
    ['the same number in another deployment', SAMPLE, { ...holder, deployment: 1 }, false],
    ['the result of an interrupted create', { ...SAMPLE, self: null }, holder, true],
    ['a copy of that, with another slug', { ...SAMPLE, self: null }, { ...holder, mayBe: () => false }, false],
    ['a report with such a ledger', { ...SAMPLE, self: null }, { ...holder, kind: 'report' as const }, false],
  ])('%s', (_, value, who, expected) => {
    expect(isOwn(value, who)).toBe(expected)
  })

  const theirs: Ledger = { ...SAMPLE, project: 'other' }

  test.each([
    ['one of ours', SAMPLE, holder, 'ours'],
    ['a copy of one of ours', SAMPLE, { ...holder, id: 200_099 }, 'copied'],
    ['one of another project', theirs, holder, 'foreign'],
    ['a copy of such a ledger', theirs, { ...holder, id: 200_099 }, 'copied'],
    [
      'an object that another project is creating',
      { ...theirs, self: null },
      { ...holder, mayBe: () => false },
      'foreign',
    ],
  ])('%s', (_, value, who, state) => {
    expect(carriedLedger({ state: 'ledger', ledger: value }, '7f3kQ2m9', who)?.read.state).toBe(state)
  })
})

test('many entries are read quickly, and names that every object has are ordinary names', () => {
  const many = Object.fromEntries(
    Array.from({ length: 50_000 }, (_, index) => [`report/${index}`, { live: index, c: 0, base: {} }]),
  )
  const o = { ...many, 'report/constructor': { live: 1, c: 0, base: { constructor: 'abcdefghij' } } }
  const { o: _, ...head } = JSON.parse(writeLedger(SAMPLE))
  const found = read(JSON.stringify({ ...head, o }))
  if (found.state !== 'ledger') throw new Error(found.state)
  expect(Object.keys(found.ledger.entries)).toHaveLength(50_001)
  expect(found.ledger.entries['report/constructor']?.base).toEqual({ constructor: 'abcdefghij' })
  expect(found.ledger.entries['report/1']?.base['constructor']).toBeUndefined()
})

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  return objectOf(
    Object.entries(value)
      .toReversed()
      .map(([key, each]) => [key, reversed(each)]),
  )
}
