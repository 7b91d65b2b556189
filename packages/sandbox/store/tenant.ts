import type { TenantSettings } from '@boardwright/platform'
import type { Database } from './database.ts'

const INITIAL: TenantSettings = {
  auditLogEnabled: false,
  auditLogEnabledCurrent: false,
  auditLogEnabledTimestamp: 0,
  hasSupportAccess: false,
  useAIBIUserInterface: true,
  maintenanceWindowEnabled: false,
  maintenanceWindowDay: 'Sunday',
  maintenanceWindowTime: '02:00',
  oidcEnabled: false,
}

export function readTenantSettings(db: Database): TenantSettings {
  const row = db.get<{ value: string }>("select value from settings where name = 'tenant'")
  return row ? (JSON.parse(row.value) as TenantSettings) : INITIAL
}

export function writeTenantSettings(db: Database, settings: TenantSettings): void {
  db.run("insert or replace into settings (name, value) values ('tenant', ?)", JSON.stringify(settings))
}
