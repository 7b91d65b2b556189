import type { LedgerFacts } from '../base/facts.ts'
import type { Content, Entity } from '../content/entity.ts'
import { isKind } from '../content/kinds.ts'
import type { Key, ReportReference, Widget } from '../content/model.ts'
import { isMissing, mapReferences, reportOf, reportsShownBy } from '../content/references.ts'
import { isAsApplied, type LastApply } from '../content/threeway.ts'
import { type Units, unitDigest, widgetIn } from '../content/units.ts'
import { unitsThen } from './applied.ts'
import { type Compared, changedByRepo } from './comparison.ts'
import type { CompareInputs } from './inputs.ts'
import { type LostReports, lostReportsIn } from './lost-reports.ts'
import { wholeUnits } from './whole.ts'

/** Whether it shows deleted reports. Only the tree that it was applied from says which reports these were. */
const showsMissing = ({ references }: Entity): boolean => references.some(isMissing)

/** The commits whose trees say which reports were deleted. */
export const commitsOfDangling = (live: Content, { entries, pending }: LedgerFacts): string[] =>
  [...live.values()]
    .filter(showsMissing)
    .flatMap(({ key }) => entries.get(key)?.commit ?? pending.get(key)?.awaits ?? [])

/** The comparison once the widgets that may have lost their report are read. */
export function withDangling(compared: Compared, inputs: CompareInputs): Compared {
  const comparisons = new Map(compared.comparisons)
  const { entries, unnumbered } = inputs.live
  const lost = [...entries.keys(), ...unnumbered].flatMap((key) =>
    isKind(key, 'report') && !compared.live.has(key) ? [key] : [],
  )
  const byLedger = lostReportsIn(compared.live, entries)
  for (const each of compared.comparisons.values()) {
    const { key, ownership } = each
    const there = compared.live.get(key)
    const live = there && showsMissing(there) ? wholeUnits({ compared, inputs }, 'live', key) : undefined
    if (!live) continue
    const applied = unitsThen(each, compared, inputs)
    const dangling = danglingUnits({ live, applied, written: ownership, byLedger, lost })
    comparisons.set(key, { ...changedByRepo(each, (unit) => dangling.has(unit)), dangling })
  }
  return { ...compared, comparisons }
}

interface DanglingSources {
  readonly live: Units
  readonly applied: Units | undefined
  /** What was last applied to it, and what an interrupted apply was writing. */
  readonly written: LastApply
  readonly byLedger: LostReports
  /** Reports that ledgers name and live does not have. */
  readonly lost: readonly Key<'report'>[]
}

/** Widgets that nobody edited but whose report was deleted, each as it was before. */
const danglingUnits = (sources: DanglingSources): ReadonlyMap<string, unknown> =>
  new Map(
    [...sources.live].flatMap(([unit, value]): [string, unknown][] => {
      const before = widgetIn(unit) === undefined ? undefined : widgetBefore(unit, value as Widget, sources)
      return before ? [[unit, before]] : []
    }),
  )

/** The widget with reports in place of the missing ones, such that it equals what was applied. */
function widgetBefore(unit: string, widget: Widget, sources: DanglingSources): Widget | undefined {
  const { written, lost } = sources
  const [missing, another] = reportsShownBy(widget).filter(isMissing)
  if (missing === undefined) return undefined
  const names = namesBefore(widget, unit, sources)
  // If nobody knows which it was, it may be any: the digest decides.
  const mayBeAny = names.size === 0 && another === undefined
  const candidates: readonly Names[] = mayBeAny ? lost.map((report) => new Map([[missing, report]])) : [names]
  return candidates
    .flatMap((before) => mapReferences({ widgets: [widget] }, (each) => before.get(each) ?? each).widgets)
    .find((each) => isAsApplied(written, new Map([[unit, unitDigest(unit, each)]]), unit))
}

type Names = ReadonlyMap<ReportReference, ReportReference>

/**
 * Which reports the missing ones were. Live still refers to a report by its old number, even if it was created again
 * and its ledger has the new one. Then the tree that the widget was applied from has it in the same place.
 */
function namesBefore(widget: Widget, unit: string, { applied, byLedger }: DanglingSources): Names {
  const showed = reportsShownBy(applied?.get(unit))
  return new Map(
    reportsShownBy(widget).flatMap((reference, index): [ReportReference, ReportReference][] => {
      const before = byLedger.get(reference) ?? showed[index]
      return isMissing(reference) && before && reportOf(before) ? [[reference, before]] : []
    }),
  )
}
