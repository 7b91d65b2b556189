import type { Comparison } from '../compare/comparison.ts'
import { isKind, type Key, type Kind, OPT_IN } from '../content/kinds.ts'
import type { Base } from '../content/threeway.ts'
import type { Decided } from './decided.ts'
import type { Outcome } from './outcome.ts'
import type { Plan, Summary } from './plan-file.ts'

/** What people are working on: drafts, and edited reports. A report counts once, however many dashboards show it. */
const inProgress = ({ parts }: Decided, left: Plan['left']): ReadonlySet<Key> =>
  new Set([
    ...left.flatMap(({ key, reason }) =>
      reason === 'draft' || (reason === 'edited-report' && isKind(key, 'report')) ? [key] : [],
    ),
    ...[...parts.values()].flat().flatMap((part) => ('edited' in part && part.edited) || []),
  ])

export const countUnclaimed = ({ unclaimed }: Pick<Summary, 'unclaimed'>): number =>
  Object.values(unclaimed).reduce<number>((sum, count) => sum + (count ?? 0), 0)

export function summarize(
  decided: Decided,
  { objects, held, left }: Pick<Plan, 'objects' | 'held' | 'left'>,
  bases: ReadonlyMap<Key, Base>,
): Summary {
  const { outcomes, compared, inputs } = decided
  const countActions = (action: string): number => objects.filter((each) => each.action === action).length
  const countOutcomes = (outcome: Outcome['kind'], kind?: Kind): number =>
    outcomes.with(outcome).filter(([key]) => kind === undefined || isKind(key, kind)).length
  const countLeft = (reason: string): number => left.filter((each) => each.reason === reason).length
  const planned = new Set(objects.map(({ key }) => key))
  const count = (test: (each: Comparison) => unknown): number => [...compared.comparisons.values()].filter(test).length
  // Nothing can match on a branch that does not exist.
  const isBranchAbsent = inputs.target.branchFrom !== undefined
  return {
    create: countActions('create'),
    update: countActions('update'),
    delete: countActions('delete'),
    publish: objects.filter(({ publish }) => publish).length,
    unchanged: count(
      ({ key, repo }) =>
        repo &&
        !planned.has(key) &&
        inputs.selected(key) &&
        outcomes.get(key)?.kind === 'unchanged' &&
        !(isBranchAbsent && isKind(key, 'model')),
    ),
    uiEdits: countLeft('ui-edit'),
    held: new Set(held.map(({ key }) => key)).size,
    unclaimed: {
      ...{ workbook: countOutcomes('unclaimed', 'workbook'), report: countOutcomes('unclaimed', 'report') },
      ...Object.fromEntries(
        OPT_IN.map((kind) => [kind, countOutcomes('unclaimed', kind)] as const).filter(([, found]) => found > 0),
      ),
    },
    orphans: countLeft('orphan'),
    unmanaged: countOutcomes('unmanaged'),
    otherProjects: count(({ ownership }) => ownership.state === 'foreign'),
    drafts: inProgress(decided, left).size + held.filter(({ reason }) => reason === 'draft').length,
    converged: [...bases.keys()].filter((key) => !planned.has(key)).length,
  }
}
