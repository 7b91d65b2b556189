import type { Base } from '../content/base.ts'
import type { Key, ReportReference, Widget } from '../content/model.ts'
import { isMissing, mapReferences, referencesOf, reportOf } from '../content/references.ts'
import { type Units, unitDigest } from '../content/units.ts'

/**
 * Widgets that nobody edited: they only lost the report that they showed. Live names such a report by its number, so
 * what the tree had there when it was applied tells which one it was.
 */
export function danglingUnits(
  {
    live,
    applied,
    base,
  }: { readonly live: Units; readonly applied: () => Units | undefined; readonly base: Base | undefined },
  isLive: (report: Key) => boolean,
): ReadonlySet<string> {
  const lost = [...live].filter(([unit, value]) => {
    const shows = unit.startsWith('widget ') ? shownBy(value) : []
    if (!shows.some(isMissing)) return false
    const showed = shownBy(applied()?.get(unit))
    const names = new Map(
      shows.flatMap((reference, index) => {
        const before = showed[index]
        const key = before && reportOf(before)
        return key && isMissing(reference) && !isLive(key) ? [[reference, before]] : []
      }),
    )
    const [widget] = mapReferences({ widgets: [value as Widget] }, (each) => names.get(each) ?? each).widgets
    return [base?.[unit]].flat().includes(unitDigest(unit, widget))
  })
  return new Set(lost.map(([unit]) => unit))
}

/** The reports that a widget shows. */
export const shownBy = (widget: unknown): ReportReference[] =>
  widget === undefined ? [] : referencesOf({ widgets: [widget as Widget] })
