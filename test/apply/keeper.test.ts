import { describe, expect, test } from 'vitest'
import { createKeeper } from '../../src/apply/keeper.ts'
import { type Ledger, readLedger } from '../../src/content/ledger.ts'
import type { Content, Key } from '../../src/content/model.ts'
import { chart, dashboard, EMPTY, report, workbook } from '../content/values.ts'
import { type Ask, COMMIT, decisionOf } from './decision.ts'
import { fakeWriter } from './fake.ts'

const OLD = 'abcdef0'
const LIVE: Content = {
  ...EMPTY,
  workbooks: [workbook('one', { dashboard: dashboard(chart('w', 'report/a')) }), workbook('two')],
  reports: [report('a', {}, { workbook: 'one' }), report('b', {}, { workbook: 'one' }), report('own')],
}
const entry = (live: number) => ({ live, c: 0, base: { name: '0123456789' } })
const ledger = (id: number, o: Ledger['o'], more: Partial<Ledger> = {}): Ledger => ({
  ...{ v: 1, canon: 1, p: '7f3kQ2m9', self: [2, id], commits: [OLD], missing: ['report/gone'], o },
  ...more,
})
// Numbers are those that the fake writer gives: workbooks first.
const LEDGERS = new Map<Key, Ledger>([
  ['workbook/one', ledger(1, { 'workbook/one': entry(1), 'report/a': entry(3), 'report/b': entry(4) })],
  ['workbook/two', ledger(2, { 'workbook/two': entry(2) }, { review: true })],
  ['report/own', ledger(5, { 'report/own': { ...entry(5), quiet: [3, 4] } })],
])

const keeperOf = (ask: Ask, ledgers = LEDGERS) => {
  const { live = LIVE } = ask
  const { writer } = fakeWriter({}, live)
  return createKeeper(
    decisionOf({ live, ...ask }),
    { content: live, ledgers, facts: new Map() },
    ask.commit ?? COMMIT,
    writer,
  )
}
const parse = (text: string): Ledger => {
  const read = readLedger(text, '7f3kQ2m9')
  if (read.state !== 'ours') throw new Error(read.state)
  return read.ledger
}
const sqlOf = (...ids: string[]): Content => ({
  ...LIVE,
  reports: LIVE.reports.map((each) =>
    ids.includes(each.id) ? { ...each, definition: { ...each.definition, sql: 'x' } } : each,
  ),
})

describe('before the first write', () => {
  test('a ledger says what is being written, and nothing else changes', () => {
    const keeper = keeperOf({ desired: sqlOf('a') })
    expect(keeper.holders()).toEqual(['workbook/one'])
    const { o, commits, missing, self } = parse(keeper.opening('workbook/one')(1, undefined))
    expect([self, missing, commits]).toEqual([[2, 1], ['report/gone'], [COMMIT, OLD]])
    expect(o['report/b']).toEqual({ ...entry(4), c: 1 })
    expect(o['report/a']).toMatchObject({
      live: 3,
      c: 1,
      base: { name: '0123456789' },
      next: { c: 0, at: '2026-01-01T00:00:00.000Z' },
    })
    expect(Object.keys(o['report/a']?.next?.units ?? {})).toEqual(['sql'])
    // Its dashboard is published, so the workbook is written too.
    expect(o['workbook/one']?.next).toBeDefined()
  })

  test('what has no number yet is 0', () => {
    const desired = {
      ...LIVE,
      workbooks: [...LIVE.workbooks, workbook('new')],
      reports: [...LIVE.reports, report('c', {}, { workbook: 'new' })],
    }
    const { o, self } = parse(keeperOf({ desired }).opening('workbook/new')(null, undefined))
    expect(self).toBeNull()
    expect(o).toMatchObject({ 'workbook/new': { live: 0, base: {} }, 'report/c': { live: 0, base: {} } })
  })
})

