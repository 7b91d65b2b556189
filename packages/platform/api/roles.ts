import { z } from 'zod'
import { area } from './endpoint.ts'
import { Policy, PolicyInput } from './policies.ts'
import { cursorQuery, Id, PageInfo } from './shared.ts'

export const Role = z
  .looseObject({ id: Id, name: z.string(), policies: z.array(Policy), description: z.string().nullish() })
  .meta({ id: 'Role' })
export type Role = z.output<typeof Role>

const name = z.string().min(1).max(255)
const policies = z.array(PolicyInput).max(200)
const description = z.string().max(255).nullish()

const RoleParams = z.object({ roleId: Id })
const AssignmentParams = z.object({ roleId: Id, userId: Id })

/** About the account: custom roles, and who has them. */
const row = { auth: 'bearer', admin: true, account: true } as const

const BUILT_IN = 'A built-in role gets a 404, as if it did not exist.'

export const roles = area('Roles', {
  getRoles: {
    ...row,
    method: 'GET',
    path: '/api/v1/roles',
    summary: 'List the custom roles, the newest first.',
    repeat: 'safe',
    params: z.object({}),
    query: z.object(cursorQuery),
    response: z.looseObject({ items: z.array(Role), pageInfo: PageInfo }).meta({ id: 'RolesListResponse' }),
  },
  createRole: {
    ...row,
    method: 'POST',
    path: '/api/v1/roles',
    summary: 'Create a custom role. A name that is taken is a 409, that of a built-in role a 400.',
    repeat: 'look',
    params: z.object({}),
    body: z.looseObject({ name, policies, description }).meta({ id: 'RoleCreateBody' }),
    response: Role,
    chosen: 'Names are trimmed, and compared ignoring case.',
    refused: {
      400: 'The name is that of a built-in role, or a policy names no deployment.',
      409: 'The name is taken.',
    },
  },
  getRole: {
    ...row,
    method: 'GET',
    path: '/api/v1/roles/{roleId}',
    summary: 'Read a custom role with its policies.',
    repeat: 'safe',
    params: RoleParams,
    response: Role,
    chosen: BUILT_IN,
  },
  updateRole: {
    ...row,
    method: 'PUT',
    path: '/api/v1/roles/{roleId}',
    summary: 'Update the sent fields of a custom role. `policies` replace the old list; null clears the description.',
    repeat: 'safe',
    params: RoleParams,
    body: z
      .looseObject({ name: name.optional(), policies: policies.optional(), description })
      .meta({ id: 'RoleUpdateBody' }),
    response: Role,
    chosen: BUILT_IN,
    refused: {
      400: 'The name is that of a built-in role.',
      409: 'The name is taken.',
    },
  },
  deleteRole: {
    ...row,
    method: 'DELETE',
    path: '/api/v1/roles/{roleId}',
    summary: 'Remove a custom role, and take it from everybody who has it.',
    repeat: 'safe',
    params: RoleParams,
    response: null,
    status: 204,
    chosen: `${BUILT_IN} So does a role that was deleted before.`,
  },
  assignRoleToUser: {
    ...row,
    method: 'PUT',
    path: '/api/v1/roles/{roleId}/users/{userId}',
    summary: 'Give a role to a user. Any role except Admin, including built-in ones.',
    repeat: 'safe',
    params: AssignmentParams,
    response: null,
    status: 204,
    chosen:
      'A user shows the names of all roles given in `defaultRoles`, and the id of the built-in one in ' +
      '`activeRoleId`. The policies of all of them are combined: a `Global` policy with `AIBIExplore` or ' +
      '`AIBIDevelop` lets a user create.',
  },
  removeRoleFromUser: {
    ...row,
    method: 'DELETE',
    path: '/api/v1/roles/{roleId}/users/{userId}',
    summary: 'Take a role from a user. Nothing happens when the user does not have it.',
    repeat: 'safe',
    params: AssignmentParams,
    response: null,
    status: 204,
    chosen: 'A role that does not exist counts as one that the user does not have.',
  },
})
