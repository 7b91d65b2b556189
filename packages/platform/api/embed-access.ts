import { z } from 'zod'
import { Id } from './shared.ts'

const EmbedAction = z.enum(['read', 'none'])

export const EmbedAccessResponse = z
  .looseObject({
    allowEmbed: z.boolean(),
    allEmbedUsers: z
      .looseObject({ enabled: z.boolean(), action: EmbedAction, groupId: Id.nullish() })
      .meta({ id: 'EmbedAccessAllEmbedUsers' }),
    tenants: z.array(
      z
        .looseObject({ embedTenantName: z.string(), groupId: Id, action: EmbedAction })
        .meta({ id: 'EmbedAccessTenantEntry' }),
    ),
  })
  .meta({ id: 'EmbedAccessResponse' })
export type EmbedAccessResponse = z.output<typeof EmbedAccessResponse>

/** Either one audience with its action, or `allowEmbed`, or both. */
export const UpdateEmbedAccessInput = z
  .looseObject({
    action: EmbedAction.nullish(),
    embedTenantName: z.string().nullish(),
    allEmbedUsers: z.boolean().nullish(),
    allowEmbed: z.boolean().nullish(),
  })
  .meta({ id: 'UpdateEmbedAccessInput' })
export type UpdateEmbedAccessInput = z.output<typeof UpdateEmbedAccessInput>
