import type { TreeThen } from '../base/history.ts'
import { compareAll } from '../compare/compare.ts'
import type { Compared } from '../compare/comparison.ts'
import type { Target } from '../config/model.ts'
import type { Key } from '../content/model.ts'
import type { LiveContent } from '../live/index.ts'
import type { PlanInputs } from '../plan/inputs.ts'
import { whereToLookUp } from '../plan/twins.ts'
import type { TargetTree } from './local/render.ts'

/** A tree and what is live, compared once: plan, export and drift all say what this says. */
export interface ComparedSides {
  readonly target: Target
  readonly local: TargetTree
  readonly live: LiveContent
  readonly inputs: PlanInputs
  readonly compared: Compared
}

/** What a comparison looks up in git. */
export interface Past {
  /** The tree at a commit; undefined if it cannot be read at all. */
  readonly treeAt: (commit: string) => Promise<TreeThen | undefined>
  /** The object that a place declared at a commit: the file of a report, the directory of a workbook. */
  readonly declaredAt: (place: string, commit: string) => Promise<Key | undefined>
}

export async function compareWithPast(
  given: PlanInputs,
  past: Past,
): Promise<{ readonly inputs: PlanInputs; readonly compared: Compared }> {
  const compared = compareAll(given)
  const declaredBefore = await findDeclaredBefore(compared, given, past)
  return { inputs: { ...given, history: { ...given.history, declaredBefore } }, compared }
}

export async function withTrees(
  inputs: PlanInputs,
  commits: ReadonlySet<string>,
  { treeAt }: Pick<Past, 'treeAt'>,
): Promise<PlanInputs> {
  const trees = new Map(inputs.history.trees)
  for (const commit of commits) {
    const tree = trees.has(commit) ? undefined : await treeAt(commit)
    if (tree) trees.set(commit, tree)
  }
  return { ...inputs, history: { ...inputs.history, trees } }
}

async function findDeclaredBefore(
  { comparisons }: Compared,
  inputs: PlanInputs,
  { declaredAt }: Past,
): Promise<ReadonlyMap<Key, Key>> {
  const { places, commits } = whereToLookUp(comparisons.values(), inputs)
  const declaredBefore = new Map<Key, Key>()
  for (const commit of commits) {
    for (const [key, place] of places) {
      const before = await declaredAt(place, commit)
      if (before !== undefined && before !== key) declaredBefore.set(key, before)
    }
  }
  return declaredBefore
}
