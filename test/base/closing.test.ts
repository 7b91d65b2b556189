import { describe, expect, test } from 'vitest'
import { type CarriedLedger, carriedLedger } from '../../src/base/carried.ts'
import { ledgerAt, ledgersToClose, ledgersToShrink } from '../../src/base/closing.ts'
import { readRecord, writeLedger } from '../../src/base/codec.ts'
import { draftLedgers, type RunPlan } from '../../src/base/draft.ts'
import type { LedgerRun, Moment, RunProgress, Writing } from '../../src/base/entries.ts'
import { ledgerFacts } from '../../src/base/facts.ts'
import type { Entry, Ledger, Pending } from '../../src/base/ledger.ts'
import { holderOfList } from '../../src/base/pending-list.ts'
import { filterContent } from '../../src/content/entity.ts'
import { kindOf } from '../../src/content/kinds.ts'
import type { Key } from '../../src/content/model.ts'
import { reportKey, workbookKey } from '../../src/content/model.ts'
import { digestsOf, unitsOfReport, unitsOfWorkbook } from '../../src/content/units.ts'
import { EMPTY, report, workbook } from '../content/values.ts'
import { contentIn, type Lists } from '../support/lists.ts'

const [OLD, NEW] = ['0000000', 'fffffff']
const TIME = '2026-01-01T00:00:00.000Z'

/** Workbooks `one` with two reports, and `two`; a report that carries its own ledger; a folder. */
const LIVE: Lists = {
  ...EMPTY,
  folders: [{ path: ['F'] }],
  workbooks: [workbook('one'), workbook('two')],
  reports: [report('a', {}, { workbook: 'one' }), report('b', {}, { workbook: 'one' }), report('own')],
}
const NUMBERS: Readonly<Record<Key, number>> = {
  'folder/F': 10,
  'workbook/one': 1,
  'workbook/two': 2,
  'report/a': 3,
  'report/b': 4,
  'report/own': 5,
}
const entry = (live: number): Entry => ({ live, commit: OLD, base: { name: '0123456789' } })
const ledger = (id: number, entries: Ledger['entries'], more: Partial<Ledger> = {}): Ledger => ({
  ...{ canon: 1, project: 'p', self: [2, id], applied: [OLD], entries },
  ...more,
})
const ONE = ledger(1, { 'workbook/one': entry(1), 'report/a': entry(3), 'report/b': entry(4) })
const TWO = ledger(2, { 'workbook/two': entry(2) })
const OWN = ledger(5, { 'report/own': { ...entry(5), recordOnly: [3, 4] } })

interface State {
  /** `create report/new`, `update report/a name`. */
  readonly does?: readonly string[]
  readonly wanted?: Partial<Lists>
  readonly pending?: readonly Pending[]
  readonly forgotten?: readonly Key[]
  readonly ledgers?: Readonly<Record<Key, Ledger>>
  readonly live?: Lists
  readonly done?: readonly Key[]
  readonly failed?: readonly Key[]
  readonly opened?: readonly Key[]
  readonly recorded?: readonly Key[]
  /** What the run records and does not write. */
  readonly records?: readonly Key[]
}

/** What is read of these ledgers, each on its object. */
function saidBy(ledgers: Readonly<Record<Key, Ledger>>) {
  const all = Object.entries(ledgers) as [Key, Ledger][]
  const numbers = new Map<Key, number>([
    ...(Object.entries(NUMBERS) as [Key, number][]),
    ...all.map(([key, { self }]) => [key, self?.[1] ?? 0] as const),
  ])
  const keys = new Map([...numbers].map(([key, id]) => [`${kindOf(key)} ${id}`, key]))
  const held = all.map(([key, own]) => {
    const holder = {
      kind: kindOf(key) as 'workbook' | 'report',
      deployment: 2,
      id: own.self?.[1] ?? 0,
      mayBe: () => true,
    }
    return carriedLedger({ state: 'ledger', ledger: own }, 'p', holder) as CarriedLedger
  })
  return ledgerFacts(held, {
    keyOf: (kind, id) => keys.get(`${kind} ${id}`),
    numberOf: (key) => numbers.get(key),
    workbookOf: (_kind, id) => new Map([3, 4].map((report) => [report, 1])).get(id),
    ...{ gone: {}, nowCalled: new Map(), placesNow: new Map() },
  })
}

