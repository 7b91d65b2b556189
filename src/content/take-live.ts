import { isKind } from './kinds.ts'
import {
  type Content,
  type Folder,
  folderKey,
  type Key,
  type Report,
  reportKey,
  type Workbook,
  workbookKey,
} from './model.ts'
import { mapReferences, type Rename, referencesOf, reportOf, settledNames } from './references.ts'
import { applyRenames, type Renamed } from './renames.ts'
import { FOLDERS, type KindOf, MODEL, type Outcome, REPORTS, type Rules, takeKind, WORKBOOKS } from './take-kind.ts'

export type { Outcome } from './take-kind.ts'

/**
 * What a tree should say after live was taken into it: three-way, unit by unit. What only live changed is taken, what
 * only the repo changed stays, and where both changed it the repo's stays and is reported.
 */
export interface Taking extends Rules {
  readonly repo: Content
  readonly live: Content
  /** Slugs of workbooks and names of folders that somebody changed in the UI. */
  readonly renamed: Renamed
  /** The public ids of live reports, by logical key. */
  readonly publicIds: ReadonlyMap<Key, string>
}

export interface Taken {
  readonly content: Content
  readonly outcomes: readonly Outcome[]
}

export function takeLive(taking: Taking): Taken {
  const { repo, live, known } = taking
  const declared = new Set<Key>(repo.reports.map(({ id }) => reportKey(id)))
  const settle = settledNames(taking.publicIds, (key) => declared.has(key) || known.has(key))

  const workbooks = takeKind(comparedBy(settle), repo.workbooks, live.workbooks, taking)
  const shown = newReferences(repo.workbooks, workbooks.items, settle)
  const reports = takeKind(REPORTS, repo.reports, live.reports, taking, needsOf(shown, workbooks.items, taking))
  const folders = takeKind(FOLDERS, repo.folders, live.folders, taking)
  const model = takeKind(MODEL, repo.model, live.model, taking)

  const content: Content = {
    folders: withAncestors(folders.items, live.folders, workbooks.items, reports.items),
    workbooks: nameInTree(workbooks.items, reports.items, shown, taking),
    reports: reports.items,
    model: model.items,
  }
  const { renamed, conflicts } = sortRenames(taking)
  const outcomes = [folders, workbooks, reports, model].flatMap((each) => each.outcomes)
  return {
    content: applyRenames(content, renamed),
    outcomes: [...outcomes.filter((outcome) => isSo(outcome, content)), ...conflicts],
  }
}

const withNames = (workbook: Workbook, rename: Rename): Workbook =>
  workbook.dashboard ? { ...workbook, dashboard: mapReferences(workbook.dashboard, rename) } : workbook

const comparedBy = (settle: Rename): KindOf<Workbook> => ({
  ...WORKBOOKS,
  unitsOf: (workbook) => WORKBOOKS.unitsOf(withNames(workbook, settle)),
})

const shownIn = ({ dashboard }: Workbook) => (dashboard ? referencesOf(dashboard) : [])

/** References that came into a dashboard from live, by the workbook's key. */
function newReferences(before: readonly Workbook[], after: readonly Workbook[], settle: Rename) {
  const old = new Map(before.map((workbook) => [workbook.slug, new Set(shownIn(workbook).map(settle))]))
  return new Map(
    after.map((workbook) => [
      workbook.slug,
      new Set(shownIn(workbook).filter((reference) => !old.get(workbook.slug)?.has(settle(reference)))),
    ]),
  )
}

type NewReferences = ReturnType<typeof newReferences>

/** What a dashboard came to show in the UI belongs to it, when it sits in a workbook of the tree. */
function needsOf(shown: NewReferences, workbooks: readonly Workbook[], { live, publicIds }: Taking) {
  const named = new Set([...shown.values()].flatMap((references) => [...references]))
  const inTree = new Set(workbooks.map(({ slug }) => slug))
  const brought = live.reports.filter(({ id, place: { workbook } }) => {
    const publicId = publicIds.get(reportKey(id))
    const isShown = named.has(reportKey(id)) || (publicId !== undefined && named.has(`id:${publicId}`))
    return isShown && workbook !== undefined && inTree.has(workbook)
  })
  const bringing = new Set<Key>(brought.map(({ id }) => reportKey(id)))
  const used = new Set(workbooks.flatMap(shownIn).flatMap((reference) => reportOf(reference) ?? []))
  return { keeps: (key: Key) => used.has(key), brings: (key: Key) => bringing.has(key) }
}

/** Reports that are in the tree now are named as such, those that are not by their public id. */
function nameInTree(
  workbooks: readonly Workbook[],
  reports: readonly Report[],
  shown: NewReferences,
  { publicIds }: Taking,
): Workbook[] {
  const inTree = new Set<Key>(reports.map(({ id }) => reportKey(id)))
  const byBoth = settledNames(publicIds, (key) => inTree.has(key))
  return workbooks.map((workbook) => {
    const fresh = shown.get(workbook.slug)
    return withNames(workbook, (reference) =>
      fresh?.has(reference) || !isIn(inTree, reference) ? byBoth(reference) : reference,
    )
  })
}

/** A name that people chose for a report outside the tree stays. */
const isIn = (inTree: ReadonlySet<Key>, reference: Parameters<Rename>[0]): boolean => {
  const key = reportOf(reference)
  return key === undefined || inTree.has(key)
}

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

/** What came or stayed for another reason was neither left out nor removed. */
const isSo = ({ kind, key }: Outcome, { folders }: Content): boolean =>
  !isKind(key, 'folder') || kind === 'not-live' || !folders.some(({ path }) => folderKey(path) === key)

/** A rename in the UI is taken unless the tree renames the same thing, or has something of the new name already. */
function sortRenames({ repo, renamed, selected }: Taking): { renamed: Renamed; conflicts: Outcome[] } {
  const wasRenamed = new Set<Key>([
    ...repo.workbooks.flatMap(({ slug, was }) => (was === undefined ? [] : [workbookKey(slug)])),
    ...repo.folders.flatMap(({ path, was }) => (was === undefined ? [] : [folderKey(path)])),
  ])
  const slugs = new Set(repo.workbooks.map(({ slug }) => slug))
  const taken = new Map<Key, string>()
  const conflicts: Outcome[] = []
  for (const [key, name] of renamed) {
    if (!selected(key)) continue
    const isWorkbook = isKind(key, 'workbook')
    if (!wasRenamed.has(key) && !(isWorkbook && slugs.has(name))) taken.set(key, name)
    else conflicts.push({ kind: 'conflict', key, unit: isWorkbook ? 'slug' : 'name' })
  }
  return { renamed: taken, conflicts }
}
