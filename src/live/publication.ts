import type { Workbook as Wire } from '../api/workbooks.ts'
import { canonicalText } from '../content/digest.ts'
import type { LiveFacts } from '../content/facts.ts'
import type { ReportReference } from '../content/model.ts'
import { referencesOf } from '../content/references.ts'
import { toDashboard } from './map/dashboard.ts'
import type { NameReport } from './map/numbers.ts'
import { dashboardsOf } from './map/workbook.ts'
import { summarizeWorkbookRow } from './rows/workbook.ts'

/** The reports on a workbook's dashboards: published and draft. */
export const shownBy = (wire: Wire, nameReport: NameReport): ReportReference[] => {
  const { draft, published } = dashboardsOf(wire)
  const dashboards = [draft, published].flatMap((config) => (config ? [toDashboard(config, nameReport)] : []))
  return [...new Set(dashboards.flatMap(referencesOf))]
}

export function publicationOf(wire: Wire, nameReport: NameReport): Pick<LiveFacts, 'publication' | 'draft'> {
  const { publication, hasDraft } = summarizeWorkbookRow(wire)
  return {
    ...(publication && {
      publication: {
        ...publication,
        snapshots: publication.snapshots.map(([report, version]) => ({ report: nameReport(report), version })),
      },
    }),
    ...(hasDraft ? otherDraft(wire, nameReport) : {}),
  }
}

/** A draft that differs from what is published. */
function otherDraft(wire: Wire, nameReport: NameReport): Pick<LiveFacts, 'draft'> {
  const { draft, published } = dashboardsOf(wire)
  if (!draft || !published) return {}
  const [now, seen] = [toDashboard(draft, nameReport), toDashboard(published, nameReport)]
  return canonicalText(now) === canonicalText(seen) ? {} : { draft: now }
}
