import { idIn, type Key } from '../../content/kinds.ts'
import { type AccountRole, type RolePolicy, roleKey } from '../../content/model.ts'
import { isDeploymentNumber } from '../../content/policies.ts'
import { isOfOneDeployment, tidied } from '../../content/role.ts'
import type { RoleRow } from '../roles.ts'

const withResources = (policies: readonly RolePolicy[], called: (deployment: string) => string): RolePolicy[] =>
  policies.map(({ resourceType, actions, resources }) => ({
    ...{ resourceType, actions },
    resources: resources.map((resource) => (isOfOneDeployment(resourceType, resource) ? called(resource) : resource)),
  }))

/** A number that no deployment has stays a number. */
export const policiesFromWire = ({ role: { policies }, deployments }: RoleRow): RolePolicy[] =>
  tidied(withResources(policies, (number) => deployments?.names.get(number) ?? number))

/** Under its own name, or under the one that its key has after a rename in the tree. */
export const roleFromWire = (row: RoleRow, key: Key<'role'>): AccountRole => ({
  name: roleKey(row.role.name) === key ? row.role.name : idIn(key),
  ...(row.role.description ? { description: row.role.description } : {}),
  policies: policiesFromWire(row),
})

/** What the platform takes of policies. `numberOf` throws for a name that no deployment has. */
export const fromPolicies = (policies: readonly RolePolicy[], numberOf: (name: string) => string): RolePolicy[] =>
  withResources(policies, (text) => (isDeploymentNumber(text) ? text : numberOf(text)))
