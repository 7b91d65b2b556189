import { type NamedDeployments, unitByName } from '../content/deployments.ts'
import type { Unsealed } from './plan-file.ts'

/** A plan as people read it: compared by their numbers, deployments in roles are shown by their names. */
export function withDeploymentNames(plan: Unsealed, deployments: NamedDeployments | undefined): Unsealed {
  if (deployments === undefined) return plan
  const named = <T extends { readonly unit: string }>(units: readonly T[]): T[] =>
    units.map((each) => ({ ...each, unit: unitByName(each.unit, deployments) }))
  return {
    ...plan,
    objects: plan.objects.map((each) => ({ ...each, units: named(each.units), keeps: named(each.keeps) })),
    held: plan.held.map((each) => ({
      ...each,
      ...{ units: named(each.units), merges: named(each.merges) },
      ...(each.alsoHeld && { alsoHeld: named(each.alsoHeld) }),
    })),
    left: plan.left.map((each) => ({ ...each, units: named(each.units) })),
  }
}
