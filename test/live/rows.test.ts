import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson, stringifyJson } from '../../packages/common/json.ts'
import type { DashboardConfig } from '../../packages/platform/api/dashboards.ts'
import type { Report } from '../../packages/platform/api/reports.ts'
import type { Workbook } from '../../packages/platform/api/workbooks.ts'
import type { OpenPage } from '../../packages/platform/client/types.ts'
import { canonicalText } from '../../src/content/digest.ts'
import { digestsIn as digestsInEntities } from '../../src/content/entity.ts'
import { KINDS } from '../../src/content/kinds.ts'
import { reportKey, workbookKey } from '../../src/content/model.ts'
import { digestIn, digestsOf, unitDigest, unitsOfReport, unitsOfWorkbook } from '../../src/content/units.ts'
import { reportNamer, toContent } from '../../src/live/content.ts'
import { liveFacts } from '../../src/live/facts.ts'
import { workInProgress } from '../../src/live/in-progress.ts'
import { readLedgers } from '../../src/live/ledgers.ts'
import { suspiciousNumbers, unknownFields } from '../../src/live/notes.ts'
import { objectNotes } from '../../src/live/object-notes.ts'
import { createRowMemory, type KnownRows } from '../../src/live/rows/memory.ts'
import type { Inventory } from '../../src/live/wire.ts'
import { isLong } from '../support/long.ts'
import { inWhole } from '../support/whole.ts'
import { HOME, inventory, ledgerOn, nameIn } from './support.ts'
import { anyReport, anyWorkbook, chart, folder, publication, report, workbook } from './wire.ts'

interface Rows {
  readonly workbooks: readonly Workbook[]
  readonly reports: readonly Report[]
}

/** Rows as they come out of a reading, which of them were parsed, and what is known after it. */
function readThrough({ workbooks, reports }: Rows, known?: KnownRows) {
  const memory = createRowMemory(() => known)
  const parsed: number[] = []
  const through = <Row extends { readonly id: number }, Known>(
    page: readonly Row[],
    open: OpenPage<Row, Known>,
  ): readonly (Row | Known)[] => {
    const texts = page.map((row) => stringifyJson(row))
    const parse = (index: number): Row => {
      parsed.push(page[index]?.id ?? 0)
      return parseJson(texts[index] ?? '') as Row
    }
    const { known, read } = open(Buffer.from(texts.join()))
    if (known) expect(known.pageInfo).toEqual({ endCursor: 'x' })
    const bytes = texts.map((text) => Buffer.from(text))
    return known ? known.rows(parse) : read({ endCursor: 'x' }, bytes, parse)
  }
  const rows = inventory({
    folders: [folder(11, 'Sales'), folder(12, 'Board', 11)],
    workbooks: through(workbooks, memory.workbooks),
    reports: through(reports, memory.reports),
  })
  return { rows, parsed, learned: memory.learned }
}

const digestsIn = (pages: KnownRows['reports']): string[] => pages.flatMap(({ rows }) => rows.map(([digest]) => digest))

/** As it comes back from a file. */
const stored = (known: KnownRows | undefined): KnownRows | undefined =>
  known && (JSON.parse(JSON.stringify(known)) as KnownRows)

function meaningOf(rows: Inventory) {
  const names = nameIn(rows)
  const live = toContent(rows, names, 2, false)
  const nameReport = reportNamer(names, live.ids, 2)
  const keyOf = (kind: 'workbook' | 'report', id: number) => names.keyOf(kind, id)
  return {
    live,
    facts: liveFacts(rows, names, live, { ledgers: new Map(), versions: new Map() }, nameReport),
    notes: [
      ...objectNotes(rows, names, live),
      ...workInProgress(rows, live, { entries: new Map(), versions: new Map() }, names, nameReport),
      ...suspiciousNumbers(rows, keyOf, false),
      ...unknownFields(rows),
    ],
  }
}

/** All of it, in one text. */
function told({ live, facts, notes }: ReturnType<typeof meaningOf>): string {
  const { content, ids, publicIds, outside } = inWhole(live)
  const maps = [ids, publicIds, outside, facts.facts, facts.folderPaths].map((map) => [...map])
  const units = [...content.reports.map(unitsOfReport), ...content.workbooks.map(unitsOfWorkbook)]
  return canonicalText({
    summary: KINDS.map((kind) => [...digestsInEntities(kind, live.content)].map(([key, each]) => [key, [...each]])),
    ...{ maps, others: facts.otherDashboards, notes, digests: units.map((each) => [...digestsOf(each)]) },
    reports: content.reports.map(({ definition, ...rest }) => ({ definition, ...rest })),
    workbooks: content.workbooks.map(({ dashboard, ...rest }) => ({ dashboard, ...rest })),
  })
}

