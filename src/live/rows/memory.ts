import type { Report } from '../../api/reports.ts'
import type { Workbook } from '../../api/workbooks.ts'
import { createRowTable, type KnownPage } from '../../cache/rows.ts'
import type { OpenPage } from '../../client/types.ts'
import { type DefinitionSummary, summarizeDefinition } from '../../content/summary.ts'
import { definitionIn, type ReportRowSummary, summarizeReportRow } from './report.ts'
import { isSlim } from './slim.ts'
import { type CommonFields, commonFieldsOf, knownRow } from './unread.ts'
import { type DashboardSummary, dashboardSummaryOf, summarizeWorkbookRow, type WorkbookRowSummary } from './workbook.ts'

interface KnownReport {
  readonly fields: CommonFields
  readonly said: DefinitionSummary
  readonly summary: Partial<ReportRowSummary>
}

/** What is not remembered of a report, because it is so of nearly all of them. */
const ANY_REPORT = { isTooDeep: false, suspects: [], unknown: [] }

interface KnownWorkbook {
  readonly fields: CommonFields
  readonly summary: WorkbookRowSummary
  readonly said?: DashboardSummary | undefined
}

/** What the pages of the last time said. */
export interface KnownRows {
  readonly reports: readonly KnownPage<KnownReport>[]
  readonly workbooks: readonly KnownPage<KnownWorkbook>[]
}

export interface RowMemory {
  readonly reports: OpenPage<Report>
  readonly workbooks: OpenPage<Workbook>
  /** What is known after this reading; undefined where that is what was known before. */
  readonly learned: () => KnownRows | undefined
}

export function createRowMemory(recall: () => KnownRows | undefined): RowMemory {
  const reports = createRowTable<Report, KnownReport>(() => recall()?.reports, {
    arrive: ({ fields, said, summary }, parse, index) =>
      knownRow('report', { fields, said, summary: { ...ANY_REPORT, ...summary } }, () => parse(index)),
    learn(row) {
      const summary = summarizeReportRow(row)
      const isPlain = summary.record == null || typeof summary.record === 'string'
      if (isTooMuch(summary) || !isPlain || isSlim('report', row)) return null
      const said = summarizeDefinition(definitionIn(row))
      return { fields: commonFieldsOf('report', row), said, summary: special(summary) }
    },
    learnAgain: (_, known) => known,
  })
  const workbooks = createRowTable<Workbook, KnownWorkbook>(() => recall()?.workbooks, {
    arrive: (known, parse, index) => knownRow('workbook', known, () => parse(index)),
    learn(row) {
      const summary = summarizeWorkbookRow(row)
      if (isTooMuch(summary) || isSlim('workbook', row)) return null
      return { fields: commonFieldsOf('workbook', row), summary, said: dashboardSummaryOf(row) }
    },
    learnAgain(row, known) {
      const said = dashboardSummaryOf(row)
      return known.said === said ? known : { ...known, said }
    },
  })
  return {
    reports: reports.open,
    workbooks: workbooks.open,
    learned() {
      const learned = { reports: reports.learned(), workbooks: workbooks.learned() }
      const isNew = learned.reports !== recall()?.reports || learned.workbooks !== recall()?.workbooks
      return isNew ? learned : undefined
    },
  }
}

const special = (summary: ReportRowSummary): Partial<ReportRowSummary> =>
  Object.fromEntries(Object.entries(summary).filter(([, value]) => !isNothing(value)))

const isNothing = (value: unknown): boolean =>
  value === undefined || value === false || (Array.isArray(value) && value.length === 0)

const MOST_SUSPECTS = 1_000

/** To know it would take as long as to parse it. */
const isTooMuch = ({ isTooDeep, suspects }: Pick<ReportRowSummary, 'isTooDeep' | 'suspects'>): boolean =>
  isTooDeep || suspects.length > MOST_SUSPECTS
