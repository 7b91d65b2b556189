import { type Api, ScimGroupInput } from '@boardwright/platform'
import type { Routes } from '../http/route.ts'
import type { Platform } from '../platform.ts'
import { GROUP_ATTRIBUTES } from '../scim/attributes.ts'
import { readScimGroup, toScimGroup, WRITABLE_GROUP } from '../scim/groups.ts'
import { type ListQuery, listResources } from '../scim/list.ts'
import { applyPatch, readPatched } from '../scim/patch.ts'
import { readScimId } from '../scim/users.ts'
import { addUserGroup, changeUserGroup, deleteUserGroup, findUserGroup, type UserGroupRow } from '../store/groups.ts'

const listGroups = (platform: Platform, query: ListQuery) =>
  listResources(platform, query, {
    count: () => platform.db.get<{ n: number }>('select count(*) as n from user_groups')?.n ?? 0,
    read: (limit, offset) =>
      platform.db.all<UserGroupRow>('select * from user_groups order by id limit ? offset ?', limit, offset),
    toResource: (row) => toScimGroup(platform, row),
    attributes: GROUP_ATTRIBUTES,
  })

export const scimGroups: Routes<Api['scimGroups']> = {
  listScimGroups: ({ platform, query }) => listGroups(platform, query),
  searchScimGroups: ({ platform, body }) => listGroups(platform, body),

  createScimGroup({ platform, body }) {
    const id = addUserGroup(platform, readScimGroup(platform.db, body))
    return toScimGroup(platform, findUserGroup(platform.db, id))
  },

  getScimGroup: ({ platform, path: { id } }) =>
    toScimGroup(platform, findUserGroup(platform.db, readScimId('group', id))),

  replaceScimGroup({ platform, path: { id }, body }) {
    const row = findUserGroup(platform.db, readScimId('group', id))
    changeUserGroup(platform, row, readScimGroup(platform.db, body))
    return toScimGroup(platform, findUserGroup(platform.db, row.id))
  },

  patchScimGroup({ platform, path: { id }, body }) {
    const row = findUserGroup(platform.db, readScimId('group', id))
    const patched = readPatched(ScimGroupInput, applyPatch(WRITABLE_GROUP, toScimGroup(platform, row), body))
    changeUserGroup(platform, row, readScimGroup(platform.db, patched))
    return toScimGroup(platform, findUserGroup(platform.db, row.id))
  },

  deleteScimGroup({ platform, path: { id } }) {
    deleteUserGroup(platform.db, readScimId('group', id))
    return undefined
  },
}
