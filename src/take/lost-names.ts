import { type LostReports, lostReportsIn } from '../compare/lost-reports.ts'
import { type Content, ofKind, withObjects } from '../content/entity.ts'
import type { Key, ReportReference, Workbook } from '../content/model.ts'
import { isMissing, mapReferences, reportOf, reportsShownBy } from '../content/references.ts'
import type { Taking } from './taking.ts'

/**
 * Live as the tree may take it if this key does not see everything. If a report seems missing, this key may just not
 * see it. So a widget keeps its reference from the tree, unless that report is live and visible.
 */
export const withUnseen = (taking: Taking): Content =>
  withLostNames(taking.live, taking, (report) => !taking.live.has(report))

/**
 * If a widget's report is gone in live but its file stays in the tree, the widget keeps the reference from its file.
 */
export const withReportsThatStay = (taken: Content, taking: Taking): Content =>
  withLostNames(taken, taking, (report) => taken.has(report) && !taking.live.has(report))

/** References that lead nowhere in live, as the names of the reports that they are to. */
function withLostNames(content: Content, { repo, live, inputs }: Taking, mayBeLost: (report: Key) => boolean): Content {
  const losing = ofKind(content, 'workbook').filter(({ references }) => references.some(isMissing))
  if (losing.length === 0) return content
  const byLedger = lostReportsIn(live, inputs.live.entries)
  const lost: Lost = {
    byLedger,
    names: new Map([...byLedger].filter(([, report]) => repo.has(report) && mayBeLost(report))),
    isUnnumbered: (report) => mayBeLost(report) && !inputs.live.entries.has(report),
  }
  return withObjects(
    content,
    new Map(losing.map(({ key, whole }) => [key, withNames(whole(), repo.get(key)?.whole(), lost)])),
  )
}

interface Lost {
  /** The reports that a ledger tells by their numbers. */
  readonly byLedger: LostReports
  /** Those of them that the tree may name. */
  readonly names: LostReports
  /** Whether it may be lost, and no ledger has its number. */
  readonly isUnnumbered: (report: Key) => boolean
}

function withNames(workbook: Workbook, before: Workbook | undefined, lost: Lost): Workbook {
  const { dashboard } = workbook
  if (!dashboard) return workbook
  const widgetsBefore = new Map(before?.dashboard?.widgets.map((widget) => [widget.id, widget]))
  const widgets = dashboard.widgets.map((widget) => {
    const names = namesOfLost(reportsShownBy(widget), reportsShownBy(widgetsBefore.get(widget.id)), lost)
    return mapReferences({ widgets: [widget] }, (reference) => names.get(reference) ?? reference).widgets[0] ?? widget
  })
  return { ...workbook, dashboard: { ...dashboard, widgets } }
}

/**
 * What the missing references of a widget are to: what a ledger says, and for the others what the widget showed before
 * and shows no longer, in this order. With another number of them, the order tells nothing.
 */
function namesOfLost(
  shows: readonly ReportReference[],
  showed: readonly ReportReference[],
  { byLedger, names, isUnnumbered }: Lost,
): LostReports {
  const untold = [...new Set(shows)].filter((reference) => isMissing(reference) && !byLedger.has(reference))
  const gone = [...new Set(showed)].flatMap((reference) => {
    const report = shows.includes(reference) ? undefined : reportOf(reference)
    return report !== undefined && isUnnumbered(report) ? [report] : []
  })
  if (gone.length !== untold.length) return names
  return new Map([...names, ...gone.map((report, nth) => [untold[nth] ?? report, report] as const)])
}
