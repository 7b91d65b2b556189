import { REPORT_REFERENCES } from '../../api/chosen.ts'
import type { Dashboard as WireDashboard, DashboardConfig, DashboardWidget } from '../../api/dashboards.ts'
import { REPORT_KEYS } from '../../content/fields.ts'
import { OLD_TABS } from '../../content/limits.ts'
import type { App, Dashboard, FreeForm, ReportReference, Workbook, Widget } from '../../content/model.ts'
import { objectOf } from '../../json.ts'

/** What a number in a widget means in this deployment. */
export type NameReport = (id: number) => ReportReference

/** Keys that have a value. The platform says null where it means nothing. */
const given = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null && each !== undefined)) as Partial<T>

export function toDashboard(config: DashboardConfig, nameReport: NameReport): Dashboard {
  const { kind, title, description, layout, settings, theme, app, widgets } = config
  return {
    ...(given({ kind, title, description, layout, settings, theme }) as Omit<Dashboard, 'widgets'>),
    widgets: (widgets ?? []).map((widget) => toWidget(widget, nameReport)),
    ...(app ? { app: toApp(app) } : {}),
  }
}

const toApp = ({ entry, html, manifest, files }: NonNullable<DashboardConfig['app']>): App => ({
  ...(given({ entry, html, manifest }) as Omit<App, 'files'>),
  files: files ?? {},
})

function toWidget(widget: DashboardWidget, nameReport: NameReport): Widget {
  const { id, type, position, responsiveLayouts, config, style } = currentForm(widget)
  const { references, rest } = takeReferences(type, config ?? undefined, nameReport)
  const { x, y, w, h } = position
  return {
    id,
    type: type as Widget['type'],
    ...references,
    position: { x, y, w, h },
    ...(given({ responsiveLayouts, config: rest, style }) as Partial<Widget>),
  }
}

const currentForm = (widget: DashboardWidget): DashboardWidget =>
  widget.type === OLD_TABS ? { ...widget, type: 'CONTAINER', config: { ...widget.config, layout: 'tabs' } } : widget

function takeReferences(type: string, config: FreeForm | undefined, nameReport: NameReport) {
  const references: Record<string, unknown> = {}
  const taken = new Set<string>()
  for (const { widget, key, many } of REPORT_REFERENCES) {
    const value = config?.[key]
    const ids = many ? value : [value]
    if (widget !== type || !Array.isArray(ids) || ids.some((id) => !Number.isInteger(id))) continue
    taken.add(key)
    const names = (ids as number[]).map(nameReport)
    references[REPORT_KEYS[widget]] = many ? names : names[0]
  }
  if (!config || taken.size === 0) return { references: references as Partial<Widget>, rest: config }
  const rest = objectOf(Object.entries(config).filter(([key]) => !taken.has(key)))
  return { references: references as Partial<Widget>, rest: Object.keys(rest).length > 0 ? rest : undefined }
}

/** What the published dashboard is called, where that is not what its own config says. */
export function publishedNames({ title, description, config }: WireDashboard): Workbook['published'] {
  const names = {
    ...(title != null && title !== (config.title ?? null) ? { title } : {}),
    ...(description != null && description !== (config.description ?? null) ? { description } : {}),
  }
  return Object.keys(names).length > 0 ? names : undefined
}
