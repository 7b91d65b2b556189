import { groupBy } from '../content/group-by.ts'
import { isKind, type Key, type Kind, kindOf } from '../content/kinds.ts'
import { type PlacesNow, withPlaceNow } from '../content/renames.ts'
import { type BaseDigest, unitBase } from '../content/threeway.ts'
import { PLACE } from '../content/units.ts'
import { type CarriedLedger, entriesCarried, type KeyedEntry, type LedgerRead } from './carried.ts'
import { commitsIn, type FoundEntry, type Ledger, type Next, type Pending } from './ledger.ts'

/** What the ledgers of a target say together, by the objects' current keys. */
export interface LedgerFacts {
  /** This project's ledgers that are on the object they were written for, by that object. */
  readonly ledgers: ReadonlyMap<Key, Ledger>
  /** What these ledgers say about objects, in their entries and in their list of what is pending. */
  readonly entries: ReadonlyMap<Key, FoundEntry>
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
  /** The number of a live object that ledgers have entries for. */
  readonly numberOf: (key: Key) => number | undefined
  /** The number of the workbook that a live object is in. */
  readonly workbookOf: (kind: Kind, id: number) => number | null | undefined
  /** Numbers that do not exist, according to the platform. */
  readonly gone: { readonly [K in Kind]?: ReadonlySet<number> }
  /** The current key of objects that the tree renamed, by their former key. */
  readonly nowCalled: ReadonlyMap<Key, Key>
  readonly placesNow: PlacesNow
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
    unlisted: commitsWithoutList(ours),
  }
}

/** The write that began last and that the ledger does not report as finished. */
const lastStartedWrite = ({ entries }: Ledger): Next | undefined =>
  Object.values(entries)
    .flatMap(({ next }) => (next?.at === undefined ? [] : [next]))
    .sort((a, b) => Date.parse(a.at ?? '') - Date.parse(b.at ?? ''))
    .at(-1)

function entriesFound(
  carried: readonly CarriedLedger[],
  listing: Listing,
): Pick<LedgerFacts, 'entries' | 'gone' | 'unnumbered'> {
  const { keyOf, numberOf, nowCalled, gone } = listing
  const entries = new Map<Key, FoundEntry>()
  const present = new Set<Key>()
  for (const [written, entry] of mostTrustedFirst(carried, listing)) {
    const live = keyOf(kindOf(written), entry.live)
    const key = live ?? nowCalled.get(written) ?? written
    // An entry about a live object takes precedence over an entry about something else with that key.
    if (entries.has(key) && (live === undefined || present.has(key))) continue
    entries.set(key, withCurrentPlaces(entry, listing))
    if (live !== undefined) present.add(key)
  }
  const isGone = (key: Key, { live }: FoundEntry): boolean => !present.has(key) && gone[kindOf(key)]?.has(live) === true
  const isUnnumbered = ([key, { live }]: KeyedEntry): boolean => live === 0 && numberOf(key) === undefined
  const unnumbered = entriesCarried(carried).filter(isUnnumbered)
  return {
    entries,
    unnumbered: new Set(unnumbered.flatMap(([key]) => (entries.has(key) ? [] : [key]))),
    gone: new Set([...entries].flatMap(([key, entry]) => (isGone(key, entry) ? [key] : []))),
  }
}

/** An entry, and the ledger that it is in. */
interface Placed {
  readonly key: Key
  readonly entry: FoundEntry
  readonly on: Pick<CarriedLedger, 'kind' | 'id'>
  /** The number of the workbook that should have it. */
  readonly home: number | null | undefined
}

const isOn = (where: Kind, number: number | null | undefined, { kind, id }: Placed['on']): boolean =>
  where === kind && number === id

/** Where an entry is found, the most trustworthy first. Other ledgers may be older. */
const TRUSTED: readonly ((placed: Placed) => boolean)[] = [
  ({ entry, on, home }) => !entry.isPending && isOn('workbook', home, on),
  ({ key, entry, on }) => !entry.isPending && isOn(kindOf(key), entry.live, on),
  ({ entry }) => !entry.isPending,
  () => true,
]

function mostTrustedFirst(
  carried: readonly CarriedLedger[],
  { keyOf, numberOf, workbookOf }: Listing,
): readonly KeyedEntry[] {
  const placed = carried.flatMap(({ kind, id, entries }) => {
    const holder = keyOf(kind, id)
    return entries.flatMap(([key, entry]): Placed[] => {
      // An object that was about to be created when its ledger was written has no number in it. If it is live now, this
      // finds the number; if not, there is nothing to know about it.
      const live = entry.live === 0 ? numberOf(key) : entry.live
      if (live === undefined) return []
      const home = isKind(key, 'workbook') ? live : workbookOf(kindOf(key), live)
      return [{ key, entry: { ...entry, live, holder }, on: { kind, id }, home }]
    })
  })
  const byTrust = groupBy(placed, (each) => TRUSTED.findIndex((isTrusted) => isTrusted(each)))
  return TRUSTED.flatMap((_, rank) => byTrust.get(rank) ?? []).map(({ key, entry }) => [key, entry])
}

/** Renaming a folder or workbook does not move what is in it, so places in entries follow the rename. */
function withCurrentPlaces(entry: FoundEntry, { placesNow }: Listing): FoundEntry {
  const { base } = entry
  if (!base || placesNow.size === 0) return entry
  const places = [...PLACE].flatMap((unit): [string, BaseDigest][] => {
    const then = unitBase(base, unit)
    if (then === undefined) return []
    const now = (digest: string): string => withPlaceNow(placesNow, unit, digest)
    return [[unit, typeof then === 'string' ? now(then) : [now(then[0]), now(then[1])]]]
  })
  const isRenamed = places.some(([unit, digest]) => String(digest) !== String(base[unit]))
  return isRenamed ? { ...entry, base: { ...base, ...Object.fromEntries(places) }, baseAsWritten: base } : entry
}

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
