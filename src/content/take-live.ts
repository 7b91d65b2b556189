import type { Entry, Ledger } from './ledger.ts'
import { mergeFolder, mergeReport, mergeWorkbook, type Pick } from './merge.ts'
import { type Content, type Folder, folderKey, type Key, modelKey, type Report, reportKey, type Workbook, workbookKey } from './model.ts'
import { judgeUnits } from './threeway.ts'
import { unitDigest, type Units, unitsOfFolder, unitsOfModelFile, unitsOfReport, unitsOfWorkbook } from './units.ts'

/**
 * What a tree should say after live was taken into it: three-way, unit by unit. What only live changed is taken, what
 * only the repo changed stays, and where both changed it the repo's stays and is reported.
 */
export interface Taking {
  readonly repo: Content
  readonly live: Content
  readonly ledgers: Iterable<Ledger>
  /** Slugs that somebody changed in the UI. */
  readonly renamed: ReadonlyMap<Key, string>
  /** Live is right in everything. */
  readonly mirror: boolean
  /** Live objects that nobody declares are taken too. */
  readonly takeNew: boolean
  /** Which objects may change at all. */
  readonly selected: (key: Key) => boolean
}

export type Outcome =
  /** Both changed the unit: the repo's stays. */
  | { readonly kind: 'conflict'; readonly key: Key; readonly unit: string }
  /** In live and in no file: not taken. */
  | { readonly kind: 'not-taken'; readonly key: Key }
  /** In a file and not in live: not removed, because nobody knows who is right. */
  | { readonly kind: 'not-live'; readonly key: Key }
  | { readonly kind: 'removed'; readonly key: Key }

export interface Taken {
  readonly content: Content
  readonly outcomes: readonly Outcome[]
}

/** What differs between the kinds. */
interface Kind<T> {
  readonly keyOf: (item: T) => Key
  readonly unitsOf: (item: T) => Units
  readonly merge: (repo: T, live: T, pick: Pick) => T
}

const FOLDERS: Kind<Folder> = { keyOf: ({ path }) => folderKey(path), unitsOf: unitsOfFolder, merge: mergeFolder }
const REPORTS: Kind<Report> = { keyOf: ({ id }) => reportKey(id), unitsOf: unitsOfReport, merge: mergeReport }
const WORKBOOKS: Kind<Workbook> = { keyOf: ({ slug }) => workbookKey(slug), unitsOf: unitsOfWorkbook, merge: mergeWorkbook }
const MODEL: Kind<Content['model'][number]> = {
  keyOf: ({ path }) => modelKey(path),
  unitsOf: unitsOfModelFile,
  merge: (repo, live, pick) => (pick('bytes') === 'live' ? live : repo),
}

export function takeLive(taking: Taking): Taken {
  const { repo, live } = taking
  const entries = entriesOf(taking.ledgers)
  const outcomes: Outcome[] = []
  const take = <T>(kind: Kind<T>, ours: readonly T[], theirs: readonly T[]): T[] =>
    takeKind(kind, ours, theirs, entries, taking, outcomes)

  const workbooks = take(WORKBOOKS, repo.workbooks, live.workbooks)
  const reports = take(REPORTS, repo.reports, live.reports)
  const content: Content = {
    folders: withAncestors(take(FOLDERS, repo.folders, live.folders), live.folders, workbooks, reports),
    workbooks: workbooks.map((workbook) => renameSlug(workbook, taking)),
    reports: reports.map((report) => followSlug(report, taking)),
    model: take(MODEL, repo.model, live.model),
  }
  return { content, outcomes }
}

function entriesOf(ledgers: Iterable<Ledger>): ReadonlyMap<string, Entry> {
  return new Map([...ledgers].flatMap(({ o }) => Object.entries(o)))
}

function takeKind<T>(
  { keyOf, unitsOf, merge }: Kind<T>,
  ours: readonly T[],
  theirs: readonly T[],
  entries: ReadonlyMap<string, Entry>,
  { mirror, takeNew, selected }: Taking,
  outcomes: Outcome[],
): T[] {
  const live = new Map(theirs.map((item) => [keyOf(item), item]))
  const repo = new Map(ours.map((item) => [keyOf(item), item]))

  const kept = [...repo].flatMap(([key, item]): T[] => {
    const other = live.get(key)
    if (!selected(key)) return [item]
    if (other === undefined) return keepMissing(key, item)
    const entry = entries.get(key)
    // Nothing was ever applied: git has the old text, live is what counts.
    if (mirror || !entry) return [merge(item, other, () => 'live')]
    const verdicts = judgeUnits(entry.base, unitsOf(item), unitsOf(other))
    for (const [unit, verdict] of verdicts) if (verdict === 'conflict') outcomes.push({ kind: 'conflict', key, unit })
    return [merge(item, other, (unit) => (verdicts.get(unit) === 'live' ? 'live' : 'repo'))]
  })

  function keepMissing(key: Key, item: T): T[] {
    const entry = entries.get(key)
    const untouched = entry && [...unitsOf(item)].every(([unit, value]) => isBase(entry, unit, unitDigest(unit, value)))
    if (mirror || untouched) {
      outcomes.push({ kind: 'removed', key })
      return []
    }
    outcomes.push({ kind: 'not-live', key })
    return [item]
  }

  const added = [...live].flatMap(([key, item]): T[] => {
    if (repo.has(key) || !selected(key)) return []
    if (mirror || (takeNew && !entries.has(key))) return [item]
    outcomes.push({ kind: 'not-taken', key })
    return []
  })
  return [...kept, ...added]
}

/** Whether the tree still says of a unit what was last applied. */
const isBase = ({ base }: Entry, unit: string, digest: string): boolean => [base[unit]].flat()[0] === digest

/** A folder is structure: one that holds something of the tree is in the tree. */
function withAncestors(
  folders: readonly Folder[],
  live: readonly Folder[],
  workbooks: readonly Workbook[],
  reports: readonly Report[],
): Folder[] {
  const all = new Map(folders.map((folder) => [folderKey(folder.path), folder]))
  const known = new Map(live.map((folder) => [folderKey(folder.path), folder]))
  const paths = [...workbooks.map(({ folder }) => folder), ...reports.map(({ place }) => place.folder ?? [])]
  for (const path of [...paths, ...folders.map((folder) => folder.path)]) {
    for (let depth = 1; depth <= path.length; depth += 1) {
      const key = folderKey(path.slice(0, depth))
      if (!all.has(key)) all.set(key, known.get(key) ?? { path: path.slice(0, depth) })
    }
  }
  return [...all.values()]
}

/** A slug that was changed in the UI is taken with its old one beside it, so that no target makes a twin. */
const renameSlug = (workbook: Workbook, { renamed, selected }: Taking): Workbook => {
  const key = workbookKey(workbook.slug)
  const slug = selected(key) ? renamed.get(key) : undefined
  return slug === undefined ? workbook : { ...workbook, slug, was: workbook.slug }
}

const followSlug = (report: Report, { renamed, selected }: Taking): Report => {
  const key = workbookKey(report.place.workbook ?? '')
  const slug = selected(key) ? renamed.get(key) : undefined
  return slug === undefined ? report : { ...report, place: { ...report.place, workbook: slug } }
}
