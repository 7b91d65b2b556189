import { oncePer } from '@boardwright/common'
import type { Role } from '@boardwright/platform'
import { type AccountRole, roleKey } from '../../content/model.ts'
import { deploymentsIn, resourceIn, unitsOfRole } from '../../content/role.ts'
import { isAbsence, lookUp } from '../look-up.ts'
import { fromPolicies, roleFromWire } from '../map/role.ts'
import { listRoles, type NamedDeployments, readNamedDeployments } from '../roles.ts'
import { changedUnder, requireSame } from './open.ts'
import { lookBeforeRepeating } from './repeat.ts'
import type { WriteState } from './state.ts'

/** Asked for once in a run. */
const deploymentsOfAccount = oncePer(({ client }: WriteState) => readNamedDeployments(client))

/** What a call takes of these policies. Throws if a deployment is gone since the plan. */
const policiesFor = ({ name, policies }: AccountRole, deployments: NamedDeployments | undefined): PoliciesSent =>
  fromPolicies(policies, (deployment) => {
    const number = deployments?.numbers.get(deployment)
    if (number === undefined) throw changedUnder(roleKey(name), `no deployment is called "${deployment}"`)
    return number
  }) as PoliciesSent

type PoliciesSent = Parameters<WriteState['client']['roles']['createRole']>[0]['body']['policies']

export async function createRole(state: WriteState, wanted: AccountRole): Promise<void> {
  const { client } = state
  const key = roleKey(wanted.name)
  const { name, description = null, policies } = wanted
  const deployments = deploymentsIn(policies).length > 0 ? await deploymentsOfAccount(state) : undefined
  const body = { name, description, policies: policiesFor(wanted, deployments) }
  const create = (): Promise<Role> => client.roles.createRole({ path: {}, body })
  const look = async (): Promise<Role | undefined> =>
    (await listRoles(state)).find(({ role }) => roleKey(role.name) === key)?.role
  state.ids.set(key, (await lookBeforeRepeating(state, create, look)).id)
}

/** Policies are sent all together, because an update replaces them: so it is looked at last that they are as seen. */
/** Policies are sent all together, because an update replaces them: that they are as seen is looked at last. */
export async function updateRole(state: WriteState, wanted: AccountRole, units: readonly string[]): Promise<void> {
  const { client, seen } = state
  const key = roleKey(wanted.name)
  const roleId = state.numberOf(key)
  const before = seen.content.get(key)?.whole()
  const isAny = deploymentsIn([...wanted.policies, ...(before?.policies ?? [])]).length > 0
  const deployments = isAny ? await deploymentsOfAccount(state) : undefined
  const body = {
    ...(units.includes('name') ? { name: wanted.name.trim() } : {}),
    ...(units.includes('description') ? { description: wanted.description ?? null } : {}),
    ...(units.some(resourceIn) ? { policies: policiesFor(wanted, deployments) } : {}),
  }
  const role = await lookUp(() => client.roles.getRole({ path: { roleId } }))
  if (isAbsence(role)) throw changedUnder(key, 'it is gone')
  if (role.name !== seen.facts.get(key)?.name) throw changedUnder(key, `it is called "${role.name}"`)
  requireSame(key, before && unitsOfRole(before), unitsOfRole(roleFromWire({ id: roleId, role, deployments }, key)))
  await client.roles.updateRole({ path: { roleId }, body })
}
