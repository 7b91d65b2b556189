import type { Report } from '../api/reports.ts'
import type { Workbook } from '../api/workbooks.ts'
import { derivedIds, normalSlug } from '../content/identity.ts'
import {
  type Holder,
  isOwn,
  type Known,
  knownOf,
  type Ledger,
  type LedgerRead,
  ledgerFor,
  type RecordRead,
  readRecord,
} from '../content/ledger.ts'
import type { Key, Kind } from '../content/model.ts'
import type { Inventory } from './inventory.ts'
import { glanceAtReport } from './rows/report.ts'
import { glanceAtWorkbook } from './rows/workbook.ts'

/** A workbook or report with a record in its `meta`. Numbers are unique within a kind only. */
export interface HeldLedger {
  readonly kind: 'workbook' | 'report'
  readonly id: number
  readonly read: Exclude<LedgerRead, { state: 'none' }>
  /** The record, when it is of this project and was written on the object that holds it. */
  readonly own: Ledger | undefined
}

export interface Place {
  readonly deployment: number
  readonly projectId: string
}

export const readLedgers = ({ workbooks, reports }: Inventory, place: Place): HeldLedger[] => [
  ...workbooks.flatMap((wire) => ledgerOfWorkbook(wire, place) ?? []),
  ...reports.flatMap((wire) => ledgerOfReport(wire, place) ?? []),
]

function ledgerOfWorkbook(wire: Workbook, place: Place): HeldLedger | undefined {
  const { id, slug } = wire
  const mayBe = (logicalId: string): boolean => slug != null && normalSlug(slug) === logicalId
  return readHeld({ kind: 'workbook', id, record: glanceAtWorkbook(wire).record, mayBe }, place)
}

function ledgerOfReport(wire: Report, place: Place): HeldLedger | undefined {
  const { record } = glanceAtReport(wire)
  if (record == null) return undefined
  const { deployment, projectId } = place
  const mayBe = (logicalId: string): boolean =>
    [logicalId, ...derivedIds(projectId, deployment, logicalId)].includes(wire.publicId)
  return readHeld({ kind: 'report', id: wire.id, record: readRecord(record), mayBe }, place)
}

function readHeld(
  { kind, id, record, mayBe }: Omit<Holder, 'deployment'> & { readonly record: RecordRead },
  { deployment, projectId }: Place,
): HeldLedger | undefined {
  const read = ledgerFor(record, projectId)
  if (read.state === 'none') return undefined
  const isValid = read.state === 'ours' && isOwn(read.ledger, { kind, deployment, id, mayBe })
  return { kind, id, read, own: isValid ? read.ledger : undefined }
}

/** What own ledgers say of one kind: which live object has which logical id. */
export interface KnownNames {
  readonly namesOf: (id: number) => ReadonlySet<string>
  readonly numbersOf: (logicalId: string) => ReadonlySet<number>
}

const NOTHING: ReadonlySet<never> = new Set()

export function knownNames(ledgers: readonly HeldLedger[], kind: 'workbook' | 'report'): KnownNames {
  const names = new Map<number, Set<string>>()
  const numbers = new Map<string, Set<number>>()
  for (const { key, known } of entriesOf(ledgers)) {
    if (!key.startsWith(`${kind}/`)) continue
    const logicalId = key.slice(kind.length + 1)
    names.set(known.live, (names.get(known.live) ?? new Set()).add(logicalId))
    numbers.set(logicalId, (numbers.get(logicalId) ?? new Set()).add(known.live))
  }
  return { namesOf: (id) => names.get(id) ?? NOTHING, numbersOf: (logicalId) => numbers.get(logicalId) ?? NOTHING }
}

/** One thing that an own ledger says, under the key that it was written with. */
export interface LedgerEntry {
  readonly key: Key
  readonly known: Known
  readonly holder: HeldLedger
}

/** A ledger that is written in a create says 0 of what had no number then; of its holder that is known. */
export const entriesOf = (ledgers: readonly HeldLedger[]): LedgerEntry[] => ledgers.flatMap(entriesIn)

/** Asked for several times, and made once. */
const entries = new WeakMap<HeldLedger, readonly LedgerEntry[]>()

function entriesIn(holder: HeldLedger): readonly LedgerEntry[] {
  const made = entries.get(holder) ?? makeEntries(holder)
  entries.set(holder, made)
  return made
}

function makeEntries(holder: HeldLedger): readonly LedgerEntry[] {
  const { own, kind, id } = holder
  if (!own) return []
  return Object.entries(own.o).map(([key, entry]) => {
    const known = knownOf(own, entry)
    const isHolder = known.live === 0 && key.startsWith(`${kind}/`)
    return { key: key as Key, known: isHolder ? { ...known, live: id } : known, holder }
  })
}

/** The numbers of a kind that own ledgers list. */
export const numbersListed = (ledgers: readonly HeldLedger[], kind: Kind): number[] =>
  entriesOf(ledgers).flatMap(({ key, known }) => (key.startsWith(`${kind}/`) && known.live !== 0 ? [known.live] : []))
