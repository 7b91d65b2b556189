import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digestOf } from '../../src/content/digest.ts'
import {
  CANON_VERSION,
  isModelLedger,
  isOwn,
  knownOf,
  type Ledger,
  readLedger,
  withoutHidden,
  writeLedger,
} from '../../src/content/ledger.ts'
import type { Key } from '../../src/content/model.ts'
import { objectOf, stringifyJson } from '../../src/json.ts'
import { hostileText, jsonValue } from '../serialize/yaml/values.ts'

const digest = fc.string().map(digestOf)
const commit = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 7, maxLength: 40 })
/** As units are called: most have a word in front of what strangers chose. */
const unit = fc.oneof(
  fc.constantFrom('name', 'sql', 'layout'),
  hostileText.map((id) => `widget ${id}`),
)
const units = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc.array(fc.tuple(unit, value), { maxLength: 4 }).map((entries) => objectOf(entries) as Record<string, T>)

const entry = (commits: number) =>
  fc.record(
    {
      live: fc.nat(),
      c: fc.nat({ max: commits - 1 }),
      folder: fc.nat(),
      base: units(fc.oneof(digest, fc.tuple(digest, digest))),
      next: fc.record({ c: fc.nat({ max: commits - 1 }), at: fc.string(), units: units(digest) }),
    },
    { requiredKeys: ['live', 'c', 'base'] },
  )

const key = fc
  .tuple(fc.constantFrom('folder', 'workbook', 'report', 'model'), hostileText)
  .map(([kind, id]): Key => `${kind}/${id}` as Key)

const ledger: fc.Arbitrary<Ledger> = fc.uniqueArray(commit, { minLength: 1, maxLength: 3 }).chain((commits) =>
  fc.record(
    {
      v: fc.constant(1 as const),
      canon: fc.integer({ min: 1, max: 3 }),
      p: fc.constant('7f3kQ2m9'),
      self: fc.option(fc.tuple(fc.nat(), fc.nat())),
      commits: fc.constant(commits),
      missing: fc.array(fc.string()),
      review: fc.constant(true as const),
      o: fc
        .array(fc.tuple(key, entry(commits.length)), { maxLength: 5 })
        .map((entries) => objectOf(entries) as Ledger['o']),
    },
    { requiredKeys: ['v', 'canon', 'p', 'self', 'commits', 'missing', 'o'] },
  ),
)

const read = (text: unknown, project = '7f3kQ2m9') => readLedger(text, project)

const SAMPLE: Ledger = {
  v: 1,
  canon: CANON_VERSION,
  p: '7f3kQ2m9',
  self: [2, 200_011],
  commits: ['41ab9c0'],
  missing: [],
  o: {
    'workbook/cash': { live: 200_011, c: 0, folder: 200_002, base: { name: 'abcdefghij' } },
    'report/jW2zTm8GcA5k': { live: 200_032, c: 0, base: { sql: ['abcdefghij', 'ABCDEFGHIJ'] } },
  },
}

