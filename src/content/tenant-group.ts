import type { TenantGroup } from './model.ts'
import { present, type Units } from './units.ts'

/** What a tenant may be called: 5 to 36 characters. */
export const TENANT_NAME = /^[a-z][a-z0-9-]{3,34}[a-z0-9]$/

/** An empty description is the same as none. */
export const unitsOfTenantGroup = ({ name, description }: TenantGroup): Units =>
  present([
    ['name', name.trim()],
    ['description', description || undefined],
  ])
