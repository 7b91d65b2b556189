import { groupBy } from '../content/group-by.ts'
import { idIn, isKind, type Key, type Kind } from '../content/kinds.ts'
import { saidOf } from '../content/threeway.ts'
import type { RecordRead } from './codec.ts'
import { CANON_VERSION, type Entry, type FoundEntry, type Ledger } from './ledger.ts'

/** An object that carries a ledger, and whether a logical id may be its own. */
export interface Holder {
  readonly kind: 'workbook' | 'report'
  readonly deployment: number
  readonly id: number
  readonly mayBe: (logicalId: string) => boolean
}

/** A workbook or report with a ledger in its `meta`. Numbers are unique only within a kind. */
export interface CarriedLedger extends Pick<Holder, 'kind' | 'id'> {
  readonly read: LedgerRead
  /** The ledger, if it belongs to this project and was written for the object that carries it. */
  readonly own: Ledger | undefined
  /** What that ledger says, in its entries and in its list of what is pending. */
  readonly entries: readonly KeyedEntry[]
}

export const ledgersOn = (kind: Holder['kind'], carried: readonly CarriedLedger[]): CarriedLedger[] =>
  carried.filter((each) => each.kind === kind)

/** One thing that a ledger of ours says, under the key with which it was written. */
export type KeyedEntry = readonly [key: Key, entry: FoundEntry]

/** Who a ledger belongs to. */
export type LedgerRead =
  | Extract<RecordRead, { readonly state: 'newer' | 'garbage' }>
  | { readonly state: 'ours' }
  | { readonly state: 'foreign'; readonly project: string }
  /**
   * It was written for another object, so its holder belongs to nobody. `original` is undefined if it is another
   * project's ledger.
   */
  | { readonly state: 'copied'; readonly original?: Ledger }

/** Undefined if there is no ledger. */
export function carriedLedger(record: RecordRead, projectId: string, holder: Holder): CarriedLedger | undefined {
  if (record.state === 'none') return undefined
  const { kind, id } = holder
  const read = record.state === 'ledger' ? readOwner(record.ledger, projectId, holder) : record
  const own = record.state === 'ledger' && read.state === 'ours' ? record.ledger : undefined
  return { kind, id, read, own, entries: own ? entriesIn(own, holder) : [] }
}

function readOwner(ledger: Ledger, projectId: string, holder: Holder): LedgerRead {
  const { project, self } = ledger
  if (project === projectId) return isOwn(ledger, holder) ? { state: 'ours' } : { state: 'copied', original: ledger }
  // An object that another project is just creating has no number in its ledger yet. Only that project can tell whose
  // it is.
  return self === null || isWrittenOn(self, holder) ? { state: 'foreign', project } : { state: 'copied' }
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

/**
 * A ledger that was written in a create has 0 for objects without a number then. Its holder's number is known by now.
 */
function entriesIn({ canon, entries, pending = [] }: Ledger, { kind, id }: Holder): readonly KeyedEntry[] {
  const isReadable = canon === CANON_VERSION
  return [
    ...(Object.entries(entries) as [Key, Entry][]).map(([key, entry]): KeyedEntry => {
      const live = entry.live === 0 && isKind(key, kind) ? id : entry.live
      return [key, { ...(isReadable ? entry : withoutDigests(entry)), live }]
    }),
    ...pending.flatMap(({ key, was }): KeyedEntry[] =>
      was ? [[key, { ...was, base: isReadable ? was.base : undefined, isPending: true }]] : [],
    ),
  ]
}

/** Digests in another canonical form say nothing about this one. */
const withoutDigests = ({ next: _, overwritten, ...entry }: Entry): FoundEntry => ({
  ...{ ...entry, base: undefined },
  overwritten: overwritten?.map(([version, was]) => [version, saidOf(undefined, Object.keys(was))]),
})

export const entriesCarried = (ledgers: readonly CarriedLedger[]): KeyedEntry[] =>
  ledgers.flatMap(({ entries }) => entries)

/** How often the list of what belongs to the account has moved, as far as ledgers know. */
export const accountMovesIn = (ledgers: readonly CarriedLedger[]): number =>
  ledgers.reduce((most, { own }) => Math.max(most, own?.accountMoves ?? 0), 0)

/** Which live object has which logical id, according to our ledgers. */
export function namesInLedgers(ledgers: readonly CarriedLedger[], kind: Kind) {
  const named = entriesCarried(ledgers).flatMap(([key, { live }]) =>
    isKind(key, kind) ? [{ name: idIn(key), live }] : [],
  )
  const [byNumber, byName] = [groupBy(named, ({ live }) => live), groupBy(named, ({ name }) => name)]
  return {
    namesOf: (id: number) => [...new Set(byNumber.get(id)?.map(({ name }) => name))],
    numbersOf: (logicalId: string) => [...new Set(byName.get(logicalId)?.map(({ live }) => live))],
  }
}

/** The numbers of one kind that our ledgers list, each with the key under which it is listed. */
export const numbersListed = <K extends Kind>(
  ledgers: readonly CarriedLedger[],
  kind: K,
): ReadonlyMap<number, Key<K>> =>
  new Map(entriesCarried(ledgers).flatMap(([key, { live }]) => (isKind(key, kind) && live !== 0 ? [[live, key]] : [])))
