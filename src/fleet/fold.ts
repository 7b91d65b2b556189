import { createLimit, exitOfCode, type Limit, worstOf } from '@boardwright/common'
import type { Target } from '../config/model.ts'
import { selectTarget } from '../config/targets.ts'
import { counted } from '../content/counted.ts'
import { canonicalText, sha256Of } from '../content/digest.ts'
import { type Approval, approvalOf } from '../plan/approval.ts'
import type { FleetPlan, Fold } from '../plan/fleet.ts'
import { exitOf } from '../plan/plan.ts'
import type { CommonPlan } from '../plan/plan-file.ts'
import type { SoundProject } from '../project/local/project.ts'
import { shareReading } from '../project/local/shared.ts'
import { type Planned, type PlanningOptions, planTarget } from '../project/plan.ts'
import { beginReading } from '../project/target/begin.ts'
import type { Outage } from '../project/target/outage.ts'
import { refuseWrongTree, whyUnread } from '../project/target/why-unread.ts'
import { commonPlan, markedIn, withTarget } from './fold-common.ts'
import { createQueue, type Queue } from './queue.ts'
import { withSharedReach } from './shared-reach.ts'

export type { FleetPlan, Fold } from '../plan/fleet.ts'

export interface FleetPlanned {
  readonly plan: FleetPlan
  /** How many texts of the tree were parsed, for all targets together. */
  readonly parsed: number
  readonly exit: number
}

/** Targets read at once. Those already read are planned while the next ones are being read. */
const AT_ONCE = 6
/** Targets read or planned at once. This limits how many plans are in memory, besides those that folds keep. */
const MOST_UNDER_WAY = 2 * AT_ONCE
const MOST_KEPT = 20

/** Plans many targets. Targets with equal changes share one fold, so only distinct plans are kept. */
export async function planFleet(
  whole: SoundProject,
  names: readonly string[],
  { say, ...options }: PlanningOptions,
): Promise<FleetPlanned> {
  const project = shareReading(whole)
  const folds = new Map<string, Fold>()
  const differing = differingVariables(project.config.targets.filter(({ name }) => names.includes(name)))
  const unread: Unread[] = []
  const approvals: Approval[] = []
  const causes: unknown[] = []
  const exits: number[] = []
  let commit: string | null = null
  let done = 0
  const keep = (one: PlannedOne | Unread): void => {
    done += 1
    say?.(`Planned ${counted(done)} of ${counted(names.length)} targets`)
    if ('code' in one) {
      unread.push(one)
      exits.push(exitOfCode(one.code))
    } else {
      exits.push(one.exit)
      commit = one.plan.commit
      const known = folds.get(one.mark)
      const { target, plan, approval } = one
      if (approval) approvals.push(approval)
      if (known) folds.set(one.mark, withTarget(known, target, plan))
      else folds.set(one.mark, { ...foldOf(plan), targets: [target], ...(folds.size < MOST_KEPT ? { plan } : {}) })
    }
  }
  await withSharedReach(AT_ONCE, async (shared, outage) => {
    // Results are taken in the order of names, so that a fold always shows the plan of the same target.
    const underWay: Promise<PlannedOne | Unread>[] = []
    const turns = createLimit(AT_ONCE)
    const afterOthers = createQueue()
    for (const name of [...names].sort()) {
      const next = underWay.length < MOST_UNDER_WAY ? undefined : underWay.shift()
      if (next) keep(await next)
      const planning = planOne(project, name, causes, { ...options, shared, outage, turns, afterOthers, differing })
      void Promise.allSettled([planning])
      underWay.push(planning)
    }
    for (const planning of underWay) keep(await planning)
  })
  refuseWrongTree(causes, names.length)
  const bySize = (a: Fold, b: Fold): number => b.targets.length - a.targets.length || (first(a) < first(b) ? -1 : 1)
  const plan: FleetPlan = {
    ...{ format: 1, project: project.config.projectId, commit },
    ...{ folds: [...folds.values()].sort(bySize), unread, approvals },
  }
  return { plan, parsed: project.shared.parsed(), exit: worstOf(exits) }
}

const first = ({ targets }: Fold): string => targets[0] ?? ''

interface PlannedOne {
  readonly target: string
  readonly mark: string
  readonly plan: CommonPlan
  readonly exit: number
  /** Undefined if there is nothing to do. */
  readonly approval: Approval | undefined
}
type Unread = FleetPlan['unread'][number]

async function planOne(
  project: SoundProject,
  target: string,
  causes: unknown[],
  options: TurnOptions,
): Promise<PlannedOne | Unread> {
  try {
    const { planning } = await options.turns.run(() => readInTurn(project, target, options))
    const { plan, target: aimed } = await planning
    const variables = Object.entries(aimed.variables).filter(([name]) => options.differing.has(name))
    const common = commonPlan(plan, Object.fromEntries(variables))
    return {
      ...{ target, plan: common, mark: sha256Of(canonicalText(markedIn(common))) },
      exit: exitOf(plan, { detailed: false }),
      approval: plan.objects.length > 0 ? approvalOf(plan) : undefined,
    }
  } catch (cause) {
    causes.push(cause)
    const { code, message } = whyUnread(cause)
    return { target, code, message }
  }
}

interface TurnOptions extends PlanningOptions {
  readonly outage: Outage
  readonly turns: Limit
  readonly differing: ReadonlySet<string>
  readonly afterOthers: Queue
}

/**
 * Starts planning a target. Resolves as soon as it has been read or cannot be read, so that the next target gets its
 * turn.
 */
async function readInTurn(
  project: SoundProject,
  target: string,
  options: TurnOptions,
): Promise<{ readonly planning: Promise<Planned> }> {
  const { url } = selectTarget(project.config, target)
  let read: Promise<unknown> = Promise.resolve()
  const planning = options.outage.ask(url, () => {
    const reading = beginReading(project.config, { ...options, target })
    read = reading.started.answers
    const answers = reading.started.answers.then(async (all) => {
      await options.afterOthers()
      return all
    })
    // Nobody waits for them if the tree turns out to be wrong.
    void Promise.allSettled([answers])
    return planTarget(project, {
      ...options,
      target,
      reading: { ...reading, started: { ...reading.started, answers } },
    })
  })
  await Promise.allSettled([Promise.race([planning, read.catch(() => planning)])])
  return { planning }
}

const foldOf = ({ summary, objects, stops }: CommonPlan) => ({
  ...{ summary, changes: objects.length },
  stops: stops.map(({ kind }) => kind),
})

/** The variables that have not the same value everywhere. */
function differingVariables(targets: readonly Target[]): ReadonlySet<string> {
  const names = new Set(targets.flatMap(({ variables }) => Object.keys(variables)))
  return new Set([...names].filter((name) => new Set(targets.map(({ variables }) => variables[name])).size > 1))
}
