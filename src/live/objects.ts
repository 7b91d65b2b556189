import type { Report as WireReport } from '../api/reports.ts'
import type { Workbook as WireWorkbook } from '../api/workbooks.ts'
import type { Report, Workbook } from '../content/model.ts'
import { type ReportSummary, reportSummary, type WorkbookSummary, workbookSummary } from '../content/summary.ts'
import { parseJson } from '../json.ts'
import { toDashboard } from './map/dashboard.ts'
import { dashboardInTree, type WorkbookNames, withoutDashboard } from './map/workbook.ts'
import { definitionIn, definitionKnown } from './rows/report.ts'
import { dashboardKnown, keepDashboardSummary, summarizeWorkbookRow } from './rows/workbook.ts'

/** An object from its row. If the row is cached, only its summary, and how to read the rest. */
export type FromRow<T, S> = { readonly object: T } | { readonly object: S; readonly read: () => T }

export function reportOf(wire: WireReport, own: Omit<Report, 'definition'>): FromRow<Report, ReportSummary> {
  const read = (): Report => ({ ...own, definition: definitionIn(wire) })
  const said = definitionKnown(wire)
  return said ? { object: reportSummary(own, said), read } : { object: read() }
}

/** A cached row's dashboard is known as long as its reports kept their names. */
export function workbookOf(
  wire: WireWorkbook,
  { slug, folder, drafts, nameReport }: WorkbookNames,
): FromRow<Workbook, WorkbookSummary> {
  const { hasDashboard, shows, meta, ...shown } = summarizeWorkbookRow(wire, drafts)
  const own = withoutDashboard({ name: wire.name, meta: parseJson(meta) as Workbook['meta'] }, { slug, folder }, shown)
  if (!hasDashboard) return { object: own }
  const read = (): Workbook => ({ ...own, dashboard: toDashboard(dashboardInTree(wire, drafts) ?? {}, nameReport) })
  const said = drafts ? undefined : dashboardKnown(wire)
  if (said?.names.every(([id, name]) => nameReport(id) === name)) {
    return { object: workbookSummary(own, { digests: said.digests, references: shows.map(nameReport) }), read }
  }
  const workbook = read()
  const { dashboard } = workbook
  if (!drafts && dashboard) {
    const names = [...new Set(shows)].map((id) => [id, nameReport(id)] as const)
    keepDashboardSummary(wire, names, dashboard)
  }
  return { object: workbook }
}
