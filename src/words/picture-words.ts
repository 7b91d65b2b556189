import { isMap } from '@boardwright/common'
import { plural } from '../content/counted.ts'
import { printableName } from '../content/printable.ts'
import { widgetIn } from '../content/units.ts'
import type { Box, PlannedObject, UnitChange } from '../plan/plan-file.ts'
import { publishText } from './facts.ts'
import { limitParts, lineInWords } from './lines.ts'
import { wordsFor } from './objects.ts'
import { allInside, insideSentences, objectSentences } from './sentences.ts'
import { keptText } from './values/layout.ts'
import { namesFor, type ShownNames } from './values/line.ts'
import { widgetParts } from './values/widget.ts'

/** The reports that a dashboard shows and that the plan changes, by widget. */
export const changedReports = (
  boxes: readonly Box[],
  objects: ReadonlyMap<string, PlannedObject>,
): ReadonlyMap<string, PlannedObject> =>
  new Map(
    boxes.flatMap(({ id, report }) => {
      const found = report === undefined ? undefined : objects.get(report)
      return found && found.action !== 'delete' ? [[id, found] as const] : []
    }),
  )

/** Widgets of reports that an earlier run wrote, and of which viewers see this only now. */
export const widgetsShownLate = (
  { publish }: PlannedObject,
  boxes: readonly Box[],
  reports: ReadonlyMap<string, PlannedObject>,
): [string, string[]][] =>
  boxes.flatMap(({ id, report }) =>
    publish?.reports.some((each) => each === report) && !reports.has(id)
      ? [[id, ['viewers see an older version']]]
      : [],
  )

/** What changes in widgets themselves, besides their places. */
export const widgetsOfUnits = (units: readonly UnitChange[], names: ShownNames): [string, string[]][] =>
  units.flatMap(({ unit, before, after }): [string, string[]][] => {
    const widget = widgetIn(unit)
    if (widget === undefined || !isMap(before) || !isMap(after)) return []
    const parts = widgetParts(before, after, names)
    return parts.length === 0 ? [] : [[widget, [limitParts(parts).join(', ')]]]
  })

/** What changes in each widget that changes in more than its place. */
export function widgetSentences(
  dashboard: PlannedObject,
  reports: ReadonlyMap<string, PlannedObject>,
  others: ShownNames,
): ReadonlyMap<string, readonly string[]> {
  const names = namesFor(others, dashboard)
  const told = new Map(widgetsOfUnits(dashboard.units, names))
  for (const [widget, report] of reports) {
    const sentences = report.action === 'create' ? insideSentences(report, others) : objectSentences(report, others)
    told.set(widget, [...(told.get(widget) ?? []), ...sentences.map(({ text }) => text)])
  }
  return told
}

/** What changes in a dashboard. Where its widgets are is only counted, because the picture shows it. */
export function dashboardSentences(
  object: PlannedObject,
  reports: ReadonlyMap<string, PlannedObject>,
  { changed, names }: { readonly changed: number; readonly names: ShownNames },
): string[] {
  const { action, publish } = object
  if (action === 'delete') return ['is deleted']
  const { layout, lines } = wordsFor(object, names)
  const published = publish ? [`published as ${publishText(publish).replace(/\. .*/s, '')}`] : []
  if (action === 'create') return [['new', ...(layout ? [layout.summary] : []), ...published].join('; ')]
  const counts = [
    ...(layout ? [layout.summary] : []),
    ...(changed === 0 ? [] : [plural(changed, 'widget shows something else', 'widgets show something else')]),
  ]
  const told = [
    ...(counts.length === 0 ? [] : [counts.join('; ')]),
    ...keptText(object.units),
    ...lines.map((line) => lineInWords(line)),
    ...allInside([...new Set(reports.values())], names).map(({ text }) => text),
  ]
  return [...(told.length === 0 ? [printableName(object.because)] : told), ...published]
}