function stateOf({ does = [], wanted = {}, ledgers, live = LIVE, ...more }: State) {
  const objects = does.map((text) => {
    const [action, key, ...units] = text.split(' ') as [RunPlan['objects'][number]['action'], Key]
    return { key, action, units }
  })
  const [workbooks, reports] = [wanted.workbooks ?? LIVE.workbooks, wanted.reports ?? LIVE.reports]
  const all = new Map<Key, ReadonlyMap<string, string>>([
    ...workbooks.map((each) => [workbookKey(each.slug), digestsOf(unitsOfWorkbook(each))] as const),
    ...reports.map((each) => [reportKey(each.id), digestsOf(unitsOfReport(each))] as const),
  ])
  const written = objects.filter(({ action }) => action !== 'delete').map(({ key }) => key)
  const draft = draftLedgers({
    ...{ project: 'p', deployment: 2, commit: NEW, objects },
    changedUnits: new Map(
      objects.flatMap(({ key, action, units }) => (action === 'create' ? [] : [[key, new Set(units)] as const])),
    ),
    wanted: filterContent(contentIn({ ...LIVE, workbooks, reports }), (key) => written.includes(key)),
    bases: new Map(
      [...written, ...(more.records ?? [])].flatMap((key) => {
        const units = all.get(key)
        return units ? [[key, Object.fromEntries(units)] as const] : []
      }),
    ),
    pending: more.pending ?? [],
    lastApplied: new Map(),
    forgotten: more.forgotten ?? [],
    live: {
      content: contentIn(live),
      facts: new Map(),
      ...saidBy(ledgers ?? { 'workbook/one': ONE, 'workbook/two': TWO, 'report/own': OWN }),
    },
  })
  const progress: RunProgress = {
    ...{ done: new Set(more.done), failed: new Set(more.failed), opened: new Set(more.opened) },
    ...{ recorded: new Map(), published: new Set(), review: new Set(), stored: new Map() },
    numberOf: (key) => NUMBERS[key],
    wroteOf: () => undefined,
  }
  const run = { ...draft, ...progress }
  const beforeDeletes = { ...run, done: new Set(more.done?.filter((key) => !draft.deleted.has(key))) }
  const leftIn = (holder: Key) =>
    ledgerOn(beforeDeletes, holder, { moment: 'closing', self: NUMBERS[holder] ?? 0, time: TIME })
  return { ...run, recorded: new Map(more.recorded?.map((key) => [key, leftIn(key)])) }
}

function ledgerOn(run: LedgerRun, holder: Key, writing: Writing): Ledger {
  const ledger = ledgerAt(run, holder, writing)
  if (!ledger) throw new Error(`${holder} carries no ledger`)
  return ledger
}

const ledgerText = (run: LedgerRun, holder: Key, writing: Writing): string =>
  writeLedger(ledgerOn(run, holder, writing))

/** A ledger in words, line by line. */
function said(text: string): string[] {
  const read = readRecord(text)
  if (read.state !== 'ledger') throw new Error(read.state)
  const { applied, pending, isListElsewhere, entries } = read.ledger
  const when = (commit: string): string => (commit === NEW ? 'new' : 'old')
  return [
    ...(Object.entries(entries) as [Key, Entry][]).map(([key, { live, commit, next }]) => {
      const writing = next ? `, writing ${Object.keys(next.units).join(' ')}${next.at ? '' : ' no more'}` : ''
      return `${key} #${live} ${when(commit)}${writing}`
    }),
    `applied ${applied.map(when).join(' ')}`.trim() + (isListElsewhere ? ', and another has the list' : ''),
    ...(pending?.length === 0 ? ['pending nothing'] : []),
    ...(pending ?? []).map(
      ({ key, why, was }) => `pending ${key} ${why}${was ? ` #${was.live} ${when(was.commit)}` : ''}`,
    ),
  ]
}

