import { type Client, sentIn } from '@boardwright/platform'
import type { Target } from '../config/model.ts'
import { selectTarget } from '../config/targets.ts'
import { modelFilesIn } from '../content/entity.ts'
import type { ModelFile } from '../content/model.ts'
import { tokensIn } from '../content/secret-forms.ts'
import type { Plan, Shaping } from '../plan/plan-file.ts'
import { withDeploymentNames } from '../plan/shown-deployments.ts'
import type { RepositoryStart } from '../workspace/history.ts'
import { codeOwnersIn, ownersOfAll } from './local/owners.ts'
import type { SoundProject } from './local/project.ts'
import type { ComparedSides, Past } from './past.ts'
import { affectedIn } from './plan/affected.ts'
import { readBothSides, readLocalSide } from './plan/both-sides.ts'
import { type CompleteDecision, decideFrom } from './plan/decide.ts'
import type { PlanFaults } from './plan/faults.ts'
import { readInputs } from './plan/inputs.ts'
import { judgeFaults, unreadNotes } from './plan/judge.ts'
import { notesToShow } from './plan/live-notes.ts'
import { askAbout } from './plan/lookups.ts'
import { findingsFor, judgeByRules } from './plan/rules.ts'
import { openSnapshot, snapshotNote } from './snapshot.ts'
import { beginReading, type StartedReading } from './target/begin.ts'
import type { ReachOptions } from './target/connect.ts'
import { startLiveSide } from './target/live-side.ts'

export { exitOf } from '../plan/plan.ts'
export type { CommonPlan, Plan, Shaping } from '../plan/plan-file.ts'

export interface PlanningOptions extends ReachOptions {
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
  /** The files that the branch changes, where a plan is for one: what was held before it is not the branch's to settle. */
  readonly changed?: () => Promise<readonly string[] | undefined>
  /** Whether to plan as if no other apply were running, because what it writes is to be removed. */
  readonly endsRuns?: boolean | undefined
}

export interface PlanOptions extends PlanningOptions {
  readonly target?: string | undefined
}

export interface Planned extends Omit<CompleteDecision, 'found'>, ComparedSides {
  readonly faults: PlanFaults
  readonly past: Past
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
    return planWith(client, project, target, { ...options, firstNote: snapshotNote(client.serverNow() ?? 0) })
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
  'env' | 'shaping' | 'slugs' | 'say' | 'promotion' | 'repository' | 'onlyLooks' | 'endsRuns' | 'changed'
>

export async function planWith(
  client: Client,
  project: SoundProject,
  target: Target,
  options: ComparingOptions & Partial<Pick<StartedReading, 'started'>> & { readonly firstNote?: string },
): Promise<Planned> {
  const started = options.started ?? startLiveSide(client, target, options)
  const local = await readLocalSide(client, project, target, { ...started, repository: options.repository })
  const sides = await readBothSides(client, project, target, { ...options, local, answers: started.answers })
  const { live } = sides.read
  const { given, past } = await readInputs(client, project, target, sides, options)
  const { found, ...decided } = await decideFrom(given, {
    ...past,
    tokens: tokensIn(options.env),
    lookUp: async (decision, inputs) => {
      const { plan } = decision
      // Content made from another project was checked there.
      const isModelAsked = !options.onlyLooks && project.madeAt === undefined
      const [asked, changed] = await Promise.all([
        askAbout(client, target, { local: sides.local, live, isModelAsked }, decision, inputs),
        options.changed?.(),
      ])
      const owners = codeOwnersIn(project.root)
      const given = { project, target, local: sides.local, env: options.env ?? {}, now: inputs.live.now, owners }
      const ofRules = judgeByRules(withDeploymentNames(plan, live.deployments), given)
      const judging = { ...options, inputs, past, repository: local.repository, ofRules: ofRules.faults }
      const faults = await judgeFaults(project, plan, sides, judging)
      const shown = findingsFor(plan, [...faults.left, ...ofRules.warnings])
      return {
        ...{ ...asked, faults, mistakes: faults.left.length, affected: affectedIn(plan, project.files), changed },
        owners: changed && ownersOfAll(changed, owners.ownersOf),
        findings: shown.findings,
        stops: ofRules.stops,
        notes: () => [
          ...ofRules.notes,
          ...shown.notes,
          ...sides.history.notes,
          ...unreadNotes(plan, local.unread),
          ...notesToShow(live),
        ],
      }
    },
  })
  return {
    ...decided,
    ...{ past, target, live, faults: found.faults, local: sides.local },
    historyNotes: sides.history.notes,
    modelAt: async (commit) => {
      const then = await sides.history.treeAt(commit)
      return then && modelFilesIn(then.outline)
    },
    ...sentIn(client.counts),
  }
}
