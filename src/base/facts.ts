import { isKind, type Key, type Kind, kindOf } from '../content/kinds.ts'
import type { BaseDigest } from '../content/threeway.ts'
import { type CarriedLedger, entriesCarried, type KnownEntry } from './carried.ts'
import { commitsIn, type Known, type Ledger, type Next, type Pending } from './ledger.ts'

/** What the ledgers of a target say together, by the objects' current keys. */
export interface LedgerFacts {
  /** This project's ledgers that are on the object they were written for, by that object. */
  readonly ledgers: ReadonlyMap<Key, Ledger>
  /** What these ledgers say about objects, in their entries and in their list of what is pending. */
  readonly known: ReadonlyMap<Key, Known>
  /**
   * Objects that a ledger lists without a number and that are not live: they were never created, or were deleted before
   * their workbook.
   */
  readonly unnumbered: ReadonlySet<Key>
  /** What applied commits have not brought yet. */
  readonly pending: ReadonlyMap<Key, Pending>
  /** Objects that were looked up by number and are gone. */
  readonly gone: ReadonlySet<Key>
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
  /** Commits that left something pending, but whose list is lost because a save in the UI dropped its ledger. */
  readonly unlisted: ReadonlySet<string>
}

/** What ledgers alone cannot tell. */
export interface Listing {
  /** The current key of a live object. */
  readonly keyOf: (kind: Kind, id: number) => Key | undefined
  /** The number of a live workbook or report. */
  readonly numberOf: (key: Key) => number | undefined
  readonly workbookOf: (report: number) => number | null | undefined
  /** Numbers that do not exist, according to the platform. */
  readonly gone: { readonly [K in Kind]?: ReadonlySet<number> }
  /** The current key of objects that the tree renamed, by their former key. */
  readonly nowCalled: ReadonlyMap<Key, Key>
  /**
   * For folders and workbooks that the tree renamed: digests of their current places, by those of their former places.
   */
  readonly placesNow: ReadonlyMap<string, string>
}

export function ledgerFacts(held: readonly CarriedLedger[], listing: Listing): LedgerFacts {
  const ledgers = new Map<Key, Ledger>()
  const owners = new Map<Key, string>()
  const newer = new Set<Key>()
  const copied = new Set<Key>()
  const copies = new Set<Key>()
  const underWay = new Map<Key, Next>()
  for (const { kind, id, read, own } of held) {
    if (read.state === 'copied' && read.original) for (const each of originalsIn(read.original)) copied.add(each)
    const key = listing.keyOf(kind, id)
    if (key === undefined) continue
    if (own) ledgers.set(key, own)
    const begun = own && lastStartedWrite(own)
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
    unlisted: commitsWithoutList(own),
  }
}

/** The write that began last and that the ledger does not report as finished. */
const lastStartedWrite = ({ entries }: Ledger): Next | undefined =>
  Object.values(entries)
    .flatMap(({ next }) => (next?.at === undefined ? [] : [next]))
    .sort((a, b) => Date.parse(a.at ?? '') - Date.parse(b.at ?? ''))
    .at(-1)

function knownIn(held: readonly CarriedLedger[], listing: Listing): Pick<LedgerFacts, 'known' | 'gone' | 'unnumbered'> {
  const { keyOf, nowCalled, gone } = listing
  const known = new Map<Key, Known>()
  const present = new Set<Key>()
  for (const [written, entry] of inOrderOfTrust(held, listing)) {
    const live = keyOf(kindOf(written), entry.live)
    const key = live ?? nowCalled.get(written) ?? written
    // An entry about a live object takes precedence over an entry about something else with that key.
    if (known.has(key) && (live === undefined || present.has(key))) continue
    known.set(key, withCurrentPlaces(entry, listing))
    if (live !== undefined) present.add(key)
  }
  const isGone = (key: Key, { live }: Known): boolean => !present.has(key) && gone[kindOf(key)]?.has(live) === true
  const named = entriesCarried(held).map(([key]) => key)
  return {
    known,
    unnumbered: new Set(named.filter((key) => !known.has(key))),
    gone: new Set([...known].flatMap(([key, entry]) => (isGone(key, entry) ? [key] : []))),
  }
}

/** Where an entry is found, the most trustworthy first. */
const RANK = { itsWorkbook: 0, itself: 1, elsewhere: 2, pending: 3 }

/**
 * Entries, most trustworthy first: from the workbook that the report sits in, then from the report's own ledger, then
 * from other ledgers, which may be older, and last those that are only pending.
 */
function inOrderOfTrust(held: readonly CarriedLedger[], { keyOf, numberOf, workbookOf }: Listing): KnownEntry[] {
  const byRank: readonly KnownEntry[][] = [[], [], [], []]
  for (const { kind, id, entries } of held) {
    const holder = keyOf(kind, id)
    const isOn = (where: Kind, number: number | null | undefined): boolean => where === kind && number === id
    for (const [key, entry] of entries) {
      // An object that was about to be created when its ledger was written has no number in it. If it is live now, this
      // finds the number; if not, there is nothing to know about it.
      const live = entry.live === 0 ? numberOf(key) : entry.live
      if (live === undefined) continue
      const home = isKind(key, 'report') ? workbookOf(live) : live
      const rank = entry.isPending
        ? RANK.pending
        : isOn('workbook', home)
          ? RANK.itsWorkbook
          : isOn(kindOf(key), live)
            ? RANK.itself
            : RANK.elsewhere
      byRank[rank]?.push([key, { ...entry, live, holder }])
    }
  }
  return byRank.flat()
}

/** Renaming a folder or workbook does not move what is in it, so places in entries follow the rename. */
function withCurrentPlaces(known: Known, { placesNow }: Listing): Known {
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

/** Units that say where an object is. */
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

function commitsWithoutList(own: readonly Ledger[]): ReadonlySet<string> {
  const listed = new Set(own.flatMap(({ applied, pending }) => (pending ? applied : [])))
  const elsewhere = own.flatMap(({ applied, isListElsewhere }) => (isListElsewhere ? applied : []))
  return new Set(elsewhere.filter((commit) => !listed.has(commit)))
}

/**
 * The objects in a copied ledger that prove an original: the workbook that it was copied from, and reports. Other
 * entries may be about something else.
 */
const originalsIn = ({ self, entries }: Ledger): Key[] =>
  (Object.entries(entries) as [Key, Known][]).flatMap(([key, { live }]) =>
    isKind(key, 'report') || (isKind(key, 'workbook') && live === self?.[1]) ? [key] : [],
  )
