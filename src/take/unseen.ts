import type { Content, Key, ReportReference, Widget, Workbook } from '../content/model.ts'
import { reportKey } from '../content/model.ts'
import { isMissing, mapReferences, referencesOf, reportOf } from '../content/references.ts'

/**
 * Live as the tree may take it if this key does not see everything. If a report seems missing, this key may just not
 * see it. So a widget keeps its reference from the tree, unless that report is live and visible.
 */
export function withUnseen(live: Content, repo: Content): Content {
  const inSight = keysOfReports(live)
  return withNamesFrom(repo, live, (report) => !inSight.has(report))
}

/**
 * If a widget's report is gone in live but its file stays in the tree, the widget keeps the reference from its file.
 */
export function withReportsThatStay(taken: Content, repo: Content): Content {
  const inTree = keysOfReports(taken)
  return withNamesFrom(repo, taken, (report) => inTree.has(report))
}

const keysOfReports = ({ reports }: Content): ReadonlySet<Key> => new Set(reports.map(({ id }) => reportKey(id)))

/** Replaces references to missing reports by what the same widget has in the repo. */
function withNamesFrom(repo: Content, content: Content, isNamed: (report: Key) => boolean): Content {
  const named = new Map(
    repo.workbooks.flatMap(({ slug, dashboard }) =>
      (dashboard?.widgets ?? []).map((widget) => [`${slug} ${widget.id}`, shownBy(widget)] as const),
    ),
  )
  const restored = (slug: string, widget: Widget): Widget => {
    const before = named.get(`${slug} ${widget.id}`) ?? []
    const names = new Map<ReportReference, ReportReference>()
    for (const [index, reference] of shownBy(widget).entries()) {
      const known = before[index]
      const key = known && reportOf(known)
      if (isMissing(reference) && key && isNamed(key)) names.set(reference, known)
    }
    const [whole = widget] = mapReferences({ widgets: [widget] }, (each) => names.get(each) ?? each).widgets
    return whole
  }
  const inWorkbook = (workbook: Workbook): Workbook => {
    const { slug, dashboard } = workbook
    if (!dashboard || !referencesOf(dashboard).some(isMissing)) return workbook
    return {
      ...workbook,
      dashboard: { ...dashboard, widgets: dashboard.widgets.map((widget) => restored(slug, widget)) },
    }
  }
  return { ...content, workbooks: content.workbooks.map(inWorkbook) }
}

const shownBy = (widget: Widget): ReportReference[] => referencesOf({ widgets: [widget] })