const NEW_REPORT: Partial<Lists> = { reports: [...LIVE.reports, report('new', {}, { workbook: 'two' })] }
const HELD: Pending = { key: 'report/held', why: 'held' }
const MOVED: Partial<Lists> = { reports: [report('b', {}, { workbook: 'two' })] }
const FOLDER: Pending = { key: 'folder/F', why: 'to delete', was: { live: 10, commit: OLD, base: {} } }
const LISTED = { ...TWO, pending: [HELD] }

describe('the text of a ledger', () => {
  const rows: readonly [string, State, Key, Moment, readonly string[]][] = [
    [
      'before the first write: what is being written, and what was applied before',
      { does: ['update report/a name'], pending: [HELD] },
      'workbook/one',
      'opening',
      ['report/a #3 old, writing name', 'report/b #4 old', 'workbook/one #1 old', 'applied old'],
    ],
    [
      'before the first write, about an object without a number',
      { does: ['create report/new'], wanted: NEW_REPORT },
      'workbook/two',
      'opening',
      ['report/new #0 new, writing name workbook', 'workbook/two #2 old', 'applied old'],
    ],
    [
      'before the first write, when it lists what is pending',
      { does: ['update workbook/two name'], ledgers: { 'workbook/two': LISTED } },
      'workbook/two',
      'opening',
      ['workbook/two #2 old, writing name', 'applied old', 'pending report/held held'],
    ],
    [
      'written with its report, when everything else has an entry',
      { does: ['update report/own name', 'update report/a name'] },
      'report/own',
      'with the report',
      ['report/own #5 new', 'applied new'],
    ],
    [
      'written with its report, while something else has no entry',
      { does: ['update report/own name'], pending: [HELD] },
      'report/own',
      'with the report',
      ['report/own #5 new', 'applied old'],
    ],
    [
      'in the create of a report that was there before: not the number that it had',
      {
        ...{ does: ['create report/again'], wanted: { reports: [report('again')] } },
        ledgers: { 'workbook/one': ledger(1, { 'report/again': entry(9) }) },
      },
      'report/again',
      'with the report',
      ['report/again #0 new', 'applied new'],
    ],
    [
      'after the last write: what is done, and that the commit was applied',
      { does: ['update report/a name'], done: ['report/a'], opened: ['workbook/one'] },
      'workbook/one',
      'closing',
      ['report/a #3 new', 'report/b #4 old', 'workbook/one #1 old', 'applied old new'],
    ],
    [
      'after the last write, about what failed',
      {
        does: ['update report/a name', 'update report/b name'],
        pending: [{ key: 'report/b', why: 'cut off', was: { live: 4, commit: OLD } }],
        ...{ done: ['report/a'], failed: ['report/b'], opened: ['workbook/one'] },
      },
      'workbook/one',
      'closing',
      [
        'report/a #3 new',
        'report/b #4 old, writing name no more',
        'workbook/one #1 old',
        'applied old new',
        'pending report/b failed #4 old',
      ],
    ],
    [
      'after the last write, about what could not be created and what was held',
      {
        does: ['create report/new', 'update report/a name'],
        wanted: NEW_REPORT,
        pending: [HELD, { key: 'report/new', why: 'cut off' }],
        ...{ done: ['report/a'], opened: ['workbook/one', 'workbook/two'] },
      },
      'workbook/one',
      'closing',
      [
        'report/a #3 new',
        'report/b #4 old',
        'workbook/one #1 old',
        'applied old new',
        'pending report/held held',
        'pending report/new cut off',
      ],
    ],
    [
      'after the last write, while the list of what is pending is not written',
      {
        does: ['update report/a name', 'update workbook/two name'],
        pending: [HELD],
        ...{ done: ['report/a', 'workbook/two'], opened: ['workbook/one', 'workbook/two'] },
      },
      'workbook/two',
      'closing',
      ['workbook/two #2 new', 'applied old'],
    ],
    [
      'after the last write, once that list is written elsewhere',
      {
        does: ['update report/a name', 'update workbook/two name'],
        pending: [HELD],
        ...{ done: ['report/a', 'workbook/two'], opened: ['workbook/one', 'workbook/two'], recorded: ['workbook/one'] },
      },
      'workbook/two',
      'closing',
      ['workbook/two #2 new', 'applied new, and another has the list'],
    ],
    [
      'before the deletes: folders that are to go',
      {
        does: ['delete folder/F', 'update report/a name'],
        pending: [FOLDER],
        done: ['report/a'],
        opened: ['workbook/one'],
      },
      'workbook/one',
      'closing',
      [
        'report/a #3 new',
        'report/b #4 old',
        'workbook/one #1 old',
        'applied old new',
        'pending folder/F to delete #10 old',
      ],
    ],
    [
      'before the deletes, in another ledger: what is to go is on no list by the end',
      {
        ...{ does: ['delete folder/F', 'update report/a name', 'update workbook/two name'], pending: [FOLDER] },
        ...{ done: ['report/a', 'workbook/two'], opened: ['workbook/one', 'workbook/two'], recorded: ['workbook/one'] },
      },
      'workbook/two',
      'closing',
      ['workbook/two #2 new', 'applied new'],
    ],
    [
      'once nothing is pending any more, and another ledger refers to the list',
      {
        does: ['update workbook/two name'],
        ledgers: {
          'workbook/one': { ...ONE, applied: [NEW], isListElsewhere: true },
          'workbook/two': { ...LISTED, applied: [NEW] },
        },
        ...{ done: ['workbook/two'], opened: ['workbook/two'] },
      },
      'workbook/two',
      'closing',
      ['workbook/two #2 new', 'applied new', 'pending nothing'],
    ],
    [
      'after the deletes: nothing of what is gone',
      {
        does: ['delete folder/F', 'delete report/b'],
        pending: [FOLDER],
        ...{ done: ['folder/F', 'report/b'], recorded: ['workbook/one'] },
      },
      'workbook/one',
      'closing',
      ['report/a #3 old', 'workbook/one #1 old', 'applied old new'],
    ],
    [
      'after the deletes: a report that went before its workbook could not is named without a number',
      {
        does: ['delete workbook/one', 'delete report/a', 'delete report/b'],
        ...{ done: ['report/a'], failed: ['workbook/one', 'report/b'] },
      },
      'workbook/one',
      'closing',
      ['report/a #0 new', 'report/b #4 old', 'workbook/one #1 old', 'applied old new'],
    ],
    [
      'about a moved report, before it leaves the other workbook',
      { does: ['update report/b workbook'], wanted: MOVED },
      'workbook/two',
      'opening',
      ['report/b #4 old, writing workbook', 'workbook/two #2 old', 'applied old'],
    ],
    [
      'about a moved report, in the workbook that it left',
      { does: ['update report/b workbook'], wanted: MOVED, done: ['report/b'], recorded: ['workbook/two'] },
      'workbook/one',
      'closing',
      ['report/a #3 old', 'workbook/one #1 old', 'applied old new'],
    ],
    [
      'about forgotten objects, at once',
      {
        does: ['update report/a name'],
        ...{ forgotten: ['report/b'], pending: [{ key: 'report/b', why: 'not managed' }] },
        ...{ done: ['report/a'], opened: ['workbook/one'] },
      },
      'workbook/one',
      'closing',
      ['report/a #3 new', 'workbook/one #1 old', 'applied old new', 'pending report/b not managed'],
    ],
    [
      'of an object that was renamed: one entry, under its new name',
      {
        does: ['update workbook/one slug'],
        ledgers: { 'workbook/one': ledger(1, { 'workbook/was': entry(1) }) },
        ...{ done: ['workbook/one'], opened: ['workbook/one'] },
      },
      'workbook/one',
      'closing',
      ['workbook/one #1 new', 'applied new'],
    ],
  ]
  test.each(rows)('%s', (_, state, holder, moment, expected) => {
    const run = stateOf(state)
    const self = run.live.ledgers.get(holder)?.self?.[1] ?? null
    expect(said(ledgerText(run, holder, { moment, self, time: TIME }))).toEqual(expected)
  })
})

