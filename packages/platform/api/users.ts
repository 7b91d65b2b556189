import { z } from 'zod'
import { area } from './endpoint.ts'
import { BulkActionError, cursorQuery, FreeForm, Id, listOf } from './shared.ts'
import { User, UserSettings } from './user.ts'

const UserCreateInput = z
  .looseObject({
    email: z.string(),
    username: z.string(),
    firstName: z.string().nullish(),
    password: z.string().nullish(),
    isAdmin: z.boolean().nullish(),
    defaultRoles: z.array(z.string()).nullish(),
    externalId: z.string().nullish(),
    isExternal: z.unknown().optional(),
    picture: z.unknown().optional(),
    settings: UserSettings.nullish(),
  })
  .meta({ id: 'UserCreateInput' })

const UserUpdateInput = z
  .looseObject({
    firstName: z.string().nullish(),
    title: z.string().nullish(),
    password: z.string().nullish(),
    isAdmin: z.boolean().nullish(),
    isDeactivated: z.boolean().nullish(),
    notifications: z.array(z.string()).nullish(),
    settings: UserSettings.nullish(),
    tosAccepted: FreeForm.nullish(),
    embedTheme: z.unknown().optional(),
    lastLogin: z.unknown().optional(),
    picture: z.unknown().optional(),
    securityContext: z.unknown().optional(),
  })
  .meta({ id: 'UserUpdateInput' })
export type UserUpdateInput = z.output<typeof UserUpdateInput>

const BulkUserAction = z.enum(['DEACTIVATE', 'ACTIVATE', 'DELETE'])

const UserParams = z.object({ id: Id })

/** For admins, about the users of the account. */
const row = { auth: 'bearer', admin: true, account: true } as const

/** Every user may call these, about themselves, with any key. */
const own = { auth: 'bearer', params: z.object({}), response: User } as const

export const users = area('Users', {
  getMe: {
    ...own,
    method: 'GET',
    path: '/api/v1/users/me',
    summary: 'Read the user behind the credential, with the effective policies.',
    repeat: 'safe',
    chosen:
      'The specification gives only the path. The operation id is ours; the answer is the same `User` as elsewhere.',
  },
  updateMySettings: {
    ...own,
    method: 'PATCH',
    path: '/api/v1/users/me/settings',
    summary:
      "Merge into the caller's own settings: what is not sent stays, null clears, `sheets` is merged field by field.",
    repeat: 'safe',
    body: UserSettings,
    chosen: 'A `defaultDeploymentId` that is not a deployment is a 400.',
    refused: {
      400: 'There is no such default deployment.',
    },
  },
  getUsers: {
    ...row,
    method: 'GET',
    path: '/api/v1/users',
    summary: 'List the users of the account.',
    repeat: 'safe',
    params: z.object({}),
    query: z.object({
      search: z.string().nullish().describe('A part of the e-mail address, the user name or the first name.'),
      ...cursorQuery,
    }),
    response: listOf(User).meta({ id: 'UsersListResponse' }),
    chosen:
      'Admins only, by id, deactivated users too. The operation id is ours; the list has the form of the older lists.',
  },
  createUser: {
    ...row,
    method: 'POST',
    path: '/api/v1/users',
    summary: 'Create a user.',
    repeat: 'look',
    params: z.object({}),
    body: UserCreateInput,
    response: User,
    chosen:
      'Admins only. An e-mail address, user name or external id that another user has is a 409, an unknown role a ' +
      '400. Without `defaultRoles`, a user who is not an admin gets `AIBIUser`. `password` and `isExternal` change ' +
      'nothing: nobody logs in here.',
    refused: {
      400: 'A name is blank, an address is invalid, or a role does not exist.',
      409: 'Another user has the address, the user name or the external id.',
    },
  },
  updateUser: {
    ...row,
    method: 'PUT',
    path: '/api/v1/users/{id}',
    summary: 'Update the sent fields of a user.',
    repeat: 'safe',
    params: UserParams,
    body: UserUpdateInput,
    response: User,
    chosen:
      'Admins only. `settings`, `tosAccepted` and `notifications` are replaced; named notifications are on. A ' +
      'switch decides whether null clears. The guards of the bulk call apply here too. `password`, `embedTheme` and ' +
      '`securityContext` change nothing.',
    refused: {
      403: 'Nobody deactivates themselves or the last active admin.',
    },
  },
  deleteUser: {
    ...row,
    method: 'DELETE',
    path: '/api/v1/users/{id}',
    summary: 'Delete a user: not oneself (400), not the last active admin (403).',
    repeat: 'safe',
    params: UserParams,
    response: null,
    chosen:
      'Admins only. The keys, roles, grants, groups and values of the user are deleted; content stays and shows ' +
      'whose it was.',
    refused: {
      400: 'Nobody deletes themselves.',
    },
  },
  bulkUserAction: {
    ...row,
    method: 'POST',
    path: '/api/v1/users/bulk',
    summary: 'Deactivate, activate or delete users, one after the other. What fails is listed, and nothing is undone.',
    repeat: 'safe',
    params: z.object({}),
    body: z
      .looseObject({ action: BulkUserAction, userIds: z.array(Id).min(1).max(100) })
      .meta({ id: 'BulkUserActionInput' }),
    response: z
      .looseObject({
        action: BulkUserAction,
        succeeded: z.array(Id),
        failed: z.array(z.looseObject({ userId: Id, error: BulkActionError }).meta({ id: 'BulkUserActionFailure' })),
      })
      .meta({ id: 'BulkUserActionPayload' }),
  },
})
