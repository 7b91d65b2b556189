import { describe, expect, test } from 'vitest'
import { idIn, isKind } from '../../src/content/kinds.ts'
import {
  folderKey,
  type Key,
  type Report,
  type ReportReference,
  reportKey,
  type Workbook,
  workbookKey,
} from '../../src/content/model.ts'
import type { LastApply } from '../../src/content/threeway.ts'
import { digestsOf, unitsOfFolder, unitsOfReport, unitsOfWorkbook } from '../../src/content/units.ts'
import { chart, dashboard, EMPTY, report, workbook } from '../content/values.ts'
import type { Lists } from '../support/lists.ts'
import { applied, baseOf, type Given, take } from './taking.ts'

interface Row {
  readonly name: string
  /** The SQL of one report, on each side; undefined where it is not there. */
  readonly base?: string
  readonly repo?: string
  readonly live?: string
  /** Without a ledger when left out. */
  readonly ledger?: true
  readonly how?: Given
  readonly expected: string | undefined
  readonly outcomes?: readonly string[]
}

const NOT_TAKEN = ['not-taken report/A']
const KEPT = ['not-live report/A']
const CONFLICT = ['conflict report/A sql']
const REMOVED = ['removed report/A']
const gone: Given = { gone: new Set([reportKey('A')]) }

const ROWS: readonly Row[] = [
  { name: 'both are equal', repo: '1', live: '1', expected: '1' },
  { name: 'both are equal and were applied', base: '1', repo: '1', live: '1', ledger: true, expected: '1' },
  { name: 'both changed in the same way', base: '1', repo: '2', live: '2', ledger: true, expected: '2' },
  { name: 'live changed', base: '1', repo: '1', live: '2', ledger: true, expected: '2' },
  { name: 'the repo changed', base: '1', repo: '2', live: '1', ledger: true, expected: '2' },
  { name: 'both changed', base: '1', repo: '2', live: '3', ledger: true, expected: '2', outcomes: CONFLICT },
  {
    name: 'they differ and nothing was ever applied',
    repo: '1',
    live: '2',
    expected: '2',
    outcomes: ['never-applied report/A'],
  },
  {
    name: 'they differ and the base is unknown',
    repo: '1',
    live: '2',
    how: { known: new Map([[reportKey('A'), { base: undefined }]]) },
    expected: '1',
    outcomes: CONFLICT,
  },
  {
    name: 'both changed, and live is right',
    base: '1',
    repo: '2',
    live: '3',
    ledger: true,
    how: { mirror: true },
    expected: '3',
    outcomes: ['dropped report/A sql'],
  },
  {
    name: 'the repo changed, and live is right',
    base: '1',
    repo: '2',
    live: '1',
    ledger: true,
    how: { mirror: true },
    expected: '1',
    outcomes: ['dropped report/A sql'],
  },
  {
    name: 'live changed, and it is not selected',
    base: '1',
    repo: '1',
    live: '2',
    ledger: true,
    how: { selected: () => false },
    expected: '1',
  },
  {
    name: 'live is right, and it is not selected',
    repo: '1',
    live: '2',
    how: { mirror: true, selected: () => false },
    expected: '1',
  },
  { name: 'it is only live', live: '1', expected: undefined, outcomes: NOT_TAKEN },
  { name: 'it is only live, and new ones are taken', live: '1', how: { takeNew: true }, expected: '1' },
  { name: 'it is only live, and live is right', live: '1', how: { mirror: true }, expected: '1' },
  {
    name: 'it is only live, and it is not selected',
    live: '1',
    how: { takeNew: true, selected: () => false },
    expected: undefined,
  },
  {
    name: 'the repo deleted it',
    base: '1',
    live: '1',
    ledger: true,
    how: { takeNew: true },
    expected: undefined,
    outcomes: ['orphan report/A'],
  },
  {
    name: 'the repo deleted it and live changed it',
    base: '1',
    live: '2',
    ledger: true,
    how: { takeNew: true },
    expected: undefined,
    outcomes: ['edited-orphan report/A'],
  },
  {
    name: 'the repo deleted it and the base is unknown',
    live: '2',
    how: { known: new Map([[reportKey('A'), { base: undefined }]]) },
    expected: undefined,
    outcomes: ['edited-orphan report/A'],
  },
  {
    name: 'the repo deleted it, and live is right',
    base: '1',
    live: '1',
    ledger: true,
    how: { mirror: true },
    expected: '1',
    outcomes: ['dropped-removal report/A'],
  },
  {
    name: 'it is only live and not managed beside what is, and live is right',
    live: '1',
    how: { mirror: true, known: new Map([[reportKey('B'), { base: undefined }]]) },
    expected: undefined,
    outcomes: NOT_TAKEN,
  },
  { name: 'it is only in the repo', repo: '1', expected: '1', outcomes: KEPT },
  {
    name: 'it is only in the repo, and live is right',
    repo: '1',
    how: { mirror: true },
    expected: undefined,
    outcomes: ['dropped-object report/A'],
  },
  {
    name: 'it is only in the repo, and live is right as far as can be seen',
    repo: '1',
    how: { mirror: true, complete: false },
    expected: '1',
    outcomes: KEPT,
  },
  {
    name: 'it was deleted live',
    base: '1',
    repo: '1',
    ledger: true,
    how: gone,
    expected: undefined,
    outcomes: REMOVED,
  },
  {
    name: 'it was not listed, and nobody asked for it',
    base: '1',
    repo: '1',
    ledger: true,
    expected: '1',
    outcomes: KEPT,
  },
  {
    name: 'it was deleted live, as far as can be seen',
    base: '1',
    repo: '1',
    ledger: true,
    how: { ...gone, complete: false },
    expected: '1',
    outcomes: KEPT,
  },
  {
    name: 'it was deleted live and the repo changed it',
    base: '1',
    repo: '2',
    ledger: true,
    how: gone,
    expected: '2',
    outcomes: ['deleted-live report/A'],
  },
  {
    name: 'it was deleted live, and it is not selected',
    base: '1',
    repo: '1',
    ledger: true,
    how: { ...gone, selected: () => false },
    expected: '1',
  },
]

