import { isKind, type Key, type Kind, kindOf } from '../content/kinds.ts'
import type { BaseDigest } from '../content/threeway.ts'
import type { HeldLedger, KnownEntry } from './held.ts'
import { commitsIn, type Known, type Ledger, type Pending } from './ledger.ts'

/** What the ledgers of a target say together, by what objects are called now. */
export interface LedgerFacts {
  /** Ledgers of this project that stand on the object they were written on, by that object. */
  readonly ledgers: ReadonlyMap<Key, Ledger>
  readonly known: ReadonlyMap<Key, Known>
  /** Named without a number, and not there: never created, or gone before its workbook. */
  readonly unnumbered: ReadonlySet<Key>
  /** What the commits that were applied did not bring. */
  readonly pending: ReadonlyMap<Key, Pending>
  /** Objects that the platform was asked for by their number, and does not have. */
  readonly gone: ReadonlySet<Key>
  /** Objects that another project owns: its id. */
  readonly owners: ReadonlyMap<Key, string>
  /** Objects whose ledger a later version of this program wrote. */
  readonly newer: ReadonlySet<Key>
  /** Objects that a copied ledger names: the original was there once. */
  readonly copied: ReadonlySet<Key>
  /** Objects that hold such a ledger: they are copies, whatever they are called. */
  readonly copies: ReadonlySet<Key>
  /** Holders of a ledger that says what a run is writing, and that it began. */
  readonly underWay: ReadonlyMap<Key, Begun>
  /** Every commit that a ledger of this project names, each once. */
  readonly commits: readonly string[]
  /** Those of them that were applied to their end. Of one that was cut off nobody knows how far it came. */
  readonly applied: readonly string[]
  /** Those of which something is pending that no ledger lists: a UI save dropped the one that did. */
  readonly unlisted: ReadonlySet<string>
}

/** A run that began, and of which no ledger says that it is over. */
export interface Begun {
  readonly commit: string
  readonly at: string
}

/** What the ledgers cannot know by themselves. */
export interface Listing {
  /** What a live object is called now. */
  readonly keyOf: (kind: Kind, id: number) => Key | undefined
  /** The number of a live workbook or report. */
  readonly numberOf: (key: Key) => number | undefined
  readonly workbookOf: (report: number) => number | null | undefined
  /** Numbers that the platform was asked for, and does not have. */
  readonly gone: { readonly [K in Kind]?: ReadonlySet<number> }
  /** What the tree calls something now that was called otherwise. */
  readonly nowCalled: ReadonlyMap<Key, Key>
  /** Digests of places that the tree calls otherwise now, by those of what they were called. */
  readonly placesNow: ReadonlyMap<string, string>
}

export function ledgerFacts(held: readonly HeldLedger[], listing: Listing): LedgerFacts {
  const ledgers = new Map<Key, Ledger>()
  const owners = new Map<Key, string>()
  const newer = new Set<Key>()
  const copied = new Set<Key>()
  const copies = new Set<Key>()
  const underWay = new Map<Key, Begun>()
  for (const { kind, id, read, own } of held) {
    if (read.state === 'copied' && read.original) for (const each of originalsIn(read.original)) copied.add(each)
    const key = listing.keyOf(kind, id)
    if (key === undefined) continue
    if (own) ledgers.set(key, own)
    const begun = own && begunIn(own)
    if (begun) underWay.set(key, begun)
    if (read.state === 'copied') copies.add(key)
    if (read.state === 'foreign') owners.set(key, read.project)
    if (read.state === 'newer') newer.add(key)
  }
  const own = held.flatMap((each) => each.own ?? [])
  return {
    ...{ ledgers, owners, newer, copied, copies, underWay },
    ...knownIn(held, listing),
    pending: pendingIn(own, listing),
    commits: [...new Set(own.flatMap(commitsIn))],
    applied: [...new Set(own.flatMap(({ applied }) => applied))],
    unlisted: unlistedIn(own),
  }
}

/** The one that began last. */
function begunIn({ entries }: Ledger): Begun | undefined {
  const begun = Object.values(entries).flatMap(({ next }) =>
    next?.at === undefined ? [] : [{ commit: next.commit, at: next.at }],
  )
  return begun.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).at(-1)
}

