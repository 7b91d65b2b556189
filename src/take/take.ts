import { addAll, lazy } from '@boardwright/common'
import { liveUnits } from '../compare/index-content.ts'
import { entitiesIn, keysIn, placesByKey } from '../content/entity.ts'
import { isKind, KINDS, type Kind } from '../content/kinds.ts'
import {
  type Content,
  type Folder,
  type FolderPath,
  folderKey,
  type Key,
  type Objects,
  type Report,
  reportKey,
  type Workbook,
  workbookKey,
} from '../content/model.ts'
import { contentOf, keyOfWhole, OBJECTS, objectsIn } from '../content/objects.ts'
import { mapReferences, type Rename, referencesOf, reportOf, settledNames } from '../content/references.ts'
import { applyRenames, type TakenRenames } from '../content/renames.ts'
import type { Verdict } from '../content/threeway.ts'
import { type MergeOutcome, type Needs, type TakenKind, type Taking, takeKind } from './kind.ts'
import { withReportsThatStay, withUnseen } from './unseen.ts'

export type { MergeOutcome, Taking } from './kind.ts'

export interface Taken {
  readonly content: Content
  readonly outcomes: readonly MergeOutcome[]
}

/**
 * Merges live into the tree, unit by unit. What only live changed is taken, and what only the repo changed stays. Where
 * both changed a unit, the repo's version stays and the conflict is reported.
 */
export function takeLive(given: Taking): Taken {
  const taking = given.complete ? given : { ...given, live: withUnseen(given.live, given.repo) }
  const { repo, live, inputs } = taking
  const { known } = inputs.live
  const declared = new Set<Key>(repo.reports.map(({ id }) => reportKey(id)))
  const settle = settledNames(taking.publicIds, (key) => declared.has(key) || known.has(key))
  const take = <K extends Kind>(kind: K, needs?: Needs<Objects[K]>) => takeKind(kind, taking, needs)

  // A report that was moved in the UI brings its new workbook along, even if new ones are left out.
  const moved = takeKind('report', { ...taking, ...movedReports(taking) }).items
  const homes = new Set<Key>(
    moved.flatMap(({ place: { workbook } }) => (workbook === undefined ? [] : workbookKey(workbook))),
  )
  const workbooks = take('workbook', { brings: (key) => homes.has(key) })
  const shown = newReferences(repo.workbooks, workbooks.items, settle)
  const reports = take('report', needsOf(shown, workbooks.items, taking))
  const early: { readonly [K in Kind]?: TakenKind<Objects[K]> } = { workbook: workbooks, report: reports }
  const outcomes: MergeOutcome[] = []
  const taken = contentOf((kind) => {
    const { items, outcomes: own } = early[kind] ?? take(kind)
    addAll(outcomes, own)
    return items
  })
  const whole = withAncestors(nameInTree(withReportsThatStay(taken, repo), shown, taking), live.folders)
  const { taken: renames, conflicts } = sortRenames(whole, taking)
  const content = withAncestors(applyRenames(whole, renames), live.folders)
  const stillHolds = stillHoldsIn([...whole.folders, ...content.folders])
  return { content, outcomes: [...outcomes.filter(stillHolds), ...conflicts] }
}

/** Reports of the tree whose live workbook is another one than in their files, on both sides. */
function movedReports({ repo, live }: Taking): Pick<Taking, 'repo' | 'live'> {
  const seen = new Map(live.reports.map((report) => [report.id, report]))
  const moved = repo.reports.flatMap((report): [Report, Report][] => {
    const other = seen.get(report.id)
    return other && other.place.workbook !== report.place.workbook ? [[report, other]] : []
  })
  return {
    repo: { ...repo, reports: moved.map(([report]) => report) },
    live: { ...live, reports: moved.map(([, other]) => other) },
  }
}

const shownIn = ({ dashboard }: Workbook) => (dashboard ? referencesOf(dashboard) : [])

/** References that a dashboard takes over from live, by the slug of its workbook. */
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

/**
 * If a dashboard got a new report in the UI, that report is taken too, provided that it sits in a workbook of the tree.
 */
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
  return {
    keeps: (key: Key) => used.has(key),
    brings: (key: Key) => bringing.has(key),
    hasHome: ({ place: { workbook } }: Report) => workbook === undefined || inTree.has(workbook),
  }
}

