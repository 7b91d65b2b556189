import { isKind } from '../content/kinds.ts'
import type { Key, ReportReference, Widget } from '../content/model.ts'
import { isMissing, mapReferences, type Rename, referencesOf, reportOf } from '../content/references.ts'
import { isAsApplied, type LastApply, type Verdict } from '../content/threeway.ts'
import { type Units, unitDigest, widgetIn } from '../content/units.ts'
import { commitsOf, unitsThen } from './applied.ts'
import type { Compared } from './comparison.ts'
import type { CompareInputs } from './inputs.ts'
import { wholeUnits } from './whole.ts'

/** Whether live shows deleted reports in it. Only the tree that it was applied from says which reports these were. */
const showsMissing = ({ live }: Pick<Compared, 'live'>, key: Key): boolean =>
  live.get(key)?.references.some(isMissing) === true

/** The commits whose trees say which reports were deleted. */
export const commitsOfDangling = (compared: Compared): ReadonlySet<string> =>
  commitsOf(
    [...compared.live.keys()].filter((key) => showsMissing(compared, key)),
    compared,
  )

/** The comparison once the widgets that may have lost their report are read. */
export function withDangling(compared: Compared, inputs: CompareInputs): Compared {
  const comparisons = new Map(compared.comparisons)
  const { known, unnumbered } = inputs.live
  const lost = [...known.keys(), ...unnumbered].flatMap((key) =>
    isKind(key, 'report') && !compared.live.has(key) ? [key] : [],
  )
  for (const each of compared.comparisons.values()) {
    const { key, ownership, verdicts } = each
    const live = showsMissing(compared, key) ? wholeUnits({ compared, inputs }, 'live', key) : undefined
    if (!live) continue
    const applied = unitsThen(each, compared, inputs)
    const dangling = danglingUnits({ live, applied, written: ownership, lost })
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
  /** What was last applied to it, and what an interrupted apply was writing. */
  readonly written: LastApply
  /** Reports that ledgers name and live does not have. */
  readonly lost: readonly Key<'report'>[]
}

/**
 * Widgets that nobody edited but whose report was deleted. Live still refers to the report by its old number, even if
 * the report was created again and got a new one. The tree that the widget was applied from says which report it was.
 * Without that tree, each lost report is tried until the widget equals what was applied.
 */
function danglingUnits({ live, applied, written, lost }: Sides): ReadonlyMap<string, unknown> {
  const dangling = [...live].flatMap(([unit, value]): [string, unknown][] => {
    const shows = widgetIn(unit) === undefined ? [] : reportsShownBy(value)
    const missing = shows.filter(isMissing)
    const [only] = missing
    if (only === undefined) return []
    const asWritten = (rename: Rename): [string, unknown][] => {
      const [widget] = mapReferences({ widgets: [value as Widget] }, rename).widgets
      return isAsApplied(written, new Map([[unit, unitDigest(unit, widget)]]), unit) ? [[unit, widget]] : []
    }
    const showed = reportsShownBy(applied?.get(unit))
    if (showed.length === 0 && missing.length === 1)
      return lost.flatMap((report) => asWritten((each) => (each === only ? report : each))).slice(0, 1)
    const names = new Map(
      shows.flatMap((reference, index) => {
        const before = showed[index]
        return before && reportOf(before) && isMissing(reference) ? [[reference, before]] : []
      }),
    )
    return asWritten((each) => names.get(each) ?? each)
  })
  return new Map(dangling)
}

export const reportsShownBy = (widget: unknown): ReportReference[] =>
  widget === undefined ? [] : referencesOf({ widgets: [widget as Widget] })