describe('after the last write', () => {
  test('what is done has its record, what is not says what it said and what was being written', () => {
    const keeper = keeperOf({ desired: sqlOf('a', 'b'), missing: ['report/held'] })
    keeper.done.add('report/a')
    const { o, commits, missing } = parse(keeper.closing('workbook/one')(1, undefined))
    expect(missing).toEqual(['report/held'])
    expect(commits[o['report/a']?.c ?? 0]).toBe(COMMIT)
    expect(o['report/a']).not.toHaveProperty('next')
    expect(o['report/a']?.base).toHaveProperty('sql')
    expect(commits[o['report/b']?.c ?? 0]).toBe(OLD)
    expect(o['report/b']).toMatchObject({ base: { name: '0123456789' }, next: { at: '1970-01-01T00:00:00.000Z' } })
  })

  test('what could not be created is missing', () => {
    const keeper = keeperOf({
      desired: { ...sqlOf('a'), reports: [...sqlOf('a').reports, report('c', {}, { workbook: 'two' })] },
    })
    keeper.done.add('report/a')
    expect(parse(keeper.closing('workbook/one')(1, undefined)).missing).toEqual(['report/c'])
  })

  test('a report takes its own ledger with it', () => {
    const keeper = keeperOf({ desired: sqlOf('own') })
    expect(keeper.holderOf('report/own')).toBe('report/own')
    const { o, self } = parse(keeper.own('report/own')(5, undefined))
    expect(self).toEqual([2, 5])
    expect(o['report/own']).toMatchObject({ live: 5, base: { sql: expect.any(String) } })
    expect(o['report/own']).not.toHaveProperty('quiet')
  })

  test('a version that only a record made is a quiet one, and so are several', () => {
    const keeper = keeperOf({ desired: LIVE, records: ['report/own'] })
    expect(parse(keeper.closing('report/own')(5, 4)).o['report/own']?.quiet).toEqual([3, 5])
    expect(parse(keeper.closing('report/own')(5, 7)).o['report/own']?.quiet).toEqual([7, 8])
  })

  test('that a review is wanted stays until it was published', () => {
    const desired = { ...LIVE, workbooks: LIVE.workbooks.map((each) => ({ ...each, name: 'New' })) }
    const keeper = keeperOf({ desired })
    expect(parse(keeper.closing('workbook/two')(2, undefined)).review).toBe(true)
    keeper.published.add('workbook/two')
    keeper.review.add('workbook/one')
    expect(parse(keeper.closing('workbook/two')(2, undefined)).review).toBeUndefined()
    expect(parse(keeper.closing('workbook/one')(1, undefined)).review).toBe(true)
  })
})

describe('what goes', () => {
  test('stays in the ledger until it is gone', () => {
    const keeper = keeperOf({
      desired: { ...sqlOf('a'), reports: sqlOf('a').reports.filter(({ id }) => id !== 'b') },
      prune: true,
    })
    keeper.done.add('report/a')
    expect(keeper.losers()).toEqual([])
    expect(parse(keeper.closing('workbook/one')(1, undefined)).o).toHaveProperty('report/b')
    keeper.done.add('report/b')
    expect(keeper.losers()).toEqual(['workbook/one'])
    expect(Object.keys(parse(keeper.last('workbook/one')?.(1, undefined) ?? '').o)).toEqual([
      'report/a',
      'workbook/one',
    ])
  })

  test('into another workbook is there before it leaves the first', () => {
    const desired = {
      ...LIVE,
      reports: LIVE.reports.map((each) => (each.id === 'b' ? { ...each, place: { workbook: 'two' } } : each)),
    }
    const keeper = keeperOf({ desired })
    const opening = parse(keeper.opening('workbook/two')(2, undefined))
    expect(opening.o['report/b']).toMatchObject({ live: 4, base: { name: '0123456789' } })
    keeper.done.add('report/b')
    expect(keeper.losers()).toEqual(['workbook/one'])
    expect(parse(keeper.last('workbook/one')?.(1, undefined) ?? '').o).not.toHaveProperty('report/b')
  })

  test('with its workbook takes the ledger along', () => {
    const keeper = keeperOf({ desired: { ...EMPTY, reports: [report('own')] }, prune: true })
    for (const key of ['workbook/one', 'workbook/two', 'report/a', 'report/b'] as const) keeper.done.add(key)
    expect(keeper.losers()).toEqual([])
  })

  test('under another name has one line: the new one', () => {
    const ledgers = new Map<Key, Ledger>([['workbook/new', ledger(1, { 'workbook/old': entry(1) })]])
    const live = { ...EMPTY, workbooks: [workbook('new', { was: 'old', publish: false })] }
    const keeper = keeperOf({ live, desired: live, touched: { 'workbook/new': ['slug'] } }, ledgers)
    const { o } = parse(keeper.opening('workbook/new')(1, undefined))
    expect(o).toEqual({ 'workbook/new': { ...entry(1), c: 1, next: expect.anything() } })
  })
})

describe('a folder that goes', () => {
  const FOLDERS: Content = { ...LIVE, folders: [{ path: ['Old'] }] }
  const keeper = keeperOf({ live: FOLDERS, desired: { ...FOLDERS, folders: [] }, prune: true })

  test('is named in a ledger until it is gone, and the commit does not count as applied to its end by that', () => {
    expect([keeper.witness, keeper.holders()]).toEqual(['workbook/one', ['workbook/one']])
    expect(parse(keeper.closing('workbook/one')(1, undefined)).o['folder/Old']).toMatchObject({ next: { units: {} } })
    expect(keeper.losers()).toEqual([])
    keeper.done.add('folder/Old')
    expect(keeper.losers()).toEqual(['workbook/one'])
    expect(parse(keeper.last('workbook/one')?.(1, undefined) ?? '').o['folder/Old']).toBeUndefined()
  })
})
