import type { TenantSettings } from '@boardwright/platform'
import type { AccountSettings } from '../../content/model.ts'
import { SETTINGS } from '../../content/settings.ts'

export const settingsFromWire = (settings: TenantSettings): AccountSettings =>
  Object.fromEntries(SETTINGS.map((name) => [name, settings[name]]))
