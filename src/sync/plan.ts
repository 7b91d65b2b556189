import { lazy } from '@boardwright/common'
import { type Client, sentIn } from '@boardwright/platform'
import type { Target } from '../config/model.ts'
import { selectTarget } from '../config/targets.ts'
import { type Key, type ModelFile, reportKey } from '../content/model.ts'
import { keysIn } from '../content/objects.ts'
import { readable, renamedIn } from '../content/readable.ts'
import { settledNames } from '../content/references.ts'
import { tokensIn } from '../content/secret-forms.ts'
import { type LiveContent, type LiveNote, publicIdsOf, readNotices } from '../live/index.ts'
import { NOTHING_MISSING } from '../plan/breaks.ts'
import type { PlanInputs } from '../plan/inputs.ts'
import type { Plan, Shaping } from '../plan/plan-file.ts'
import { lastModelTexts, newestOf } from '../project/history.ts'
import type { SoundProject } from '../project/project.ts'
import type { TargetTree } from '../project/render.ts'
import type { RepositoryStart } from '../workspace/history.ts'
import { affectedIn } from './plan/affected.ts'
import { type BothSides, readBothSides, readLocalSide } from './plan/both-sides.ts'
import { type Decided, decideFrom, type Sources } from './plan/decide.ts'
import type { PlanFaults } from './plan/faults.ts'
import { inputsOf, publishablesOf, readHistory, treeThen, UNSHAPED } from './plan/inputs.ts'
import { judge, unreadNotes } from './plan/judge.ts'
import { tellNotes } from './plan/live-notes.ts'
import { readMissing } from './plan/missing.ts'
import { openSnapshot, snapshotNote } from './snapshot.ts'
import { beginReading, type StartedReading } from './target/begin.ts'
import type { ConnectOptions } from './target/connect.ts'
import { startLiveSide } from './target/live-side.ts'

export { exitOf } from '../plan/plan.ts'
export type { CommonPlan, Plan, Shaping } from '../plan/plan-file.ts'

export interface PlanOptions extends Omit<ConnectOptions, 'readOnly'> {
  readonly target?: string | undefined
  readonly shaping?: Partial<Shaping> | undefined
  /** Workbooks that have another slug in the tree: live slug -> slug in the tree. */
  readonly slugs?: ReadonlyMap<string, string> | undefined
  readonly say?: ((text: string) => void) | undefined
  /** Whether to cache rows: only for commands that write nothing. */
  readonly remembers?: boolean | undefined
  /** What git says about the project, if it has been asked already. */
  readonly repository?: RepositoryStart | undefined
  readonly promotion?: Plan['promotion']
  /** Whether nothing of the tree is applied, so that mistakes in it stop nothing. */
  readonly onlyLooks?: true
  /** Whether to plan as if no other apply were running, because what it writes is to be removed. */
  readonly endsRuns?: boolean | undefined
}

export interface Planned extends Decided {
  readonly faults: PlanFaults
  readonly sources: Sources
  readonly target: Target
  readonly live: LiveContent
  readonly local: TargetTree
  readonly caller: LiveContent['caller']
  readonly notes: readonly LiveNote[]
  /** Oddities in the history that was used for the comparison. */
  readonly historyNotes: readonly string[]
  /** The data model of the tree at a commit; undefined if it cannot be read. */
  readonly modelAt: (commit: string) => Promise<readonly ModelFile[] | undefined>
  readonly requests: number
  readonly writeRequests: number
}

/** Plans what would make a target match the tree. Sends only reads. */
export async function planTarget(
  project: SoundProject,
  options: PlanOptions & {
    /** The text of a snapshot to compare with instead of the platform. */
    readonly snapshot?: string
    /** A read of this target that is already under way. */
    readonly reading?: StartedReading | undefined
  },
): Promise<Planned> {
  const { snapshot, reading } = options
  if (snapshot !== undefined) {
    const target = selectTarget(project.config, options.target)
    const client = openSnapshot(snapshot, target)
    const planned = await planWith(client, project, target, options)
    const notes = [snapshotNote(client.serverNow() ?? 0), ...planned.plan.notes]
    return { ...planned, plan: { ...planned.plan, notes } }
  }
  const { config, root } = project
  const { target, client, started, memory, abandon } =
    reading ?? beginReading(config, { ...options, ...(options.remembers ? { root } : {}) })
  // This aborts requests whose answers are no longer needed. If the tree is wrong, nobody waits for the platform.
  const planned = await planWith(client, project, target, { ...options, started }).finally(abandon)
  await memory?.save()
  return planned
}

type ComparingOptions = Pick<
  PlanOptions,
  'env' | 'shaping' | 'slugs' | 'say' | 'promotion' | 'repository' | 'onlyLooks' | 'endsRuns'
