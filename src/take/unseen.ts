import { type Content, ofKind, withObjects } from '../content/entity.ts'
import { type Key, type ReportReference, type Widget, type Workbook, workbookKey } from '../content/model.ts'
import { isMissing, mapReferences, referencesOf, reportOf } from '../content/references.ts'

/**
 * Live as the tree may take it if this key does not see everything. If a report seems missing, this key may just not
 * see it. So a widget keeps its reference from the tree, unless that report is live and visible.
 */
export const withUnseen = (live: Content, repo: Content): Content =>
  withNamesFrom(repo, live, (report) => !live.has(report))

/**
 * If a widget's report is gone in live but its file stays in the tree, the widget keeps the reference from its file.
 */
export const withReportsThatStay = (taken: Content, repo: Content): Content =>
  withNamesFrom(repo, taken, (report) => taken.has(report))

/** Replaces references to missing reports by what the same widget has in the repo. */
function withNamesFrom(repo: Content, content: Content, isNamed: (report: Key) => boolean): Content {
  const losing = ofKind(content, 'workbook').filter(({ references }) => references.some(isMissing))
  return withObjects(content, new Map(losing.map(({ key, whole }) => [key, inWorkbook(whole())])))

  function inWorkbook(workbook: Workbook): Workbook {
    const { slug, dashboard } = workbook
    if (!dashboard) return workbook
    const before = repo.get(workbookKey(slug))?.whole().dashboard?.widgets ?? []
    const named = new Map(before.map((widget) => [widget.id, shownBy(widget)]))
    return {
      ...workbook,
      dashboard: { ...dashboard, widgets: dashboard.widgets.map((widget) => restored(widget, named)) },
    }
  }

  function restored(widget: Widget, named: ReadonlyMap<string, readonly ReportReference[]>): Widget {
    const before = named.get(widget.id) ?? []
    const names = new Map<ReportReference, ReportReference>()
    for (const [index, reference] of shownBy(widget).entries()) {
      const known = before[index]
      const key = known && reportOf(known)
      if (isMissing(reference) && key && isNamed(key)) names.set(reference, known)
    }
    const [whole = widget] = mapReferences({ widgets: [widget] }, (each) => names.get(each) ?? each).widgets
    return whole
  }
}

const shownBy = (widget: Widget): ReportReference[] => referencesOf({ widgets: [widget] })
