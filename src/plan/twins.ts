import { idIn, isKind, kindOf } from '../content/kinds.ts'
import { foldersAlong, type Key, workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import type { UnitDigests } from '../content/threeway.ts'
import { recordedAt } from './age.ts'
import { type Comparison, isOurs } from './compare.ts'
import { held, left } from './outcome.ts'
import { comparisonOf, outcomeOf, type PlanDraft } from './plan-draft.ts'
import { findRenamed, type Move, type OneSided } from './renamed.ts'
import { placeIn, titleOf } from './titles.ts'

/**
 * A rename without `was` would create a duplicate: link, schedules and permissions would stay with the old object. So
 * the new one waits until somebody says which it is, and the old one stays.
 */
export function holdTwins(planDraft: PlanDraft): void {
  const { outcomes, compared } = planDraft
  const missing = [...outcomes.with('create'), ...outcomes.with('left').filter(([key]) => isKind(key, 'folder'))]
  const created = missing.flatMap(([key]) => comparisonOf(planDraft, key) ?? []).filter(({ live }) => !live)
  const applied = created.length === 0 ? NONE : foldersApplied(planDraft)
  const isGone = (each: Comparison): boolean => isUndeclared(each) || (applied.has(each.key) && !each.repo)
  const gone = created.length === 0 ? [] : [...compared.comparisons.values()].filter(isGone)
  if (gone.length === 0) return
  const renamed = findRenamed(
    created.map((each) => oneSided(planDraft, 'desired', each)),
    gone.map((each) => oneSided(planDraft, 'live', each)),
    movesIn(planDraft),
  )
  for (const [key, before] of renamed) {
    const { noun } = OBJECTS[kindOf(before)]
    const name = isKind(before, 'folder') ? titleOf(compared, before).at(-1) : idIn(before)
    const message = `it may be the ${noun} "${name}", which is live but has no file`
    outcomes.set(key, held('renamed', message, { waitsFor: [before] }))
    const outcome = outcomeOf(planDraft, before)
    if (outcome?.kind === 'delete' || (outcome?.kind === 'left' && outcome.reason === 'orphan')) {
      outcomes.set(before, left('orphan', 'removed from the repo, unless it was renamed'))
    }
  }
}

/** One of ours, or an unmanaged workbook: its contents tell whether it belongs to the tree. */
const isUndeclared = (each: Comparison): boolean =>
  each.live !== undefined &&
  each.repo === undefined &&
  (isOurs(each) || (isKind(each.key, 'workbook') && each.ownership.state === 'unclaimed'))

const NONE: ReadonlySet<Key> = new Set()

/** Folders that something of ours was put into when it was last applied, whether or not this clone knows the commit. */
const foldersApplied = ({ compared }: PlanDraft): ReadonlySet<Key> =>
  new Set(
    [...compared.comparisons.values()]
      .filter(({ verdicts }) => verdicts.get('folder') === 'repo')
      .flatMap(({ key }) => foldersAlong(placeIn(compared.live, key)?.folder ?? [])),
  )

function oneSided({ compared, inputs }: PlanDraft, side: 'desired' | 'live', each: Comparison): OneSided {
  const { key, repo, live, ownership } = each
  const base = 'base' in ownership && ownership.base
  const applied: UnitDigests[] = base
    ? [new Map(Object.entries(base).map(([unit, was]) => [unit, typeof was === 'string' ? was : was[0]]))]
    : []
  const sides = [repo, isOurs(each) ? live : undefined].flatMap((said) => said ?? [])
  const then = live && compared.treeAt(recordedAt(each, inputs) ?? '')
  const placeThen = then && placeIn(then, key)
  return { key, place: placeIn(compared[side], key) ?? {}, placeThen, says: [...sides, ...applied] }
}

/** Objects that the tree has elsewhere than live. A report of ours in a foreign workbook says nothing. */
function* movesIn(planDraft: PlanDraft): Iterable<Move> {
  const { comparisons, desired, live } = planDraft.compared
  for (const each of comparisons.values()) {
    const [now, before] = [placeIn(desired, each.key), placeIn(live, each.key)]
    if (!now || !before) continue
    const holder = before.workbook === undefined ? undefined : comparisons.get(workbookKey(before.workbook))
    if (!holder || isOurs(holder) === isOurs(each)) yield { now, before }
  }
}
