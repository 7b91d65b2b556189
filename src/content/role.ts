import type { PickSide } from './merge.ts'
import type { AccountRole, RolePolicy } from './model.ts'
import { ALL, OF_DEPLOYMENTS } from './policies.ts'
import { present, type Units } from './units.ts'
import type { UnitValue } from './with-units.ts'

/**
 * What a role allows on one resource, whichever of its policies say so, is a unit: neither the order of policies nor how
 * they are put together makes a difference.
 */
interface Allowed extends Pick<RolePolicy, 'resourceType'> {
  readonly resource: string
  readonly actions: ReadonlySet<string>
}

const PREFIX = 'policy '

export const policyUnit = (resourceType: string, resource: string): string => `${PREFIX}${resourceType} ${resource}`

/** What a unit `policy ...` is about. */
export function resourceIn(unit: string): Pick<Allowed, 'resourceType' | 'resource'> | undefined {
  if (!unit.startsWith(PREFIX)) return undefined
  const [resourceType = '', ...words] = unit.slice(PREFIX.length).split(' ')
  return { resourceType, resource: words.join(' ') }
}

function allowedBy(policies: readonly RolePolicy[]): ReadonlyMap<string, Allowed> {
  const all = new Map<string, Allowed>()
  for (const { resourceType, actions, resources } of policies) {
    for (const resource of resources) {
      const unit = policyUnit(resourceType, resource)
      const before = all.get(unit)?.actions ?? []
      all.set(unit, { resourceType, resource, actions: new Set([...before, ...actions]) })
    }
  }
  return all
}

/** One policy for all resources of a type on which the same is allowed. */
function policiesThat(allowed: Iterable<Allowed>): RolePolicy[] {
  const alike = new Map<string, { resourceType: string; actions: readonly string[]; resources: string[] }>()
  for (const { resourceType, resource, actions } of allowed) {
    const same = JSON.stringify([resourceType, ...[...actions].sort()])
    const policy = alike.get(same) ?? { resourceType, actions: [...actions], resources: [] }
    policy.resources.push(resource)
    alike.set(same, policy)
  }
  return [...alike.values()]
}

/** The same, with nothing said twice. */
export const tidied = (policies: readonly RolePolicy[]): RolePolicy[] => policiesThat(allowedBy(policies).values())

export const unitsOfRole = ({ name, description, policies }: AccountRole): Units =>
  present([
    ['name', name.trim()],
    ['description', description || undefined],
    ...[...allowedBy(policies)]
      .map(([unit, { actions }]) => [unit, [...actions].sort()] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ])

export function mergeRole(repo: AccountRole, live: AccountRole, pick: PickSide): AccountRole {
  const { description: declared, ...own } = repo
  const description = pick('description') === 'live' ? live.description : declared
  return {
    ...own,
    name: pick('name') === 'live' ? live.name : repo.name,
    ...(description === undefined ? {} : { description }),
    policies: mergePolicies(repo.policies, live.policies, pick),
  }
}

/** Whether it names a deployment alone, and not all of them. */
export const isOfOneDeployment = (resourceType: string, resource: string): boolean =>
  resourceType === OF_DEPLOYMENTS && resource !== ALL

/** The deployment that a unit is about alone. */
export function oneDeploymentIn(unit: string): string | undefined {
  const { resourceType, resource } = resourceIn(unit) ?? {}
  return resourceType !== undefined && resource !== undefined && isOfOneDeployment(resourceType, resource)
    ? resource
    : undefined
}

export const deploymentUnit = (deployment: string): string => policyUnit(OF_DEPLOYMENTS, deployment)

/** The deployments that policies name, each as it is written there. */
export const deploymentsIn = (policies: readonly RolePolicy[]): string[] =>
  policies.flatMap(({ resourceType, resources }) =>
    resources.filter((resource) => isOfOneDeployment(resourceType, resource)),
  )

/** A policy of the repo stays as it is written, unless something that it says is taken from live. */
function mergePolicies(
  repo: readonly RolePolicy[],
  live: readonly RolePolicy[],
  pick: PickSide,
): readonly RolePolicy[] {
  const [declared, seen] = [allowedBy(repo), allowedBy(live)]
  const isTaken = (unit: string): boolean => pick(unit) === 'live'
  const stays = ({ resourceType, resources }: RolePolicy): boolean =>
    !resources.some((resource) => isTaken(policyUnit(resourceType, resource)))
  const [kept, split] = [repo.filter(stays), repo.filter((policy) => !stays(policy))]
  const untaken = [...allowedBy(split).keys()]
    .filter((unit) => !isTaken(unit))
    .flatMap((unit) => declared.get(unit) ?? [])
  return [...kept, ...policiesThat([...untaken, ...[...seen].flatMap(([unit, each]) => (isTaken(unit) ? [each] : []))])]
}

/** The inverse of `unitsOfRole`: the same role with some units replaced. */
export function roleWith(role: AccountRole, changes: readonly UnitValue[]): AccountRole {
  const values = new Map(changes.map(({ unit, value }) => [unit, value]))
  const policies = changes.flatMap(({ unit, value }): RolePolicy[] => {
    const of = resourceIn(unit)
    return of && Array.isArray(value)
      ? [{ resourceType: of.resourceType, actions: value, resources: [of.resource] }]
      : []
  })
  const description = values.get('description')
  const then = { name: role.name, ...(typeof description === 'string' ? { description } : {}), policies }
  return mergeRole(role, then, (unit) => (values.has(unit) ? 'live' : 'repo'))
}
