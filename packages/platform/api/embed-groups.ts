import { z } from 'zod'
import { EmbedTenantParams, EmbedUser, EmbedUsersPage } from './embed-tenants.ts'
import { area } from './endpoint.ts'
import { cursorQuery, Id, PageInfo } from './shared.ts'

export const UserGroup = z
  .looseObject({
    id: Id,
    name: z.string(),
    description: z.string().nullish(),
    userCount: z.int().min(0).nullish(),
  })
  .meta({ id: 'UserGroupDTO' })
export type UserGroup = z.output<typeof UserGroup>

const description = z.string().max(500).nullish()

const Member = z
  .looseObject({ embedUserId: z.int().min(1).nullish(), externalId: z.string().min(1).nullish() })
  .refine(({ embedUserId, externalId }) => (embedUserId == null) !== (externalId == null), {
    error: 'needs exactly one of embedUserId and externalId',
  })
  .meta({ id: 'EmbedGroupMemberInput' })
export type Member = z.output<typeof Member>

const Members = z.looseObject({ members: z.array(Member).min(1).max(1000) }).meta({ id: 'EmbedGroupMembersInput' })

export const CreateEmbedGroupInput = z
  .looseObject({ name: z.string().min(1).max(100), description })
  .meta({ id: 'CreateEmbedGroupInput' })

const GroupParams = EmbedTenantParams.extend({ id: Id })
const groups = '/api/v1/embed-tenants/{embedTenantName}/groups'
const row = { auth: 'api-key', admin: true, account: true } as const

/** The groups of one embed tenant. The account's own groups are elsewhere. */
export const embedGroups = area('Embed Tenants', {
  getGroups: {
    ...row,
    method: 'GET',
    path: groups,
    summary: 'List the groups of an embed tenant, the newest first.',
    repeat: 'safe',
    params: EmbedTenantParams,
    query: z.object({ search: z.string().nullish().describe('A part of the name, in any case.'), ...cursorQuery }),
    response: z
      .looseObject({ items: z.array(UserGroup), pageInfo: PageInfo })
      .meta({ id: 'UserGroupsConnectionResponse' }),
    chosen:
      'An unknown tenant answers 404, here and on every path below it. Only the change history mentions `search`.',
  },
  createGroup: {
    ...row,
    method: 'POST',
    path: groups,
    summary: 'Create a group of an embed tenant.',
    repeat: 'look',
    params: EmbedTenantParams,
    body: CreateEmbedGroupInput,
    response: UserGroup,
    chosen: 'The tenant has to exist: only sessions and provisioning create one. Names are case-sensitive.',
    refused: {
      400: 'The name is taken or reserved.',
    },
  },
  getGroup: {
    ...row,
    method: 'GET',
    path: `${groups}/{id}`,
    summary: 'Read a group of an embed tenant.',
    repeat: 'safe',
    params: GroupParams,
    response: UserGroup,
  },
  updateGroup: {
    ...row,
    method: 'PATCH',
    path: `${groups}/{id}`,
    summary: 'Change the description of a group. An empty one clears it; the name never changes.',
    repeat: 'safe',
    params: GroupParams,
    body: z.looseObject({ description }).meta({ id: 'UpdateEmbedGroupInput' }),
    response: UserGroup,
  },
  deleteGroup: {
    ...row,
    method: 'DELETE',
    path: `${groups}/{id}`,
    summary: 'Delete a group that has no members.',
    repeat: 'safe',
    params: GroupParams,
    response: null,
    status: 204,
    refused: {
      400: 'The group still has members.',
    },
  },
  getGroupMembers: {
    ...row,
    method: 'GET',
    path: `${groups}/{id}/users`,
    summary: 'List the members of a group, most recently added first.',
    repeat: 'safe',
    params: GroupParams,
    query: z.object(cursorQuery),
    response: EmbedUsersPage,
  },
  addGroupMembers: {
    ...row,
    method: 'POST',
    path: `${groups}/{id}/users`,
    summary: 'Add members to a group. Unknown external ids are provisioned.',
    repeat: 'safe',
    params: GroupParams,
    body: Members,
    response: z
      .looseObject({ addedMembers: z.array(EmbedUser), unchangedMembers: z.array(EmbedUser) })
      .meta({ id: 'EmbedGroupMembersMutationResponse' }),
    chosen: 'All or nothing: one unknown `embedUserId` adds nobody. External ids are trimmed and lower-cased.',
    refused: {
      400: 'A member has two ids or none.',
    },
  },
  removeGroupMembers: {
    ...row,
    method: 'DELETE',
    path: `${groups}/{id}/users`,
    summary: 'Remove members from a group. Nobody is provisioned, and users who are not members are skipped.',
    repeat: 'safe',
    params: GroupParams,
    body: Members,
    response: null,
    status: 204,
    refused: {
      400: 'A member has two ids or none.',
    },
  },
})