describe('which ledger lists what is pending', () => {
  const updates = ['update workbook/two name']
  const rows: readonly [string, State, Key | undefined][] = [
    ['the one that has the list', { ledgers: { 'workbook/one': ONE, 'workbook/two': LISTED } }, 'workbook/two'],
    ['else the first workbook that is written', { does: updates, opened: ['workbook/two'] }, 'workbook/two'],
    ['else the first workbook', {}, 'workbook/one'],
    ['but none that could not be opened', { does: ['update workbook/one name', ...updates] }, 'report/own'],
    ['else a report that carries its own', { ledgers: { 'report/own': OWN } }, 'report/own'],
    [
      'not one that will be removed, even if it has the list',
      { does: ['delete workbook/two'], ledgers: { 'workbook/one': ONE, 'workbook/two': LISTED } },
      'workbook/one',
    ],
    [
      'else a workbook that is forgotten',
      { forgotten: ['workbook/two', 'report/own'], ledgers: { 'workbook/two': TWO, 'report/own': OWN } },
      'workbook/two',
    ],
    [
      'else a report that is forgotten, if something of it is pending',
      {
        ...{ forgotten: ['report/own'], pending: [{ key: 'report/own', why: 'to delete' }] },
        ledgers: { 'report/own': OWN },
      },
      'report/own',
    ],
    ['else the first workbook that gets one', { records: ['report/own', 'workbook/two'], ledgers: {} }, 'workbook/two'],
    ['else a report that gets one', { records: ['report/own'], ledgers: {} }, 'report/own'],
    ['none if all will be removed', { does: ['delete workbook/two'], ledgers: { 'workbook/two': TWO } }, undefined],
    ['none if all are forgotten', { forgotten: ['report/own'], ledgers: { 'report/own': OWN } }, undefined],
  ]
  test.each(rows)('%s', (_, state, expected) => {
    const run = stateOf(state)
    expect(holderOfList(run)).toBe(expected)
  })
})

