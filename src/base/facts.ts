import { isKind, type Key, kindOf } from '../content/kinds.ts'
import { accountMovesIn, type CarriedLedger, type LedgerRead } from './carried.ts'
import { type EntriesFound, entriesFound, type Listing } from './found-entries.ts'
import { commitsIn, type FoundEntry, type Ledger, type Next, type Pending } from './ledger.ts'

/** What the ledgers of a target say together, by the objects' current keys. */
export interface LedgerFacts extends EntriesFound {
  /** This project's ledgers that are on the object they were written for, by that object. */
  readonly ledgers: ReadonlyMap<Key, Ledger>
  /** What applied commits have not brought yet. */
  readonly pending: ReadonlyMap<Key, Pending>
  /** Objects that another project owns, with its id. */
  readonly owners: ReadonlyMap<Key, string>
  /** Holders of a ledger from a newer version of this program. */
  readonly newer: ReadonlySet<Key>
  /** Objects that a copied ledger names, so their original existed once. */
  readonly copied: ReadonlySet<Key>
  /** Objects with a copied ledger. They are not managed, whatever their names. */
  readonly copies: ReadonlySet<Key>
  /** Holders of a ledger that a run has begun to write under, each with the write that began last. */
  readonly underWay: ReadonlyMap<Key, Next>
  /** Every commit that a ledger of this project names, once each. */
  readonly commits: readonly string[]
  /** The commits that were applied in full. For an interrupted one, we cannot tell how far it got. */
  readonly applied: readonly string[]
  /** How often the list of what belongs to the account has moved from one workbook to another. */
  readonly accountMoves: number
  /** Commits that left something pending, but whose list is lost because a save in the UI dropped its ledger. */
  readonly unlisted: ReadonlySet<string>
}

export function ledgerFacts(carried: readonly CarriedLedger[], listing: Listing): LedgerFacts {
  const onLive = carried.flatMap((each) => {
    const key = listing.keyOf(each.kind, each.id)
    return key === undefined ? [] : [{ ...each, key }]
  })
  const valueOn = <T>(of: (each: CarriedLedger) => T | undefined): ReadonlyMap<Key, T> =>
    new Map(
      onLive.flatMap(({ key, ...each }): [Key, T][] => {
        const value = of(each)
        return value === undefined ? [] : [[key, value]]
      }),
    )
  const keysWith = (state: LedgerRead['state']): ReadonlySet<Key> =>
    new Set(onLive.flatMap(({ key, read }) => (read.state === state ? [key] : [])))
  const ours = carried.flatMap(({ own }) => own ?? [])
  return {
    ledgers: valueOn(({ own }) => own),
    owners: valueOn(({ read }) => (read.state === 'foreign' ? read.project : undefined)),
    underWay: valueOn(({ own }) => own && lastStartedWrite(own)),
    newer: keysWith('newer'),
    copies: keysWith('copied'),
    copied: new Set(carried.flatMap(({ read }) => originalsIn(read))),
    ...entriesFound(carried, listing),
    pending: pendingIn(ours, listing),
    commits: [...new Set(ours.flatMap(commitsIn))],
    applied: [...new Set(ours.flatMap(({ applied }) => applied))],
    accountMoves: accountMovesIn(carried),
    unlisted: commitsWithoutList(ours),
  }
}

/** The write that began last and that the ledger does not report as finished. */
const lastStartedWrite = ({ entries }: Ledger): Next | undefined =>
  Object.values(entries)
    .flatMap(({ next }) => (next?.at === undefined ? [] : [next]))
    .sort((a, b) => Date.parse(a.at ?? '') - Date.parse(b.at ?? ''))
    .at(-1)

function pendingIn(own: readonly Ledger[], { keyOf, nowCalled }: Listing): ReadonlyMap<Key, Pending> {
  const all = own.flatMap(({ pending = [] }) => pending)
  return new Map(
    all.map((item): [Key, Pending] => {
      const live = item.was && keyOf(kindOf(item.key), item.was.live)
      const key = live ?? nowCalled.get(item.key) ?? item.key
      return [key, { ...item, key }]
    }),
  )
}

function commitsWithoutList(own: readonly Ledger[]): ReadonlySet<string> {
  const listed = new Set(own.flatMap(({ applied, pending }) => (pending ? applied : [])))
  const elsewhere = own.flatMap(({ applied, isListElsewhere }) => (isListElsewhere ? applied : []))
  return new Set(elsewhere.filter((commit) => !listed.has(commit)))
}

/**
 * The objects in a copied ledger that prove an original: the workbook that it was copied from, and what was in it.
 * Entries of other workbooks may be about something else.
 */
function originalsIn(read: LedgerRead): Key[] {
  if (read.state !== 'copied' || !read.original) return []
  const { self, entries } = read.original
  return (Object.entries(entries) as [Key, FoundEntry][]).flatMap(([key, { live }]) =>
    !isKind(key, 'workbook') || live === self?.[1] ? [key] : [],
  )
}
