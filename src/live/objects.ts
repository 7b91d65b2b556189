import type { Report, Workbook } from '../content/model.ts'
import { type ReportSummary, reportSummary, type WorkbookSummary, workbookSummary } from '../content/summary.ts'
import { parseJson } from '../json.ts'
import { toDashboard } from './map/dashboard.ts'
import { dashboardInTree, type WorkbookNames, withoutDashboard } from './map/workbook.ts'
import { type ReportRow, type WorkbookRow, wholeRow } from './rows/known.ts'
import { definitionIn, definitionKnown } from './rows/report.ts'
import { dashboardKnown, keepDashboardSummary, summarizeWorkbookRow } from './rows/workbook.ts'

/** An object from its row. If the row is remembered, this is only a summary, with a way to read the rest. */
export type FromRow<T, S> = { readonly object: T } | { readonly object: S; readonly read: () => T }

export function reportOf(row: ReportRow, own: Omit<Report, 'definition'>): FromRow<Report, ReportSummary> {
  const read = (): Report => ({ ...own, definition: definitionIn(row) })
  const definition = definitionKnown(row)
  return definition ? { object: reportSummary(own, definition), read } : { object: read() }
}

/** The summary of a remembered row's dashboard holds as long as its reports have the same names. */
export function workbookOf(
  row: WorkbookRow,
  { slug, folder, drafts, nameReport }: WorkbookNames,
): FromRow<Workbook, WorkbookSummary> {
  const { hasDashboard, shows, meta, ...shown } = summarizeWorkbookRow(row, drafts)
  const own = withoutDashboard({ name: row.name, meta: parseJson(meta) as Workbook['meta'] }, { slug, folder }, shown)
  if (!hasDashboard) return { object: own }
  const read = (): Workbook => {
    const config = dashboardInTree(wholeRow<'workbook'>(row), drafts) ?? {}
    return { ...own, dashboard: toDashboard(config, nameReport) }
  }
  const known = drafts ? undefined : dashboardKnown(row)
  if (known?.names.every(([id, name]) => nameReport(id) === name)) {
    return { object: workbookSummary(own, { digests: known.digests, references: shows.map(nameReport) }), read }
  }
  const workbook = read()
  const { dashboard } = workbook
  if (!drafts && dashboard) {
    const names = [...new Set(shows)].map((id) => [id, nameReport(id)] as const)
    keepDashboardSummary(row, names, dashboard)
  }
  return { object: workbook }
}
