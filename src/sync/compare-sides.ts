import type { Client } from '@boardwright/platform'
import { compareAll } from '../compare/compare.ts'
import type { Compared } from '../compare/comparison.ts'
import { commitsOfDangling } from '../compare/dangling.ts'
import type { TreeThen } from '../compare/inputs.ts'
import type { Target } from '../config/model.ts'
import { type Key, reportKey } from '../content/model.ts'
import { readable, renamedIn } from '../content/readable.ts'
import { settledNames } from '../content/references.ts'
import { commitsInModel } from '../ledger/model.ts'
import { type LiveContent, publicIdsOf } from '../live/index.ts'
import type { PlanInputs } from '../plan/inputs.ts'
import type { Plan, Shaping } from '../plan/plan-file.ts'
import { whereToLookUp } from '../plan/twins.ts'
import { lastModelTexts, newestOf, openHistory } from '../project/history.ts'
import type { SoundProject } from '../project/project.ts'
import type { TargetTree } from '../project/render.ts'
import type { BothSides } from './plan/both-sides.ts'
import { inputsOf, readHistory, treeThen, UNSHAPED } from './plan/inputs.ts'

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

export interface InputOptions {
  readonly shaping?: Partial<Shaping> | undefined
  readonly promotion?: Plan['promotion']
  /** Whether to plan as if no other apply were running, because what it writes is to be removed. */
  readonly endsRuns?: boolean | undefined
}

/** Reads what was last applied, and compares. */
export async function compareSides(
  client: Client,
  project: SoundProject,
  target: Target,
  { local, read }: Pick<BothSides, 'local' | 'read'>,
): Promise<Pick<ComparedSides, 'inputs' | 'compared'>> {
  const { commits, modelRecord } = read.live
  const history = await openHistory(project, target, {
    commits: [...commits, ...commitsInModel(modelRecord)],
    current: local,
  })
  const { given, past } = await readInputs(client, project, target, { local, read, history, ignored: new Set() }, {})
  return compareWithPast(given, past)
}

/** What is compared, with report names that both sides and all commits agree on. */
export async function readInputs(
  client: Client,
  project: SoundProject,
  target: Target,
  sides: Omit<BothSides, 'faults'>,
  { shaping, promotion, endsRuns }: InputOptions,
): Promise<{ readonly given: PlanInputs; readonly past: Past }> {
  const { history, local } = sides
  const { live } = sides.read
  // The ledger of the data model says nothing about content. But a key with a partial view and without a ledger may not
  // see the content that was applied along with it.
  const unseen = live.caller.isAdmin || live.commits.length > 0 ? undefined : live.modelRecord?.commit
  const applied = newestOf(live.applied, history) ?? unseen
  const isKnown = await knownReports(sides, applied)
  // A report that the target leaves out is not managed there, so it goes by its public id, like any other of those.
  const isManaged = (key: Key): boolean => !live.leftOut.has(key) && isKnown(key)
  const settle = settledNames(publicIdsOf(live), isManaged)
  const isThere = (path: string): boolean => project.files.has(path)
  const past: Past = {
    treeAt: async (commit) => {
      const tree = await history.treeAt(commit)
      return tree && treeThen(tree, settle, isThere)
    },
    declaredAt: async (place, commit) => (await history.treeAt(commit))?.declaredAt(place),
  }
  const trees = new Set([
    ...[applied, live.modelRecord?.commit].filter((commit) => commit !== undefined),
    // Whether an older tree changes something depends on what was applied since.
    ...[...history.relations].flatMap(([commit, relation]) => (relation === 'newer' ? [commit] : [])),
  ])
  for (const { base, commit } of live.known.values()) if (base === undefined) trees.add(commit)
  const facts = await readHistory(history, trees, past.treeAt)
  const given = inputsOf(project, target, {
    ...sides,
    ...{ desired: renamedIn(readable(local.tree), settle), content: renamedIn(readable(live), settle), promotion },
    history: { ...facts, applied, newest: history.applied },
    lastModel: await lastModelTexts(history, live.modelRecord),
    shaping: { ...UNSHAPED, uiEdits: target.uiEdits, prune: target.prune, ...shaping },
    now: client.serverNow() ?? Date.now(),
  })
  return { given: { ...given, live: { ...given.live, ...(endsRuns && { underWay: new Map() }) } }, past }
}

/**
 * Whether the tree, a ledger or the last applied tree has a report. With ledgers alone, a report whose ledger was dropped
 * would have another name in every plan in which its ledger is dropped, and its widgets would differ for it.
 */
async function knownReports(
  { history, local, read: { live } }: Omit<BothSides, 'faults'>,
  applied: string | undefined,
) {
  const declared = new Set<Key>(local.tree.content.reports.map(({ id }) => reportKey(id)))
  const isKnown = (key: Key): boolean => declared.has(key) || live.known.has(key)
  if (applied === undefined || live.content.reports.every(({ id }) => isKnown(reportKey(id)))) return isKnown
  const then = (await history.treeAt(applied))?.read()?.summary.reports ?? []
  const before = new Set<Key>(then.map(({ id }) => reportKey(id)))
  return (key: Key): boolean => isKnown(key) || before.has(key)
}

/** Old trees that only a comparison asks for are read once it is made. */
export async function compareWithPast(
  given: PlanInputs,
  past: Past,
): Promise<{ readonly inputs: PlanInputs; readonly compared: Compared }> {
  const first = compareAll(given)
  const commits = commitsOfDangling(first, given)
  const seen = await withTrees(given, commits, past)
  const compared = commits.size > 0 ? compareAll(seen) : first
  const declaredBefore = await findDeclaredBefore(compared, seen, past)
  return { inputs: { ...seen, history: { ...seen.history, declaredBefore } }, compared }
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
