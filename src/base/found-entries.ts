import { groupBy } from '../content/group-by.ts'
import { isKind, isOfAccount, type Key, type Kind, kindOf } from '../content/kinds.ts'
import { type PlacesNow, withPlaceNow } from '../content/renames.ts'
import { type BaseDigest, unitBase } from '../content/threeway.ts'
import { PLACE } from '../content/units.ts'
import { type CarriedLedger, entriesCarried, type KeyedEntry } from './carried.ts'
import type { FoundEntry } from './ledger.ts'

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

/** What ledgers say about objects, by their current keys. */
export interface EntriesFound {
  readonly entries: ReadonlyMap<Key, FoundEntry>
  /**
   * Objects that a ledger lists without a number and that are not live: they were never created, or were deleted before
   * their workbook.
   */
  readonly unnumbered: ReadonlySet<Key>
  /** Objects that were looked up by number and are gone. */
  readonly gone: ReadonlySet<Key>
}

export function entriesFound(carried: readonly CarriedLedger[], listing: Listing): EntriesFound {
  const { keyOf, numberOf, nowCalled, gone } = listing
  /** Objects of the account are known by a name that anybody may give to another one. */
  const isOfAnother = (written: Key, key: Key, isLive: boolean): boolean =>
    isOfAccount(kindOf(key)) &&
    (isLive ? ![written, nowCalled.get(written)].includes(key) : numberOf(key) !== undefined)
  const entries = new Map<Key, FoundEntry>()
  const present = new Set<Key>()
  for (const [written, entry] of mostTrustedFirst(carried, listing)) {
    const live = keyOf(kindOf(written), entry.live)
    const key = live ?? nowCalled.get(written) ?? written
    // An entry about a live object takes precedence over an entry about something else with that key.
    const isTaken = live === undefined ? entries.has(key) : present.has(key)
    if (isTaken || isOfAnother(written, key, live !== undefined)) continue
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
      const live = numberIn(key, entry, numberOf)
      if (live === undefined) return []
      const home = isKind(key, 'workbook') ? live : workbookOf(kindOf(key), live)
      return [{ key, entry: { ...entry, live, holder }, on: { kind, id }, home }]
    })
  })
  const byTrust = groupBy(placed, (each) => TRUSTED.findIndex((isTrusted) => isTrusted(each)))
  return TRUSTED.flatMap((_, rank) => byTrust.get(rank) ?? []).map(({ key, entry }) => [key, entry])
}

/**
 * An object that was about to be created when its ledger was written has no number in it. If it is live now, its number
 * is found; if not, there is nothing to know about it.
 */
const numberIn = (key: Key, { live }: FoundEntry, numberOf: Listing['numberOf']): number | undefined =>
  live === 0 ? numberOf(key) : live

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
