import { type Key, type Report, reportKey } from '../content/model.ts'
import { type Gathered, wholeIn } from '../content/readable.ts'
import { saidOf } from '../content/threeway.ts'
import { digestIn, unitsOfReport } from '../content/units.ts'
import { type VersionRecord, withWrite } from '../content/versions.ts'
import type { LedgerFacts } from '../ledger/facts.ts'
import type { Known, Next } from '../ledger/ledger.ts'
import type { Inventory } from './wire.ts'

export type Versions = ReadonlyMap<Key, VersionRecord>

/** What we know about each report's versions: its ledger entry, plus what an interrupted run wrote after that. */
export function versionsOf(
  { reports }: Inventory,
  { content, unread, ids }: Gathered & { readonly ids: ReadonlyMap<Key, number> },
  { ledgers, known }: Pick<LedgerFacts, 'ledgers' | 'known'>,
): Versions {
  const versions = new Map(reports.map(({ id, version }) => [id, version]))
  return new Map(
    content.reports.flatMap((report): [Key, VersionRecord][] => {
      const key = reportKey(report.id)
      const id = ids.get(key)
      const entry = known.get(key)
      const record = entry?.live === id ? entry : undefined
      const quiet = record?.quiet ?? ledgers.get(key)?.quiet
      if (id === undefined || (!record && !quiet)) return []
      const { ours, unpublished } = record ?? {}
      const said = { quiet, ours, unpublished, wroteOver: wroteOverWith(record) }
      const version = versions.get(id)
      return [
        [
          key,
          isLanded(() => wholeIn({ unread }, 'report', report), record?.next, version)
            ? withWrite(said, [version - 1, version])
            : said,
        ],
      ]
    }),
  )
}

/** Whether the report is exactly what an interrupted run was writing, with no save since. */
function isLanded(read: () => Report, next: Next | undefined, version: number | null | undefined): version is number {
  if (next?.from === undefined || version !== next.from + 1) return false
  const units = unitsOfReport(read())
  const sent = Object.entries(next.units)
  return sent.length > 0 && sent.every(([unit, digest]) => digestIn(units, unit) === digest)
}

/** An interrupted run may have written, so this includes what it would have replaced. */
function wroteOverWith(record: Known | undefined): VersionRecord['wroteOver'] {
  const { wroteOver, base, next } = record ?? {}
  if (next?.from === undefined) return wroteOver
  return [...(wroteOver ?? []), [next.from + 1, saidOf(base, Object.keys(next.units))]]
}
