import type { Base } from '../content/base.ts'
import type { Key, ReportReference, Widget } from '../content/model.ts'
import { isMissing, mapReferences, referencesOf, reportOf } from '../content/references.ts'
import type { Verdict } from '../content/threeway.ts'
import { type Units, unitDigest } from '../content/units.ts'
import { type Compared, showsMissing } from './compare.ts'
import type { PlanInputs } from './inputs.ts'
import { unitsIn, wholeUnits } from './whole.ts'

/** The comparison, after reading the widgets that may have lost their report. */
export function withDangling(compared: Compared, inputs: PlanInputs): Compared {
  const comparisons = new Map(compared.comparisons)
  for (const each of compared.comparisons.values()) {
    const { key, ownership, verdicts } = each
    const live = showsMissing(compared, key) ? wholeUnits({ compared, inputs }, 'live', key) : undefined
    if (!live) continue
    const then = compared.then(key, inputs.history.applied)
    const applied = then && unitsIn(inputs.whole.applied, then.key)
    const base = 'base' in ownership ? ownership.base : undefined
    const dangling = danglingUnits({ live, applied, base }, (report) => compared.live.has(report))
    const settled = [...verdicts].map(([unit, verdict]): [string, Verdict] => [
      unit,
      verdict === 'conflict' && dangling.has(unit) ? 'repo' : verdict,
    ])
    comparisons.set(key, { ...each, dangling, verdicts: new Map(settled) })
  }
  return { ...compared, comparisons }
}

/**
 * Widgets that nobody edited but whose report was deleted. Live names such a report by number, so the applied tree
 * tells which one it was.
 */
function danglingUnits(
  {
    live,
    applied,
    base,
  }: { readonly live: Units; readonly applied: Units | undefined; readonly base: Base | undefined },
  isLive: (report: Key) => boolean,
): ReadonlySet<string> {
  const lost = [...live].filter(([unit, value]) => {
    const shows = unit.startsWith('widget ') ? shownBy(value) : []
    if (!shows.some(isMissing)) return false
    const showed = shownBy(applied?.get(unit))
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

export const shownBy = (widget: unknown): ReportReference[] =>
  widget === undefined ? [] : referencesOf({ widgets: [widget as Widget] })
