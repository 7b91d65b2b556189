import type { Key } from '../../content/model.ts'
import { type Readable, readWhole, type WholeObjects } from '../../content/readable.ts'
import type { Missing } from '../../plan/breaks.ts'
import { type Compared, compareAll } from '../../plan/compare.ts'
import { appliedFrom, complete, type Lookups, type Notices } from '../../plan/complete.ts'
import type { CompareInputs, PlanInputs, TreeThen } from '../../plan/inputs.ts'
import { keysToRead } from '../../plan/keys-to-read.ts'
import { computePlan } from '../../plan/plan.ts'
import type { Plan } from '../../plan/plan-file.ts'
import { requireNoToken, withoutSecrets } from '../../plan/secrets.ts'
import { whereToLookUp } from '../../plan/twins.ts'
import type { Decision } from '../../plan/work.ts'

/** What a plan is made from. Objects are read in full only when needed. */
export interface Sources {
  readonly desired: Readable
  readonly live: Readable
  /** Undefined if the tree at that commit cannot be read at all. */
  readonly treeAt: (commit: string) => Promise<Readable | undefined>
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
}

/** Reads the objects that the plan needs in full, plans once, then looks up who will notice its publishes. */
export async function decideFrom(given: CompareInputs, sources: Sources): Promise<Decided> {
  const { desired, live, treeAt, tokens } = sources
  const { seen: read, compared } = await compareFully(given, sources)
  const seen = {
    ...read,
    history: { ...read.history, declaredBefore: await findDeclaredBefore(compared, read, sources) },
  }
  const keys = keysToRead(compared, seen)
  const inputs: PlanInputs = {
    ...seen,
    whole: {
      desired: readWhole(desired, keys.sides),
      live: readWhole(live, keys.sides),
      applied: await readApplied(keys.applied, treeAt),
    },
  }
  const decision = computePlan(inputs, compared)
  const { plan, work } = decision
  const [notices, missing] = await Promise.all([sources.readNotices(plan), sources.readMissing(decision, inputs)])
  const lookups: Lookups = {
    ...{ notices, missing },
    applied: await readApplied(appliedFrom(plan, compared, inputs), treeAt),
  }
  const completed = complete(plan, compared, inputs, lookups)
  requireNoToken(completed, tokens)
  return { plan: withoutSecrets(completed, tokens), work, inputs }
}

async function findDeclaredBefore(
  { comparisons }: Compared,
  inputs: CompareInputs,
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

/** Most objects are as applied, so old trees are read in outline first. */
async function compareFully(
  given: CompareInputs,
  { treeAt }: Sources,
): Promise<{ readonly seen: CompareInputs; readonly compared: Compared }> {
  let seen = given
  let compared = compareAll(seen)
  while (compared.outlined.size > 0) {
    const trees = new Map<string, TreeThen>(seen.history.trees)
    for (const commit of compared.outlined) {
      const tree = await treeAt(commit)
      const outline = trees.get(commit)
      if (tree) trees.set(commit, { content: tree.summary, isOutline: false })
      else if (outline) trees.set(commit, { ...outline, isOutline: false })
    }
    seen = { ...seen, history: { ...seen.history, trees } }
    compared = compareAll(seen)
  }
  return { seen, compared }
}

async function readApplied(
  wanted: ReadonlyMap<string, ReadonlySet<Key>>,
  treeAt: Sources['treeAt'],
): Promise<Lookups['applied']> {
  const applied = new Map<string, WholeObjects>()
  for (const [commit, keys] of wanted) {
    const tree = await treeAt(commit)
    if (tree) applied.set(commit, readWhole(tree, keys))
  }
  return applied
}