describe('a report', () => {
  test.each(ROWS)('when $name', ({ base, repo, live, ledger, how, expected, outcomes = [] }) => {
    const side = (sql: string | undefined): Partial<Lists> =>
      sql === undefined ? {} : { reports: [report('A', { sql })] }
    const known = ledger ? { known: applied({ ...EMPTY, ...side(base) }) } : {}
    const taken = take(side(repo), side(live), { ...known, ...how })

    expect(taken.content.reports.map(({ definition }) => definition.sql)).toEqual(
      expected === undefined ? [] : [expected],
    )
    expect(
      taken.outcomes.map((each) => [each.kind, each.key, ...('unit' in each ? [each.unit] : [])].join(' ')),
    ).toEqual(outcomes)
  })

  test('that was never applied is taken as it is live, and says so only if something was taken', () => {
    const both = [
      { reports: [report('A', { sql: '1' }, { folder: ['Here'] })] },
      { reports: [report('A', { sql: '1' }, { folder: ['There'] })] },
    ] as const
    expect(take(...both).outcomes).toEqual([{ kind: 'never-applied', key: 'report/A' }])
    expect(take(...both, { isShared: (key) => key === reportKey('A') }).outcomes).toEqual([
      { kind: 'for-all', key: 'report/A', unit: 'folder' },
    ])
  })

  test('merges changes to different units', () => {
    const base = report('A', { title: 'T', sql: '1' })
    const known = applied({ ...EMPTY, reports: [base] })
    const repo = report('A', { title: 'T', sql: '2' })
    const live = report('A', { title: 'U', sql: '1', kind: 'kpi' })
    expect(take({ reports: [repo] }, { reports: [live] }, { known }).content.reports).toEqual([
      report('A', { title: 'U', sql: '2', kind: 'kpi' }),
    ])
  })

  test('that a killed run was writing is not a UI edit', () => {
    const next = { c: 0, at: '', units: Object.fromEntries(digestsOf(unitsOfReport(report('A', { sql: '2' })))) }
    const known = new Map([[reportKey('A'), { ...baseOf(unitsOfReport(report('A', { sql: '1' }))), next }]])
    const taken = take({ reports: [report('A', { sql: '3' })] }, { reports: [report('A', { sql: '2' })] }, { known })
    expect(taken).toMatchObject({ content: { reports: [report('A', { sql: '3' })] }, outcomes: [] })
  })

  test('keeps the create-only keys of its file, and its ids', () => {
    const repo = { ...report('A', { sql: '1' }), ids: { dev: 'B' } }
    const live = report('A', { sql: '2', source: 'PLAYGROUND' })
    expect(take({ reports: [repo] }, { reports: [live] }).content.reports).toEqual([
      { ...repo, ...report('A', { sql: '2' }), ids: { dev: 'B' } },
    ])
  })

  test('moves with its place', () => {
    const base = report('A', {}, { workbook: 'cash' })
    const known = applied({ ...EMPTY, reports: [base] })
    const live = report('A', {}, { folder: ['Finance'] })
    const { content } = take(
      { reports: [base] },
      { reports: [live], folders: [{ path: ['Finance'], position: 1 }] },
      { known },
    )
    expect(content.reports).toEqual([live])
    expect(content.folders).toEqual([{ path: ['Finance'], position: 1 }])
  })

  test('brings the workbook without a file that it was moved into, if its own place is taken', () => {
    const [repo, live] = [report('A', {}, { folder: ['Sales'] }), report('A', {}, { workbook: 'fresh' })]
    const both = [{ reports: [repo] }, { reports: [live], workbooks: [workbook('fresh'), workbook('other')] }] as const
    const slugs = (more: Given) =>
      take(...both, { known: applied({ ...EMPTY, ...both[0] }), ...more }).content.workbooks.map(({ slug }) => slug)
    expect(slugs({})).toEqual(['fresh'])
    expect(slugs({ isShared: (key) => key === reportKey('A') })).toEqual([])
    expect(slugs({ selected: (key) => key !== reportKey('A') })).toEqual([])
    const [before, now] = ['a', 'b'].map((slug) => ({
      ...{ workbooks: [workbook('a'), workbook('b')], reports: [report('A', {}, { workbook: slug })] },
    }))
    const byBoth = take({ ...now }, both[1], { known: applied({ ...EMPTY, ...before }) }).content.workbooks
    expect(
      byBoth.map(({ slug }) => slug),
      'moved in the repo as well',
    ).toEqual(['a', 'b'])
  })

  test('with a query as text in the repo is not touched if both mean the same', () => {
    const repo = report('A', { queryText: '{ "limit": 1 }' })
    expect(take({ reports: [repo] }, { reports: [report('A', { query: { limit: 1 } })] }).content.reports).toEqual([
      repo,
    ])
    const live = report('A', { query: { limit: 2 } })
    expect(take({ reports: [repo] }, { reports: [live] }).content.reports).toEqual([live])
  })
})

