import type { Report as WireReport } from '../api/reports.ts'
import type { Workbook as WireWorkbook } from '../api/workbooks.ts'
import { glancedReport, glancedWorkbook } from '../content/glance.ts'
import type { Dashboard, Report, Workbook } from '../content/model.ts'
import { parseJson } from '../json.ts'
import { toDashboard } from './map/dashboard.ts'
import { dashboardInTree, type WorkbookNames, withoutDashboard } from './map/workbook.ts'
import { definitionIn, glanceAtReport } from './rows/report.ts'
import { glanceAtWorkbook, mean, meaningOf } from './rows/workbook.ts'

/** Rows as content. What a row that was not parsed says is read when somebody asks for it. */

export const reportOf = (wire: WireReport, own: Omit<Report, 'definition'>): Report =>
  glancedReport(own, glanceAtReport(wire), () => definitionIn(wire))

/** Of a row that was not parsed, the dashboard is known while the reports in it are called what they were. */
export function workbookOf(wire: WireWorkbook, { slug, folder, drafts, nameReport }: WorkbookNames): Workbook {
  const { hasDashboard, shows, meta, ...shown } = glanceAtWorkbook(wire, drafts)
  const own = withoutDashboard({ name: wire.name, meta: parseJson(meta) as Workbook['meta'] }, { slug, folder }, shown)
  if (!hasDashboard) return own
  const read = (): Dashboard => toDashboard(dashboardInTree(wire, drafts) ?? {}, nameReport)
  const meaning = drafts ? undefined : meaningOf(wire)
  if (meaning?.names.every(([id, name]) => nameReport(id) === name)) {
    return glancedWorkbook(own, { digests: meaning.digests, references: shows.map(nameReport) }, read)
  }
  const dashboard = read()
  if (!drafts)
    mean(
      wire,
      [...new Set(shows)].map((id) => [id, nameReport(id)]),
      dashboard,
    )
  return { ...own, dashboard }
}
