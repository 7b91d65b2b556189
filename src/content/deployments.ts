import { type Content, contentOf, type Entity, entityOf, isOfKind } from './entity.ts'
import type { RolePolicy } from './model.ts'
import { deploymentsIn, deploymentUnit, isOfOneDeployment, oneDeploymentIn } from './role.ts'

/**
 * Deployments by what files call them: a name, as far as it tells one from all others and from a number. A role is
 * compared, recorded and written by their numbers, so a deployment that gets another name is no edit of a role.
 */
export interface NamedDeployments {
  readonly names: ReadonlyMap<string, string>
  readonly numbers: ReadonlyMap<string, string>
}

type Called = (deployment: string) => string

/** As it is compared. What no deployment is called stays as it is written. */
export const byNumber = (content: Content, deployments: NamedDeployments | undefined): Content =>
  deployments === undefined ? content : calling(content, (name) => deployments.numbers.get(name) ?? name)

/** As files say it. A role that `written` has with the same meaning stays as it is there. */
export function byName(content: Content, deployments: NamedDeployments | undefined, written: Content): Content {
  if (deployments === undefined) return content
  const there = byNumber(written, deployments)
  const asWritten = ({ key, digests }: Entity): Entity | undefined =>
    there.get(key)?.digests() === digests() ? written.get(key) : undefined
  return calling(content, (number) => nameOf(deployments, number), asWritten)
}

/** The name of a deployment in a unit of a role; any other unit as it is. */
export function unitByName(unit: string, deployments: NamedDeployments | undefined): string {
  const deployment = deployments && oneDeploymentIn(unit)
  return deployment === undefined ? unit : deploymentUnit(nameOf(deployments, deployment))
}

/** The same unit, as roles are compared. */
export function unitByNumber(unit: string, deployments: NamedDeployments | undefined): string {
  const deployment = deployments && oneDeploymentIn(unit)
  return deployment === undefined ? unit : deploymentUnit(deployments?.numbers.get(deployment) ?? deployment)
}

const nameOf = (deployments: NamedDeployments | undefined, number: string): string =>
  deployments?.names.get(number) ?? number

function calling(content: Content, called: Called, asWritten: (each: Entity) => Entity | undefined = () => undefined) {
  const isNaming = (each: Entity): each is Entity<'role'> =>
    isOfKind(each, 'role') && deploymentsIn(each.own.policies).length > 0
  if (![...content.values()].some(isNaming)) return content
  return contentOf(
    [...content.values()].map((each) =>
      isNaming(each)
        ? (asWritten(each) ?? entityOf('role', { ...each.own, policies: policiesCalling(each.own.policies, called) }))
        : each,
    ),
  )
}

const policiesCalling = (policies: readonly RolePolicy[], called: Called): RolePolicy[] =>
  policies.map(({ resourceType, actions, resources }) => ({
    ...{ resourceType, actions },
    resources: resources.map((resource) => (isOfOneDeployment(resourceType, resource) ? called(resource) : resource)),
  }))
