import { type Content, ofKind, withObjects } from '../content/entity.ts'
import type { Key, ReportReference, Widget, Workbook } from '../content/model.ts'
import { isMissing, mapReferences, type Rename, reportOf, reportsShownBy } from '../content/references.ts'

/**
 * Live as the tree may take it if this key does not see everything. If a report seems missing, this key may just not
 * see it. So a widget keeps its reference from the tree, unless that report is live and visible.
 */
export const withUnseen = (live: Content, repo: Content): Content =>
  withNamesFrom(repo, live, (report) => !live.has(report))

/**
 * If a widget's report is gone in live but its file stays in the tree, the widget keeps the reference from its file.
 */
export const withReportsThatStay = (taken: Content, { repo, live }: Record<'repo' | 'live', Content>): Content =>
  withNamesFrom(repo, taken, (report) => taken.has(report) && !live.has(report))

/** Replaces references to missing reports by what the same widget has in the repo. */
function withNamesFrom(repo: Content, content: Content, mayBeMissing: (report: Key) => boolean): Content {
  const losing = ofKind(content, 'workbook').filter(({ references }) => references.some(isMissing))
  return withObjects(
    content,
    new Map(losing.map(({ key, whole }) => [key, withNames(whole(), repo.get(key)?.whole(), mayBeMissing)])),
  )
}

function withNames(workbook: Workbook, before: Workbook | undefined, mayBeMissing: (report: Key) => boolean): Workbook {
  const { dashboard } = workbook
  if (!dashboard) return workbook
  const widgetsBefore = new Map(before?.dashboard?.widgets.map((widget) => [widget.id, widget]))
  const widgets = dashboard.widgets.map((widget) => named(widget, widgetsBefore.get(widget.id), mayBeMissing))
  return { ...workbook, dashboard: { ...dashboard, widgets } }
}

/**
 * The missing reports are those that the widget no longer shows: in the same order if there are as many, and otherwise
 * those in the same place.
 */
function named(widget: Widget, before: Widget | undefined, mayBeMissing: (report: Key) => boolean): Widget {
  const shown = reportsShownBy(widget)
  const showed = reportsShownBy(before)
  const missing = [...new Set(shown)].filter(isMissing)
  const lost = new Set(
    showed.filter((reference) => {
      const report = reportOf(reference)
      return !shown.includes(reference) && report !== undefined && mayBeMissing(report)
    }),
  )
  const inOrder = [...lost]
  const nameFor = (reference: ReportReference): ReportReference | undefined =>
    inOrder.length === missing.length ? inOrder[missing.indexOf(reference)] : showed[shown.indexOf(reference)]
  const names = new Map(missing.map((reference) => [reference, nameFor(reference)]))
  const rename: Rename = (reference) => {
    const name = names.get(reference)
    return name !== undefined && lost.has(name) ? name : reference
  }
  return mapReferences({ widgets: [widget] }, rename).widgets[0] ?? widget
}
