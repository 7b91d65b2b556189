import { type Content, type Dashboard, type Report, reportKey } from './model.ts'

/** What is drawn on one page: a workbook's dashboard, or a report by itself. */
export interface PreviewPage {
  readonly title: string
  readonly dashboard: Dashboard | undefined
}

export const isInNoWorkbook = ({ place }: Report): boolean => place.workbook === undefined

/** A page by the slug of its workbook or, for a report in no workbook, by the report's key. */
export function pageOf(
  { workbooks, reports }: Pick<Content, 'workbooks' | 'reports'>,
  slug: string,
): PreviewPage | undefined {
  const workbook = workbooks.find((each) => each.slug === slug)
  if (workbook) return { title: workbook.name, dashboard: workbook.dashboard }
  const report = reports.find(({ id }) => reportKey(id) === slug)
  return report && { title: report.definition.name, dashboard: aloneOn(report) }
}

const aloneOn = ({ id }: Report): Dashboard => ({
  kind: 'CLASSIC',
  widgets: [{ id, type: 'CHART', position: { x: 0, y: 0, w: 12, h: 10 }, report: reportKey(id) }],
})
