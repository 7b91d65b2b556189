import { idIn, type Key, keyOf, type PerKind } from './kinds.ts'
import type { WIDGET_TYPES } from './limits.ts'

export { idIn, type Key } from './kinds.ts'

/**
 * Content as people declare it and as live is compared with it: both sides have this one shape. References are logical.
 * There are no numeric ids, owners or times. At the top of an object, null means absent. Free-form regions hold JSON
 * values as `json.ts` reads them, with keys in their original order.
 */

export type FreeForm = Readonly<Record<string, unknown>>

/** Names from the root down. The path is what identifies a folder. */
export type FolderPath = readonly string[]

export interface Folder {
  readonly path: FolderPath
  readonly position?: number
  /** The last name in its path before a rename. */
  readonly was?: string
}

/**
 * A report that a widget refers to: by its key in the tree, by `id:<public id>` outside it, or as
 * `missing(<deployment>/<number>)` if the number in live leads nowhere.
 */
export type ReportReference = Key<'report'> | `id:${string}` | `missing(${string})`

export interface Position {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

export interface Widget {
  readonly id: string
  readonly type: (typeof WIDGET_TYPES)[number]
  readonly report?: ReportReference
  readonly reports?: readonly ReportReference[]
  readonly position: Position
  readonly responsiveLayouts?: FreeForm
  readonly config?: FreeForm
  readonly style?: FreeForm
}

export interface App {
  readonly entry?: string
  readonly html?: string
  readonly manifest?: FreeForm
  readonly files: Readonly<Record<string, string>>
}

export interface Dashboard {
  readonly kind?: 'CLASSIC' | 'APP'
  readonly title?: string
  readonly description?: string
  readonly layout?: FreeForm
  readonly settings?: FreeForm
  readonly theme?: FreeForm
  readonly widgets: readonly Widget[]
  readonly app?: App
}

export type Audience = 'read' | 'none'

export interface Workbook {
  readonly slug: string
  /** The slug before a rename. */
  readonly was?: string
  readonly folder: FolderPath
  readonly name: string
  /** If false, viewers see nothing of it, and the dashboard is its draft. */
  readonly publish: boolean
  /** Only for published dashboards. Absent means false. */
  readonly allowEmbed?: boolean
  /** Only the audiences that the tree declares: tenants, and `*` for all embed users. */
  readonly embedAccess?: Readonly<Record<string, Audience>>
  /** The published title and description, if they differ from the dashboard's own. */
  readonly published?: { readonly title?: string; readonly description?: string }
  readonly meta: FreeForm
  readonly dashboard?: Dashboard
}

/** Where an object sits. A report: in a workbook, in a folder, in both, or (with neither) at the root. */
export interface ObjectPlace {
  readonly workbook?: string
  readonly folder?: FolderPath
  /** The embed tenant that it belongs to. */
  readonly tenant?: string
}

/** What defines a report, by the keys of its file. `fields.ts` says where each of them is on the wire. */
export interface ReportDefinition {
  readonly name: string
  readonly title?: string
  readonly source?: string
  readonly kind?: string
  readonly sql?: string
  /** A JSON query. It is compared by meaning. */
  readonly query?: FreeForm
  /** The query as text, if it is not a JSON object that survives parsing and printing. */
  readonly queryText?: string
  readonly pivot?: FreeForm
  readonly spec?: unknown
  readonly pythonCode?: unknown
  readonly fillMissingRows?: unknown
  readonly periodComparisons?: unknown
  readonly preferences?: unknown
  readonly meta?: FreeForm
  readonly externalWorkbookId?: string
  readonly resultLocation?: string
  readonly endResultCell?: string
}

/** What identifies a report, and where it sits. */
export interface ReportHead {
  readonly id: string
  /** Its public id in targets where that is neither `id` nor derived from it. */
  readonly ids?: Readonly<Record<string, string>>
  readonly place: ObjectPlace
}

export interface Report extends ReportHead {
  readonly definition: ReportDefinition
}

/**
 * A schedule by which a published dashboard is sent. The platform has no name for one and nothing that a file could be
 * found by, so its slug stands in its file and, with its number, in the ledger of its workbook.
 */
export interface Notification {
  readonly slug: string
  readonly workbook: string
  /** Five fields of cron. */
  readonly schedule: string
  readonly timezone: string
  readonly format: string
  /** Left out of a file, it is on in protected targets, and paused in all others. */
  readonly enabled?: boolean
  /** Whether it is sent when it runs. */
  readonly send: boolean
  readonly aiSummary: boolean
  readonly filters?: readonly unknown[]
  readonly timeGrains?: readonly unknown[]
  readonly memberSwitchers?: readonly unknown[]
  /** E-mail addresses of users. Only those that the tree declares, and those that were applied. */
  readonly recipients?: readonly string[]
}

/** A group of the account's users, known by its name, in which the platform ignores capitals. */
export interface UserGroup {
  readonly name: string
  /** The name before a rename. */
  readonly was?: string
  /**
   * E-mail addresses of users: only those that the tree declares, and those that were applied. Off: a directory says who
   * is in it.
   */
  readonly members?: readonly string[] | 'off'
}

/** What the account knows of each user. Who has which value is not content. */
export interface Attribute {
  readonly name: string
  readonly type: string
  readonly displayName?: string
  readonly description?: string
  /** The value of users who have none. */
  readonly default?: string
}

/** What some may do on resources of one type. */
export interface RolePolicy {
  readonly resourceType: string
  readonly actions: readonly string[]
  /** Deployments by name. */
  readonly resources: readonly string[]
}

/** A role of the account, known by its name, in which the platform ignores capitals. Who has it is not content. */
export interface AccountRole {
  readonly name: string
  /** The name before a rename. */
  readonly was?: string
  readonly description?: string
  readonly policies: readonly RolePolicy[]
}

/** What holds for the whole account, as far as somebody can set it. */
export interface AccountSettings {
  readonly auditLogEnabled?: boolean
  readonly hasSupportAccess?: boolean
  readonly useAIBIUserInterface?: boolean
  readonly maintenanceWindowEnabled?: boolean
  readonly maintenanceWindowDay?: string
  readonly maintenanceWindowTime?: string
  readonly oidcEnabled?: boolean
}

/** A group of one embed tenant. Who is in it, the application that embeds dashboards says at each session. */
export interface TenantGroup {
  readonly tenant: string
  readonly name: string
  readonly description?: string
}

/** A data-model file. Its bytes are identified by their SHA-1, as on the platform. */
export interface ModelFile {
  readonly path: string
  readonly hash: string
}

export type Objects = PerKind<{
  readonly folder: Folder
  readonly workbook: Workbook
  readonly report: Report
  readonly notification: Notification
  readonly group: UserGroup
  readonly attribute: Attribute
  readonly role: AccountRole
  readonly settings: AccountSettings
  readonly tenantGroup: TenantGroup
  readonly model: ModelFile
}>

/** What is known of an object without reading it in full: of most kinds everything. */
export interface Own extends Omit<Objects, 'workbook' | 'report'> {
  readonly workbook: Omit<Workbook, 'meta' | 'dashboard'>
  readonly report: {
    readonly id: string
    readonly ids?: Readonly<Record<string, string>>
    readonly place: ObjectPlace
    readonly name: string
    readonly kind?: string | undefined
    readonly source?: string | undefined
  }
}

/** Names may contain slashes, so each segment is escaped. */
export const pathText = (path: FolderPath): string =>
  path.map((name) => name.replaceAll('\\', '\\\\').replaceAll('/', '\\/')).join('/')

/** The names in a path that `pathText` wrote. */
export const pathIn = (text: string): FolderPath =>
  (text.match(/(?:\\.|[^\\/])+/g) ?? []).map((name) => name.replaceAll(/\\(.)/g, '$1'))

export const folderKey = (path: FolderPath): Key<'folder'> => keyOf('folder', pathText(path))
/** The folders along a path, from the root down. */
export const foldersAlong = (path: FolderPath): Key<'folder'>[] =>
  path.map((_, index) => folderKey(path.slice(0, index + 1)))

export const workbookKey = (slug: string): Key<'workbook'> => keyOf('workbook', slug)
export const reportKey = (id: string): Key<'report'> => keyOf('report', id)
export const notificationKey = (slug: string): Key<'notification'> => keyOf('notification', slug)
export const groupKey = (name: string): Key<'group'> => keyOf('group', name.trim().toLowerCase())
export const attributeKey = (name: string): Key<'attribute'> => keyOf('attribute', name.trim())
export const roleKey = (name: string): Key<'role'> => keyOf('role', name.trim().toLowerCase())
export const SETTINGS_KEY: Key<'settings'> = keyOf('settings', 'account')
export const tenantGroupKey = (tenant: string, name: string): Key<'tenantGroup'> =>
  keyOf('tenantGroup', `${tenant}/${name.trim()}`)
export const tenantOf = (key: Key<'tenantGroup'>): string => idIn(key).split('/', 1).join('')
export const modelKey = (path: string): Key<'model'> => keyOf('model', path)
