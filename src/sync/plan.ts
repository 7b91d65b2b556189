import type { Client } from '../client/client.ts'
import type { Target } from '../config/model.ts'
import { ignoringRule } from '../config/scope.ts'
import { selectTarget } from '../config/targets.ts'
import { derivedId } from '../content/identity.ts'
import { type Key, modelKey, reportKey } from '../content/model.ts'
import { filterContent } from '../content/objects.ts'
import type { ModelRead } from '../live/model.ts'
import { type LiveContent, type LiveNote, readNotices } from '../live/read.ts'
import type { Started } from '../live/start.ts'
import type { History, PlanInputs } from '../plan/inputs.ts'
import { computePlan } from '../plan/plan.ts'
import type { Plan, Shaping } from '../plan/plan-file.ts'
import type { Decision } from '../plan/work.ts'
import { checkTree } from '../serialize/check.ts'
import { CONTENT, MODEL } from '../serialize/layout.ts'
import { ignoredFiles, recentCommits } from '../workspace/git.ts'
import { type RepositoryStart, startRepository } from '../workspace/history.ts'
import { type Begun, beginReading } from './begin.ts'
import type { ConnectOptions } from './connect.ts'
import { type HistoryReader, openHistory } from './history.ts'
import { tellNotes } from './live-notes.ts'
import { type LiveRead, readLiveSide, startLiveSide, startModelSide } from './live-side.ts'
import { modelSides } from './model-sides.ts'
import { ProblemsFound, type SoundProject } from './project.ts'
import { readTreeFor } from './render.ts'
import { selectObjects } from './select.ts'
import { openSnapshot, snapshotNote } from './snapshot.ts'
import type { TargetTree } from './target-tree.ts'
import { membersOf } from './validate.ts'

export { exitOf } from '../plan/plan.ts'
export type { Plan, Shaping } from '../plan/plan-file.ts'

export interface PlanOptions extends Omit<ConnectOptions, 'readOnly'> {
  readonly target?: string | undefined
  readonly shaping?: Partial<Shaping> | undefined
  /** Live slugs of workbooks that the tree has under another one: to which. */
  readonly slugs?: ReadonlyMap<string, string> | undefined
  readonly say?: ((text: string) => void) | undefined
  /** Whether rows are remembered from one time to the next: by what writes nothing. */
  readonly remembers?: boolean | undefined
  /** The target whose content this is. */
  readonly promotion?: Plan['promotion']
}

export interface Planned extends Decision {
  readonly inputs: PlanInputs
  readonly target: Target
  readonly live: LiveContent
  readonly local: TargetTree
  readonly caller: LiveContent['caller']
  readonly notes: readonly LiveNote[]
  readonly requests: number
  readonly writeRequests: number
}

/** What would make a target match the tree. Sends nothing but reads. */
export async function planTarget(
  project: SoundProject,
  options: PlanOptions & {
    /** The text of one, to compare with instead of the platform. */ readonly snapshot?: string
    /** The reading of this very target, where it is under way. */ readonly begun?: Begun | undefined
  },
): Promise<Planned> {
  const { snapshot, begun = undefined } = options
  if (snapshot !== undefined) {
    const target = selectTarget(project.config, options.target)
    return planSnapshot(openSnapshot(snapshot, target), project, target, options)
  }
  const { target, client, started, memory, abandon } = begun ?? beginPlanning(project, options)
  try {
    const planned = await planWith(client, project, target, { ...options, started })
    // What was asked for in vain is not waited for.
    await abandon()
    await memory?.save()
    return planned
  } catch (cause) {
    // Where the tree is wrong, nobody waits for the platform.
    await abandon()
    throw cause
  }
}

const beginPlanning = ({ config, root }: SoundProject, options: PlanOptions): Begun =>
  beginReading(config, { ...options, ...(options.remembers ? { root } : {}) })

async function planSnapshot(
  client: Client,
  project: SoundProject,
  target: Target,
  options: PlanOptions,
): Promise<Planned> {
  const planned = await planWith(client, project, target, options)
  const notes = [snapshotNote(client.serverNow() ?? 0), ...planned.plan.notes]
  return { ...planned, plan: { ...planned.plan, notes } }
}

type ComparingOptions = Pick<PlanOptions, 'env' | 'shaping' | 'slugs' | 'say' | 'promotion'>

