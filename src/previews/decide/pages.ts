import type { Content, Entity } from '../../content/entity.ts'
import { isKind } from '../../content/kinds.ts'
import { type Dashboard, type Key, type ObjectPlace, workbookKey } from '../../content/model.ts'

/** What is drawn on one page: a workbook's dashboard, or a report by itself. */
export interface PreviewPage {
  readonly title: string
  readonly dashboard: Dashboard | undefined
}

export const isInNoWorkbook = ({ place }: { readonly place: ObjectPlace }): boolean => place.workbook === undefined

/** A page by the slug of its workbook or, for a report in no workbook, by the report's key. */
export function pageOf(content: Content, slug: string): PreviewPage | undefined {
  const workbook = content.get(workbookKey(slug))
  if (workbook) return { title: workbook.name, dashboard: workbook.whole().dashboard }
  const report = isKind(slug, 'report') ? content.get(slug) : undefined
  return report && { title: report.name, dashboard: aloneOn(report.own, report.key) }
}

/** A single number needs less room. */
const aloneOn = ({ id, kind }: Entity<'report'>['own'], report: Key<'report'>): Dashboard => ({
  kind: 'CLASSIC',
  widgets: [{ id, type: 'CHART', position: { x: 0, y: 0, w: 12, h: kind === 'kpi' ? 4 : 10 }, report }],
})
