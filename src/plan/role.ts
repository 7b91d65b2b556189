import type { Compared, Comparison } from '../compare/comparison.ts'
import { someOf } from '../content/counted.ts'
import { unitByName } from '../content/deployments.ts'
import { oneDeploymentIn } from '../content/role.ts'
import { sentIn, type UnitDigests } from '../content/threeway.ts'
import type { PlanInputs } from './inputs.ts'
import { type Held, held } from './outcome.ts'

const MOST_NAMED = 3

/** Its file is as it was applied, but deployments have the names of others since: written, it would move access. */
export function heldForNames(
  each: Comparison,
  changes: readonly string[],
  compared: Compared,
  inputs: PlanInputs,
): Held<'namesake'> | undefined {
  const renamed = deploymentsRenamed(each, changes, compared, inputs)
  return renamed.length === 0 ? undefined : held('namesake', renamedWords(renamed, inputs), { units: renamed })
}

function deploymentsRenamed(
  { key, repo, ownership }: Comparison,
  changes: readonly string[],
  { digestsAt }: Compared,
  { history, live }: PlanInputs,
): string[] {
  if (ownership.state !== 'ours' || ownership.next !== undefined || live.pending.has(key)) return []
  const named = changes.filter((unit) => oneDeploymentIn(unit) !== undefined)
  const then = named.length > 0 ? digestsAt(key, history.applied) : undefined
  const applied = new Map(Object.entries(ownership.base ?? {}).map(([unit, digest]) => [unit, sentIn(digest) ?? '']))
  if (!then || allowedOnDeployments(then) !== allowedOnDeployments(applied)) return []
  return named.filter((unit) => repo?.has(unit) && then.get(unit) === repo.get(unit))
}

/** Whichever deployment each is allowed on. */
const allowedOnDeployments = (units: UnitDigests): string =>
  [...units]
    .flatMap(([unit, digest]) => (oneDeploymentIn(unit) === undefined ? [] : [digest]))
    .sort()
    .join()

function renamedWords(units: readonly string[], { live }: PlanInputs): string {
  const nameOf = (unit: string): string => `"${oneDeploymentIn(unitByName(unit, live.deployments))}"`
  const gone = units.filter((unit) => !live.deployments?.names.has(oneDeploymentIn(unit) ?? ''))
  if (gone.length > 0) return `no deployment is called ${someOf(gone.map(nameOf), MOST_NAMED)} any more`
  return `another deployment is called ${someOf(units.map(nameOf), MOST_NAMED)} than when it was applied`
}
