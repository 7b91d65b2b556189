import type { Base } from '../content/base.ts'
import { isKind } from '../content/kinds.ts'
import type { Key, ReportReference, Widget } from '../content/model.ts'
import { isMissing, mapReferences, type Rename, referencesOf, reportOf } from '../content/references.ts'
import type { Verdict } from '../content/threeway.ts'
import { type Units, unitDigest } from '../content/units.ts'
import { type Compared, showsMissing } from './compare.ts'
import type { PlanInputs } from './inputs.ts'
import { unitsIn, wholeUnits } from './whole.ts'

/** The comparison, after reading the widgets that may have lost their report. */
export function withDangling(compared: Compared, inputs: PlanInputs): Compared {
  const comparisons = new Map(compared.comparisons)
  const lost = [...inputs.live.known.keys()].flatMap((key) =>
    isKind(key, 'report') && !compared.live.has(key) ? [key] : [],
  )
  for (const each of compared.comparisons.values()) {
    const { key, ownership, verdicts } = each
    const live = showsMissing(compared, key) ? wholeUnits({ compared, inputs }, 'live', key) : undefined
    if (!live) continue
    const then = compared.then(key, inputs.history.applied)
    const applied = then && unitsIn(inputs.whole.applied, then.key)
    const base = 'base' in ownership ? ownership.base : undefined
    const dangling = danglingUnits({ live, applied, base, lost }, (report) => compared.live.has(report))
    const settled = [...verdicts].map(([unit, verdict]): [string, Verdict] => [
      unit,
      verdict === 'conflict' && dangling.has(unit) ? 'repo' : verdict,
    ])
    comparisons.set(key, { ...each, dangling, verdicts: new Map(settled) })
  }
  return { ...compared, comparisons }
}

interface Sides {
  readonly live: Units
  readonly applied: Units | undefined
  readonly base: Base | undefined
  /** Reports that ledgers know and live has no more. */
  readonly lost: readonly Key<'report'>[]
}

/**
 * Widgets that nobody edited but whose report was deleted. Live names such a report by number. The applied tree tells
 * which one it was; without it, the one with which the widget is as it was applied.
 */
function danglingUnits(
  { live, applied, base, lost }: Sides,
  isLive: (report: Key) => boolean,
): ReadonlyMap<string, unknown> {
  const dangling = [...live].flatMap(([unit, value]): [string, unknown][] => {
    const shows = unit.startsWith('widget ') ? shownBy(value) : []
    const missing = shows.filter(isMissing)
    const [only] = missing
    if (only === undefined) return []
    const asApplied = (rename: Rename): [string, unknown][] => {
      const [widget] = mapReferences({ widgets: [value as Widget] }, rename).widgets
      return [base?.[unit]].flat().includes(unitDigest(unit, widget)) ? [[unit, widget]] : []
    }
    const showed = shownBy(applied?.get(unit))
    if (showed.length === 0 && missing.length === 1)
      return lost.flatMap((report) => asApplied((each) => (each === only ? report : each))).slice(0, 1)
    const names = new Map(
      shows.flatMap((reference, index) => {
        const before = showed[index]
        const key = before && reportOf(before)
        return key && isMissing(reference) && !isLive(key) ? [[reference, before]] : []
      }),
    )
    return asApplied((each) => names.get(each) ?? each)
  })
  return new Map(dangling)
}

export const shownBy = (widget: unknown): ReportReference[] =>
  widget === undefined ? [] : referencesOf({ widgets: [widget as Widget] })
