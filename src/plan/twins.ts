import { type Comparison, isOurs } from '../compare/comparison.ts'
import { idIn, isKind, kindOf } from '../content/kinds.ts'
import {
  type FolderPath,
  folderKey,
  foldersAlong,
  type Key,
  type Place,
  pathText,
  workbookKey,
} from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import type { UnitDigests } from '../content/threeway.ts'
import type { PlanInputs } from './inputs.ts'
import { held, left } from './outcome.ts'
import { comparisonOf, outcomeOf, type PlanDraft } from './plan-draft.ts'
import { findRenamed, type Move, type OneSided } from './renamed.ts'
import { placeIn, titleOf } from './titles.ts'

/**
 * A rename without `was` would create a second object, while links, schedules and permissions stay with the old one. So
 * the new one is held, and the old one kept, until somebody says whether it is a rename.
 */
export function holdTwins(planDraft: PlanDraft): void {
  const { outcomes, compared, inputs } = planDraft
  if (inputs.history.isMade) return
  const missing = [...outcomes.with('create'), ...outcomes.with('left').filter(([key]) => isKind(key, 'folder'))]
  const created = missing.flatMap(([key]) => comparisonOf(planDraft, key) ?? []).filter(({ live }) => !live)
  if (created.length === 0) return
  const applied = foldersApplied(planDraft)
  const isGone = (each: Comparison): boolean => isUndeclared(each) || (applied.has(each.key) && !each.repo)
  const gone = [...compared.comparisons.values()].filter(isGone)
  if (gone.length === 0) return
  const isCreated = new Set(created.map(({ key }) => key))
  const renamed = findRenamed({
    created: created.map((each) => oneSided(planDraft, 'desired', each)),
    gone: gone.map((each) => oneSided(planDraft, 'live', each)),
    kept: [...compared.comparisons.values()].flatMap(({ key, repo }) =>
      repo && !isCreated.has(key) ? [{ key, says: [repo] }] : [],
    ),
    moves: [...movesIn(planDraft)],
    declaredBefore: inputs.history.declaredBefore,
  })
  for (const [key, before] of renamed) {
    const { noun } = OBJECTS[kindOf(before)]
    const name = isKind(before, 'folder') ? titleOf(compared, before).at(-1) : idIn(before)
    const message = `it may be the ${noun} "${name}", which is live but has no file`
    outcomes.set(key, held('renamed', message, { waitsFor: [before] }))
    const outcome = outcomeOf(planDraft, before)
    const isOrphan = outcome && 'reason' in outcome && ORPHAN.has(outcome.reason)
    if (isOrphan || outcome?.kind === 'delete') {
      outcomes.set(before, left('orphan', 'removed from the repo, unless it was renamed'))
    }
  }
}

/**
 * A live object without a file that is ours, or an unmanaged workbook: its contents may show that it belongs to the
 * tree.
 */
const isUndeclared = (each: Comparison): boolean =>
  each.live !== undefined &&
  each.repo === undefined &&
  (isOurs(each) || (isKind(each.key, 'workbook') && each.ownership.state === 'unclaimed'))

/**
 * Where to look up what a file declared before: the files of objects that look new, in the commits that live objects
 * without a file were last applied from.
 */
export function whereToLookUp(
  comparisons: Iterable<Comparison>,
  inputs: PlanInputs,
): { readonly places: ReadonlyMap<Key, string>; readonly commits: ReadonlySet<string> } {
  const places = new Map<Key, string>()
  const commits = new Set<string>()
  for (const each of comparisons) {
    const place = each.repo && !each.live ? inputs.files.get(each.key) : undefined
    if (place !== undefined) places.set(each.key, place)
    const commit = isOurs(each) && !each.repo ? each.ownership.commit : undefined
    if (commit !== undefined) commits.add(commit)
  }
  return { places, commits }
}

const ORPHAN: ReadonlySet<string> = new Set(['orphan', 'edited-orphan'])

/** Folders that the last apply put something of ours into. This works even if the clone lacks that commit. */
function foldersApplied({ compared, inputs: { live } }: PlanDraft): ReadonlySet<Key> {
  const isInAppliedFolder = ({ ownership, verdicts }: Comparison, folder: FolderPath): boolean =>
    verdicts.get('folder') === 'repo' ||
    // The folder's id matches although people may have renamed it.
    (ownership.state === 'ours' &&
      ownership.known.folder !== undefined &&
      ownership.known.folder === live.facts.get(folderKey(folder))?.id)
  return new Set(
    [...compared.comparisons.values()].flatMap((each) => {
      const folder = placeIn(compared.live, each.key)?.folder ?? []
      return isInAppliedFolder(each, folder) ? foldersAlong(folder) : []
    }),
  )
}

function oneSided(planDraft: PlanDraft, side: 'desired' | 'live', each: Comparison): OneSided {
  const { key, repo, live, ownership } = each
  const { base } = ownership
  const applied: UnitDigests[] = base
    ? [new Map(Object.entries(base).map(([unit, was]) => [unit, typeof was === 'string' ? was : was[0]]))]
    : []
  const sides = [repo, isOurs(each) ? live : undefined].flatMap((said) => said ?? [])
  return {
    ...{ key, place: placeIn(planDraft.compared[side], key) ?? {}, placeThen: placeThen(planDraft, each) },
    says: [...sides, ...applied],
  }
}

/**
 * Objects whose place differs between tree and live. Where only one of object and workbook is ours, that says nothing
 * about a rename.
 */
function* movesIn(planDraft: PlanDraft): Iterable<Move> {
  const { comparisons, desired, live } = planDraft.compared
  for (const each of comparisons.values()) {
    const [now, before] = [placeIn(desired, each.key), placeIn(live, each.key)]
    if (!now || !before || isSamePlace(now, before)) continue
    const holder = before.workbook === undefined ? undefined : comparisons.get(workbookKey(before.workbook))
    if (holder && isOurs(holder) !== isOurs(each)) continue
    yield { now, before }
    const then = placeThen(planDraft, each)
    if (then) yield { now, before: then }
  }
}

const isSamePlace = (one: Place, other: Place): boolean =>
  one.workbook === other.workbook && pathText(one.folder ?? []) === pathText(other.folder ?? [])

/** Where the object was when it was last applied, even if it has been moved since. */
function placeThen({ compared }: PlanDraft, each: Comparison): Place | undefined {
  const then = each.live && compared.treeAt(each.ownership.commit ?? '')
  return then && placeIn(then, each.key)
}
