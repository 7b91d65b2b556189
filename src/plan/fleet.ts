import { BoardwrightError, isMap, jsonIn, stringifyJson } from '@boardwright/common'
import { z } from 'zod'
import { CommitSchema } from '../content/commit-schema.ts'
import { counted, plural, someOf } from '../content/counted.ts'
import { firstFault } from '../content/schema-problems.ts'
import { Approval } from './approval.ts'
import { type CommonPlan, CommonPlanFile } from './plan-file.ts'
import { requireFingerprint } from './read.ts'

/** Targets that have the same plan. */
const Fold = z.strictObject({
  targets: z.array(z.string()).min(1),
  summary: CommonPlanFile.shape.summary,
  changes: z.int().min(0),
  stops: z.array(z.string()),
  /**
   * For the first target, in words that hold for all: a text has `${var.NAME}` where it has the value of a variable.
   * Left out if there are too many different plans to keep one for each fold.
   */
  plan: CommonPlanFile.optional(),
})
export type Fold = z.output<typeof Fold>

/** The plans of many targets, with equal plans folded into one. */
const FleetPlanFile = z.strictObject({
  format: z.literal(1),
  project: z.string(),
  commit: CommitSchema.nullable(),
  /** Largest first. */
  folds: z.array(Fold),
  unread: z.array(z.strictObject({ target: z.string(), code: z.string(), message: z.string() })),
  /** The approval that each target with something to do needs, sorted by name. */
  approvals: z.array(Approval),
})
export type FleetPlan = z.output<typeof FleetPlanFile>

export const writeFleetPlan = (planned: FleetPlan): string => `${stringifyJson(FleetPlanFile.parse(planned))}\n`

/** A saved fleet plan; undefined if the text is something else. */
export function readFleetPlan(text: string): FleetPlan | undefined {
  const value = jsonIn(text)
  if (!isMap(value) || !Array.isArray(value['folds'])) return undefined
  const { data } = FleetPlanFile.safeParse(value)
  if (!data) {
    throw new BoardwrightError('PLAN_INVALID', `the fleet plan cannot be used: ${firstFault(FleetPlanFile, value)}`)
  }
  for (const { plan } of data.folds) if (plan) requireFingerprint(plan, 'the fleet plan')
  return data
}

export const hasNothingToDo = ({ changes, summary, stops }: Fold): boolean =>
  changes === 0 && summary.held === 0 && stops.length === 0

export const targetsIn = (folds: readonly Fold[]): number => folds.reduce((sum, { targets }) => sum + targets.length, 0)

/** `487 targets: the same 3 changes; 9 differ; 4 held` */
export function headline({ folds, unread }: Pick<FleetPlan, 'folds' | 'unread'>): string {
  const [main, ...others] = folds.filter(({ changes }) => changes > 0)
  const held = targetsIn(folds.filter(({ summary }) => summary.held > 0))
  const stopped = targetsIn(folds.filter(({ stops }) => stops.length > 0))
  const idle = targetsIn(folds.filter(hasNothingToDo))
  const parts = [
    ...(main ? [`${plural(main.targets.length, 'target')}: the same ${plural(main.changes, 'change')}`] : []),
    ...(others.length > 0 ? [targetsIn(others) === 1 ? '1 differs' : `${targetsIn(others)} differ`] : []),
    ...(held > 0 ? [`${counted(held)} held`] : []),
    ...(stopped > 0 ? [`${stopped} stopped`] : []),
    ...(idle > 0 ? [`${idle} with nothing to do`] : []),
    ...(unread.length > 0 ? [`${counted(unread.length)} cannot be read`] : []),
  ]
  return parts.join('; ')
}

const MOST_IN_LABEL = 3

/** The targets of a fold, briefly: `7 targets (acme, bolt, cork and 4 more)`, or the name of the only one. */
export const foldName = ({ targets }: Pick<Fold, 'targets'>): string =>
  targets.length === 1 ? (targets[0] ?? '') : `${plural(targets.length, 'target')} (${someOf(targets, MOST_IN_LABEL)})`

/** A plan, or one that stands for all targets of its fold. */
export interface ToldPlan extends CommonPlan {
  readonly where?: string
  /** All targets of its fold. */
  readonly targets?: readonly string[]
}

/** What a plan's text calls the place: its fold, or its target. */
export const placeTold = ({ where, target }: ToldPlan): string => where ?? target.name

export const plansIn = ({ folds }: Pick<FleetPlan, 'folds'>): ToldPlan[] =>
  folds
    .filter((fold) => !hasNothingToDo(fold))
    .flatMap((fold) => (fold.plan ? [{ ...fold.plan, where: foldName(fold), targets: fold.targets }] : []))
