import type { Api } from '@boardwright/platform'
import { readPage } from '../http/paging.ts'
import { notFound } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import {
  ADMIN,
  findCustomRole,
  giveRole,
  type RoleRow,
  requireFreeRoleName,
  toRole,
  writePolicies,
} from '../store/roles.ts'
import { addRow, storedName, updateRow } from '../store/rows.ts'
import { findAccountUser } from '../store/users.ts'

export const roles: Routes<Api['roles']> = {
  getRoles({ platform, query }) {
    const { rows, pageInfo } = readPage<RoleRow>(
      platform.db,
      platform.switches,
      { from: 'roles t', where: 't.built_in = 0', values: [], orderBy: 't.id', descending: true },
      query,
    )
    return { items: rows.map(toRole), pageInfo }
  },

  createRole({ platform: { db }, body }) {
    const name = storedName(body.name)
    requireFreeRoleName(db, name)
    const { description = null, policies } = body
    const id = addRow(db, 'roles', { name, description, policies: writePolicies(policies), built_in: 0 })
    return toRole(findCustomRole(db, id))
  },

  getRole: ({ platform: { db }, path: { roleId } }) => toRole(findCustomRole(db, roleId)),

  updateRole({ platform: { db }, path: { roleId }, body: { name: sent, policies, description } }) {
    findCustomRole(db, roleId)
    const name = sent === undefined ? undefined : storedName(sent)
    if (name !== undefined) requireFreeRoleName(db, name, roleId)
    updateRow(db, 'roles', roleId, {
      ...(name === undefined ? {} : { name }),
      ...(policies === undefined ? {} : { policies: writePolicies(policies) }),
      ...(description === undefined ? {} : { description }),
    })
    return toRole(findCustomRole(db, roleId))
  },

  deleteRole({ platform: { db }, path: { roleId } }) {
    db.run('delete from roles where id = ?', findCustomRole(db, roleId).id)
    return undefined
  },

  assignRoleToUser({ platform: { db }, path: { roleId, userId } }) {
    const role = db.get('select 1 from roles where id = ? and not (built_in = 1 and name = ?)', roleId, ADMIN)
    if (!role) throw notFound(`role ${roleId} that can be given`)
    giveRole(db, findAccountUser(db, userId).id, roleId)
    return undefined
  },

  removeRoleFromUser({ platform: { db }, path: { roleId, userId } }) {
    findAccountUser(db, userId)
    db.run('delete from role_assignments where user_id = ? and role_id = ?', userId, roleId)
    return undefined
  },
}
