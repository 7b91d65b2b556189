import type { z } from 'zod'
import {
  AttributeFile,
  DashboardFile,
  type DocumentKind,
  FolderFile,
  GroupFile,
  NotificationFile,
  ReportFile,
  RoleFile,
  SettingsFile,
  TenantGroupFile,
  WorkbookFile,
} from '../content/files.ts'
import type {
  AccountRole,
  AccountSettings,
  App,
  Attribute,
  Dashboard,
  Folder,
  Notification,
  Report,
  ReportReference,
  TenantGroup,
  UserGroup,
  Widget,
  Workbook,
} from '../content/model.ts'

import { caseTwins, isSafePath } from './names.ts'
import { orderKeys } from './order.ts'
import { survivesAsFile } from './text.ts'

/** From content to a file's value and its side files. */
export interface FileValue {
  readonly kind: DocumentKind
  readonly value: Readonly<Record<string, unknown>>
  readonly sides: Readonly<Record<string, string>>
}

/** Known keys in schema order, then the rest; unset keys are left out. */
function ordered(shape: z.core.$ZodShape, value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = Object.keys(shape)
  const keys = [...known.filter((key) => key in value), ...Object.keys(value).filter((key) => !known.includes(key))]
  return Object.fromEntries(keys.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]))
}

export const folderValue = ({ path, position, was }: Folder): FileValue => ({
  kind: 'folder',
  value: ordered(FolderFile.shape, { name: path.at(-1), position, was }),
  sides: {},
})

export function reportValue({ id, ids, place, definition }: Report): FileValue {
  const inBoth = place.workbook !== undefined && place.folder !== undefined
  const { sql, pythonCode, spec, queryText, ...rest } = definition
  const html = definition.kind === 'html' ? spec : undefined
  const long: Record<string, unknown> = { sql, pythonCode, spec: html, queryText }
  const sides = Object.fromEntries(
    Object.entries(long).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && survivesAsFile(entry[1]),
    ),
  )
  const inline = Object.fromEntries(
    Object.entries({ sql, pythonCode, spec, queryText }).filter(([key]) => !(key in sides)),
  )
  return {
    kind: 'report',
    value: ordered(ReportFile.shape, {
      id,
      ids,
      folder: inBoth ? place.folder : undefined,
      ...rest,
      ...inline,
    }),
    sides,
  }
}

export function workbookValue({ folder: _directory, dashboard: _file, publish, meta, ...rest }: Workbook): FileValue {
  const value = { ...rest, publish: publish ? undefined : false, meta: Object.keys(meta).length > 0 ? meta : undefined }
  return { kind: 'workbook', value: ordered(WorkbookFile.shape, value), sides: {} }
}

export function dashboardValue(dashboard: Dashboard, nameOf: (reference: ReportReference) => string): FileValue {
  const { widgets, app, ...rest } = dashboard
  const { inline, sides } = app ? appValue(app) : { inline: undefined, sides: {} }
  const list = widgets.length > 0 ? widgets.map((widget) => widgetValue(widget, nameOf)) : undefined
  return {
    kind: 'dashboard',
    value: orderKeys(
      DashboardFile,
      ordered(DashboardFile.shape, { ...rest, app: inline, widgets: list }),
    ) as FileValue['value'],
    sides,
  }
}

export const notificationValue = ({
  workbook: _directory,
  format,
  send,
  aiSummary,
  ...rest
}: Notification): FileValue => ({
  kind: 'notification',
  value: ordered(NotificationFile.shape, {
    ...rest,
    format: format === 'png' ? undefined : format,
    send: send ? undefined : false,
    aiSummary: aiSummary || undefined,
  }),
  sides: {},
})

export const groupValue = (group: UserGroup): FileValue => ({
  kind: 'group',
  value: ordered(GroupFile.shape, { ...group }),
  sides: {},
})

export const attributeValue = (attribute: Attribute): FileValue => ({
  kind: 'attribute',
  value: ordered(AttributeFile.shape, { ...attribute }),
  sides: {},
})

export const roleValue = (role: AccountRole): FileValue => ({
  kind: 'role',
  value: ordered(RoleFile.shape, { ...role }),
  sides: {},
})

export const settingsValue = (settings: AccountSettings): FileValue => ({
  kind: 'settings',
  value: ordered(SettingsFile.shape, { ...settings }),
  sides: {},
})

export const tenantGroupValue = ({ tenant: _directory, ...group }: TenantGroup): FileValue => ({
  kind: 'tenantGroup',
  value: ordered(TenantGroupFile.shape, group),
  sides: {},
})

const WIDGET = DashboardFile.shape.widgets.unwrap().element.shape
const APP = DashboardFile.shape.app.unwrap().shape

function widgetValue({ report, reports, ...rest }: Widget, nameOf: (reference: ReportReference) => string) {
  return ordered(WIDGET, { ...rest, report: report && nameOf(report), reports: reports?.map(nameOf) })
}

/** Whether an app file can be a file of the tree. Names with a leading dot are ignored there. */
export const fitsBeside = (name: string, text: string, twins: ReadonlySet<string>): boolean =>
  isSafePath(name) && !twins.has(name) && text.isWellFormed() && !/(^|\/)\./.test(name)

/** App file names are import paths and must be kept; those that some file systems refuse stay inside dashboard.yaml. */
function appValue({ files, ...source }: App): { inline: unknown; sides: Record<string, string> } {
  const twins = caseTwins(Object.keys(files))
  const fits = ([name, text]: [string, string]): boolean => fitsBeside(name, text, twins)
  const entries = Object.entries(files)
  const rest = entries.filter((entry) => !fits(entry))
  const inline = ordered(APP, { ...source, files: rest.length > 0 ? Object.fromEntries(rest) : undefined })
  const sides = Object.fromEntries(entries.filter(fits))
  const needed = Object.keys(inline).length > 0 || Object.keys(sides).length === 0
  return { inline: needed ? inline : undefined, sides }
}

/** Values that are printed on one line. */
export const isFlow = (path: readonly (string | number)[]): boolean =>
  path.at(-1) === 'position' || (path.at(-2) === 'responsiveLayouts' && typeof path.at(-1) === 'string')
