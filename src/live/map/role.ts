import { idIn, type Key } from '../../content/kinds.ts'
import { type AccountRole, roleKey } from '../../content/model.ts'
import { tidied } from '../../content/role.ts'
import type { RoleRow } from '../roles.ts'

/** Under its own name, or under the one that its key has after a rename in the tree. */
export const roleFromWire = ({ role }: Pick<RoleRow, 'role'>, key: Key<'role'>): AccountRole => ({
  name: roleKey(role.name) === key ? role.name : idIn(key),
  ...(role.description ? { description: role.description } : {}),
  policies: tidied(role.policies),
})