describe('which ledgers are written', () => {
  const done: readonly Key[] = ['report/a']
  const run: State = { does: ['update report/a name'], done, opened: ['workbook/one'] }
  const rows: readonly [string, State, readonly (readonly Key[])[], readonly Key[]][] = [
    ['those that were opened', run, [['workbook/one']], []],
    ['none that could not be opened', { ...run, opened: [], done: [] }, [[]], []],
    ['first the list of what is pending', { ...run, pending: [HELD] }, [['workbook/one'], []], []],
    [
      'and the one that had it before',
      { ...run, ledgers: { 'workbook/one': ONE, 'workbook/two': LISTED } },
      [['workbook/two'], ['workbook/one']],
      [],
    ],
    ['one, when only folders were made', { does: ['create folder/G'], done: ['folder/G'] }, [['workbook/one'], []], []],
    [
      'one, when there is nothing but deletes: what we deleted is known as deleted by us',
      { does: ['delete report/own'], done: ['report/own'], recorded: ['workbook/one'] },
      [['workbook/one'], []],
      [],
    ],
    ['none for the data model alone', { does: ['update model/x.yml bytes'], pending: [HELD] }, [[]], []],
    ['none besides a report that says it itself', { does: ['update report/own name'], done: ['report/own'] }, [[]], []],
    [
      'again, once an object in them is deleted',
      { does: ['delete report/b'], done: ['report/b'], recorded: ['workbook/one'] },
      [['workbook/one'], []],
      ['workbook/one'],
    ],
    [
      'again, once a folder on the list is deleted',
      { does: ['delete folder/F'], pending: [FOLDER], done: ['folder/F'], recorded: ['workbook/one'] },
      [['workbook/one'], []],
      ['workbook/one'],
    ],
    [
      'not again, if that folder could not be deleted',
      { does: ['delete folder/F'], pending: [FOLDER], failed: ['folder/F'], recorded: ['workbook/one'] },
      [['workbook/one'], []],
      [],
    ],
    [
      'again, the one with the list, if a workbook could not be deleted',
      {
        ...{ does: ['delete workbook/two'], ledgers: { 'workbook/one': ONE, 'workbook/two': LISTED } },
        ...{ pending: [HELD], failed: ['workbook/two'], recorded: ['workbook/one'] },
      },
      [['workbook/one'], []],
      ['workbook/two'],
    ],
    [
      'not again, if they already said so',
      { ...run, forgotten: ['report/b'], recorded: ['workbook/one'] },
      [['workbook/one']],
      [],
    ],
    [
      'not again, if they were deleted too',
      {
        does: ['delete workbook/one', 'delete report/a'],
        done: ['workbook/one', 'report/a'],
        recorded: ['workbook/two'],
      },
      [['workbook/two'], []],
      [],
    ],
  ]
  test.each(rows)('%s', (_, state, close, shrink) => {
    const run = stateOf(state)
    expect([ledgersToClose(run), ledgersToShrink(run)]).toEqual([close, shrink])
  })
})

