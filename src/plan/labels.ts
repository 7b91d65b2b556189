import { isMap } from '@boardwright/common'
import type { Sides } from '../compare/whole.ts'
import { isKind, type Key } from '../content/kinds.ts'
import type { Widget } from '../content/model.ts'
import { widgetIn } from '../content/units.ts'
import { labelOf } from './drawing.ts'

type Values = Readonly<Record<string, unknown>> & { readonly unit: string }

/** The names of the widgets and reports that these units of a workbook mention. Those without a name are left out. */
export function namesOfUnits(sides: Sides, key: Key, units: readonly Values[]): { names?: Record<string, string> } {
  const named = new Set(units.flatMap(idsIn))
  if (!isKind(key, 'workbook') || named.size === 0) return {}
  const { desired, live } = sides.compared
  const nameOf = (reference: string): string => {
    const report = desired.get(reference as Key) ?? live.get(reference as Key)
    return report?.name ?? reference
  }
  const widgets = [live, desired].flatMap((side) => side.get(key)?.whole().dashboard?.widgets ?? [])
  const entries = widgets
    .filter(({ id }) => named.has(id))
    .flatMap((widget) => [...labelEntry(widget, nameOf), ...reportEntry(widget, nameOf)])
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.length === 0 ? {} : { names: Object.fromEntries(entries) }
}

/** The widget of a unit, or all widgets if the unit is their order. */
function idsIn({ unit, ...sides }: Values): string[] {
  const widget = widgetIn(unit)
  if (widget !== undefined) return [widget]
  if (unit !== 'layout') return []
  return Object.values(sides).flatMap((side) => {
    const order = isMap(side) ? side['order'] : undefined
    return Array.isArray(order) ? order.filter((id): id is string => typeof id === 'string') : []
  })
}

function labelEntry(widget: Widget, nameOf: (reference: string) => string): [string, string][] {
  const label = labelOf(widget, nameOf)
  const isNone = label === `${widget.type.toLowerCase()} ${widget.id}` || label === widget.report
  return isNone ? [] : [[`widget ${widget.id}`, label]]
}

const reportEntry = ({ report }: Widget, nameOf: (reference: string) => string): [string, string][] =>
  report === undefined || nameOf(report) === report ? [] : [[report, nameOf(report)]]
