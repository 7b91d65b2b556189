import { type Known, type Ledger, UNFINISHED } from '../content/ledger.ts'
import type { Content, Key } from '../content/model.ts'
import { kindOf } from '../content/model.ts'
import { formerKeys } from '../content/renames.ts'
import type { Completed } from './complete.ts'
import { entriesOf, type HeldLedger, type LedgerEntry } from './ledgers.ts'
import type { Names } from './names/names.ts'
import { withNumbers } from './unborn.ts'

/** What the ledgers of a deployment say, by what objects are called now. */
export interface KnownObjects {
  /** Ledgers of this project that stand on the object they were written on, by that object. */
  readonly ledgers: ReadonlyMap<Key, Ledger>
  readonly known: ReadonlyMap<Key, Known>
  /** Objects that the platform was asked for by their number, and does not have. */
  readonly gone: ReadonlySet<Key>
  /** Objects that another project owns: its id. */
  readonly owners: ReadonlyMap<Key, string>
  /** Objects whose record a later version of this program wrote. */
  readonly newer: ReadonlySet<Key>
  /** Objects that a copied record names: the original was there once. */
  readonly copied: ReadonlySet<Key>
  /** Objects that hold such a record: they are copies, whatever they are called. */
  readonly copies: ReadonlySet<Key>
  /** Objects that the tree of a commit had and that could not be created. */
  readonly missing: ReadonlySet<Key>
  /** Every commit that a record of this project names, each once. */
  readonly commits: readonly string[]
  /**
   * Those of them that were applied to the end: what the tree of such a commit has, and no record calls missing, was
   * there once. Of a commit that was cut off nobody knows what was created.
   */
  readonly finished: readonly string[]
}

export function knownObjects({ inventory, gone }: Completed, names: Names, declared: Content): KnownObjects {
  const ledgers = new Map<Key, Ledger>()
  const owners = new Map<Key, string>()
  const newer = new Set<Key>()
  const copied = new Set<Key>()
  const copies = new Set<Key>()
  for (const { kind, id, read, own } of names.ledgers) {
    if (read.state === 'ours' && !own) for (const each of originalsIn(read.ledger)) copied.add(each)
    const key = names.keyOf(kind, id)
    if (key === undefined) continue
    if (own) ledgers.set(key, own)
    else if (read.state === 'ours') copies.add(key)
    if (read.state === 'foreign') owners.set(key, read.project)
    if (read.state === 'newer') newer.add(key)
  }

  const nowCalled = new Map([...formerKeys(declared)].map(([now, before]) => [before, now]))
  const known = new Map<Key, Known>()
  const present = new Set<Key>()
  for (const { key: written, known: entry } of homeFirst(
    withNumbers(entriesOf(names.ledgers), inventory, names),
    inventory,
  )) {
    const live = names.keyOf(kindOf(written), entry.live)
    const key = live ?? nowCalled.get(written) ?? written
    // What is said of something that is there counts more than what is said of something else of its name.
    if (known.has(key) && (live === undefined || present.has(key))) continue
    known.set(key, entry)
    if (live !== undefined) present.add(key)
  }
  const isGone = (key: Key, { live }: Known): boolean => {
    const kind = kindOf(key)
    return !present.has(key) && (kind === 'workbook' || kind === 'report') && gone[kind].has(live)
  }
  const absent = [...known].filter(([key, entry]) => isGone(key, entry)).map(([key]) => key)
  const own = names.ledgers.flatMap((held) => held.own ?? [])
  return {
    ...{ ledgers, known, gone: new Set(absent), owners, newer, copied, copies },
    missing: new Set(own.flatMap(({ missing }) => missing.filter((key) => key !== UNFINISHED) as Key[])),
    commits: [...new Set(own.flatMap(({ commits }) => commits))],
    finished: [...new Set(names.ledgers.flatMap(finishedIn))],
  }
}

/** What a copied record says of the object that it was copied from, and of reports: it may speak of others, too. */
const originalsIn = ({ self, o }: Ledger): Key[] =>
  Object.entries(o).flatMap(([key, { live }]) =>
    key.startsWith('report/') || (key.startsWith('workbook/') && live === self?.[1]) ? [key as Key] : [],
  )

/** What is still being written, and what went along in the middle of a run, does not say that the run came to its end. */
const finishedIn = ({ own }: HeldLedger): string[] =>
  own && !own.missing.includes(UNFINISHED)
    ? Object.entries(own.o).flatMap(([key, { c, next }]) =>
        next || key.startsWith('folder/') ? [] : (own.commits[c] ?? []),
      )
    : []

/** What the workbook says that a report sits in, first; then what it carries. A ledger that it once was in may be older. */
function homeFirst(entries: readonly LedgerEntry[], { reports }: Completed['inventory']): LedgerEntry[] {
  const workbookOf = new Map(reports.map(({ id, workbookId }) => [id, workbookId]))
  const isHome = ({ key, known, holder }: LedgerEntry): boolean =>
    holder.kind === 'workbook' && (key.startsWith('workbook/') ? known.live : workbookOf.get(known.live)) === holder.id
  const isCarried = ({ key, known, holder }: LedgerEntry): boolean =>
    key.startsWith('report/') && holder.kind === 'report' && holder.id === known.live
  const byRank: readonly LedgerEntry[][] = [[], [], []]
  for (const entry of entries) byRank[isHome(entry) ? 0 : isCarried(entry) ? 1 : 2]?.push(entry)
  return byRank.flat()
}
