import { type PickSide, pickKeys } from './merge.ts'
import type { AccountSettings } from './model.ts'
import { present, type Units } from './units.ts'

/** A setting that a file leaves out is not looked at. */
export const SETTINGS = [
  'auditLogEnabled',
  'hasSupportAccess',
  'useAIBIUserInterface',
  'maintenanceWindowEnabled',
  'maintenanceWindowDay',
  'maintenanceWindowTime',
  'oidcEnabled',
] as const satisfies readonly (keyof AccountSettings)[]

export const unitsOfSettings = (settings: AccountSettings): Units =>
  present(SETTINGS.map((name) => [name, settings[name]]))

export const mergeSettings = (repo: AccountSettings, live: AccountSettings, pick: PickSide): AccountSettings =>
  pickKeys(repo, live, pick)
