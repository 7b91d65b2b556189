import type { Target } from '../../config/model.ts'
import type { CommitRelation } from '../../content/commit-relation.ts'
import { oncePerKey } from '../../lazy.ts'
import { appliedCommits } from '../../ledger/facts.ts'
import { readLedgers } from '../../live/index.ts'
import type { SoundProject } from '../../project/project.ts'
import { readCommits } from '../../workspace/commits.ts'
import { isIdle } from '../apply/bring-model.ts'
import { type Planned, type PlanOptions, planTarget } from '../plan.ts'
import { beginReading, type StartedReading } from '../target/begin.ts'
import type { Outage } from '../target/outage.ts'
import { whyUnread } from '../target/why-unread.ts'

export const STATES = ['there', 'ahead', 'to apply', 'held', 'failed', 'unreachable'] as const
export type State = (typeof STATES)[number]

/** The state of one target with respect to the commit that is checked out. */
export interface Standing {
  readonly target: string
  readonly state: State
  /** The newest commit that was applied. Null if none ever was, or if we cannot tell. */
  readonly commit: string | null
  /** Objects that an apply would write. */
  readonly changes: number
  readonly held: number
  /** Objects that an apply started and did not finish. */
  readonly failed: number
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string | undefined } | undefined
}

/** How a commit relates to the one that is checked out. */
export type Relate = (commit: string) => Promise<CommitRelation>

/** Looks up each commit only once, because targets share few distinct commits. */
export const createRelate = (root: string, head: string): Relate =>
  oncePerKey(async (commit) => (await readCommits(root, head, [commit])).relations.get(commit) ?? 'missing')

export interface StandingOptions extends Omit<PlanOptions, 'target'> {
  readonly head: string
  readonly relate: Relate
  readonly outage: Outage
}

/**
 * Reads the state from the target's ledgers, or, if these do not settle it, from a plan. An unreachable target is a
 * state, not an error.
 */
export async function readStanding(project: SoundProject, target: Target, options: StandingOptions): Promise<Standing> {
  try {
    return await options.outage.ask(target.url, () => askStanding(project, target, options))
  } catch (cause) {
    return { target: target.name, state: 'unreachable', commit: null, ...NOTHING, error: whyUnread(cause) }
  }
}

async function askStanding(project: SoundProject, target: Target, options: StandingOptions): Promise<Standing> {
  const reading = beginReading(project.config, { ...options, target: target.name })
  const said = await settledByLedgers(target, reading, options).catch(async (cause) => {
    await reading.abandon()
    throw cause
  })
  if (said) {
    await reading.abandon()
    return said
  }
  return standingIn(await planTarget(project, { ...options, target: target.name, reading }))
}

const NOTHING = { changes: 0, held: 0, failed: 0 }

async function settledByLedgers(
  { name, deployment, projectId, content, dataModel }: Target,
  { started }: StartedReading,
  { head, relate }: StandingOptions,
): Promise<Standing | undefined> {
  const { listed } = await started.answers
  // The data model's branch has another ledger, which only a plan reads.
  if (!content || dataModel) return undefined
  const { applied, isPartly } = appliedCommits(readLedgers(listed, { deployment, projectId }))
  if (isPartly) return undefined
  if (applied.includes(head)) return { target: name, state: 'there', commit: head, ...NOTHING }
  for (const commit of applied) {
    if ((await relate(commit)) === 'newer') return { target: name, state: 'ahead', commit, ...NOTHING }
  }
  return undefined
}

/** If the commit changes nothing, the target counts as `there`, whatever commit its ledgers name. */
export function standingIn(planned: Planned): Standing {
  const { plan, live, target } = planned
  const written = new Set(plan.objects.map(({ key }) => key))
  const failed = [...live.pending.values()].filter(
    ({ key, why }) => (why === 'failed' || why === 'cut off') && written.has(key),
  ).length
  const held = plan.summary.held
  const state = failed > 0 ? 'failed' : !isIdle(planned) ? 'to apply' : held > 0 ? 'held' : 'there'
  return { target: target.name, state, commit: plan.applied, changes: plan.objects.length, held, failed }
}
