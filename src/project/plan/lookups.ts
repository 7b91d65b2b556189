import type { Client } from '@boardwright/platform'
import type { Target } from '../../config/model.ts'
import { isKind, type Kind } from '../../content/kinds.ts'
import { roleIn } from '../../content/people.ts'
import { joinedIn, type LiveContent, readJoined, readNotices } from '../../live/index.ts'
import { NOTHING_MISSING } from '../../plan/breaks.ts'
import type { Lookups } from '../../plan/complete.ts'
import type { PlanInputs } from '../../plan/inputs.ts'
import type { Unsealed } from '../../plan/plan-file.ts'
import type { Decision } from '../../plan/work.ts'
import type { TargetTree } from '../local/render.ts'
import { readMissing } from './missing.ts'

interface Asking {
  readonly local: TargetTree
  readonly live: LiveContent
  /** Whether nobody has checked yet which members the plan asks for. */
  readonly isModelAsked: boolean
}

/** Asks the platform for what a plan is to say besides: who will notice it, and which members viewers will not have. */
export async function askAbout(
  client: Client,
  target: Target,
  asking: Asking,
  decision: Decision<Unsealed>,
  inputs: PlanInputs,
): Promise<{ readonly [Name in 'notices' | 'joined' | 'missing']: Lookups[Name] }> {
  const [notices, recipients, missing] = await Promise.all([
    readNotices(client, target.deployment, publishablesIn(decision.plan, asking.live)),
    readJoined(client, target.deployment, leavingIn('notification', decision.plan, asking.live)),
    asking.isModelAsked ? readMissing(client, target, asking, decision, inputs) : NOTHING_MISSING,
  ])
  const members = joinedIn(asking.live.memberships, leavingIn('group', decision.plan, asking.live))
  return { notices, joined: new Map([...recipients, ...members]), missing }
}

/** Lists of people that a plan deletes, each with those on it who are known. */
const leavingIn = (kind: Kind, { objects }: Unsealed, { facts }: LiveContent) =>
  objects.flatMap(({ key, action, units }) => {
    const { id } = facts.get(key) ?? {}
    if (!isKind(key, kind) || action !== 'delete' || id === undefined) return []
    return [{ key, id, known: new Set(units.flatMap(({ unit }) => (roleIn(unit) ? [unit] : []))) }]
  })

/** The dashboards that a plan publishes or takes from viewers. */
function publishablesIn(plan: Unsealed, live: LiveContent) {
  return plan.objects.flatMap(({ key, publish, loss }) => {
    const facts = live.facts.get(key)
    const { notice } = publish ?? (loss?.version === null ? undefined : loss) ?? {}
    if (!notice || !facts) return []
    const { dashboard } = facts.publication ?? {}
    return [{ key, workbook: facts.id, dashboard, embedded: notice.embedded }]
  })
}
