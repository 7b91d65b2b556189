import { z } from 'zod'
import { area } from './endpoint.ts'
import { FreeForm, Id, Timestamp } from './shared.ts'

const SheetsUserSettings = z
  .looseObject({
    autoRunQueryOnChange: z.boolean().nullish(),
    openExplorationFromSheet: z.boolean().nullish(),
    revealSheetOnOpen: z.boolean().nullish(),
    showAppliedFilters: z.boolean().nullish(),
    suppressDuplicateValues: z.boolean().nullish(),
  })
  .meta({ id: 'SheetsUserSettingsInput' })

const UserSettings = z
  .looseObject({
    alternatingRowColors: z.boolean().nullish(),
    defaultDeploymentId: Id.nullish(),
    locale: z.string().nullish(),
    theme: z.string().nullish(),
    timezone: z.string().nullish(),
    sheets: SheetsUserSettings.nullish(),
    lastSeenChangelogId: z.int().nullish().describe('Deprecated and ignored.'),
  })
  .meta({ id: 'UserSettingsInput' })

const IsoTime = z.string().regex(/^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d.\d+Z?$/)

const UserAlias = z
  .looseObject({
    id: Id,
    userId: Id,
    username: z.string(),
    source: z.enum(['ldap', 'saml', 'scim', 'manual']),
    createdAt: IsoTime,
    updatedAt: IsoTime,
  })
  .meta({ id: 'UserAlias' })

/** Resource types and permission names are open sets that only inform. */
const Policy = z
  .looseObject({ resourceType: z.string(), actions: z.array(z.string()), resources: z.array(z.string()) })
  .meta({ id: 'Policy' })

const Impersonation = z
  .looseObject({
    startedAt: Timestamp.nullish(),
    expiresAt: Timestamp.nullish(),
    impersonatedUser: FreeForm.nullish().describe('A user.'),
  })
  .meta({ id: 'UserImpersonationDTO' })

export const User = z
  .looseObject({
    id: Id,
    email: z.string(),
    username: z.string(),
    isAdmin: z.boolean(),
    notifications: FreeForm,
    firstName: z.string().nullish(),
    title: z.string().nullish(),
    picture: z.string().nullish(),
    externalId: z.string().nullish(),
    samlId: z.string().nullish(),
    gitUser: z.string().nullish(),
    isDeactivated: z.boolean().nullish(),
    activeRoleId: Id.nullish(),
    defaultRoles: z.array(z.string()).nullish(),
    aliases: z.array(UserAlias).nullish(),
    settings: UserSettings.nullish(),
    impersonation: Impersonation.nullish(),
    tosAccepted: FreeForm.nullish(),
    userPolicies: z.array(Policy).nullish(),
    createdAt: Timestamp.nullish(),
    updatedAt: Timestamp.nullish(),
    lastLogin: Timestamp.nullish(),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof User>

export const users = area('Users', {
  getMe: {
    method: 'GET',
    path: '/api/v1/users/me',
    summary: 'Read the user behind the credential.',
    auth: 'bearer',
    repeat: 'safe',
    params: z.object({}),
    response: User,
    chosen: 'The specification gives the path only. The operation id is ours, the answer is the `User` of the others.',
  },
})