describe('a dashboard', () => {
  const known = (base: Workbook) => ({ known: applied({ ...EMPTY, workbooks: [base] }) })
  const shows = (...references: Parameters<typeof chart>[1][]) =>
    workbook('w', { dashboard: dashboard(...references.map((reference, index) => chart(`w${index}`, reference))) })
  const referenceIn = (content: Lists) => content.workbooks[0]?.dashboard?.widgets.map((widget) => widget.report)
  const inWorkbook = (id: string): Report => report(id, {}, { workbook: 'w' })

  test('brings the reports that the UI added to it, if they are in its workbook', () => {
    const { content, outcomes } = take(
      { workbooks: [shows()] },
      { workbooks: [shows('report/A')], reports: [inWorkbook('A'), inWorkbook('B')] },
      { ...known(shows()), publicIds: new Map([[reportKey('A'), 'aaaaaaaaaaaa']]) },
    )
    expect(referenceIn(content)).toEqual(['report/A'])
    expect(content.reports.map(({ id }) => id)).toEqual(['A'])
    expect(outcomes).toEqual([{ kind: 'not-taken', key: 'report/B' }])
  })

  test('names other reports by their public id', () => {
    const live = { workbooks: [shows('report/A')], reports: [report('A')] }
    const publicIds = new Map([[reportKey('A'), 'aaaaaaaaaaaa']])
    expect(referenceIn(take({ workbooks: [shows()] }, live, { ...known(shows()), publicIds }).content)).toEqual([
      'id:aaaaaaaaaaaa',
    ])
    expect(
      referenceIn(take({ workbooks: [shows()] }, live, { ...known(shows()), publicIds, takeNew: true }).content),
    ).toEqual(['report/A'])
  })

  test('that names a report by its public id is the same as one that shows it live', () => {
    const repo = shows('id:aaaaaaaaaaaa')
    const live = { workbooks: [shows('report/A')], reports: [report('A')] }
    const publicIds = new Map([[reportKey('A'), 'aaaaaaaaaaaa']])
    expect(take({ workbooks: [repo] }, live, { ...known(repo), publicIds }).content.workbooks).toEqual([repo])
  })

  test('keeps a report that it shows, although it was deleted live', () => {
    const repo = { workbooks: [shows('report/A')], reports: [inWorkbook('A')] }
    const live = { workbooks: [{ ...shows('missing(2/5)'), name: 'Renamed' }] }
    const base = applied({ ...EMPTY, ...repo })
    const taken = take(repo, live, { known: base, gone: new Set([reportKey('A')]) })
    expect(referenceIn(taken.content)).toEqual(['missing(2/5)'])
    expect(taken.content.reports).toEqual([])

    const edited = { ...repo, workbooks: [shows('report/A', 'report/A')] }
    const held = take(edited, live, { known: base, gone: new Set([reportKey('A')]) })
    expect(held.outcomes).toContainEqual({ kind: 'deleted-live', key: 'report/A', because: 'shown' })
    expect(held.content.reports).toEqual([inWorkbook('A')])
  })

  test('keeps those of its reports that were deleted live, and no other', () => {
    const showing = (...reports: readonly ReportReference[]) =>
      workbook('w', { dashboard: dashboard({ ...chart('a'), reports: [...reports] }) })
    const reportsIn = (content: Lists) => content.workbooks[0]?.dashboard?.widgets[0]?.reports
    const reports = [inWorkbook('A'), inWorkbook('B'), inWorkbook('C')]
    const repo = { workbooks: [showing('report/A', 'report/B', 'report/C')], reports }
    const mine = report('B', { title: 'Mine' }, { workbook: 'w' })
    const changed = { ...repo, reports: [inWorkbook('A'), mine, inWorkbook('C')] }
    const numbered = (...numbers: readonly number[]): Map<Key, LastApply> => {
      const all = [...applied({ ...EMPTY, ...repo })]
      const numberOf = (key: Key) => ({ live: numbers['ABC'.indexOf(idIn(key))] ?? 1 })
      return new Map(all.map(([key, last]) => [key, isKind(key, 'report') ? { ...last, ...numberOf(key) } : last]))
    }
    const given = { known: numbered(4, 5, 8), gone: new Set([reportKey('B')]) }
    const live = (...shown: readonly ReportReference[]) => ({
      workbooks: [showing(...shown)],
      reports: [inWorkbook('A'), inWorkbook('C')],
    })
    const removed = take(changed, live('missing(2/5)', 'report/C'), given)
    expect(reportsIn(removed.content)).toEqual(['report/B', 'report/C'])
    const switched = take(changed, live('missing(2/6)', 'missing(2/5)', 'report/C'), given)
    expect(reportsIn(switched.content)).toEqual(['missing(2/6)', 'report/B', 'report/C'])

    const taken = (known: Map<Key, LastApply>, ...shown: readonly ReportReference[]) =>
      reportsIn(take(repo, { workbooks: [showing(...shown)] }, { known, complete: false }).content)
    expect(taken(numbered(4, 5, 8), 'missing(2/8)', 'missing(2/7)', 'missing(2/4)')).toEqual([
      'report/C',
      'missing(2/7)',
      'report/A',
    ])
    expect(taken(numbered(4, 5, 8), 'missing(2/5)')).toEqual(['report/B'])
    // No ledger knows these: the order decides if none is missing, and nothing does otherwise.
    expect(taken(new Map(), 'missing(2/4)', 'missing(2/5)', 'missing(2/8)')).toEqual([
      'report/A',
      'report/B',
      'report/C',
    ])
    const withoutA = new Map([...numbered(4, 5, 8)].filter(([key]) => !isKind(key, 'report') || idIn(key) === 'A'))
    const shownNow = { workbooks: [showing('report/B')], reports: [inWorkbook('B')] }
    const other = take(
      shownNow,
      { workbooks: [showing('missing(2/4)')] },
      { known: withoutA, complete: false, mirror: true },
    )
    expect(reportsIn(other.content)).toEqual(['missing(2/4)'])
    expect(taken(new Map(), 'missing(2/5)', 'missing(2/8)')).toEqual(['missing(2/5)', 'missing(2/8)'])
  })

  test('that left the repo was not edited just because its report was deleted', () => {
    const known = applied({ ...EMPTY, workbooks: [shows('report/A')], reports: [inWorkbook('A')] })
    const outcomes = (...widgets: readonly ReportReference[]) =>
      take({}, { workbooks: [shows(...widgets)] }, { known, gone: new Set([reportKey('A')]) }).outcomes
    expect(outcomes('missing(2/1)')).toEqual([{ kind: 'orphan', key: 'workbook/w' }])
    expect(outcomes('missing(2/1)', 'report/B')).toEqual([{ kind: 'edited-orphan', key: 'workbook/w' }])
  })

  test('that the repo changed does not count as a UI edit when its report leaves the tree', () => {
    const before = { workbooks: [shows('report/A')], reports: [inWorkbook('A')] }
    const taken = take({ workbooks: [shows()] }, before, {
      known: applied({ ...EMPTY, ...before }),
      publicIds: new Map([[reportKey('A'), 'aaaaaaaaaaaa']]),
    })
    expect(taken.content.workbooks).toEqual([shows()])
    expect(taken.outcomes).toEqual([{ kind: 'orphan', key: 'report/A' }])
  })

  test('merges widgets that were edited on both sides', () => {
    const base = workbook('w', { dashboard: dashboard(chart('a'), chart('b')) })
    const repo = workbook('w', {
      dashboard: dashboard(chart('a', undefined, { config: { title: 'mine' } }), chart('b')),
    })
    const live = workbook('w', {
      dashboard: dashboard(chart('a'), chart('b', undefined, { config: { title: 'theirs' } })),
    })
    expect(
      take({ workbooks: [repo] }, { workbooks: [live] }, known(base)).content.workbooks[0]?.dashboard?.widgets,
    ).toEqual([
      chart('a', undefined, { config: { title: 'mine' } }),
      chart('b', undefined, { config: { title: 'theirs' } }),
    ])
  })

  test('compares only the audiences that the tree declares', () => {
    const repo = workbook('w', { embedAccess: { '*': 'none', northwind: 'read' } })
    const live = workbook('w', { embedAccess: { '*': 'read', northwind: 'none' } })
    expect(take({ workbooks: [repo] }, { workbooks: [live] }).content.workbooks).toEqual([live])
    expect(take({ workbooks: [repo] }, { workbooks: [live] }, known(repo)).content.workbooks).toEqual([live])
    expect(take({ workbooks: [repo] }, { workbooks: [workbook('w')] }).content.workbooks[0]?.embedAccess).toEqual({
      '*': 'none',
      northwind: 'none',
    })
  })

  test('keeps its wording when both sides mean the same', () => {
    const repo = workbook('w', { allowEmbed: false, published: {}, embedAccess: {} })
    for (const mirror of [true, false]) {
      expect(
        take({ workbooks: [repo] }, { workbooks: [workbook('w', { name: 'New' })] }, { mirror }).content.workbooks,
      ).toEqual([{ ...repo, name: 'New' }])
    }
  })
})

