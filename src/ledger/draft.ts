import type { Base } from '../content/base.ts'
import { UNKNOWN } from '../content/digest.ts'
import type { LiveFacts } from '../content/facts.ts'
import { isKind, type Key, kindOf } from '../content/kinds.ts'
import { type FolderPath, type Place, type Report, reportKey, type Workbook, workbookKey } from '../content/model.ts'
import type { KnownContent } from '../content/summary.ts'
import { digestsOf, unitsOfReport, unitsOfWorkbook } from '../content/units.ts'
import { CANON_VERSION, type Entry, type Ledger, type Pending } from './ledger.ts'
import type { Digests } from './stored.ts'
import { withName } from './together.ts'

/** What a run is to do, and what was live when that was planned. */
export interface RunPlan {
  readonly project: string
  readonly deployment: number
  readonly commit: string
  readonly objects: readonly {
    readonly key: Key
    readonly action: 'create' | 'update' | 'publish' | 'delete'
    readonly units: readonly string[]
  }[]
  /** Each planned object as it shall be. */
  readonly workbooks: ReadonlyMap<Key, Workbook>
  readonly reports: ReadonlyMap<Key, Report>
  /** What entries say afterwards, of what is written and of what repo and live agree on by themselves. */
  readonly records: ReadonlyMap<Key, Base>
  /** What this commit does not bring, should the run do nothing. */
  readonly pending: readonly Pending[]
  /** Of objects without an entry that says it. */
  readonly lastApplied: ReadonlyMap<Key, { readonly commit: string; readonly base: Base }>
  readonly forgotten: readonly Key[]
  readonly unpublished?: ReadonlyMap<Key, number> | undefined
  readonly live: LiveAtPlan
}

export interface LiveAtPlan {
  readonly content: KnownContent
  /** Ledgers of this project that stand on the object they were written on, by that object. */
  readonly ledgers: ReadonlyMap<Key, Ledger>
  readonly facts: ReadonlyMap<Key, LiveFacts>
}

/** The ledgers of a run: which speaks of what, and what each said before. All of it follows from the plan. */
export interface LedgerDraft extends Omit<RunPlan, 'forgotten'> {
  readonly forgotten: ReadonlySet<Key>
  /** The workbook or report whose ledger has the entry of an object. */
  readonly holderOf: (key: Key) => Key | undefined
  /** By holder, what this run writes, and what it records. */
  readonly writtenIn: ReadonlyMap<Key, readonly Key[]>
  readonly recordedIn: ReadonlyMap<Key, readonly Key[]>
  /** By holder, its entries under the names of today. */
  readonly before: ReadonlyMap<Key, ReadonlyMap<Key, Entry>>
  /** What any ledger says of an object: it may have come from another workbook, and been called otherwise. */
  readonly entryOf: (key: Key, live: number | undefined) => Entry | undefined
  /** What may carry a ledger, by key: workbooks come after reports. */
  readonly holders: readonly Key[]
  readonly planned: ReadonlySet<Key>
  readonly deleted: ReadonlySet<Key>
  /** Units that this run changes, of what was there before. */
  readonly changedUnits: ReadonlyMap<Key, ReadonlySet<string>>
  readonly sentOf: (key: Key) => Digests
  readonly folderOf: (key: Key) => FolderPath | undefined
}

const NOTHING: Digests = new Map()

