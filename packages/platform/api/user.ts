import { z } from 'zod'
import { Policy } from './policies.ts'
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

export const UserSettings = z
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
export type UserSettings = z.output<typeof UserSettings>

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
    userPolicies: z.array(Policy).nullish().describe('Filled only by the read of the current user.'),
    createdAt: Timestamp.nullish(),
    updatedAt: Timestamp.nullish(),
    lastLogin: Timestamp.nullish(),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof User>
