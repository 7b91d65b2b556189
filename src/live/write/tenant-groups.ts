import { plural } from '../../content/counted.ts'
import type { Key } from '../../content/kinds.ts'
import { type TenantGroup, tenantGroupKey } from '../../content/model.ts'
import { unitsOfTenantGroup } from '../../content/tenant-group.ts'
import { isAbsence, lookUp } from '../look-up.ts'
import { groupsOfTenant, type TenantGroupRow, tenantGroupFromWire } from '../tenants.ts'
import { ignoreGone } from './folders.ts'
import { changedUnder, requireSame } from './open.ts'
import { lookBeforeRepeating } from './repeat.ts'
import type { WriteState } from './state.ts'

export async function createTenantGroup(state: WriteState, wanted: TenantGroup): Promise<void> {
  const { client } = state
  const { tenant, name, description } = wanted
  const key = tenantGroupKey(tenant, name)
  const body = { name: name.trim(), ...(description ? { description } : {}) }
  const create = async (): Promise<number> =>
    (await client.embedGroups.createGroup({ path: { embedTenantName: tenant }, body })).id
  const look = async (): Promise<number | undefined> =>
    (await groupsOfTenant(client, tenant)).find(({ group }) => tenantGroupKey(tenant, group.name) === key)?.id
  state.ids.set(key, await lookBeforeRepeating(state, create, look))
}

export async function updateTenantGroup(state: WriteState, { tenant, name, description }: TenantGroup): Promise<void> {
  const key = tenantGroupKey(tenant, name)
  const { id } = await readAsSeen(state, key)
  // An empty text clears it.
  const body = { description: description ?? '' }
  await state.client.embedGroups.updateGroup({ path: { embedTenantName: tenant, id }, body })
}

/** Reads it again, and throws unless it is what the plan saw. People may come and go meanwhile. */
async function readAsSeen(state: WriteState, key: Key<'tenantGroup'>): Promise<TenantGroupRow> {
  const before = state.seen.content.get(key)?.whole()
  const fresh = before && (await readTenantGroup(state, key, state.numberOf(key)))
  if (!fresh) throw changedUnder(key, 'it is gone')
  requireSame(key, unitsOfTenantGroup(before), unitsOfTenantGroup(tenantGroupFromWire(fresh)))
  return fresh
}

async function readTenantGroup(
  { client, seen }: WriteState,
  key: Key<'tenantGroup'>,
  id: number,
): Promise<TenantGroupRow | undefined> {
  const { tenant = '' } = seen.content.get(key)?.own ?? {}
  const group = await lookUp(() => client.embedGroups.getGroup({ path: { embedTenantName: tenant, id } }))
  return isAbsence(group) ? undefined : { id, tenant, group }
}

/** The platform keeps a group in which somebody is. */
export async function removeTenantGroup(state: WriteState, key: Key<'tenantGroup'>): Promise<void> {
  if (await isTenantGroupGone(state, state.numberOf(key), key)) return
  const { id, tenant, group } = await readAsSeen(state, key)
  if (group.userCount) throw changedUnder(key, `there is ${plural(group.userCount, 'embed user')} in it`)
  await ignoreGone(() => state.client.embedGroups.deleteGroup({ path: { embedTenantName: tenant, id } }))
}

export const isTenantGroupGone = async (state: WriteState, id: number, key: Key<'tenantGroup'>): Promise<boolean> =>
  (await readTenantGroup(state, key, id)) === undefined
