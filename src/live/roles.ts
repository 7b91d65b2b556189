import { api, type Client, type Role } from '@boardwright/platform'
import type { NamedDeployments } from '../content/deployments.ts'
import { groupBy } from '../content/group-by.ts'
import { ALL, isDeploymentNumber } from '../content/policies.ts'
import { deploymentsIn } from '../content/role.ts'
import { type Asking, allOf, type DeploymentPath, distinct, FIRST } from './lists.ts'

export function deploymentsByName(all: readonly { readonly id: number; readonly name: string }[]): NamedDeployments {
  const named = [...groupBy(all, ({ name }) => name)].flatMap(([name, [{ id } = { id: 0 }, ...others]]) =>
    others.length > 0 || name.trim() === '' || name === ALL || isDeploymentNumber(name)
      ? []
      : [{ id: String(id), name }],
  )
  return {
    names: new Map(named.map(({ id, name }) => [id, name])),
    numbers: new Map(named.map(({ id, name }) => [name, id])),
  }
}

/** A role, and what the deployments of the account are called if one of the roles names some. */
export interface RoleRow {
  readonly id: number
  readonly role: Role
  readonly deployments: NamedDeployments | undefined
}

export async function listRoles({ client }: Pick<Asking, 'client'>): Promise<RoleRow[]> {
  const all = await allOf(client.items(api.roles.endpoints.getRoles, { path: {}, query: { first: FIRST } }))
  return rowsOf(client, distinct(all))
}

export async function readRole(client: Client, _path: DeploymentPath, roleId: number): Promise<RoleRow> {
  const [row] = await rowsOf(client, [await client.roles.getRole({ path: { roleId } })])
  if (!row) throw new Error('one role has one row')
  return row
}

async function rowsOf(client: Client, roles: readonly Role[]): Promise<RoleRow[]> {
  const isAny = roles.some(({ policies }) => deploymentsIn(policies).length > 0)
  const deployments = isAny ? await readNamedDeployments(client) : undefined
  return roles.map((role) => ({ id: role.id, role, deployments }))
}

export const readNamedDeployments = async (client: Client): Promise<NamedDeployments> =>
  deploymentsByName(await allOf(client.items(api.deployments.endpoints.getDeployments)))
