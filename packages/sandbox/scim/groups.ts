import { SCIM, type ScimGroup, type ScimGroupInput } from '@boardwright/platform'
import { badRequest } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Database } from '../store/database.ts'
import { membersOf, type UserGroup, type UserGroupRow } from '../store/groups.ts'
import { GROUP_ATTRIBUTES } from './attributes.ts'
import type { Writable } from './patch.ts'
import { metaOf, withoutNull } from './users.ts'

export const WRITABLE_GROUP: Writable = {
  single: ['displayName', 'externalId'],
  complex: {},
  lists: { members: ['value', 'display', 'type'] },
  fixed: ['id', 'meta', 'schemas'],
  attributes: GROUP_ATTRIBUTES,
}

export const toScimGroup = (platform: Platform, row: UserGroupRow): ScimGroup =>
  withoutNull({
    schemas: [SCIM.group],
    id: String(row.id),
    externalId: row.external_id,
    displayName: row.name,
    members: membersOf(platform.db, row.id).map(({ id, username }) => ({
      value: String(id),
      display: username,
      type: 'User',
      $ref: `${platform.url}/api/scim/v2/Users/${id}`,
    })),
    meta: metaOf(platform, 'Group', row),
  }) as ScimGroup

export const readScimGroup = (db: Database, { displayName, externalId, members }: ScimGroupInput): UserGroup => ({
  name: displayName,
  externalId: externalId ?? null,
  members: (members ?? []).map(({ value, type }) => {
    if (type != null && type.toLowerCase() !== 'user') {
      throw badRequest(`members: "${type}" cannot be a member, only users can`, 'invalidValue')
    }
    const row = /^[1-9]\d{0,14}$/.test(value)
      ? db.get<{ id: number }>('select id from users where id = ? and deleted_at is null', Number(value))
      : undefined
    if (!row) throw badRequest(`members: there is no user ${value}`, 'invalidValue')
    return row.id
  }),
})