describe('the ledger of a report', () => {
  const text = (state: State, moment: Moment, version: number): Entry | undefined => {
    const run = stateOf(state)
    const read = readRecord(ledgerText(run, 'report/own', { moment, self: 5, version, time: TIME }))
    return read.state === 'ledger' ? read.ledger.entries['report/own'] : undefined
  }

  test.each([
    ['makes a version in which only the record changed', 4, 'closing', {}, [3, 5]],
    ['after somebody saved it', 7, 'closing', {}, [7, 8]],
    ['twice in a run makes two', 5, 'closing', { recorded: ['report/own'] }, [3, 6]],
  ] as const)('written alone %s', (_, version, moment, more, recordOnly) => {
    expect(text(more, moment, version)?.recordOnly).toEqual(recordOnly)
  })

  test.each([
    ['goes when it moves into a workbook', 'own', { workbook: 'two' }],
    ['is not there inside one', 'b', { workbook: 'one' }],
  ])('%s', (_, id, place) => {
    const run = stateOf({ does: [`update report/${id} workbook`], wanted: { reports: [report(id, {}, place)] } })
    expect(ledgerAt(run, reportKey(id), { moment: 'with the report', self: 5, time: TIME })).toBeUndefined()
  })

  test('is removed when the report is given up, unless the tree still has it', () => {
    const forgotten: readonly Key[] = ['report/own']
    const givenUp = stateOf({ forgotten })
    const inTree = stateOf({ forgotten, pending: [{ key: 'report/own', why: 'not managed' }] })
    const last = { moment: 'closing', self: 5, version: 4, time: TIME } as const
    expect(ledgerAt(givenUp, 'report/own', last)).toBeUndefined()
    const read = readRecord(ledgerText(inTree, 'report/own', last))
    expect(read).toMatchObject({ state: 'ledger', ledger: { recordOnly: [3, 5], entries: {} } })
  })
})

test('a review that is needed stays noted until the dashboard is published', () => {
  const run = stateOf({
    ...{ does: ['update workbook/two name'], opened: ['workbook/two'] },
    ledgers: { 'workbook/two': { ...TWO, review: true } },
  })
  const closing = { moment: 'closing', self: 2, time: TIME } as const
  const reviewIn = (more: Partial<RunProgress>): unknown =>
    JSON.parse(ledgerText({ ...run, ...more }, 'workbook/two', closing)).review
  const two = new Set<Key>(['workbook/two'])
  expect([reviewIn({}), reviewIn({ published: two }), reviewIn({ published: two, review: two })]).toEqual([
    true,
    undefined,
    true,
  ])
})

test('twice as many ledgers look up twice as many workbooks', () => {
  const looksFor = (count: number): number => {
    let looks = 0
    const slugs = Array.from({ length: count }, (_, index) => `w${index}`)
    const look = (slug: string): string => {
      looks++
      return slug
    }
    const workbooks = slugs.map((slug) => Object.defineProperty(workbook(slug), 'slug', { get: () => look(slug) }))
    const reports = slugs.map((slug) => report(`of-${slug}`, {}, { workbook: slug }))
    const run = stateOf({
      does: reports.map(({ id }) => `update ${reportKey(id)} name`),
      ...{ live: { ...LIVE, workbooks, reports }, wanted: { workbooks: [], reports } },
      ledgers: Object.fromEntries(slugs.map((slug, id) => [workbookKey(slug), ledger(id, {})])),
      ...{ done: reports.map(({ id }) => reportKey(id)), opened: slugs.map(workbookKey) },
    })
    const all = slugs.map(workbookKey).map((holder) => ({ holder, moment: 'closing', self: 1, time: TIME }) as const)
    for (const { holder, ...writing } of all) {
      expect(said(ledgerText(run, holder, writing))).toHaveLength(2)
    }
    return looks
  }
  expect(looksFor(40)).toBe(2 * looksFor(20))
  expect(looksFor(20)).toBeGreaterThan(0)
})
