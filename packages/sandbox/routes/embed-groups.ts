import type { Api, Member } from '@boardwright/platform'
import { readPage } from '../http/paging.ts'
import { badRequest, notFound } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import type { Platform } from '../platform.ts'
import {
  addGroup,
  countMembers,
  findGroup,
  findGroupByName,
  type GroupRow,
  groupsFoundBy,
  toUserGroup,
} from '../store/embed/groups.ts'
import { requireTenant, type TenantRow } from '../store/embed/tenants.ts'
import {
  type EmbedUserRow,
  ensureEmbedUser,
  findByExternalId,
  findEmbedUser,
  tidyExternalId,
  toEmbedUser,
} from '../store/embed/users.ts'
import { insertRow, updateRow } from '../store/rows.ts'

function open(
  platform: Platform,
  path: { embedTenantName: string; id: number },
): { tenant: TenantRow; group: GroupRow } {
  const tenant = requireTenant(platform.db, path.embedTenantName)
  return { tenant, group: findGroup(platform.db, tenant.id, path.id) }
}

function findMember({ db }: Platform, tenant: TenantRow, member: Member): EmbedUserRow | undefined {
  if (member.externalId != null) return findByExternalId(db, tenant, tidyExternalId(member.externalId))
  const user = findEmbedUser(db, member.embedUserId ?? 0)
  return user?.tenant_id === tenant.id ? user : undefined
}

/** The named users, each once. A user named by an external id is created if there is none. */
function provisionMembers(platform: Platform, tenant: TenantRow, members: readonly Member[]): EmbedUserRow[] {
  const users = members.map((member) => {
    const known = findMember(platform, tenant, member)
    if (known) return known
    if (member.externalId == null) throw notFound(`embed user ${member.embedUserId}`)
    return ensureEmbedUser(platform, tenant, tidyExternalId(member.externalId), {})
  })
  return [...new Map(users.map((user) => [user.id, user])).values()]
}

export const embedGroups: Routes<Api['embedGroups']> = {
  getGroups({ platform, path, query }) {
    const tenant = requireTenant(platform.db, path.embedTenantName)
    const wanted = query.search
      ? groupsFoundBy(platform.db, tenant.id, query.search)
      : { where: 't.tenant_id = ?', values: [tenant.id] }
    const { rows, pageInfo } = readPage<GroupRow>(
      platform.db,
      platform.switches,
      { from: 'embed_groups t', ...wanted, orderBy: 't.id', descending: true },
      query,
    )
    return { items: rows.map((row) => toUserGroup(platform.db, row)), pageInfo }
  },

  createGroup({ platform, path, body }) {
    const { db } = platform
    const tenant = requireTenant(db, path.embedTenantName)
    const name = body.name.trim()
    if (name === '') throw badRequest('name: must not be blank')
    if (findGroupByName(db, tenant.id, name)) throw badRequest(`name: this tenant has a group "${name}"`)
    addGroup(platform, tenant.id, name, body.description || null)
    return toUserGroup(db, findGroupByName(db, tenant.id, name) as GroupRow)
  },

  getGroup({ platform, path }) {
    return toUserGroup(platform.db, open(platform, path).group)
  },

  updateGroup({ platform, path, body }) {
    const { db, switches } = platform
    const { tenant, group } = open(platform, path)
    const { description } = body
    if (description !== undefined && (description !== null || switches.nulls === 'clear')) {
      updateRow(db, 'embed_groups', group.id, { description: description || null })
    }
    return toUserGroup(db, findGroup(db, tenant.id, group.id))
  },

  deleteGroup({ platform, path }) {
    const { group } = open(platform, path)
    if (countMembers(platform.db, group.id) > 0) throw badRequest('the group still has members: remove them first')
    platform.db.run('delete from embed_groups where id = ?', group.id)
    return undefined
  },

  getGroupMembers({ platform, path, query }) {
    const { db, switches } = platform
    const { group } = open(platform, path)
    const { rows, pageInfo } = readPage<{ id: number; user_id: number }>(
      db,
      switches,
      {
        from: 'embed_group_members t',
        where: 't.group_id = ?',
        values: [group.id],
        orderBy: 't.id',
        descending: true,
      },
      query,
    )
    const users = rows.map(({ user_id }) => findEmbedUser(db, user_id)).filter((user) => user !== undefined)
    return { items: users.map(toEmbedUser), pageInfo }
  },

  addGroupMembers({ platform, path, body }) {
    const { db } = platform
    const { tenant, group } = open(platform, path)
    const isMember = (user: EmbedUserRow): boolean =>
      db.get('select 1 from embed_group_members where group_id = ? and user_id = ?', group.id, user.id) !== undefined
    const users = provisionMembers(platform, tenant, body.members)
    const unchanged = users.filter(isMember)
    const added = users.filter((user) => !unchanged.includes(user))
    for (const { id } of added) insertRow(db, 'embed_group_members', { group_id: group.id, user_id: id })
    return { addedMembers: added.map(toEmbedUser), unchangedMembers: unchanged.map(toEmbedUser) }
  },

  removeGroupMembers({ platform, path, body }) {
    const { tenant, group } = open(platform, path)
    for (const member of body.members) {
      const user = findMember(platform, tenant, member)
      if (!user) continue
      platform.db.run('delete from embed_group_members where group_id = ? and user_id = ?', group.id, user.id)
    }
    return undefined
  },
}
