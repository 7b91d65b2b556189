import { addAll } from '@boardwright/common'
import { liveUnits } from '../compare/live-names.ts'
import {
  type Content,
  contentOf,
  type Entity,
  entityOf,
  filterContent,
  ofKind,
  placesByKey,
  renamedIn,
} from '../content/entity.ts'
import { isKind, KINDS, type Kind } from '../content/kinds.ts'
import { type FolderPath, foldersAlong, type Key, type ReportReference, workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { type Rename, reportOf, settledNames } from '../content/references.ts'
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
  const settle = settledNames(taking.publicIds, (key) => repo.has(key) || known.has(key))
  const take = <K extends Kind>(kind: K, needs?: Needs<K>) => takeKind(kind, taking, needs)

  // A report that was moved in the UI brings its new workbook along, even if new ones are left out.
  const moved = takeKind('report', { ...taking, ...movedReports(taking) }).items
  const homes = new Set<Key>(
    moved.flatMap(({ place: { workbook } }) => (workbook === undefined ? [] : workbookKey(workbook))),
  )
  const workbooks = take('workbook', { brings: (key) => homes.has(key) })
  const shown = newReferences(ofKind(repo, 'workbook'), workbooks.items, settle)
  const reports = take('report', needsOf(shown, workbooks.items, taking))
  const early: { readonly [K in Kind]?: TakenKind<K> } = { workbook: workbooks, report: reports }
  const outcomes: MergeOutcome[] = []
  const taken = contentOf(
    KINDS.flatMap((kind): readonly Entity[] => {
      const { items, outcomes: own } = early[kind] ?? take(kind)
      addAll(outcomes, own)
      return items
    }),
  )
  const whole = withAncestors(nameInTree(withReportsThatStay(taken, repo), shown, taking), live)
  const { taken: renames, conflicts } = sortRenames(whole, taking)
  const content = withAncestors(applyRenames(whole, renames), live)
  const stillHolds = stillHoldsIn(whole, content)
  return { content, outcomes: [...outcomes.filter(stillHolds), ...conflicts] }
}

/** Reports of the tree whose live workbook is another one than in their files, on both sides. */
function movedReports({ repo, live }: Taking): Pick<Taking, 'repo' | 'live'> {
  const isMoved = (key: Key): boolean => {
    const [here, there] = [repo.get(key), live.get(key)]
    return isKind(key, 'report') && here && there ? here.place.workbook !== there.place.workbook : false
  }
  return { repo: filterContent(repo, isMoved), live: filterContent(live, isMoved) }
}

/** References that a dashboard takes over from live, by the key of its workbook. */
function newReferences(before: readonly Shows[], after: readonly Shows[], settle: Rename) {
  const old = new Map(before.map(({ key, references }) => [key, new Set(references.map(settle))]))
  return new Map(
    after.map(({ key, references }): [Key, ReadonlySet<string>] => [
      key,
      new Set(references.filter((reference) => !old.get(key)?.has(settle(reference)))),
    ]),
  )
}

type Shows = Entity<'workbook'>

type NewReferences = ReturnType<typeof newReferences>

/**
 * If a dashboard got a new report in the UI, that report is taken too, provided that it sits in a workbook of the tree.
 */
function needsOf(shown: NewReferences, workbooks: readonly Entity<'workbook'>[], { live, publicIds }: Taking) {
  const named = new Set([...shown.values()].flatMap((references) => [...references]))
  const inTree = new Set(workbooks.map(({ own }) => own.slug))
  const brought = ofKind(live, 'report').filter(({ key, place: { workbook } }) => {
    const publicId = publicIds.get(key)
    const isShown = named.has(key) || (publicId !== undefined && named.has(`id:${publicId}`))
    return isShown && workbook !== undefined && inTree.has(workbook)
  })
  const bringing = new Set<Key>(brought.map(({ key }) => key))
  const used = new Set(
    workbooks.flatMap(({ references }) => references).flatMap((reference) => reportOf(reference) ?? []),
  )
  return {
    keeps: (key: Key) => used.has(key),
    brings: (key: Key) => bringing.has(key),
    hasHome: ({ place: { workbook } }: Entity<'report'>) => workbook === undefined || inTree.has(workbook),
  }
}

/** Refers to reports in the tree by key, and to all others by public id. */
function nameInTree(content: Content, shown: NewReferences, { publicIds }: Taking): Content {
  const byBoth = settledNames(publicIds, (key) => content.has(key))
  return renamedIn(content, (reference, holder) =>
    shown.get(holder)?.has(reference) || !isInTree(content, reference) ? byBoth(reference) : reference,
  )
}

/** If people wrote a reference to a report outside the tree, it stays as they wrote it. */
const isInTree = (tree: Content, reference: ReportReference): boolean => {
  const key = reportOf(reference)
  return key === undefined || tree.has(key)
}

/** Adds the folders above everything in the tree. */
function withAncestors(content: Content, live: Content): Content {
  const above = new Map<Key, Entity>()
  for (const { folder = [] } of placesByKey(content).values()) {
    for (const [index, key] of foldersAlong(folder).entries())
      if (!content.has(key)) above.set(key, live.get(key) ?? entityOf('folder', { path: folder.slice(0, index + 1) }))
  }
  return contentOf([...ofKind(content, 'folder'), ...above.values(), ...content.values()])
}

/** A folder that came or stayed because of its contents is not reported as left out or removed. */
const stillHoldsIn =
  (...trees: readonly Content[]): ((outcome: MergeOutcome) => boolean) =>
  ({ kind, key }) =>
    !isKind(key, 'folder') || !OF_ABSENT.has(kind) || !trees.some((tree) => tree.has(key))

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
  for (const kind of KINDS) sort(kind)
  return { taken, conflicts }

  function sort<K extends Kind>(kind: K): void {
    const { renaming, movedTo } = OBJECTS[kind]
    if (!renaming) return
    for (const { key, own, whole } of ofKind(content, kind)) {
      const each = compared.comparisons.get(key)
      if (!each?.repo || !selected(key)) continue
      const { name: now, folder: into } = inputs.live.facts.get(key) ?? {}
      const differing = new Set(liveUnits(compared.live, inputs.live.facts, key).map(([unit]) => unit))
      const was = renaming.was(own)
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
      const there = place ? movedTo(whole(), { folder: place }) : whole()
      const { key: after } = entityOf(kind, name === undefined ? there : renaming.renamedTo(there, name))
      const isClash = content.has(after)
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
