import { type Content, contentOf, type Entity, entityOf, ofKind, placesByKey } from '../content/entity.ts'
import { isKind, KINDS, type Kind } from '../content/kinds.ts'
import { foldersAlong, type Key, workbookKey } from '../content/model.ts'
import { settledNames } from '../content/references.ts'
import { applyRenames } from '../content/renames.ts'
import { fatesOf } from './fates.ts'
import { type Needs, type TakenKind, takeKind } from './kind.ts'
import { withReportsThatStay, withUnseen } from './lost-names.ts'
import { newReferences, reportNeeds, withTreeNames } from './references.ts'
import { takeRenames } from './renames.ts'
import type { MergeOutcome, Taking } from './taking.ts'

export interface Taken {
  readonly content: Content
  readonly outcomes: readonly MergeOutcome[]
}

/**
 * Merges live into the tree, unit by unit. What only live changed is taken, and what only the repo changed stays. Where
 * both changed a unit, the repo's version stays and the conflict is reported.
 */
export function takeLive(given: Taking): Taken {
  const taking = given.complete ? given : { ...given, live: withUnseen(given) }
  const { repo, live, inputs } = taking
  const { entries } = inputs.live
  const settle = settledNames(taking.publicIds, (key) => repo.has(key) || entries.has(key))
  const take = <K extends Kind>(kind: K, needs?: Needs<K>) => takeKind(kind, taking, needs)

  // Which reports come or stay depends on the dashboards, and which workbooks come on where reports were moved.
  const homes = newHomes(taking)
  const workbooks = take('workbook', { brings: (key) => homes.has(key) })
  const newFromLive = newReferences(ofKind(repo, 'workbook'), workbooks.items, settle)
  const reports = take('report', reportNeeds(newFromLive, workbooks.items, taking))
  const known: { readonly [K in Kind]?: TakenKind<K> } = { workbook: workbooks, report: reports }
  const all = KINDS.map((kind): TakenKind<Kind> => known[kind] ?? take(kind))
  const outcomes = all.flatMap((each) => each.outcomes)
  const taken = contentOf(all.flatMap((each): readonly Entity[] => each.items))

  const withReports = withReportsThatStay(taken, taking)
  const named = withTreeNames(withReports, newFromLive, taking)
  const whole = withAncestors(named, live)
  const { renames, outcomes: ofNames } = takeRenames(whole, taking)
  // What was moved may be in a folder that the tree did not have.
  const content = withAncestors(applyRenames(whole, renames), live)
  return { content, outcomes: [...outcomes.filter(stillHoldsIn(whole, content)), ...ofNames] }
}

/** The workbooks that reports of the tree were moved into in the UI: they come along, even if new ones are left out. */
function newHomes(taking: Taking): ReadonlySet<Key> {
  const { repo, live, compared, selected } = taking
  return new Set(
    ofKind(repo, 'report').flatMap(({ key, place }): Key[] => {
      const [each, workbook] = [compared.comparisons.get(key), live.get(key)?.place.workbook]
      if (!each?.repo || workbook === undefined || workbook === place.workbook || !selected(key)) return []
      return fatesOf(each, taking, { isHomeless: false }).fateOf.get('workbook') === 'live'
        ? [workbookKey(workbook)]
        : []
    }),
  )
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

const OF_ABSENT = new Set<MergeOutcome['kind']>([
  'not-taken',
  'orphan',
  'edited-orphan',
  'removed',
  'dropped-object',
  'dropped-removal',
])
