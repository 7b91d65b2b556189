import type { Key } from '../../content/model.ts'
import type { Missing } from '../../plan/breaks.ts'
import { compareAll } from '../../plan/compare.ts'
import type { Compared } from '../../plan/comparison.ts'
import { commitsOfHeld, complete, type Notices } from '../../plan/complete.ts'
import { commitsOfDangling } from '../../plan/dangling.ts'
import type { PlanInputs, TreeThen } from '../../plan/inputs.ts'
import { computePlan } from '../../plan/plan.ts'
import type { Plan } from '../../plan/plan-file.ts'
import { requireNoToken, withoutSecrets } from '../../plan/secrets.ts'
import { whereToLookUp } from '../../plan/twins.ts'
import type { Decision } from '../../plan/work.ts'

/** What is looked up while a plan is made. */
export interface Sources {
  /** The tree at a commit; undefined if it cannot be read at all. */
  readonly treeAt: (commit: string) => Promise<TreeThen | undefined>
  /** The object that a place declared at a commit: the file of a report, the directory of a workbook. */
  readonly declaredAt: (place: string, commit: string) => Promise<Key | undefined>
  readonly readNotices: (plan: Plan) => Promise<Notices>
  /** What the plan asks of the data model and viewers will not have. */
  readonly readMissing: (decision: Decision, inputs: PlanInputs) => Promise<Missing>
  /** The tokens of this run: no plan shows or writes one. */
  readonly tokens: readonly string[]
}

export interface Decided extends Decision {
  readonly inputs: PlanInputs
  readonly compared: Compared
}

/** Compares, plans once, then looks up who will notice its publishes. */
export async function decideFrom(given: PlanInputs, sources: Sources): Promise<Decided> {
  const { treeAt, tokens } = sources
  const { inputs, compared } = await compareWithHistory(given, sources)
  const decision = computePlan(inputs, compared)
  const { plan, work } = decision
  const [notices, missing, seen] = await Promise.all([
    sources.readNotices(plan),
    sources.readMissing(decision, inputs),
    withTrees(inputs, commitsOfHeld(plan, compared, inputs), treeAt),
  ])
  const completed = complete(plan, compared, seen, { notices, missing })
  requireNoToken(completed, tokens)
  return { plan: withoutSecrets(completed, tokens), work, inputs, compared }
}

/** Old trees that only a comparison asks for are read once it is made. */
async function compareWithHistory(
  given: PlanInputs,
  sources: Sources,
): Promise<{ readonly inputs: PlanInputs; readonly compared: Compared }> {
  const first = compareAll(given)
  const commits = commitsOfDangling(first, given)
  const seen = await withTrees(given, commits, sources.treeAt)
  const compared = commits.size > 0 ? compareAll(seen) : first
  const declaredBefore = await findDeclaredBefore(compared, seen, sources)
  return { inputs: { ...seen, history: { ...seen.history, declaredBefore } }, compared }
}

async function withTrees(
  inputs: PlanInputs,
  commits: ReadonlySet<string>,
  treeAt: Sources['treeAt'],
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
  { declaredAt }: Sources,
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