describe('a rename in the UI', () => {
  const repo: Partial<Lists> = {
    folders: [{ path: ['Sales'], position: 1 }, { path: ['Sales', 'Q1'] }],
    workbooks: [workbook('cash', { folder: ['Sales', 'Q1'] })],
    reports: [report('A', {}, { workbook: 'cash' }), report('B', {}, { folder: ['Sales'] })],
  }
  const slug = new Map([[workbookKey('cash'), 'liquidity']])
  const name = new Map([[folderKey(['Sales']), 'Turnover']])

  test('is taken, with the old name in `was`, wherever the object is named', () => {
    const { content, outcomes } = take(repo, repo, { renamed: new Map([...slug, ...name]) })
    expect(outcomes).toEqual([])
    expect(content).toEqual({
      folders: [{ path: ['Turnover'], position: 1, was: 'Sales' }, { path: ['Turnover', 'Q1'] }],
      workbooks: [workbook('liquidity', { was: 'cash', name: 'cash', folder: ['Turnover', 'Q1'] })],
      reports: [report('A', {}, { workbook: 'liquidity' }), report('B', {}, { folder: ['Turnover'] })],
      model: [],
    })
  })

  test.each([
    ['is not selected', repo, slug, { selected: (key: Key) => !key.startsWith('workbook/') }, []],
    ['is renamed in the tree too', { ...repo, workbooks: [workbook('cash', { was: 'money' })] }, slug, {}, ['slug']],
    [
      'has another one of that name',
      { ...repo, workbooks: [workbook('cash'), workbook('liquidity')] },
      slug,
      {},
      ['slug'],
    ],
    [
      'is a folder renamed in the tree too',
      { ...repo, folders: [{ path: ['Sales'], was: 'Sell' }] },
      name,
      {},
      ['name'],
    ],
    [
      'is a folder, and another one has that name',
      { ...repo, folders: [{ path: ['Sales'] }, { path: ['Sales', 'Q1'] }, { path: ['Turnover'] }] },
      name,
      {},
      ['name'],
    ],
  ])('stays when it %s', (_, side, renamed, more, units) => {
    const { content, outcomes } = take(side, side, { renamed, ...more })
    expect(content.workbooks).toEqual(side.workbooks)
    expect(outcomes).toEqual(units.map((unit) => ({ kind: 'conflict', key: [...renamed.keys()][0], unit })))
  })
})

