import { api, type Client, type UserGroup } from '@boardwright/platform'
import type { TenantGroup } from '../content/model.ts'
import { type Asking, allOf, distinct, FIRST } from './lists.ts'
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

export const tenantGroupFromWire = ({ tenant, group: { name, description } }: TenantGroupRow): TenantGroup => ({
  ...{ tenant, name },
  ...(description ? { description } : {}),
})
