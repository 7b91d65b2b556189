import type { Api } from '@boardwright/platform'
import type { Routes } from '../http/route.ts'
import { readTenantSettings, writeTenantSettings } from '../store/tenant.ts'

export const tenant: Routes<Api['tenant']> = {
  getTenantSettings: ({ platform }) => readTenantSettings(platform.db),

  updateTenantSettings({ platform: { db, clock }, body }) {
    const before = readTenantSettings(db)
    const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value != null))
    const next = { ...before, ...sent }
    if (next.auditLogEnabled !== before.auditLogEnabled) {
      next.auditLogEnabledCurrent = next.auditLogEnabled
      next.auditLogEnabledTimestamp = clock.now().getTime()
    }
    writeTenantSettings(db, next)
    return next
  },
}
