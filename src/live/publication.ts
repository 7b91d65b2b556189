import { canonicalText } from '../content/digest.ts'
import type { LiveFacts } from '../content/facts.ts'
import type { Dashboard, ReportReference } from '../content/model.ts'
import { shownIn } from '../content/references.ts'
import { dashboardFromWire, type NameReport } from './map/dashboard.ts'
import { dashboardsOf } from './map/workbook.ts'
import { type WorkbookRow, wholeRow } from './rows/known.ts'
import { summarizeWorkbookRow } from './rows/workbook.ts'

/** The reports that a workbook's dashboards show, published and draft. */
export const shownBy = (row: WorkbookRow, nameReport: NameReport): ReportReference[] => {
  const { draft, published } = dashboardsOf(wholeRow<'workbook'>(row))
  const dashboards = [draft, published].flatMap((config) => (config ? [dashboardFromWire(config, nameReport)] : []))
  return [...new Set(dashboards.flatMap(shownIn))]
}

interface Publication {
  readonly publication?: LiveFacts['publication']
  readonly draft?: LiveFacts['draft']
}

export function publicationOf(row: WorkbookRow, nameReport: NameReport): Publication {
  const { publication } = summarizeWorkbookRow(row)
  const draft = draftBeside(row, nameReport)?.draft
  return {
    ...(publication && {
      publication: {
        ...publication,
        snapshots: publication.snapshots.map(([report, version]) => ({ report: nameReport(report), version })),
      },
    }),
    ...(draft && { draft }),
  }
}

/** The draft and what is published, if they differ. */
export function draftBeside(
  row: WorkbookRow,
  nameReport: NameReport,
): { readonly draft: Dashboard; readonly published: Dashboard } | undefined {
  if (!summarizeWorkbookRow(row).hasDraft) return undefined
  const { draft, published } = dashboardsOf(wholeRow<'workbook'>(row))
  if (!draft || !published) return undefined
  const both = { draft: dashboardFromWire(draft, nameReport), published: dashboardFromWire(published, nameReport) }
  return canonicalText(both.draft) === canonicalText(both.published) ? undefined : both
}
