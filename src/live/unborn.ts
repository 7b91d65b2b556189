import { type Key, reportKey, workbookKey } from '../content/model.ts'
import { unitDigest } from '../content/units.ts'
import type { Inventory } from './inventory.ts'
import type { LedgerEntry } from './ledgers.ts'
import type { Names } from './names/names.ts'

/**
 * What a ledger says of objects that were about to be created when it was written: they had no number yet. Of those that
 * are there now it is known; of the others there is nothing to know.
 */
export function withNumbers(
  entries: readonly LedgerEntry[],
  { workbooks, reports }: Inventory,
  names: Pick<Names, 'slugOf' | 'reportOf'>,
): LedgerEntry[] {
  if (entries.every(({ known, holder }) => known.live !== 0 && holder.own?.self !== null)) return [...entries]
  const numbers = new Map<Key, number>([
    ...workbooks.flatMap(({ id }): [Key, number][] => {
      const slug = names.slugOf(id)
      return slug === undefined ? [] : [[workbookKey(slug), id]]
    }),
    ...reports.flatMap(({ id }): [Key, number][] => {
      const name = names.reportOf(id)
      return name ? [[reportKey(name.id), id]] : []
    }),
  ])
  const nameOf = new Map(workbooks.map(({ id, name }) => [id, name]))
  return entries.flatMap((entry) => {
    if (isShell(entry)) return [withName(entry, nameOf.get(entry.known.live))]
    if (entry.known.live !== 0) return [entry]
    const live = numbers.get(entry.key)
    return live === undefined ? [] : [{ ...entry, known: { ...entry.known, live } }]
  })
}

/** Whether a workbook was created and not even named. */
const isShell = ({ key, known, holder }: LedgerEntry): boolean =>
  key.startsWith('workbook/') && holder.own?.self === null && known.next !== undefined

/** What it is called then, the platform chose. */
const withName = (entry: LedgerEntry, name: string | undefined): LedgerEntry =>
  name === undefined || !entry.known.base
    ? entry
    : { ...entry, known: { ...entry.known, base: { ...entry.known.base, name: unitDigest('name', name) } } }
