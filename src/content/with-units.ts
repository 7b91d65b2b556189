import { isMap } from '@boardwright/common'
import type {
  Audience,
  Dashboard,
  FolderPath,
  FreeForm,
  ObjectPlace,
  Report,
  ReportDefinition,
  Widget,
  Workbook,
} from './model.ts'
import { pathIn } from './model.ts'
import { widgetIn } from './units.ts'

export interface UnitValue {
  readonly unit: string
  readonly value: unknown
}

/** The same object with some fields replaced, where each unit is a field. */
export function withValues<T extends object>(object: T, changes: readonly UnitValue[]): T {
  return without({ ...object, ...Object.fromEntries(changes.map(({ unit, value }) => [unit, value])) }) as T
}

/** The inverse of `unitsOfReport`: the same report with some units replaced. */
export function reportWith(report: Report, changes: readonly UnitValue[]): Report {
  let { place } = report
  const definition: Record<string, unknown> = { ...report.definition }
  for (const { unit, value } of changes) {
    if (unit === 'workbook') place = placeWith(place, { workbook: value as string | undefined })
    else if (unit === 'folder') place = placeWith(place, { folder: value === undefined ? undefined : pathOf(value) })
    else if (unit === 'query') {
      definition['query'] = isMap(value) ? value : undefined
      definition['queryText'] = typeof value === 'string' ? value : undefined
    } else definition[unit] = value
  }
  return { ...report, place, definition: without(definition) as unknown as ReportDefinition }
}

export function workbookWith(workbook: Workbook, changes: readonly UnitValue[]): Workbook {
  const own: Record<string, unknown> = { ...workbook }
  const access: Record<string, Audience> = { ...workbook.embedAccess }
  const inDashboard: UnitValue[] = []
  for (const change of changes) {
    const { unit, value } = change
    if (unit.startsWith('embed ')) access[unit.slice('embed '.length)] = (value as Audience | undefined) ?? 'none'
    else if (unit === 'folder') own['folder'] = pathOf(value)
    else if (OF_WORKBOOK.has(unit)) own[unit] = value
    else inDashboard.push(change)
  }
  return {
    ...(without(own) as unknown as Workbook),
    ...(workbook.embedAccess ? { embedAccess: access } : {}),
    ...(inDashboard.length > 0 ? { dashboard: dashboardWith(workbook.dashboard ?? { widgets: [] }, inDashboard) } : {}),
  }
}

const OF_WORKBOOK: ReadonlySet<string> = new Set(['name', 'slug', 'meta', 'publish', 'allowEmbed', 'published'])

function dashboardWith(dashboard: Dashboard, changes: readonly UnitValue[]): Dashboard {
  const own: Record<string, unknown> = { ...dashboard }
  const widgets = new Map(dashboard.widgets.map((widget) => [widget.id, widget]))
  let app = dashboard.app
  let order: readonly string[] | undefined
  for (const { unit, value } of changes) {
    const widget = widgetIn(unit)
    if (unit === 'layout') {
      const layout = value as { readonly grid?: FreeForm; readonly order: readonly string[] } | undefined
      own['layout'] = layout?.grid
      order = layout?.order
    } else if (widget !== undefined) {
      if (value === undefined) widgets.delete(widget)
      else widgets.set(widget, value as Widget)
    } else if (unit === 'app') {
      app = value === undefined ? undefined : { ...(value as object), files: app?.files ?? {} }
    } else if (unit.startsWith('app ')) {
      const files = { ...app?.files, [unit.slice('app '.length)]: value as string | undefined }
      app = { ...app, files: without(files) as Record<string, string> }
    } else own[unit] = value
  }
  const ids = [...new Set([...(order ?? []), ...widgets.keys()])]
  return {
    ...(without(own) as unknown as Dashboard),
    widgets: ids.flatMap((id) => widgets.get(id) ?? []),
    ...(app ? { app } : {}),
  }
}

const placeWith = (
  place: ObjectPlace,
  change: { readonly [Key in keyof ObjectPlace]: ObjectPlace[Key] | undefined },
): ObjectPlace => without({ ...place, ...change }) as ObjectPlace

const without = <T extends object>(object: T): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T

const pathOf = (value: unknown): FolderPath => pathIn(typeof value === 'string' ? value : '')
