import type { Report as WireReport } from '../api/reports.ts'
import type { Workbook as WireWorkbook } from '../api/workbooks.ts'
import type { Report, Workbook } from '../content/model.ts'
import { type ReportSummary, reportSummary, type WorkbookSummary, workbookSummary } from '../content/summary.ts'
import { parseJson } from '../json.ts'
import { toDashboard } from './map/dashboard.ts'
import { dashboardInTree, type WorkbookNames, withoutDashboard } from './map/workbook.ts'
import { definitionIn, definitionKnown } from './rows/report.ts'
import { dashboardKnown, glanceAtWorkbook, keepMeaning } from './rows/workbook.ts'

/** An object as a row says it. Of a row that is known from the last time, no more than that; and how it is read. */
export type FromRow<T, S> = { readonly object: T } | { readonly object: S; readonly read: () => T }

export function reportOf(wire: WireReport, own: Omit<Report, 'definition'>): FromRow<Report, ReportSummary> {
  const read = (): Report => ({ ...own, definition: definitionIn(wire) })
  const said = definitionKnown(wire)
  return said ? { object: reportSummary(own, said), read } : { object: read() }
}

/** The dashboard of a known row is known too while the reports in it are called what they were. */
export function workbookOf(
  wire: WireWorkbook,
  { slug, folder, drafts, nameReport }: WorkbookNames,
): FromRow<Workbook, WorkbookSummary> {
  const { hasDashboard, shows, meta, ...shown } = glanceAtWorkbook(wire, drafts)
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
    keepMeaning(wire, names, dashboard)
  }
  return { object: workbook }
}