export function draftLedgers(run: RunPlan): LedgerDraft {
  const { objects, workbooks, reports, records, lastApplied, live } = run
  const places = new Map<Key, Place>(
    [...live.content.reports, ...reports.values()].map((report) => [reportKey(report.id), report.place]),
  )
  const folders = new Map<Key, FolderPath | undefined>([
    ...live.content.workbooks.map(({ slug, folder }) => [workbookKey(slug), folder] as const),
    ...[...workbooks].map(([key, { folder }]) => [key, folder] as const),
  ])
  const names = new Map<string, Key>([...live.facts].map(([key, { id }]) => [numbered(key, id), key]))
  const titles = new Map<Key, string>(live.content.workbooks.map(({ slug, name }) => [workbookKey(slug), name]))
  const before = new Map(
    [...live.ledgers].map(([holder, ledger]) => {
      const asToday = (key: Key, entry: Entry): [Key, Entry] => {
        const isOfHolder = entry.live === 0 && isKind(key, kindOf(holder))
        const number = isOfHolder ? live.facts.get(holder)?.id : undefined
        if (number === undefined) return [names.get(numbered(key, entry.live)) ?? key, entry]
        // A ledger that was written in a create knows neither the number of its holder nor the name it has until it gets its own.
        return [holder, { ...entry, live: number, base: withName(entry.base, entry.next && titles.get(holder)) }]
      }
      return [holder, entriesToday(ledger, asToday, lastApplied)]
    }),
  )
  const all = [...before.values()].flatMap((entries) => [...entries])
  const byKey = new Map(all)
  const speakers = new Map(
    [...before].toReversed().flatMap(([holder, entries]) => [...entries.keys()].map((key) => [key, holder])),
  )
  const byNumber = new Map(all.map(([key, entry]) => [numbered(key, entry.live), entry]))

  const mayHold = new Set([...before.keys(), ...byKey.keys(), ...records.keys(), ...lastApplied.keys()])
  const holderOf = (key: Key): Key | undefined => {
    if (isKind(key, 'workbook')) return key
    if (!isKind(key, 'report')) return undefined
    const place = places.get(key)
    if (!place) return speakers.get(key)
    if (place.workbook === undefined) return key
    const home = workbookKey(place.workbook)
    // Somebody put it into a workbook of others: nothing is written into that, and its record stays where it is.
    return mayHold.has(home) ? home : (speakers.get(key) ?? key)
  }
  const group = (keys: readonly Key[]): Map<Key, Key[]> => {
    const groups = new Map<Key, Key[]>()
    for (const key of keys) {
      const holder = holderOf(key)
      const others = holder && groups.get(holder)
      if (others) others.push(key)
      else if (holder !== undefined) groups.set(holder, [key])
    }
    return groups
  }

  const deleted = new Set(objects.filter(({ action }) => action === 'delete').map(({ key }) => key))
  const writtenIn = group(objects.map(({ key }) => key).filter((key) => !deleted.has(key)))
  const sent = new Map<Key, Digests>()
  return {
    ...run,
    forgotten: new Set(run.forgotten),
    holderOf,
    writtenIn,
    holders: [...new Set([...live.ledgers.keys(), ...writtenIn.keys()])].sort(),
    planned: new Set(objects.map(({ key }) => key)),
    recordedIn: group([...records.keys()].filter((key) => !deleted.has(key))),
    before,
    entryOf(key, live) {
      const home = holderOf(key)
      const own = home === undefined ? undefined : before.get(home)?.get(key)
      return own ?? byKey.get(key) ?? byNumber.get(numbered(key, live))
    },
    deleted,
    changedUnits: new Map(
      objects.filter(({ action }) => action !== 'create').map(({ key, units }) => [key, new Set(units)]),
    ),
    sentOf(key) {
      const known = sent.get(key)
      if (known) return known
      const [workbook, report] = [workbooks.get(key), reports.get(key)]
      const units = workbook ? unitsOfWorkbook(workbook) : report && unitsOfReport(report)
      const digests = units ? digestsOf(units) : NOTHING
      sent.set(key, digests)
      return digests
    },
    folderOf: (key) => (isKind(key, 'workbook') ? folders.get(key) : places.get(key)?.folder),
  }
}

/** Names an object whatever it is called. */
const numbered = (key: Key, live: number | undefined): string => `${kindOf(key)} ${live}`

function entriesToday(
  { canon, entries }: Ledger,
  asToday: (key: Key, entry: Entry) => [Key, Entry],
  lastApplied: RunPlan['lastApplied'],
): ReadonlyMap<Key, Entry> {
  return new Map(
    (Object.entries(entries) as [Key, Entry][]).map(([name, written]) => {
      const [key, entry] = asToday(name, written)
      return [key, canon === CANON_VERSION ? entry : { ...unreadable(entry), ...lastApplied.get(key) }]
    }),
  )
}

/** Nobody knows what digests of another canonical form say. What was being written still is. */
const unreadable = ({ base, next, ...entry }: Entry): Entry => ({
  ...entry,
  base: Object.fromEntries(Object.keys(base).map((unit) => [unit, UNKNOWN])),
  ...(next && { next: { ...next, units: {} } }),
})

/** An object that was renamed has one entry: the one under its new name, which comes later. */
export function withoutTwins(entries: ReadonlyMap<Key, Entry>): ReadonlyMap<Key, Entry> {
  const latest = new Map<string, Key>()
  for (const [key, { live }] of entries) if (live !== 0) latest.set(numbered(key, live), key)
  const kept = new Set(latest.values())
  return new Map([...entries].filter(([key, { live }]) => live === 0 || kept.has(key)))
}
