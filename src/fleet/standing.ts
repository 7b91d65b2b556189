import type { Target } from '../config/model.ts'
import type { Key } from '../content/kinds.ts'
import { isIdle } from '../project/apply/bring-model.ts'
import type { SoundProject } from '../project/local/project.ts'
import { type Planned, type PlanningOptions, planTarget } from '../project/plan.ts'
import { startedIn } from '../project/status.ts'
import type { Outage } from '../project/target/outage.ts'
import { whyUnread } from '../project/target/why-unread.ts'

export const STATES = ['there', 'ahead', 'to apply', 'held', 'failed', 'unreachable'] as const
export type TargetStanding = (typeof STATES)[number]

/** The state of one target with respect to the commit that is checked out. */
export interface Standing {
  readonly target: string
  readonly state: TargetStanding
  /** The newest commit that was applied. Null if none ever was, or if we cannot tell. */
  readonly commit: string | null
  /** Objects that an apply would write. */
  readonly changes: number
  /** Objects that an apply would hold. Null if we cannot tell. */
  readonly held: number | null
  /** Objects that an apply started and did not finish. */
  readonly failed: number
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string | undefined } | undefined
}

export interface StandingOptions extends PlanningOptions {
  readonly outage: Outage
}

/**
 * Plans the target: only a plan knows what is held. An unreachable target is a state, not an error.
 */
export async function readStanding(
  project: SoundProject,
  { name, url }: Target,
  { outage, ...options }: StandingOptions,
): Promise<Standing> {
  try {
    return await outage.ask(url, async () => standingIn(await planTarget(project, { ...options, target: name })))
  } catch (cause) {
    const nothing = { commit: null, changes: 0, held: null, failed: 0 }
    return { target: name, state: 'unreachable', ...nothing, error: whyUnread(cause) }
  }
}

function standingIn(planned: Planned): Standing {
  const { plan, target, inputs } = planned
  const failed = startedIn(planned).size
  const isAhead = plan.applied !== null && inputs.history.relations.get(plan.applied) === 'newer'
  const held = heldKeys(plan.held, isAhead).size
  const counts = { commit: plan.applied, changes: plan.objects.length, held, failed }
  return { target: target.name, state: stateOf({ failed, held, isAhead, isIdle: isIdle(planned) }), ...counts }
}

/** Where a later commit was applied, what that commit changed is not held for this one. */
function heldKeys(held: Planned['plan']['held'], isAhead: boolean): ReadonlySet<Key> {
  if (!isAhead) return new Set(held.map(({ key }) => key))
  const newer = new Set(held.flatMap(({ key, reason }) => (reason === 'behind' ? [key] : [])))
  const isNewer = ({ reason, waitsFor = [] }: Planned['plan']['held'][number]): boolean =>
    reason === 'behind' || (waitsFor.length > 0 && waitsFor.every((key) => newer.has(key)))
  return new Set(held.filter((each) => !isNewer(each)).map(({ key }) => key))
}

/** If the commit changes nothing, the target counts as `there`, whatever commit its ledgers name. */
function stateOf(facts: { failed: number; held: number; isAhead: boolean; isIdle: boolean }): TargetStanding {
  if (facts.failed > 0) return 'failed'
  if (!facts.isIdle) return 'to apply'
  if (facts.isAhead) return 'ahead'
  return facts.held > 0 ? 'held' : 'there'
}