describe('a ledger', () => {
  test('is JSON of exactly this form', () => {
    expect(writeLedger({ ...SAMPLE, review: true })).toBe(
      '{"v":1,"canon":1,"p":"7f3kQ2m9","self":[2,200011],"commits":["41ab9c0"],"missing":[],"review":true,"o":{' +
        '"report/jW2zTm8GcA5k":{"live":200032,"c":0,"base":{"sql":["abcdefghij","ABCDEFGHIJ"]}},' +
        '"workbook/cash":{"live":200011,"c":0,"folder":200002,"base":{"name":"abcdefghij"}}}}',
    )
  })

  test('reads as it was written', () => {
    fc.assert(
      fc.property(ledger, (value) => {
        expect(read(writeLedger(value))).toEqual({ state: 'ours', ledger: value })
      }),
      { numRuns: 300 },
    )
  })

  test('is ASCII, and the same text however its keys came', () => {
    fc.assert(
      fc.property(ledger, (value) => {
        const text = writeLedger(value)
        expect(text).toMatch(/^[\x20-\x7e]*$/)
        expect(writeLedger(reversed(value) as Ledger)).toBe(text)
      }),
    )
  })

  test('of another project is foreign', () => {
    expect(read(writeLedger(SAMPLE), 'other')).toEqual({ state: 'foreign', project: '7f3kQ2m9' })
  })

  test('of a later version is left alone', () => {
    expect(read(JSON.stringify({ v: 2, anything: { else: 1 } }))).toEqual({ state: 'newer', version: 2 })
  })

  test('that is not there is none', () => {
    for (const text of [null, undefined]) expect(readLedger(text, 'x')).toEqual({ state: 'none' })
    expect(read(null)).toEqual({ state: 'none' })
  })

  const broken = (change: object): string => JSON.stringify({ ...JSON.parse(writeLedger(SAMPLE)), ...change })
  test.each([
    ['an object', {}],
    ['no JSON', '{'],
    ['an empty text', ''],
    ['a number', '5'],
    ['null as text', 'null'],
    ['a list', '[]'],
    ['a version of its own', broken({ v: '1' })],
    ['an unknown key', broken({ extra: 1 })],
    ['a self of one number', broken({ self: [2] })],
    ['a commit that is none', broken({ commits: ['HEAD'] })],
    ['a kind that is none', broken({ o: { 'dashboard/x': { live: 1, c: 0, base: {} } } })],
    ['a digest that is none', broken({ o: { 'report/x': { live: 1, c: 0, base: { sql: 'short' } } } })],
    ['a commit that is not listed', broken({ o: { 'report/x': { live: 1, c: 1, base: {} } } })],
    [
      'one that is not listed in what is being written',
      broken({ o: { 'report/x': { live: 1, c: 0, base: {}, next: { c: 1, at: '', units: {} } } } }),
    ],
    ['ten thousand brackets', '['.repeat(10_000)],
    ['a hundred thousand levels', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['five million characters', ' '.repeat(5_000_000)],
  ])('that is %s is garbage', (_, text) => {
    expect(read(text)).toMatchObject({ state: 'garbage', reason: expect.any(String) })
  })

  test('never throws, whatever stands in its place', () => {
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

  test('with one character changed never throws', () => {
    const text = writeLedger(SAMPLE)
    fc.assert(
      fc.property(fc.nat({ max: text.length - 1 }), fc.string({ maxLength: 2 }), (at, other) => {
        expect(read(text.slice(0, at) + other + text.slice(at + 1)).state).toEqual(expect.any(String))
      }),
      { numRuns: 500 },
    )
  })
})

describe('whose a ledger is', () => {
  const holder = { kind: 'workbook', deployment: 2, id: 200_011, mayBe: (id: string) => id === 'cash' } as const

  test.each([
    ['the object that it names', SAMPLE, holder, true],
    ['another object: it was copied', SAMPLE, { ...holder, id: 200_099 }, false],
    ['the same number in another deployment', SAMPLE, { ...holder, deployment: 1 }, false],
    ['what a create made that was cut off', { ...SAMPLE, self: null }, holder, true],
    ['a copy of that, with another slug', { ...SAMPLE, self: null }, { ...holder, mayBe: () => false }, false],
    ['a report that has such a one', { ...SAMPLE, self: null }, { ...holder, kind: 'report' as const }, false],
  ])('%s', (_, value, who, expected) => {
    expect(isOwn(value, who)).toBe(expected)
  })

  test('its base is unknown under another canonical form', () => {
    const [one] = Object.values(SAMPLE.o)
    const known = { ...one, commit: SAMPLE.commits[one?.c ?? 0] }
    expect(one && knownOf(SAMPLE, one)).toEqual(known)
    expect(one && knownOf({ ...SAMPLE, canon: CANON_VERSION + 1 }, one)).toEqual({ ...known, base: undefined })
  })
})

test('what is hidden in meta is no content: of a workbook its draft too', () => {
  const meta = { boardwright: '{}', dashboardDraft: { title: 'x' }, 9: 'a', 1: 'b' }
  expect(withoutHidden(meta, 'workbook')).toEqual({ 9: 'a', 1: 'b' })
  expect(withoutHidden(meta, 'report')).toEqual({ dashboardDraft: { title: 'x' }, 9: 'a', 1: 'b' })
})

test.each([
  ['boardwright/7f3kQ2m9.json', true],
  ['boardwright/a/b.json', false],
  ['model/boardwright/7f3kQ2m9.json', false],
  ['boardwright/readme.md', false],
])('%s is the record of a data model: %s', (path, expected) => {
  expect(isModelLedger(path)).toBe(expected)
})

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  return objectOf(
    Object.entries(value)
      .toReversed()
      .map(([key, each]) => [key, reversed(each)]),
  )
}
