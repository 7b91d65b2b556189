import { idIn, isKind, type Key } from '../content/kinds.ts'
import { saidOf } from '../content/threeway.ts'
import type { RecordRead } from './codec.ts'
import { CANON_VERSION, type Entry, type Known, type Ledger } from './ledger.ts'

/** An object that carries a ledger, and whether a logical id may be its own. */
export interface Holder {
  readonly kind: 'workbook' | 'report'
  readonly deployment: number
  readonly id: number
  readonly mayBe: (logicalId: string) => boolean
}

/** A workbook or report with a ledger in its `meta`. Numbers are unique only within a kind. */
export interface HeldLedger {
  readonly kind: 'workbook' | 'report'
  readonly id: number
  readonly read: LedgerRead
  /** The ledger, if it belongs to this project and was written for the object that carries it. */
  readonly own: Ledger | undefined
  /** What that ledger says, in its entries and in its list of what is pending. */
  readonly entries: readonly KnownEntry[]
}

export const ledgersOn = (kind: Holder['kind'], held: readonly HeldLedger[]): HeldLedger[] =>
  held.filter((each) => each.kind === kind)

/** Who a ledger belongs to. */
export type LedgerRead =
  | Extract<RecordRead, { readonly state: 'newer' | 'garbage' }>
  | { readonly state: 'ours' }
  | { readonly state: 'foreign'; readonly project: string }
  /**
   * It was written for another object, so its holder belongs to nobody. `original` is undefined if it is another
   * project's ledger.
   */
  | { readonly state: 'copied'; readonly original: Ledger | undefined }

/** Undefined if there is no ledger. */
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
  // An object that another project is just creating has no number in its ledger yet. Only that project can tell whose
  // it is.
  const isTheirs = !isOurs && (self === null || isWrittenOn(self, holder))
  const read: LedgerRead = isTheirs
    ? { state: 'foreign', project }
    : { state: 'copied', original: isOurs ? ledger : undefined }
  return { ...notOurs, read }
}

/**
 * Whether a ledger was written for the object that carries it. A copy proves only that the original existed. A ledger
 * without `self` comes from an interrupted create, and is valid as long as the object still has the name it was created
 * with.
 */
export function isOwn({ self, entries }: Ledger, holder: Holder): boolean {
  if (self !== null) return isWrittenOn(self, holder)
  return Object.keys(entries).some((key) => isKind(key, holder.kind) && holder.mayBe(idIn(key)))
}

const isWrittenOn = ([where, number]: readonly [number, number], { deployment, id }: Holder): boolean =>
  where === deployment && number === id

/** One thing that a ledger of ours says, under the key with which it was written. */
export interface KnownEntry {
  readonly key: Key
  readonly known: Known
}

/**
 * A ledger that was written in a create has 0 for objects without a number then. Its holder's number is known by now.
 */
function entriesIn(own: Ledger, { kind, id }: Holder): readonly KnownEntry[] {
  const isReadable = own.canon === CANON_VERSION
  const entries = (Object.entries(own.entries) as [Key, Entry][]).map(([key, entry]): KnownEntry => {
    const { next, ...known } = entry
    const live = known.live === 0 && isKind(key, kind) ? id : known.live
    // Digests in another canonical form say nothing about this one.
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

/** Which live object has which logical id, according to our ledgers. */
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

/** The numbers of one kind that our ledgers list. */
export const numbersListed = (ledgers: readonly HeldLedger[], kind: 'workbook' | 'report'): number[] =>
  entriesOf(ledgers).flatMap(({ key, known }) => (isKind(key, kind) && known.live !== 0 ? [known.live] : []))