export async function planWith(
  client: Client,
  project: SoundProject,
  target: Target,
  options: ComparingOptions & Partial<Pick<Begun, 'started'>>,
): Promise<Planned> {
  const started = options.started ?? startLiveSide(client, target, options.say)
  const local = await readLocalSide(client, project, target, { ...options, hashes: started.hashes })
  const sides = await readBothSides(client, project, target, { ...options, local, answers: started.answers })
  const { decision, inputs } = await decideBetween(client, project, target, sides, options)
  const { live, inScope } = sides.read
  const { GET, POST, PUT, PATCH, DELETE } = client.counts
  return {
    plan: { ...decision.plan, notes: [...decision.plan.notes, ...sides.history.notes, ...tellNotes(live)] },
    // What is out of the scope of the target was not looked at: it is not gone, and what is pending of it still is.
    work: {
      ...decision.work,
      forgotten: decision.work.forgotten.filter(inScope),
      pending: [...decision.work.pending, ...[...live.pending.values()].filter(({ key }) => !inScope(key))],
    },
    inputs,
    ...{ target, live, local: sides.local, caller: live.caller, notes: live.notes },
    requests: GET + POST + PUT + PATCH + DELETE,
    writeRequests: POST + PUT + PATCH + DELETE,
  }
}

interface LocalSide {
  readonly tree: TargetTree
  /** Files that git leaves out. */
  readonly ignored: ReadonlySet<string>
  readonly repository: RepositoryStart
  /** The data model of the platform: what of it is asked for, the tree says. */
  readonly model: Promise<ModelRead>
}

async function readLocalSide(
  client: Client,
  project: SoundProject,
  target: Target,
  { hashes }: Pick<Started, 'hashes'>,
): Promise<LocalSide> {
  const repository = project.at?.started ?? startRepository(project.root)
  const [commits, ignored] = target.dataModel
    ? await Promise.all([recentCommits(project.root, project.at?.commit), ignoredFiles(project.root, MODEL)])
    : [[], new Set<string>()]
  const tree = await readSoundTree(project, target)
  return { tree, ignored, repository, model: startModelSide(client, target, tree, commits, hashes) }
}

interface BothSides {
  readonly local: TargetTree
  readonly read: LiveRead
  readonly ignored: ReadonlySet<string>
  readonly history: HistoryReader
}

/** The tree, the platform, and what history says of the two. */
async function readBothSides(
  client: Client,
  project: SoundProject,
  target: Target,
  options: Pick<PlanOptions, 'env' | 'slugs' | 'say'> & Pick<Started, 'answers'> & { readonly local: LocalSide },
): Promise<BothSides> {
  const { ignored, repository, model, tree: first } = options.local
  const read = await readLiveSide(client, target, first, { ...options, model })
  const { live } = read
  const local = project.config.interpolate.length > 0 ? await readSoundTree(project, target, live.publicIds) : first
  const named = [...live.commits, ...(live.modelRecord ? [live.modelRecord.commit] : [])]
  const history = await openHistory(project, target, {
    ...{ commits: named, current: local, started: repository },
  })
  return { local, read, ignored, history }
}

async function decideBetween(
  client: Client,
  project: SoundProject,
  target: Target,
  sides: BothSides,
  { shaping: shaped, promotion }: ComparingOptions,
): Promise<{ readonly decision: Decision; readonly inputs: PlanInputs }> {
  const { history } = sides
  const { live } = sides.read
  const shaping = { ...UNSHAPED, uiEdits: target.uiEdits, ...shaped }
  const inputsWith = (facts: History, notices: PlanInputs['live']['notices'] = new Map()): PlanInputs =>
    inputsOf(client, project, target, {
      ...sides,
      ...{ shaping, notices, promotion },
      history: { ...facts, applied, newest: history.applied },
    })
  // The ledger of the data model speaks of the data model alone. But a key that does not see everything, and no ledger,
  // may not see the content that went with it.
  const unseen = live.caller.isAdmin || live.commits.length > 0 ? undefined : live.modelRecord?.commit
  const applied = newestOf(live.applied, history) ?? unseen
  const trees = new Set([
    ...(applied === undefined ? [] : [applied]),
    ...(live.modelRecord ? [live.modelRecord.commit] : []),
  ])
  for (const [commit, relation] of history.relations) {
    const fork = relation === 'diverged' ? await history.forkOf(commit) : undefined
    if (fork !== undefined) trees.add(fork)
  }
  for (const { base, commit } of live.known.values()) if (base === undefined) trees.add(commit)
  let facts = await history.read(trees)
  let inputs = inputsWith(facts)
  let decision = computePlan(inputs)

  const wanted = decision.plan.held.flatMap(({ commit }) => (commit === undefined || trees.has(commit) ? [] : [commit]))
  if (wanted.length > 0) {
    facts = await history.read([...trees, ...wanted])
    inputs = inputsWith(facts)
    decision = computePlan(inputs)
  }
  const notices = await readNotices(client, target.deployment, publishablesOf(decision, live))
  if (notices.size > 0) {
    inputs = inputsWith(facts, notices)
    decision = computePlan(inputs)
  }
  return { decision, inputs }
}

