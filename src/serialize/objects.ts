import { isMap, objectOf } from '@boardwright/common'
import { REPORT_KEYS } from '../content/fields.ts'
import type {
  AttributeFile,
  DashboardFile,
  GroupFile,
  NotificationFile,
  ReportFile,
  RoleFile,
  SettingsFile,
  TenantGroupFile,
  WorkbookFile,
} from '../content/files.ts'
import { OLD_TABS } from '../content/limits.ts'
import type {
  AccountRole,
  AccountSettings,
  App,
  Attribute,
  Dashboard,
  FolderPath,
  FreeForm,
  Notification,
  Report,
  ReportDefinition,
  ReportHead,
  ReportReference,
  TenantGroup,
  UserGroup,
  Widget,
  Workbook,
} from '../content/model.ts'

/** From a file's value, rendered and validated, to content. Checks nothing: problems are found earlier. */

/** Keys that have a value. At the top of a file, `null` is the same as leaving the key out. */
export function given<T extends object>(value: T): { [K in keyof T]: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined && each !== null)) as never
}

export function toDefinition(file: ReportFile, sides: Readonly<Record<string, string>>): ReportDefinition {
  const { id: _id, ids: _ids, folder: _folder, ...definition } = file
  return given({ ...definition, ...sides }) as ReportDefinition
}

export const identityOf = ({ id, ids, folder }: ReportFile, place: Report['place']): ReportHead => ({
  id,
  ...(ids === undefined ? {} : { ids }),
  place: folder === undefined ? place : { ...place, folder },
})

export function toWorkbook(file: WorkbookFile, folder: FolderPath): Workbook {
  const { slug, was, name, publish, allowEmbed, embedAccess, published, meta } = file
  return {
    slug,
    folder,
    name,
    publish: publish ?? true,
    meta: meta ?? {},
    ...(was === undefined ? {} : { was }),
    ...(allowEmbed === undefined ? {} : { allowEmbed }),
    ...(embedAccess === undefined ? {} : { embedAccess }),
    ...(published === undefined ? {} : { published: given(published) }),
  }
}

export const toNotification = (file: NotificationFile, workbook: string): Notification => ({
  ...given(file),
  workbook,
  schedule: file.schedule.trim().split(/\s+/).join(' '),
  format: file.format ?? 'png',
  send: file.send ?? true,
  aiSummary: file.aiSummary ?? false,
})

export const toGroup = (file: GroupFile): UserGroup => given(file)

export const toAttribute = (file: AttributeFile): Attribute => given(file)

export const toRole = (file: RoleFile): AccountRole => given(file)

export const toSettings = (file: SettingsFile): AccountSettings => given(file)

export const toTenantGroup = (file: TenantGroupFile, tenant: string): TenantGroup => ({ ...given(file), tenant })

export type Resolve = (name: string, path: readonly (string | number)[]) => ReportReference

export function toDashboard(file: DashboardFile, sides: Readonly<Record<string, string>>, resolve: Resolve): Dashboard {
  const { widgets, app, ...rest } = file
  const hasApp = app !== undefined || Object.keys(sides).length > 0
  return {
    ...given(rest),
    widgets: (widgets ?? []).map((widget, index) =>
      toWidget(widget, (name, path) => resolve(name, ['widgets', index, ...path])),
    ),
    ...(hasApp ? { app: toApp(app, sides) } : {}),
  }
}

function toApp(app: DashboardFile['app'], sides: Readonly<Record<string, string>>): App {
  const { files, ...source } = app ?? {}
  return { ...given(source), files: { ...files, ...sides } }
}

type WidgetValue = NonNullable<DashboardFile['widgets']>[number]

function toWidget(value: WidgetValue, resolve: Resolve): Widget {
  const { report, reports, ...rest } = inCurrentForm(value)
  return {
    ...given(rest),
    ...(report === undefined ? {} : { report: resolve(report, ['report']) }),
    ...(reports === undefined ? {} : { reports: reports.map((name, index) => resolve(name, ['reports', index])) }),
  } as Widget
}

/** The older tabbed container becomes a container with tabs. */
export function inCurrentForm<T extends object>(widget: T): T {
  const { type, config } = widget as FreeForm
  if (type !== OLD_TABS) return widget
  const tabs = objectOf([...Object.entries(isMap(config) ? config : {}), ['layout', 'tabs']])
  return { ...widget, type: 'CONTAINER', config: tabs }
}

/** The key that names reports on this type of widget, if any. */
export const reportKeyOf = (type: string): 'report' | 'reports' | undefined =>
  type in REPORT_KEYS ? REPORT_KEYS[type as keyof typeof REPORT_KEYS] : undefined
