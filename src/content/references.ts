import { canonicalText } from './digest.ts'
import { publicIdsIn } from './identity.ts'
import { idIn, isKind } from './kinds.ts'
import type { Dashboard, Key, ReportReference, Widget, Workbook } from './model.ts'
import { reportKey } from './model.ts'

export const referencesOf = ({ widgets }: Pick<Dashboard, 'widgets'>): ReportReference[] =>
  widgets.flatMap(({ report, reports = [] }) => (report === undefined ? reports : [report, ...reports]))

/** Of a widget as the value of its unit. */
export const reportsShownBy = (widget: unknown): ReportReference[] =>
  widget === undefined ? [] : referencesOf({ widgets: [widget as Widget] })

export const referencesIn = ({ dashboard }: Workbook): readonly ReportReference[] =>
  dashboard ? referencesOf(dashboard) : []

/** What a dashboard may show: the reports of its widgets, and those that an app's code may ask for by public id. */
export const shownIn = (dashboard: Dashboard): ReportReference[] => [
  ...referencesOf(dashboard),
  ...codeOf(dashboard).flatMap((text) => publicIdsIn(text).map(([id]): ReportReference => `id:${id}`)),
]

const codeOf = ({ app }: Dashboard): string[] =>
  app ? [app.html ?? '', canonicalText(app.manifest ?? {}), ...Object.values(app.files)] : []

export type Rename = (reference: ReportReference) => ReportReference

export function mapReferences(dashboard: Dashboard, rename: Rename): Dashboard {
  if (referencesOf(dashboard).every((reference) => rename(reference) === reference)) return dashboard
  return { ...dashboard, widgets: dashboard.widgets.map((widget) => renameIn(widget, rename)) }
}

const renameIn = ({ report, reports, ...widget }: Widget, rename: Rename): Widget => ({
  ...widget,
  ...(report === undefined ? {} : { report: rename(report) }),
  ...(reports === undefined ? {} : { reports: reports.map(rename) }),
})

export function withReferences(workbook: Workbook, rename: Rename): Workbook {
  if (referencesIn(workbook).every((each) => rename(each) === each)) return workbook
  const { dashboard } = workbook
  return dashboard ? { ...workbook, dashboard: mapReferences(dashboard, rename) } : workbook
}

/**
 * A report has two names: its key in the tree, and its public id outside. Both sides are compared under `report/...` if
 * the tree or a ledger knows the report, otherwise under `id:...`.
 */
export function settledNames(publicIds: ReadonlyMap<Key, string>, isKnown: (key: Key) => boolean): Rename {
  let byPublicId: ReadonlyMap<string, Key> | undefined
  const keyOf = (publicId: string): Key | undefined => {
    byPublicId ??= new Map([...publicIds].map(([key, id]) => [id, key]))
    return byPublicId.get(publicId)
  }
  return (reference) => {
    if (isMissing(reference)) return reference
    const written = publicIdOf(reference)
    const key = written === undefined ? (reference as Key) : keyOf(written)
    if (key === undefined) return reference
    const publicId = publicIds.get(key)
    return isKnown(key) || publicId === undefined ? (key as ReportReference) : `id:${publicId}`
  }
}

/** A reference in live that leads nowhere. */
export const isMissing = (reference: string): boolean => reference.startsWith('missing(')

export const missingReference = (deployment: number, report: number): ReportReference =>
  `missing(${deployment}/${report})`

/** The number of the report that a reference leads to no more. */
export const missingNumber = (reference: string): number | undefined => {
  const [, number] = /^missing\(\d+\/(\d+)\)$/.exec(reference) ?? []
  return number === undefined ? undefined : Number(number)
}

/** The public id, if the reference is one. */
export const publicIdOf = (reference: string): string | undefined =>
  reference.startsWith('id:') ? reference.slice('id:'.length) : undefined

export const reportOf = (reference: ReportReference): Key<'report'> | undefined =>
  isKind(reference, 'report') ? reportKey(idIn(reference)) : undefined
