import { type Api, ScimUserInput } from '@boardwright/platform'
import type { Routes } from '../http/route.ts'
import type { Platform } from '../platform.ts'
import { USER_ATTRIBUTES } from '../scim/attributes.ts'
import { type ListQuery, listResources } from '../scim/list.ts'
import { applyPatch, readPatched } from '../scim/patch.ts'
import { addScimUser, readScimId, replaceScimUser, toScimUser, WRITABLE_USER } from '../scim/users.ts'
import type { UserRow } from '../store/user-row.ts'
import { deleteUser, findAccountUser } from '../store/users.ts'

const listUsers = (platform: Platform, query: ListQuery) =>
  listResources(platform, query, {
    count: () => platform.db.get<{ n: number }>('select count(*) as n from users where deleted_at is null')?.n ?? 0,
    read: (limit, offset) =>
      platform.db.all<UserRow>(
        'select * from users where deleted_at is null order by id limit ? offset ?',
        limit,
        offset,
      ),
    toResource: (row) => toScimUser(platform, row),
    attributes: USER_ATTRIBUTES,
  })

export const scimUsers: Routes<Api['scimUsers']> = {
  listScimUsers: ({ platform, query }) => listUsers(platform, query),
  searchScimUsers: ({ platform, body }) => listUsers(platform, body),

  createScimUser: ({ platform, body }) => toScimUser(platform, addScimUser(platform, body)),

  getScimUser: ({ platform, path: { id } }) =>
    toScimUser(platform, findAccountUser(platform.db, readScimId('user', id))),

  replaceScimUser({ platform, caller, path: { id }, body }) {
    const row = findAccountUser(platform.db, readScimId('user', id))
    return toScimUser(platform, replaceScimUser(platform, row, body, caller.userId))
  },

  patchScimUser({ platform, caller, path: { id }, body }) {
    const row = findAccountUser(platform.db, readScimId('user', id))
    const patched = readPatched(ScimUserInput, applyPatch(WRITABLE_USER, toScimUser(platform, row), body))
    return toScimUser(platform, replaceScimUser(platform, row, patched, caller.userId))
  },

  deleteScimUser({ platform, caller, path: { id } }) {
    deleteUser(platform, findAccountUser(platform.db, readScimId('user', id)), caller.userId)
    return undefined
  },
}
