import type { Role } from '@boardwright/platform'
import { type AccountRole, roleKey } from '../../content/model.ts'
import { resourceIn, unitsOfRole } from '../../content/role.ts'
import { isAbsence, lookUp } from '../look-up.ts'
import { roleFromWire } from '../map/role.ts'
import { listRoles } from '../roles.ts'
import { changedUnder, requireSame } from './open.ts'
import { lookBeforeRepeating } from './repeat.ts'
import type { WriteState } from './state.ts'

type PoliciesSent = Parameters<WriteState['client']['roles']['createRole']>[0]['body']['policies']

export async function createRole(state: WriteState, wanted: AccountRole): Promise<void> {
  const { client } = state
  const key = roleKey(wanted.name)
  const { name, description = null, policies } = wanted
  const body = { name, description, policies: policies as PoliciesSent }
  const create = (): Promise<Role> => client.roles.createRole({ path: {}, body })
  const look = async (): Promise<Role | undefined> =>
    (await listRoles(state)).find(({ role }) => roleKey(role.name) === key)?.role
  state.ids.set(key, (await lookBeforeRepeating(state, create, look)).id)
}

/** Policies are sent all together, because an update replaces them: that they are as seen is looked at last. */
export async function updateRole(state: WriteState, wanted: AccountRole, units: readonly string[]): Promise<void> {
  const { client, seen } = state
  const key = roleKey(wanted.name)
  const roleId = state.numberOf(key)
  const before = seen.content.get(key)?.whole()
  const body = {
    ...(units.includes('name') ? { name: wanted.name.trim() } : {}),
    ...(units.includes('description') ? { description: wanted.description ?? null } : {}),
    ...(units.some(resourceIn) ? { policies: wanted.policies as PoliciesSent } : {}),
  }
  const role = await lookUp(() => client.roles.getRole({ path: { roleId } }))
  if (isAbsence(role)) throw changedUnder(key, 'it is gone')
  if (role.name !== seen.facts.get(key)?.name) throw changedUnder(key, `it is called "${role.name}"`)
  requireSame(key, before && unitsOfRole(before), unitsOfRole(roleFromWire({ role }, key)))
  await client.roles.updateRole({ path: { roleId }, body })
}