const newestOf = (commits: readonly string[], { newestFirst }: HistoryReader): string | undefined =>
  newestFirst.find((commit) => commits.includes(commit)) ?? (commits.length === 1 ? commits[0] : undefined)

export const UNSHAPED: Shaping = {
  select: [],
  prune: false,
  uiEdits: 'hold',
  overwriteNewer: false,
  allowDeletes: 0,
  firstApply: false,
  adoptModel: false,
  break: false,
}

/** The tree as the target sees it, when nothing is wrong with it. */
async function readSoundTree(
  project: SoundProject,
  target: Target,
  publicIds?: LiveContent['publicIds'],
): Promise<TargetTree> {
  const local = readTreeFor(project, project.config, target, (id) => {
    const declared = project.config.home === target.name ? id : derivedId(target.projectId, target.deployment, id)
    return publicIds?.get(reportKey(id)) ?? declared
  })
  const problems = [...local.problems, ...checkTree(local.tree, project.files, () => membersOf(project.files, project))]
  const broken = problems.filter(({ warning }) => !warning)
  if (broken.length > 0) throw new ProblemsFound(broken, project.files, 'Nothing was written.')
  project.memory?.keep(target, local)
  return local
}

interface Parts extends Omit<BothSides, 'history'> {
  readonly history: History
  readonly shaping: Shaping
  readonly notices: PlanInputs['live']['notices']
  readonly promotion: Plan['promotion']
}

function inputsOf(
  client: Client,
  project: SoundProject,
  target: Target,
  { local, read: { live, all, places, inScope }, ignored, history, shaping, notices, promotion }: Parts,
): PlanInputs {
  const { content } = local.tree
  const selected = selectObjects(shaping.select, all, places)
  const files = new Map([...places, ...content.model.map(({ path }) => [modelKey(path), `${MODEL}/${path}`] as const)])
  return {
    project: { id: target.projectId, name: project.config.project },
    target: {
      ...{ name: target.name, deployment: target.deployment, home: target.home, protected: target.protected },
      ...{ url: target.url, host: new URL(target.url).host, limits: target.limits },
      ...{ branch: target.dataModel?.branch, merge: target.dataModel?.merge },
    },
    desired: filterContent(content, (key) => inScope(key) && !ignored.has(files.get(key) ?? '')),
    files,
    live: {
      ...live,
      outside: new Set(live.outside.keys()),
      isAdmin: live.caller.isAdmin,
      notices,
      now: client.serverNow() ?? Date.now(),
      model: target.dataModel && { record: live.modelRecord, unreadable: live.unreadable },
    },
    history,
    promotion,
    shaping,
    selected,
    ignoredBecause: (key, unit) =>
      ignoringRule(target.ignore, (places.get(key) ?? '').slice(CONTENT.length + 1), unit)?.reason,
    ...modelSides(project, local, live),
  }
}

/** The published dashboards of a plan, to ask who notices. */
export function publishablesOf({ plan }: Pick<Decision, 'plan'>, live: LiveContent) {
  return plan.objects.flatMap(({ key, publish }) => {
    const facts = live.facts.get(key as Key)
    if (!publish || !facts) return []
    const { dashboard } = facts.publication ?? {}
    return [{ key: key as Key, workbook: facts.id, dashboard, embedded: publish.notice.embedded }]
  })
}