describe('a rename in the tree, followed by one in the UI', () => {
  const repo: Partial<Lists> = {
    folders: [{ path: ['Sales'], was: 'Sell' }],
    workbooks: [workbook('cash', { was: 'money' })],
  }
  const renamed = new Map([
    [workbookKey('cash'), 'liquidity'],
    [folderKey(['Sales']), 'Turnover'],
  ])
  const knownAs = (slug: string, folder: string): ReadonlyMap<Key, LastApply> =>
    new Map([
      [workbookKey('cash'), baseOf(unitsOfWorkbook(workbook(slug, { name: 'cash' })))],
      [folderKey(['Sales']), baseOf(unitsOfFolder({ path: [folder] }))],
    ])
  const taken = (slugWas: string, folderWas: string) => ({
    folders: [{ path: ['Turnover'], was: folderWas }],
    workbooks: [workbook('liquidity', { was: slugWas, name: 'cash' })],
    reports: [],
    model: [],
  })

  test('is taken if the first was applied', () => {
    const known = knownAs('cash', 'Sales')
    expect(take(repo, repo, { renamed, known })).toEqual({ content: taken('cash', 'Sales'), outcomes: [] })
  })

  test('is not taken if the first is still to be applied', () => {
    const { content, outcomes } = take(repo, repo, { renamed, known: knownAs('money', 'Sell') })
    expect(content.workbooks).toEqual(repo.workbooks)
    expect(outcomes.map(({ kind, key }) => [kind, key]).sort()).toEqual(
      [...renamed.keys()].sort().map((key) => ['conflict', key]),
    )
  })

  test('does not keep its folder where it was, if live only moved it', () => {
    const folders = [{ path: ['Sales'], was: 'Sell' }, { path: ['Archive'] }]
    const moved = new Map([[folderKey(['Sales']), ['Archive']]])
    const ui = { moved, renamed: new Map([[folderKey(['Sales']), 'Sell']]) }
    const { content, outcomes } = take({ folders }, { folders }, ui)
    expect(outcomes).toEqual([])
    expect(content.folders).toContainEqual({ path: ['Archive', 'Sales'], was: 'Sell' })
    const mirrored = take({ folders }, { folders }, { ...ui, mirror: true })
    expect(mirrored.outcomes).toEqual([{ kind: 'dropped', key: folderKey(['Sales']), unit: 'name' }])
    expect(mirrored.content.folders).toContainEqual({ path: ['Archive', 'Sell'] })
  })

  test('is taken by a mirror, with the name that was applied as `was`', () => {
    const mirror = { renamed, mirror: true }
    const named = knownAs('money', 'Sell')
    const { content, outcomes } = take(repo, repo, { ...mirror, known: named })
    expect(content).toEqual(taken('money', 'Sell'))
    expect(outcomes).toEqual([
      { kind: 'dropped', key: folderKey(['Sales']), unit: 'name' },
      { kind: 'dropped', key: workbookKey('cash'), unit: 'slug' },
    ])
  })
})

