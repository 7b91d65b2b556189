import type { Compared, Comparison } from '../compare/comparison.ts'
import { someOf } from '../content/counted.ts'
import { unitByName } from '../content/deployments.ts'
import { oneDeploymentIn } from '../content/role.ts'
import { sentIn, type UnitDigests } from '../content/threeway.ts'
import type { PlanInputs } from './inputs.ts'
import { type Held, held } from './outcome.ts'

/** Its file may say what it always did, while deployments have other names: written, it would move access. */
export function heldForNames(
  { key, repo, ownership }: Comparison,
  changes: readonly string[],
  { digestsAt }: Compared,
  { history, live }: PlanInputs,
): Held<'namesake' | 'absent-deployment'> | undefined {
  if (!repo || ownership.state !== 'ours' || ownership.next !== undefined || live.pending.has(key)) return undefined
  const named = changes.filter((unit) => oneDeploymentIn(unit) !== undefined && repo.has(unit))
  if (named.length === 0) return undefined
  const nameOf = (unit: string): string => `"${oneDeploymentIn(unitByName(unit, live.deployments))}"`
  const applied = allowedOnDeployments(
    new Map(Object.entries(ownership.base ?? {}).map(([unit, digest]) => [unit, sentIn(digest) ?? ''])),
  )
  const absent = named.filter((unit) => !live.deployments?.names.has(oneDeploymentIn(unit) ?? ''))
  if (absent.length > 0) {
    if (allowedOnDeployments(repo) !== applied) return undefined
    return held('absent-deployment', `no deployment is called ${someOf(absent.map(nameOf))}`)
  }
  const then = digestsAt(key, history.applied)
  if (!then || allowedOnDeployments(then) !== applied) return undefined
  const swapped = named.filter((unit) => then.get(unit) === repo.get(unit))
  if (swapped.length === 0) return undefined
  const are = swapped.length === 1 ? 'another deployment is' : 'other deployments are'
  const names = someOf(swapped.map(nameOf))
  return held('namesake', `${are} called ${names} than when it was applied`)
}

/** Whichever deployment each is allowed on. */
const allowedOnDeployments = (units: UnitDigests): string =>
  [...units]
    .flatMap(([unit, digest]) => (oneDeploymentIn(unit) === undefined ? [] : [digest]))
    .sort()
    .join()
