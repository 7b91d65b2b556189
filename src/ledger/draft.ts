import type { LiveFacts } from '../content/facts.ts'
import { isKind, type Key } from '../content/kinds.ts'
import { type FolderPath, type Place, type Report, reportKey, type Workbook, workbookKey } from '../content/model.ts'
import type { KnownContent } from '../content/summary.ts'
import type { Base } from '../content/threeway.ts'
import { digestsOf, unitsOfReport, unitsOfWorkbook } from '../content/units.ts'
import type { Entry, Known, Ledger, Pending } from './ledger.ts'
import type { Digests } from './stored.ts'

/** What a run will do, and what was live when that was planned. */
export interface RunPlan {
  readonly project: string
  readonly deployment: number
  readonly commit: string
  readonly objects: readonly {
    readonly key: Key
    readonly action: 'create' | 'update' | 'publish' | 'delete'
    readonly units: readonly string[]
  }[]
  /** Planned objects in their final state. */
  readonly workbooks: ReadonlyMap<Key, Workbook>
  readonly reports: ReadonlyMap<Key, Report>
  /** The entries of objects that are written, or in which repo and live agree on their own. */
  readonly records: ReadonlyMap<Key, Base>
  /** What would be pending if the run did nothing. */
  readonly pending: readonly Pending[]
  /** What was last applied to objects whose entry does not say so. */
  readonly lastApplied: ReadonlyMap<Key, { readonly commit: string; readonly base: Base }>
  readonly forgotten: readonly Key[]
  readonly unpublished?: ReadonlyMap<Key, number> | undefined
  readonly live: LiveAtPlan
}

export interface LiveAtPlan {
  readonly content: KnownContent
  /** This project's ledgers that are on the object they were written for, by that object. */
  readonly ledgers: ReadonlyMap<Key, Ledger>
  /** What these ledgers say about objects, by the objects' current keys. */
  readonly known: ReadonlyMap<Key, Known>
  readonly facts: ReadonlyMap<Key, LiveFacts>
}

/** The ledgers of a run: which one covers which object, and what each said before. All of it follows from the plan. */
export type LedgerDraft = ReturnType<typeof draftLedgers>

export function draftLedgers(run: RunPlan) {
  const { objects, workbooks, reports, records, lastApplied, live } = run
  const places = new Map<Key, Place>(
    [...live.content.reports, ...reports.values()].map((report) => [reportKey(report.id), report.place]),
  )
  const folders = new Map<Key, FolderPath | undefined>([
    ...live.content.workbooks.map(({ slug, folder }) => [workbookKey(slug), folder] as const),
    ...[...workbooks].map(([key, { folder }]) => [key, folder] as const),
  ])
  const entries = new Map<Key, Entry>()
  const before = new Map<Key, Map<Key, Entry>>([...live.ledgers.keys()].map((holder) => [holder, new Map()]))
  for (const [key, known] of live.known) {
    if (known.isPending) continue
    const entry = entryFrom(known, lastApplied.get(key))
    entries.set(key, entry)
    before.get(known.holder ?? key)?.set(key, entry)
  }

  const mayHold = new Set([...before.keys(), ...entries.keys(), ...records.keys(), ...lastApplied.keys()])
  /** The workbook or report whose ledger has the entry of an object. */
  const holderOf = (key: Key): Key | undefined => {
    if (isKind(key, 'workbook')) return key
    if (!isKind(key, 'report')) return undefined
    const place = places.get(key)
    const now = entries.has(key) ? live.known.get(key)?.holder : undefined
    if (!place) return now
    if (place.workbook === undefined) return key
    const home = workbookKey(place.workbook)
    // Somebody moved it into a workbook of others. We write nothing there, so its entry stays where it was.
    return mayHold.has(home) ? home : (now ?? key)
  }
  const byHolder = (keys: Iterable<Key>): ReadonlyMap<Key, readonly Key[]> => {
    const groups = new Map<Key, Key[]>()
    for (const key of keys) {
      const holder = holderOf(key)
      if (holder === undefined) continue
      const group = groups.get(holder)
      if (group) group.push(key)
      else groups.set(holder, [key])
    }
    return groups
  }

  const deleted = new Set(objects.filter(({ action }) => action === 'delete').map(({ key }) => key))
  const isStaying = (key: Key): boolean => !deleted.has(key)
  const writtenIn = byHolder(objects.map(({ key }) => key).filter(isStaying))
  const sent = new Map<Key, Digests>()
  return {
    ...run,
    forgotten: new Set(run.forgotten) as ReadonlySet<Key>,
    planned: new Set(objects.map(({ key }) => key)) as ReadonlySet<Key>,
    deleted: deleted as ReadonlySet<Key>,
    /** For objects that existed before, the units that this run changes. */
    changedUnits: new Map(
      objects.filter(({ action }) => action !== 'create').map(({ key, units }) => [key, new Set(units)]),
    ) as ReadonlyMap<Key, ReadonlySet<string>>,
    /** By holder: its entries so far, the objects that this run writes, and those that it records. */
    before: before as ReadonlyMap<Key, ReadonlyMap<Key, Entry>>,
    writtenIn,
    recordedIn: byHolder([...records.keys()].filter(isStaying)),
    /** The possible holders, sorted by key, so reports come before workbooks. */
    holders: [...new Set([...before.keys(), ...writtenIn.keys()])].sort(),
    entries: entries as ReadonlyMap<Key, Entry>,
    holderOf,
    sentOf(key: Key): Digests {
      const known = sent.get(key)
      if (known) return known
      const [workbook, report] = [workbooks.get(key), reports.get(key)]
      const units = workbook ? unitsOfWorkbook(workbook) : report && unitsOfReport(report)
      const digests: Digests = units ? digestsOf(units) : new Map()
      sent.set(key, digests)
      return digests
    },
    folderOf: (key: Key): FolderPath | undefined =>
      isKind(key, 'workbook') ? folders.get(key) : places.get(key)?.folder,
  }
}

/** Digests in another canonical form are no use. The commit may tell what was applied; otherwise that is unknown. */
const entryFrom = (
  { base, baseAsWritten, holder: _holder, ...entry }: Known,
  lastApplied: { readonly commit: string; readonly base: Base } | undefined,
): Entry => ({ ...entry, base: baseAsWritten ?? base ?? {}, ...(base ? {} : lastApplied) })