describe('folders and files', () => {
  test('a folder with content that is in the tree is in the tree, with the folders above it', () => {
    const live: Partial<Lists> = {
      folders: [{ path: ['Sales'], position: 3 }, { path: ['Sales', 'Q1'], position: 0 }, { path: ['Other'] }],
      workbooks: [workbook('a', { folder: ['Sales', 'Q1'] })],
    }
    const { content, outcomes } = take({ workbooks: [workbook('a')] }, live)
    expect(content.folders).toEqual([
      { path: ['Sales'], position: 3 },
      { path: ['Sales', 'Q1'], position: 0 },
    ])
    expect(outcomes).toEqual([
      { kind: 'not-taken', key: 'folder/Other' },
      { kind: 'never-applied', key: 'workbook/a' },
    ])
  })

  test('a folder without a declared position gets none', () => {
    const live = {
      folders: [
        { path: ['A'], position: 5 },
        { path: ['B'], position: 6 },
      ],
    }
    const repo = { folders: [{ path: ['A'] }, { path: ['B'], position: 1 }] }
    expect(take(repo, live).content.folders).toEqual([{ path: ['A'] }, { path: ['B'], position: 6 }])
  })

  test.each([
    ['what live changed', 'o', 'o', 'l', 'l', []],
    ['what the repo changed', 'o', 'r', 'o', 'r', []],
    ['what both changed', 'o', 'r', 'l', 'r', [{ kind: 'conflict', key: 'model/a.yml', unit: 'bytes' }]],
    ['what was never applied', undefined, 'r', 'l', 'l', [{ kind: 'never-applied', key: 'model/a.yml' }]],
  ])('a file of the data model: %s', (_, base, repo, live, expected, outcomes) => {
    const side = (hash: string) => ({ model: [{ path: 'a.yml', hash }] })
    const known = base === undefined ? new Map() : applied({ ...EMPTY, ...side(base) })
    expect(take(side(repo), side(live), { known })).toEqual({ content: { ...EMPTY, ...side(expected) }, outcomes })
  })

  test('a data-model file that is not live was deleted, whoever looks', () => {
    const file = { model: [{ path: 'a.yml', hash: 'o' }] }
    const how = { known: applied({ ...EMPTY, ...file }), gone: new Set<Key>(['model/a.yml']), complete: false }
    expect(take(file, {}, how)).toEqual({ content: EMPTY, outcomes: [{ kind: 'removed', key: 'model/a.yml' }] })
  })

  test('a position that one side leaves out is not a conflict', () => {
    const known = new Map([[folderKey(['A']), { base: undefined }]])
    expect(take({ folders: [{ path: ['A'] }] }, { folders: [{ path: ['A'], position: 5 }] }, { known })).toEqual({
      content: { ...EMPTY, folders: [{ path: ['A'] }] },
      outcomes: [],
    })
  })
})