function knownIn(held: readonly HeldLedger[], listing: Listing): Pick<LedgerFacts, 'known' | 'gone' | 'unnumbered'> {
  const { keyOf, nowCalled, gone } = listing
  const known = new Map<Key, Known>()
  const present = new Set<Key>()
  for (const { key: written, known: entry } of inOrderOfTrust(held, listing)) {
    const live = keyOf(kindOf(written), entry.live)
    const key = live ?? nowCalled.get(written) ?? written
    // What is said of something that is there counts more than what is said of something else of its name.
    if (known.has(key) && (live === undefined || present.has(key))) continue
    known.set(key, inPlacesOfNow(entry, listing))
    if (live !== undefined) present.add(key)
  }
  const isGone = (key: Key, { live }: Known): boolean => !present.has(key) && gone[kindOf(key)]?.has(live) === true
  const named = held.flatMap(({ entries }) => entries.map(({ key }) => key))
  const unnumbered = new Set(named.filter((key) => !known.has(key)))
  return {
    known,
    unnumbered,
    gone: new Set([...known].filter(([key, entry]) => isGone(key, entry)).map(([key]) => key)),
  }
}

/**
 * First what the workbook says that a report sits in; then what a report carries itself; then what other ledgers say,
 * which may be older; last what is only pending.
 */
function inOrderOfTrust(held: readonly HeldLedger[], listing: Listing): KnownEntry[] {
  const byRank: readonly KnownEntry[][] = [[], [], [], []]
  for (const holder of held) {
    const carrier = listing.keyOf(holder.kind, holder.id)
    const isOn = (kind: Kind, id: number | null | undefined): boolean => holder.kind === kind && holder.id === id
    for (const entry of holder.entries) {
      const { key } = entry
      const known = withNumber(entry, listing)
      if (!known) continue
      const home = isKind(key, 'report') ? listing.workbookOf(known.live) : known.live
      const rank = known.isPending ? 3 : isOn('workbook', home) ? 0 : isOn(kindOf(key), known.live) ? 1 : 2
      byRank[rank]?.push({ key, known: { ...known, holder: carrier } })
    }
  }
  return byRank.flat()
}

/**
 * Objects that were about to be created when their ledger was written had no number yet. Of those that are there now it
 * is known; of the others there is nothing to know.
 */
function withNumber({ key, known }: KnownEntry, listing: Listing): Known | undefined {
  const live = known.live === 0 ? listing.numberOf(key) : known.live
  return live === undefined ? undefined : { ...known, live }
}

/** Whoever renames a folder or a workbook moves nothing that is in it. */
function inPlacesOfNow(known: Known, { placesNow }: Listing): Known {
  if (placesNow.size === 0) return known
  const { base } = known
  const renamed = PLACES.flatMap((unit): [string, BaseDigest][] => {
    const now = [base?.[unit] ?? []].flat().flatMap((digest) => placesNow.get(digest) ?? [])
    return now[0] === undefined ? [] : [[unit, now[0]]]
  })
  return renamed.length === 0
    ? known
    : { ...known, base: { ...base, ...Object.fromEntries(renamed) }, baseAsWritten: base }
}

/** Units that say where something is. */
const PLACES = ['folder', 'workbook'] as const

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

function unlistedIn(own: readonly Ledger[]): ReadonlySet<string> {
  const listed = new Set(own.flatMap(({ applied, pending }) => (pending ? applied : [])))
  const elsewhere = own.flatMap(({ applied, listedElsewhere }) => (listedElsewhere ? applied : []))
  return new Set(elsewhere.filter((commit) => !listed.has(commit)))
}

/** What a copied ledger says of the object that it was copied from, and of reports: it may speak of others, too. */
const originalsIn = ({ self, entries }: Ledger): Key[] =>
  (Object.entries(entries) as [Key, Known][]).flatMap(([key, { live }]) =>
    isKind(key, 'report') || (isKind(key, 'workbook') && live === self?.[1]) ? [key] : [],
  )

/** What the ledgers of a target say of the commits that were applied to it, without its objects. */
export interface AppliedCommits {
  readonly applied: readonly string[]
  /** Something of them is still to be brought, or nobody can tell. */
  readonly isPartly: boolean
}

export function appliedCommits(held: readonly HeldLedger[]): AppliedCommits {
  const own = held.flatMap((each) => each.own ?? [])
  const isListed = own.some(({ pending = [] }) => pending.length > 0)
  const isListedElsewhere = own.some(({ listedElsewhere }) => listedElsewhere)
  const isUnderWay = own.some(({ entries }) => Object.values(entries).some(({ next }) => next?.at !== undefined))
  return {
    applied: [...new Set(own.flatMap(({ applied }) => applied))].sort(),
    isPartly: isListed || isListedElsewhere || isUnderWay,
  }
}
