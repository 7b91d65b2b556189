import { api, type Client, type UserGroup } from '@boardwright/platform'
import type { Key } from '../content/kinds.ts'
import { type TenantGroup, tenantOf } from '../content/model.ts'
import { type Asking, allOf, type DeploymentPath, distinct, FIRST } from './lists.ts'
import { unlessGone } from './look-up.ts'

/** A group of an embed tenant. Its number is one of the account's. */
export interface TenantGroupRow {
  readonly id: number
  readonly tenant: string
  readonly group: UserGroup
}

const { getGroups } = api.embedGroups.endpoints

/** One list for each tenant. A tenant that has gone meanwhile has no groups. */
export async function listTenantGroups({ client, tenants }: Pick<Asking, 'client' | 'tenants'>) {
  const lists = await Promise.all([...(await tenants())].map((tenant) => groupsOfTenant(client, tenant)))
  return distinct(lists.flat())
}

export async function groupsOfTenant(client: Client, tenant: string): Promise<TenantGroupRow[]> {
  const path = { embedTenantName: tenant }
  const read = () => allOf(client.items(getGroups, { path, query: { first: FIRST } }))
  const groups = await unlessGone(read)
  return (groups ?? []).map((group) => ({ id: group.id, tenant, group }))
}

/** Its number alone does not say of which tenant it is; the key under which a ledger lists it does. */
export async function readTenantGroup(
  client: Client,
  _path: DeploymentPath,
  id: number,
  listedAs: Key<'tenantGroup'> | undefined,
): Promise<TenantGroupRow> {
  if (!listedAs) throw new Error('only ledgers name groups of tenants')
  const tenant = tenantOf(listedAs)
  return { id, tenant, group: await client.embedGroups.getGroup({ path: { embedTenantName: tenant, id } }) }
}

export const tenantGroupFromWire = ({ tenant, group: { name, description } }: TenantGroupRow): TenantGroup => ({
  ...{ tenant, name },
  ...(description ? { description } : {}),
})
