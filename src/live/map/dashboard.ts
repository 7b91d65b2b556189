import { objectOf } from '@boardwright/common'
import {
  type DashboardConfig,
  type DashboardConfigInput,
  type DashboardWidget,
  type DashboardWidgetInput,
  REPORT_REFERENCES,
} from '@boardwright/platform'
import { REPORT_KEYS } from '../../content/fields.ts'
import type { App, Dashboard, FolderPath, FreeForm, ReportReference, Widget } from '../../content/model.ts'
import { setFields } from './given.ts'

export function dashboardFromWire(config: DashboardConfig, nameReport: NameReport): Dashboard {
  const { kind, title, description, layout, settings, theme, app, widgets } = config
  return {
    ...setFields({ kind, title, description, layout, settings, theme }),
    widgets: (widgets ?? []).map((widget) => toWidget(widget, nameReport)),
    ...(app ? { app: toApp(app) } : {}),
  }
}

export function fromDashboard(dashboard: Dashboard, numbers: Pick<NumberOf, 'report'>): DashboardConfigInput {
  const { widgets, app, ...rest } = dashboard
  return {
    ...(rest as DashboardConfigInput),
    ...(app ? { app: { ...app } } : {}),
    widgets: widgets.map((widget) => fromWidget(widget, numbers) as DashboardWidgetInput),
  }
}

export function reportNumbersIn(config: DashboardConfig): number[] {
  const numbers: number[] = []
  for (const { type, config: own } of config.widgets ?? []) {
    takeReferences(type, own ?? undefined, (id) => {
      numbers.push(id)
      return `missing(${id})`
    })
  }
  return numbers
}

const toApp = ({ entry, html, manifest, files }: NonNullable<DashboardConfig['app']>): App => ({
  ...setFields({ entry, html, manifest }),
  files: files ?? {},
})

function toWidget(widget: DashboardWidget, nameReport: NameReport): Widget {
  const { id, type, position, responsiveLayouts, config, style } = widget
  const { references, rest } = takeReferences(type, config ?? undefined, nameReport)
  const { x, y, w, h } = position
  return {
    id,
    type: type as Widget['type'],
    ...references,
    position: { x, y, w, h },
    ...setFields({ responsiveLayouts, config: rest, style }),
  }
}

function fromWidget({ report, reports, config, ...rest }: Widget, numbers: Pick<NumberOf, 'report'>) {
  const references = REPORT_REFERENCES.filter(({ widget }) => widget === rest.type).flatMap(({ key, many }) => {
    const named = many ? reports?.map(numbers.report) : report && numbers.report(report)
    return named === undefined ? [] : [[key, named] as const]
  })
  if (references.length === 0) return { ...rest, ...(config === undefined ? {} : { config }) }
  return { ...rest, config: objectOf([...Object.entries(config ?? {}), ...references]) }
}

interface Taken {
  readonly references: {
    readonly report?: NonNullable<Widget['report']>
    readonly reports?: NonNullable<Widget['reports']>
  }
  readonly rest: FreeForm | undefined
}

/** Values that are not numbers are no references and stay in `config`. */
function takeReferences(type: string, config: FreeForm | undefined, nameReport: NameReport): Taken {
  const references: Record<string, ReportReference | ReportReference[]> = {}
  const taken = new Set<string>()
  for (const { widget, key, many } of REPORT_REFERENCES) {
    const value = config?.[key]
    const ids = many ? value : [value]
    if (widget !== type || !Array.isArray(ids) || !ids.every((id) => Number.isSafeInteger(id))) continue
    taken.add(key)
    const names = ids.map(nameReport)
    const [only] = names
    references[REPORT_KEYS[widget]] = many || only === undefined ? names : only
  }
  if (!config || taken.size === 0) return { references, rest: config }
  const rest = objectOf(Object.entries(config).filter(([key]) => !taken.has(key)))
  return { references, rest: Object.keys(rest).length > 0 ? rest : undefined }
}

export type NameReport = (id: number) => ReportReference

export interface NumberOf {
  readonly folder: (path: FolderPath) => number
  readonly workbook: (slug: string) => number
  readonly report: (reference: ReportReference) => number
}
