import type { OpenPage, Report, Workbook } from '@boardwright/platform'
import { createRowTable, type KnownPage } from '../../cache/rows.ts'
import { summarizeDefinition } from '../../content/unit-digests.ts'
import {
  commonFieldsOf,
  type KnownRow,
  knownRow,
  type Remembered,
  type ReportRow,
  type WorkbookRow,
  wholeRow,
} from './known.ts'
import { definitionOfRow, summarizeReportRow } from './report.ts'
import { isSlim } from './slim.ts'
import type { ReportRowSummary } from './summaries.ts'
import { dashboardSummaryOf, summarizeWorkbookRow } from './workbook.ts'

/** A remembered report without the defaults that nearly all reports share. */
interface StoredReport extends Omit<Remembered<'report'>, 'summary'> {
  readonly special?: Partial<ReportRowSummary> | undefined
}

const ANY_REPORT: ReportRowSummary = { record: undefined, suspects: [], unknown: [] }

/** What the pages said last time. */
export interface KnownRows {
  readonly reports: readonly KnownPage<StoredReport>[]
  readonly workbooks: readonly KnownPage<Remembered<'workbook'>>[]
}

export interface RowMemory {
  readonly reports: OpenPage<Report, KnownRow<'report'>>
  readonly workbooks: OpenPage<Workbook, KnownRow<'workbook'>>
  /** What is known after this reading; undefined if nothing changed. */
  readonly learned: () => KnownRows | undefined
}

export function createRowMemory(recall: () => KnownRows | undefined): RowMemory {
  const reports = createRowTable<Report, KnownRow<'report'>, StoredReport>(() => recall()?.reports, {
    arrive: ({ fields, definition, special }, parse) =>
      knownRow<'report'>(fields, { definition, summary: special ? { ...ANY_REPORT, ...special } : ANY_REPORT }, parse),
    learn(row: ReportRow) {
      const wire = wholeRow<'report'>(row)
      const summary = summarizeReportRow(row)
      const isPlain = summary.record == null || typeof summary.record === 'string'
      if (isTooMuch(summary) || !isPlain || isSlim('report', wire)) return null
      const definition = summarizeDefinition(definitionOfRow(row))
      return { fields: commonFieldsOf('report', wire), definition, special: specialIn(summary) }
    },
    learnAgain: (_, known) => known,
  })
  const workbooks = createRowTable<Workbook, KnownRow<'workbook'>, Remembered<'workbook'>>(() => recall()?.workbooks, {
    arrive: ({ fields, ...known }, parse) => knownRow<'workbook'>(fields, known, parse),
    learn(row: WorkbookRow) {
      const wire = wholeRow<'workbook'>(row)
      const summary = summarizeWorkbookRow(row)
      if (isTooMuch(summary) || isSlim('workbook', wire)) return null
      return { fields: commonFieldsOf('workbook', wire), summary, dashboard: dashboardSummaryOf(row) }
    },
    learnAgain(row: WorkbookRow, known) {
      const dashboard = dashboardSummaryOf(row)
      return known.dashboard === dashboard ? known : { ...known, dashboard }
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

function specialIn(summary: ReportRowSummary): Partial<ReportRowSummary> | undefined {
  const special = Object.entries(summary).filter(([, value]) => !isNothing(value))
  return special.length === 0 ? undefined : Object.fromEntries(special)
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === false || (Array.isArray(value) && value.length === 0)

const MOST_SUSPECTS = 1_000

/** Rows whose summary would be as expensive as parsing them. */
const isTooMuch = ({ noFile, suspects }: Pick<ReportRowSummary, 'noFile' | 'suspects'>): boolean =>
  noFile !== undefined || suspects.length > MOST_SUSPECTS
