import { idIn, isKind, type Key } from '../content/kinds.ts'
import { saidOf } from '../content/threeway.ts'
import type { RecordRead } from './codec.ts'
import { CANON_VERSION, type Entry, type Known, type Ledger } from './ledger.ts'

/** An object that holds a record, and whether this logical id may be its own. */
export interface Holder {
  readonly kind: 'workbook' | 'report'
  readonly deployment: number
  readonly id: number
  readonly mayBe: (logicalId: string) => boolean
}

/** A workbook or report with a record in its `meta`. Numbers are unique within a kind only. */
export interface HeldLedger {
  readonly kind: 'workbook' | 'report'
  readonly id: number
  readonly read: LedgerRead
  /** The ledger, when it is of this project and was written on the object that holds it. */
  readonly own: Ledger | undefined
  /** What that says, from its entries and from what is pending. */
  readonly entries: readonly KnownEntry[]
}

export const ledgersOn = (kind: Holder['kind'], held: readonly HeldLedger[]): HeldLedger[] =>
  held.filter((each) => each.kind === kind)

/** Whose the record is that an object holds. */
export type LedgerRead =
  | Extract<RecordRead, { readonly state: 'newer' | 'garbage' }>
  | { readonly state: 'ours' }
  | { readonly state: 'foreign'; readonly project: string }
  /** It was written on another object, which is undefined where that is another project's: the holder is nobody's. */
  | { readonly state: 'copied'; readonly original: Ledger | undefined }

/** Undefined where nothing stands. */
export function heldLedger(record: RecordRead, projectId: string, holder: Holder): HeldLedger | undefined {
  if (record.state === 'none') return undefined
  const { kind, id } = holder
  const notOurs = { kind, id, own: undefined, entries: [] }
  if (record.state !== 'ledger') return { ...notOurs, read: record }
  const { ledger } = record
  const { project, self } = ledger
  const isOurs = project === projectId
  if (isOurs && isOwn(ledger, holder)) {
    return { kind, id, read: { state: 'ours' }, own: ledger, entries: entriesIn(ledger, holder) }
  }
  // What another project is about to create has no number yet: only it can tell whose that is.
  const isTheirs = !isOurs && (self === null || isWrittenOn(self, holder))
  const read: LedgerRead = isTheirs
    ? { state: 'foreign', project }
    : { state: 'copied', original: isOurs ? ledger : undefined }
  return { ...notOurs, read }
}

/**
 * Whether the ledger was written on the object that holds it. A copy proves that the original was there, no more. One
 * without `self` comes from a create that was cut off: it holds while the object is still called what it was created as.
 */
export function isOwn({ self, entries }: Ledger, holder: Holder): boolean {
  if (self !== null) return isWrittenOn(self, holder)
  return Object.keys(entries).some((key) => isKind(key, holder.kind) && holder.mayBe(idIn(key)))
}

const isWrittenOn = ([where, number]: readonly [number, number], { deployment, id }: Holder): boolean =>
  where === deployment && number === id

/** One thing that an own ledger says, under the key that it was written with. */
export interface KnownEntry {
  readonly key: Key
  readonly known: Known
}

/** A ledger that is written in a create says 0 of what had no number then; of its holder that is known. */
function entriesIn(own: Ledger, { kind, id }: Holder): readonly KnownEntry[] {
  const isReadable = own.canon === CANON_VERSION
  const entries = (Object.entries(own.entries) as [Key, Entry][]).map(([key, entry]): KnownEntry => {
    const { next, ...known } = entry
    const live = known.live === 0 && isKind(key, kind) ? id : known.live
    // Digests of another canonical form say nothing about this one.
    return { key, known: isReadable ? { ...entry, live } : { ...known, live, base: undefined, ...overUnknown(known) } }
  })
  const pending = (own.pending ?? []).flatMap(({ key, was }): KnownEntry[] =>
    was ? [{ key, known: { ...was, base: isReadable ? was.base : undefined, isPending: true } }] : [],
  )
  return [...entries, ...pending]
}

const overUnknown = ({ wroteOver }: Pick<Entry, 'wroteOver'>): Pick<Entry, 'wroteOver'> =>
  wroteOver ? { wroteOver: wroteOver.map(([version, was]) => [version, saidOf(undefined, Object.keys(was))]) } : {}

export const entriesOf = (ledgers: readonly HeldLedger[]): KnownEntry[] => ledgers.flatMap(({ entries }) => entries)

/** What own ledgers say of one kind: which live object has which logical id. */
export interface KnownNames {
  readonly namesOf: (id: number) => readonly string[]
  readonly numbersOf: (logicalId: string) => readonly number[]
}

const NOTHING: readonly never[] = []

export function knownNames(ledgers: readonly HeldLedger[], kind: 'workbook' | 'report'): KnownNames {
  const names = new Map<number, string[]>()
  const numbers = new Map<string, number[]>()
  for (const { key, known } of entriesOf(ledgers)) {
    if (!isKind(key, kind)) continue
    const logicalId = idIn(key)
    addOnce(names, known.live, logicalId)
    addOnce(numbers, logicalId, known.live)
  }
  return { namesOf: (id) => names.get(id) ?? NOTHING, numbersOf: (logicalId) => numbers.get(logicalId) ?? NOTHING }
}

function addOnce<K, T>(lists: Map<K, T[]>, key: K, value: T): void {
  const list = lists.get(key)
  if (!list) lists.set(key, [value])
  else if (!list.includes(value)) list.push(value)
}

/** The numbers of a kind that own ledgers list. */
export const numbersListed = (ledgers: readonly HeldLedger[], kind: 'workbook' | 'report'): number[] =>
  entriesOf(ledgers).flatMap(({ key, known }) => (isKind(key, kind) && known.live !== 0 ? [known.live] : []))
