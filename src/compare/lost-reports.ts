import type { LedgerFacts } from '../base/facts.ts'
import { type Content, ofKind } from '../content/entity.ts'
import { isKind } from '../content/kinds.ts'
import type { Key, ReportReference } from '../content/model.ts'
import { missingNumber } from '../content/references.ts'

/** Which report each reference leads to that leads nowhere in live, as far as ledgers have its number. */
export type LostReports = ReadonlyMap<ReportReference, Key<'report'>>

export function lostReportsIn(live: Content, entries: LedgerFacts['entries']): LostReports {
  const reports = [...entries].flatMap(([key, entry]) => (isKind(key, 'report') ? [[entry.live, key] as const] : []))
  // The most trusted entry of a number comes first.
  const numbered = new Map(reports.reverse())
  return new Map(
    ofKind(live, 'workbook').flatMap(({ references }) =>
      references.flatMap((reference) => {
        const report = numbered.get(missingNumber(reference) ?? -1)
        return report === undefined ? [] : [[reference, report] as const]
      }),
    ),
  )
}