>

export async function planWith(
  client: Client,
  project: SoundProject,
  target: Target,
  options: ComparingOptions & Partial<Pick<StartedReading, 'started'>>,
): Promise<Planned> {
  const started = options.started ?? startLiveSide(client, target, options)
  const local = await readLocalSide(client, project, target, { ...started, repository: options.repository })
  const sides = await readBothSides(client, project, target, { ...options, local, answers: started.answers })
  const { given, sources } = await prepare(client, project, target, sides, options)
  const { plan, work, inputs, compared } = await decideFrom(given, sources)
  const { live, inScope } = sides.read
  const faults = await judge(project, plan, sides, { ...options, inputs, sources, repository: local.repository })
  const declared = lazy(() => new Set(keysIn(inputs.desired)))
  const isRead = (key: Key): boolean => (inScope(key) && !live.leftOut.has(key)) || declared().has(key)
  return {
    plan: {
      ...plan,
      ...affectedIn(plan, project.files),
      summary: { ...plan.summary, ...(faults.left.length > 0 ? { mistakes: faults.left.length } : {}) },
      notes: [...plan.notes, ...sides.history.notes, ...unreadNotes(plan, local.unread), ...tellNotes(live)],
    },
    // Objects that were left out are not gone, and stay pending.
    work: {
      ...work,
      forgotten: work.forgotten.filter(isRead),
      pending: [...work.pending, ...[...live.pending.values()].filter(({ key }) => !isRead(key))],
    },
    ...{ inputs, compared, sources, target, live, faults, local: sides.local, caller: live.caller, notes: live.notes },
    historyNotes: sides.history.notes,
    modelAt: async (commit) => (await sides.history.treeAt(commit))?.outline.model,
    ...sentIn(client.counts),
  }
}

/** Prepares the comparison, with report names that both sides and all commits agree on. */
async function prepare(
  client: Client,
  project: SoundProject,
  target: Target,
  sides: BothSides,
  { env, shaping, promotion, endsRuns, onlyLooks }: ComparingOptions,
): Promise<{ readonly given: PlanInputs; readonly sources: Sources }> {
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
  const sources: Sources = {
    treeAt: async (commit) => {
      const tree = await history.treeAt(commit)
      return tree && treeThen(tree, settle, isThere)
    },
    declaredAt: async (place, commit) => (await history.treeAt(commit))?.declaredAt(place),
    readNotices: (plan) => readNotices(client, target.deployment, publishablesOf(plan, live)),
    // Content made from another project was checked there.
    readMissing: async (decision, inputs) =>
      onlyLooks || project.madeAt ? NOTHING_MISSING : readMissing(client, target, { local, live }, decision, inputs),
    tokens: tokensIn(env),
  }
  const trees = new Set([
    ...[applied, live.modelRecord?.commit].filter((commit) => commit !== undefined),
    // Whether an older tree changes something depends on what was applied since.
    ...[...history.relations].flatMap(([commit, relation]) => (relation === 'newer' ? [commit] : [])),
  ])
  for (const { base, commit } of live.known.values()) if (base === undefined) trees.add(commit)
  const facts = await readHistory(history, trees, sources.treeAt)
  const given = inputsOf(project, target, {
    ...sides,
    ...{ desired: renamedIn(readable(local.tree), settle), content: renamedIn(readable(live), settle), promotion },
    history: { ...facts, applied, newest: history.applied },
    lastModel: await lastModelTexts(history, live.modelRecord),
    shaping: { ...UNSHAPED, uiEdits: target.uiEdits, prune: target.prune, ...shaping },
    now: client.serverNow() ?? Date.now(),
  })
  return { given: { ...given, live: { ...given.live, ...(endsRuns && { underWay: new Map() }) } }, sources }
}

/**
 * Whether the tree, a ledger or the last applied tree has a report. With ledgers alone, a report whose ledger was dropped
 * would have another name in every plan in which its ledger is dropped, and its widgets would differ for it.
 */
async function knownReports({ history, local, read: { live } }: BothSides, applied: string | undefined) {
  const declared = new Set<Key>(local.tree.content.reports.map(({ id }) => reportKey(id)))
  const isKnown = (key: Key): boolean => declared.has(key) || live.known.has(key)
  if (applied === undefined || live.content.reports.every(({ id }) => isKnown(reportKey(id)))) return isKnown
  const then = (await history.treeAt(applied))?.read()?.summary.reports ?? []
  const before = new Set<Key>(then.map(({ id }) => reportKey(id)))
  return (key: Key): boolean => isKnown(key) || before.has(key)
}
