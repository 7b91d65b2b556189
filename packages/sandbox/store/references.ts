import { objectOf } from '@boardwright/common'
import { REPORT_REFERENCES } from '@boardwright/platform'

interface WidgetLike {
  readonly type: string
  readonly config?: Readonly<Record<string, unknown>> | null | undefined
}
interface ConfigLike<W extends WidgetLike = WidgetLike> {
  readonly widgets?: readonly W[] | null | undefined
}

const keysOf = (widget: WidgetLike) => REPORT_REFERENCES.filter((reference) => reference.widget === widget.type)

/** The numeric ids of the reports that a dashboard names, in the order of its widgets, each once. */
export function reportIdsOf(config: ConfigLike | null | undefined): number[] {
  const ids = (config?.widgets ?? []).flatMap((widget) =>
    keysOf(widget).flatMap(({ key }) => {
      const value = widget.config?.[key]
      return (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'number')
    }),
  )
  return [...new Set(ids)]
}

/** The same dashboard with other report ids. Ids that are not in `rename` stay. */
export function renameReports<C extends ConfigLike>(config: C, rename: ReadonlyMap<number, number>): C {
  const point = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(point)
    return typeof value === 'number' ? (rename.get(value) ?? value) : value
  }
  const widgets = config.widgets?.map((widget) => {
    const keys = new Set<string>(keysOf(widget).map(({ key }) => key))
    if (keys.size === 0 || !widget.config) return widget
    const entries = Object.entries(widget.config)
    return { ...widget, config: objectOf(entries.map(([key, value]) => [key, keys.has(key) ? point(value) : value])) }
  })
  return widgets ? { ...config, widgets } : config
}
