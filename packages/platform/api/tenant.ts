import { z } from 'zod'
import { area } from './endpoint.ts'

export const TenantSettings = z
  .looseObject({
    auditLogEnabled: z.boolean(),
    auditLogEnabledCurrent: z.boolean(),
    auditLogEnabledTimestamp: z.int(),
    hasSupportAccess: z.boolean(),
    useAIBIUserInterface: z.boolean(),
    maintenanceWindowEnabled: z.boolean(),
    maintenanceWindowDay: z.string(),
    maintenanceWindowTime: z.string(),
    oidcEnabled: z.boolean(),
  })
  .meta({ id: 'TenantSettings' })
export type TenantSettings = z.output<typeof TenantSettings>

const TenantSettingsInput = z
  .looseObject({
    auditLogEnabled: z.boolean().nullish(),
    hasSupportAccess: z.boolean().nullish(),
    useAIBIUserInterface: z.boolean().nullish(),
    maintenanceWindowEnabled: z.boolean().nullish(),
    maintenanceWindowDay: z.string().nullish(),
    maintenanceWindowTime: z.string().nullish(),
    oidcEnabled: z.boolean().nullish(),
  })
  .meta({ id: 'TenantSettingsInput' })

const row = { auth: 'bearer', admin: true, account: true, path: '/api/v1/tenant/settings' } as const

export const tenant = area('Tenant Settings', {
  getTenantSettings: {
    ...row,
    method: 'GET',
    summary: 'Read the settings of the account.',
    repeat: 'safe',
    params: z.object({}),
    response: TenantSettings,
    chosen: 'Admins only.',
  },
  updateTenantSettings: {
    ...row,
    method: 'PUT',
    summary: 'Update the sent settings of the account.',
    repeat: 'safe',
    params: z.object({}),
    body: TenantSettingsInput,
    response: TenantSettings,
    chosen:
      'Admins only. What is not sent, or null, stays. A change of the audit log takes effect at once: ' +
      '`auditLogEnabledCurrent` follows, `auditLogEnabledTimestamp` is its time in milliseconds (0 before the first).',
  },
})
