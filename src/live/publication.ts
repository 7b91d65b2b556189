import { canonicalText } from '../content/digest.ts'
import type { LiveFacts } from '../content/facts.ts'
import type { ReportReference } from '../content/model.ts'
import { shownIn } from '../content/references.ts'
import { type NameReport, toDashboard } from './map/dashboard.ts'
import { dashboardsOf } from './map/workbook.ts'
import { type WorkbookRow, wholeRow } from './rows/known.ts'
import { summarizeWorkbookRow } from './rows/workbook.ts'

/** The reports that a workbook's dashboards show, published and draft. */
export const shownBy = (row: WorkbookRow, nameReport: NameReport): ReportReference[] => {
  const { draft, published } = dashboardsOf(wholeRow<'workbook'>(row))
  const dashboards = [draft, published].flatMap((config) => (config ? [toDashboard(config, nameReport)] : []))
  return [...new Set(dashboards.flatMap(shownIn))]
}

export function publicationOf(row: WorkbookRow, nameReport: NameReport): Pick<LiveFacts, 'publication' | 'draft'> {
  const { publication, hasDraft } = summarizeWorkbookRow(row)
  return {
    ...(publication && {
      publication: {
        ...publication,
        snapshots: publication.snapshots.map(([report, version]) => ({ report: nameReport(report), version })),
      },
    }),
    ...(hasDraft ? otherDraft(row, nameReport) : {}),
  }
}

/** The draft, if it differs from what is published. */
function otherDraft(row: WorkbookRow, nameReport: NameReport): Pick<LiveFacts, 'draft'> {
  const { draft, published } = dashboardsOf(wholeRow<'workbook'>(row))
  if (!draft || !published) return {}
  const [now, seen] = [toDashboard(draft, nameReport), toDashboard(published, nameReport)]
  return canonicalText(now) === canonicalText(seen) ? {} : { draft: now }
}