/** One more tile, which shows a report. */
const showing = (config: DashboardConfig): DashboardConfig => ({
  ...config,
  widgets: [...(config.widgets ?? []), chart('shows it', 101)],
})

const withTile = ({ dashboardDraft, publishedDashboard, ...row }: Workbook): Workbook => ({
  ...row,
  dashboardDraft: dashboardDraft ? showing(dashboardDraft) : null,
  publishedDashboard: publishedDashboard ? { ...publishedDashboard, config: showing(publishedDashboard.config) } : null,
})

const whole = (row: Workbook): Workbook => ({ ...workbook(row.id, ''), ...row })

describe('remembered rows give the same result as parsed ones', () => {
  const anyRows = fc.record({
    workbooks: fc
      .tuple(anyWorkbook, anyWorkbook)
      .map(([one, two]) => [whole(withTile(one)), { ...whole(two), id: 22, slug: `${two.slug}-2` }]),
    reports: fc.tuple(anyReport, anyReport, anyReport).map((rows) =>
      rows.map((row, index) => ({
        ...report(101 + index, ''),
        ...row,
        id: 101 + index,
        publicId: `${index}hq9ZtB2wLmK`,
      })),
    ),
  })

  test('for any rows, whatever the reports in them are called', () => {
    fc.assert(
      fc.property(anyRows, fc.boolean(), (rows, isRenamed) => {
        const first = readThrough(rows)
        meaningOf(first.rows)
        const known = stored(first.learned())
        const [one, ...others] = rows.reports
        const now = isRenamed && one ? { ...rows, reports: [{ ...one, publicId: 'Another0name' }, ...others] } : rows
        const again = readThrough(now, known)
        expect(again.parsed).toEqual(isRenamed ? [101] : [])
        expect(told(meaningOf(again.rows))).toBe(told(meaningOf(inventory({ ...again.rows, ...now }))))
        if (isRenamed) expect(again.learned()).toBeDefined()
        else expect(again.learned()).toBeUndefined()
      }),
      { numRuns: isLong ? 2000 : 80 },
    )
  })

  const config = { title: 'Cash', widgets: [chart('a', 101), chart('b', 999)] }
  const ledger = ledgerOn(21, { 'workbook/cash': { live: 21 }, 'report/R00000000101': { live: 101 } })
  const ROWS = {
    workbooks: [
      workbook(21, 'W', {
        ...{ slug: 'cash', meta: { ...ledger, icon: 'coffee' }, dashboardDraft: config },
        publishedDashboard: publication(21, config),
      }),
    ],
    reports: [report(101, 'R', { sqlQuery: 'select 1', workbookId: 21 })],
  }
  const known = (): KnownRows | undefined => {
    const { rows, learned } = readThrough(ROWS)
    meaningOf(rows)
    return stored(learned())
  }

  test('and a row is parsed when somebody asks for more', () => {
    const { rows, parsed } = readThrough(ROWS, known())
    const { live, notes } = meaningOf(rows)
    expect(readLedgers(rows, HOME).map(({ id, own }) => [id, Object.keys(own?.entries ?? {})])).toEqual([
      [21, ['report/R00000000101', 'workbook/cash']],
    ])
    expect(notes.map(({ kind }) => kind)).toEqual(['dangling'])
    expect(live.content.get(workbookKey('cash'))?.references).toEqual(['report/R00000000101', 'missing(2/999)'])
    expect(parsed).toEqual([])
    const { content } = live
    expect(content.get(workbookKey('cash'))?.whole()).toMatchObject({
      meta: { icon: 'coffee' },
      dashboard: { title: 'Cash' },
    })
    expect(parsed).toEqual([21])
    expect(content.get(reportKey('R00000000101'))?.whole().definition.sql).toBe('select 1')
    expect(parsed).toEqual([21, 101])
  })

  test('a changed row is read again, and its old version is forgotten', () => {
    const [before, [row]] = [known(), ROWS.reports]
    const changed = { ...ROWS, reports: [{ ...report(101, ''), ...row, sqlQuery: 'select 2' }] }
    const { rows, parsed, learned } = readThrough(changed, before)
    expect(parsed).toEqual([101])
    expect(inWhole(meaningOf(rows).live).content.reports[0]?.definition.sql).toBe('select 2')
    const after = learned()
    expect(after?.workbooks).toEqual(before?.workbooks)
    expect(after && digestsIn(after.reports)).toHaveLength(1)
    expect(after && digestsIn(after.reports)).not.toEqual(before && digestsIn(before.reports))
  })

  test('a dashboard is parsed once more if a report in it has another name now', () => {
    const before = { ...ROWS, workbooks: ROWS.workbooks.map((row) => ({ ...row, meta: {} })) }
    const first = readThrough(before)
    meaningOf(first.rows)
    const now = { ...before, reports: before.reports.map((row) => ({ ...row, publicId: 'Another0name' })) }
    const second = readThrough(now, stored(first.learned()))
    meaningOf(second.rows)
    expect(second.parsed).toEqual([101, 21])
    const third = readThrough(now, stored(second.learned()))
    meaningOf(third.rows)
    expect(third.parsed).toEqual([])
  })

  test('both dashboards of a workbook with a draft are remembered separately', () => {
    const draft = { ...config, title: 'Draft', settings: { reportId: 101 } }
    const drafted = { ...ROWS, workbooks: ROWS.workbooks.map((row) => ({ ...row, dashboardDraft: draft })) }
    const { rows, learned } = readThrough(drafted)
    meaningOf(rows)
    for (const read of [rows, readThrough(drafted, stored(learned())).rows]) {
      const names = nameIn(read)
      for (const drafts of [false, true, false]) {
        const [cash] = inWhole(toContent(read, names, 2, drafts)).content.workbooks
        const title = drafts ? 'Draft' : 'Cash'
        expect(cash && digestIn(unitsOfWorkbook(cash), 'title')).toBe(unitDigest('title', title))
        expect(cash?.dashboard?.title).toBe(title)
        const suspicious = suspiciousNumbers(read, (kind, id) => names.keyOf(kind, id), drafts)
        expect(suspicious.map(({ message }) => message)).toEqual(
          drafts ? ['settings.reportId of "W" is 101, the number of the report "R"'] : [],
        )
      }
    }
  })

  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => 10_000 + index)
  const { dashboardDraft: _, ...slim } = workbook(21, 'W')
  const { sqlQuery: _sql, ...slimReport } = report(101, 'R')
  test.each<[string, Partial<Rows>]>([
    ['a report that nests too deep', { reports: [report(101, 'R', { meta: { a: nested(300) } })] }],
    ['a report with an odd record', { reports: [report(101, 'R', { meta: { boardwright: { v: 1 } } })] }],
    ['a report with too many numbers', { reports: [report(101, 'R', { meta: { a: numbers(1001) } })] }],
    ['a report that lacks a key', { reports: [slimReport as Report] }],
    ['a workbook that nests too deep', { workbooks: [workbook(21, 'W', { meta: { a: nested(300) } })] }],
    ['a workbook that lacks a key', { workbooks: [slim as Workbook] }],
  ])('%s is parsed each time', (_, rows) => {
    const all = { workbooks: [], reports: [], ...rows }
    const first = readThrough(all)
    const again = readThrough(all, stored(first.learned()))
    expect(again.parsed).toEqual(first.parsed)
    expect(again.learned()).toBeUndefined()
  })

  test('two pages with the same bytes are stored once, and a page that is gone is forgotten', () => {
    const [row] = ROWS.workbooks
    const text = stringifyJson(row)
    const parse = () => parseJson(text) as Workbook
    /** Reads pages: of this many rows each. */
    const readPages = (known: KnownRows | undefined, ...pages: readonly (0 | 1)[]) => {
      const memory = createRowMemory(() => known)
      for (const length of pages) {
        const opened = memory.workbooks(Buffer.from(length === 0 ? '[]' : text))
        if (opened.known) opened.known.rows(parse)
        else opened.read({}, length === 0 ? [] : [Buffer.from(text)], parse)
      }
      return memory
    }
    const before = stored(readPages(undefined, 0, 1, 0).learned())
    expect(readPages(before, 0, 1, 0).learned()).toBeUndefined()
    const after = stored(readPages(before, 0, 0, 0).learned())
    expect(after?.workbooks.flatMap(({ rows }) => rows)).toEqual([])
  })
})
