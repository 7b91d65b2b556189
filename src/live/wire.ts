import type { Folder, NotificationDto, UserAttribute } from '@boardwright/platform'
import { type ContentKind, LISTS, type PerKind } from '../content/kinds.ts'
import type { GroupRow, SettingsRow } from './lists.ts'
import type { RoleRow } from './roles.ts'
import type { ReportRow, WorkbookRow } from './rows/known.ts'
import type { TenantGroupRow } from './tenants.ts'

export type Rows = PerKind<
  {
    readonly folder: Folder
    readonly workbook: WorkbookRow
    readonly report: ReportRow
    readonly notification: NotificationDto
    readonly group: GroupRow
    readonly attribute: UserAttribute
    readonly role: RoleRow
    readonly settings: SettingsRow
    readonly tenantGroup: TenantGroupRow
  },
  ContentKind,
  { readonly id: number }
>

/** The rows of a deployment, each exactly once, however the lists were paged. */
export type Inventory = { readonly [K in ContentKind as (typeof LISTS)[K]]: readonly Rows[K][] }

export const rowsIn = <K extends ContentKind>(inventory: Inventory, kind: K): readonly Rows[K][] =>
  (inventory as Readonly<Record<string, unknown>>)[LISTS[kind]] as readonly Rows[K][]
