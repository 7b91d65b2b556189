import { z } from 'zod'
import { UserAttributeInput } from './dashboard-controls.ts'
import { FreeForm, Id } from './shared.ts'
import { AttributeType } from './user-attributes.ts'

/** 5 to 36 characters. One fact sheet gives a pattern for 2 to 36; the length in the specification wins. */
export const EmbedTenantName = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{3,34}[a-z0-9]$/,
    'must be 5 to 36 of a-z, 0-9 and "-", begin with a letter and end with a letter or a digit',
  )

const isTidy = (id: string): boolean => id !== '' && id === id.trim().toLowerCase()

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/** Only the syntax of the picture's URL is checked: nothing is fetched. */
export const EmbedUserProfile = z
  .looseObject({
    displayName: z.string().nullish(),
    picture: z.string().refine(isWebAddress, 'must be an absolute http:// or https:// URL').nullish(),
  })
  .meta({ id: 'EmbedUserProfile' })
export type EmbedUserProfile = z.output<typeof EmbedUserProfile>

const EmbedTenantProfile = z.looseObject({ displayName: z.string().nullish() }).meta({ id: 'EmbedTenantProfile' })

const GroupDefinition = z
  .looseObject({ name: z.string().min(1).max(100), description: z.string().max(500).nullish() })
  .meta({ id: 'GroupDefinition' })
export type GroupDefinition = z.output<typeof GroupDefinition>

const UserAttributeDefinition = z
  .looseObject({
    name: z.string().min(1),
    type: AttributeType.describe('The specification lists four; its change history adds `boolean`.'),
    displayName: z.string().nullish(),
    defaultValue: z.string().nullish(),
    description: z.string().nullish(),
  })
  .meta({ id: 'UserAttributeDefinition' })
export type UserAttributeDefinition = z.output<typeof UserAttributeDefinition>

const onOff = z.boolean().nullish()

/** Strict: settings that belong to a placement are refused, and so are typos. */
export const EmbedSessionSettings = z
  .strictObject({
    allowAi: onOff,
    allowChatWorkspaceAuthoring: onOff,
    showAiWidgets: onOff,
    showDashboardChat: onOff,
    showDashboardSettings: onOff,
    showGroupByCube: onOff,
    showMemberNames: onOff,
    showWorkbookChat: onOff,
    showWorkbookShare: onOff,
    locale: z.string().nullish(),
    timezone: z.string().nullish(),
  })
  .meta({ id: 'EmbedSessionSettings' })
export type EmbedSessionSettings = z.output<typeof EmbedSessionSettings>

const text = z.string().nullish()

const EmbedTheme = z
  .looseObject({
    font: text,
    primaryColor: text,
    chat: z.looseObject({ inputColor: text }).meta({ id: 'EmbedThemeChat' }).nullish(),
    analyticsChat: z
      .looseObject({
        backgroundColor: text,
        chatInput: z
          .looseObject({ backgroundColor: text, borderColor: text })
          .meta({ id: 'EmbedThemeAnalyticsChatInput' })
          .nullish(),
      })
      .meta({ id: 'EmbedThemeAnalyticsChat' })
      .nullish(),
  })
  .meta({ id: 'EmbedTheme' })

/** The rules for which fields go together are not here: the sandbox has a table of them. */
export const GenerateSession = z
  .looseObject({
    deploymentId: Id,
    externalId: z.string().refine(isTidy, 'must be trimmed and in lower case, and not empty').nullish(),
    internalId: z.string().min(1).nullish(),
    email: text,
    userProfile: EmbedUserProfile.nullish(),
    embedTenantName: EmbedTenantName.nullish(),
    embedTenantProfile: EmbedTenantProfile.nullish(),
    creatorMode: z.boolean().nullish(),
    groups: z.array(z.string()).nullish(),
    groupDefinitions: z.array(GroupDefinition).nullish(),
    tenantGroups: z.array(z.string()).nullish(),
    tenantGroupDefinitions: z.array(GroupDefinition).nullish(),
    userAttributes: z.array(UserAttributeInput).nullish(),
    userAttributeDefinitions: z.array(UserAttributeDefinition).nullish(),
    securityContext: FreeForm.nullish(),
    settings: EmbedSessionSettings.nullish(),
    branchName: text,
    embedTheme: EmbedTheme.nullish(),
    publicDashboardId: text,
    roles: z.array(z.string()).nullish(),
    isEphemeral: z.boolean().nullish(),
  })
  .meta({ id: 'GenerateSession' })
export type GenerateSession = z.output<typeof GenerateSession>