/** Refers to reports in the tree by key, and to all others by public id. */
function nameInTree(content: Content, shown: NewReferences, { publicIds }: Taking): Content {
  const inTree = new Set<Key>(content.reports.map(({ id }) => reportKey(id)))
  const byBoth = settledNames(publicIds, (key) => inTree.has(key))
  const workbooks = content.workbooks.map((workbook) => {
    const fresh = shown.get(workbook.slug)
    return withNames(workbook, (reference) =>
      fresh?.has(reference) || !isInTree(inTree, reference) ? byBoth(reference) : reference,
    )
  })
  return { ...content, workbooks }
}

const withNames = (workbook: Workbook, rename: Rename): Workbook =>
  workbook.dashboard ? { ...workbook, dashboard: mapReferences(workbook.dashboard, rename) } : workbook

/** If people wrote a reference to a report outside the tree, it stays as they wrote it. */
const isInTree = (inTree: ReadonlySet<Key>, reference: Parameters<Rename>[0]): boolean => {
  const key = reportOf(reference)
  return key === undefined || inTree.has(key)
}

/** Adds the folders above everything in the tree. */
function withAncestors(content: Content, live: readonly Folder[]): Content {
  const all = new Map(content.folders.map((folder) => [folderKey(folder.path), folder]))
  const known = new Map(live.map((folder) => [folderKey(folder.path), folder]))
  for (const path of [...placesByKey(entitiesIn(content)).values()].map(({ folder = [] }) => folder)) {
    for (let depth = 1; depth <= path.length; depth += 1) {
      const key = folderKey(path.slice(0, depth))
      if (!all.has(key)) all.set(key, known.get(key) ?? { path: path.slice(0, depth) })
    }
  }
  return { ...content, folders: [...all.values()] }
}

/** A folder that came or stayed because of its contents is not reported as left out or removed. */
function stillHoldsIn(folders: readonly Folder[]): (outcome: MergeOutcome) => boolean {
  const keys = new Set<Key>(folders.map(({ path }) => folderKey(path)))
  return ({ kind, key }) => !isKind(key, 'folder') || !OF_ABSENT.has(kind) || !keys.has(key)
}

const OF_ABSENT: ReadonlySet<MergeOutcome['kind']> = new Set(['not-taken', 'orphan', 'edited-orphan', 'removed'])

/**
 * Decides which renames and moves in the UI are taken. One is not taken if the file is shared with other targets, if the
 * tree already has something under the new name, or if it has its own rename that is not applied yet (unless this is a
 * mirror).
 */
function sortRenames(content: Content, taking: Taking): { taken: TakenRenames; conflicts: MergeOutcome[] } {
  const { compared, inputs, selected, isShared, mirror } = taking
  const taken = {
    renamed: new Map<Key, string>(),
    moved: new Map<Key, FolderPath>(),
    former: new Map<Key, string>(),
  }
  const conflicts: MergeOutcome[] = []
  const keys = lazy(() => new Set(keysIn(entitiesIn(content))))
  for (const kind of KINDS) sort(kind)
  return { taken, conflicts }

  function sort<K extends Kind>(kind: K): void {
    const { ownOf, renaming, movedTo } = OBJECTS[kind]
    if (!renaming) return
    for (const object of objectsIn(content, kind)) {
      const key = keyOfWhole(kind, object)
      const each = compared.comparisons.get(key)
      if (!each?.repo || !selected(key)) continue
      const { name: now, folder: into } = inputs.live.facts.get(key) ?? {}
      const differing = new Set(liveUnits(compared.live, inputs.live.facts, key).map(([unit]) => unit))
      const was = renaming.was(ownOf(object))
      const verdictOf = (unit: string): Verdict | undefined => each.verdicts.get(unit)
      // Live still has the name that the tree has given up.
      const isOld = verdictOf(renaming.unit) === 'repo' || (was === now?.trim() && verdictOf(renaming.unit) !== 'live')
      const isToCome = was !== undefined && verdictOf(renaming.unit) === 'conflict'
      const name = differing.has(renaming.unit) && !isOld ? now?.trim() : undefined
      const place = differing.has('folder') && verdictOf('folder') !== 'repo' ? into : undefined
      if (name === undefined && place === undefined) continue
      const unit = name === undefined ? 'folder' : renaming.unit
      if (isShared(key)) {
        conflicts.push({ kind: 'for-all', key, unit })
        continue
      }
      const there = place ? movedTo(object, { folder: place }) : object
      const isClash = keys().has(keyOfWhole(kind, name === undefined ? there : renaming.renamedTo(there, name)))
      if ((isToCome && !mirror) || isClash) {
        conflicts.push({ kind: 'conflict', key, unit })
        continue
      }
      if (name !== undefined) taken.renamed.set(key, name)
      if (isToCome) taken.former.set(key, was)
      if (place) taken.moved.set(key, place)
    }
  }
}
