import { BoardwrightError, lazy, parseJson } from '@boardwright/common'
import type { Client, NotificationDto } from '@boardwright/platform'
import type { LedgerFacts } from '../base/facts.ts'
import { type Entity, entityOf, reportEntity, workbookEntity } from '../content/entity.ts'
import type { FactsOfRow } from '../content/facts.ts'
import { AttributeFile, GroupFile, RoleFile, TenantGroupFile } from '../content/files.ts'
import { slugIn } from '../content/identity.ts'
import { type ContentKind, idIn, type Key, type Kind } from '../content/kinds.ts'
import {
  attributeKey,
  folderKey,
  groupKey,
  type Report,
  type ReportHead,
  reportKey,
  roleKey,
  SETTINGS_KEY,
  tenantGroupKey,
  type Workbook,
  workbookKey,
} from '../content/model.ts'
import { TENANT_NAME } from '../content/tenant-group.ts'
import type { VersionRecord } from '../content/versions.ts'
import {
  type Asking,
  type DeploymentPath,
  type GroupRow,
  listAttributes,
  listGroups,
  listNotifications,
  listReports,
  listSettings,
  listWorkbooks,
  numbered,
  readGroup,
  readNotification,
  readReport,
  readWorkbook,
} from './lists.ts'
import { attributeFromWire } from './map/attribute.ts'
import { dashboardFromWire, type NameReport } from './map/dashboard.ts'
import { toFolder } from './map/folder.ts'
import { groupFromWire } from './map/group.ts'
import { fitsFile, notificationFromWire } from './map/notification.ts'
import { roleFromWire } from './map/role.ts'
import { settingsFromWire } from './map/settings.ts'
import { dashboardInTree, type WorkbookIdentity, withoutDashboard } from './map/workbook.ts'
import { nameByName } from './names/by-name.ts'
import { nameNotifications } from './names/notifications.ts'
import type { FoundNames, NameSources } from './names/types.ts'
import { publicationOf } from './publication.ts'
import { listRoles, type RoleRow, readRole } from './roles.ts'
import { type ReportRow, type WorkbookRow, wholeRow } from './rows/known.ts'
import { definitionKnown, definitionOfRow, summarizeReportRow } from './rows/report.ts'
import { type Unknown, unknownIn } from './rows/unknown.ts'
import { dashboardKnown, keepDashboardSummary, summarizeWorkbookRow } from './rows/workbook.ts'
import { listTenantGroups, readTenantGroup, tenantGroupFromWire } from './tenants.ts'
import type { Rows } from './wire.ts'

/** What turning rows into objects needs, once everything has a name. */
export interface RowReading {
  readonly names: FoundNames
  readonly nameReport: NameReport
  /** Read unpublished edits instead of what viewers see. */
  readonly drafts: boolean
}

export type Versions = ReadonlyMap<Key, VersionRecord>

/** What facts about an object need besides its row. */
export interface FactsBeside {
  readonly ledgers: LedgerFacts['ledgers']
  readonly versions: Versions
  readonly nameReport: NameReport
  readonly pathOf: FoundNames['pathOf']
}

/** How objects of one kind are read. */
export interface ReadRules<K extends ContentKind, Row = Rows[K]> {
  readonly rows: (asking: Asking) => Promise<readonly Row[]>
  /**
   * Reads one object by its number, for kinds that ledgers list: a missing row proves nothing. The key is that of the
   * ledger, if one lists it.
   */
  readonly readOne?: (client: Client, path: DeploymentPath, id: number, listedAs: Key<K> | undefined) => Promise<Row>
  /** Names that follow from all rows together and from what the tree declares. */
  readonly nameAll?: (rows: readonly Row[], sources: NameSources) => ReadonlyMap<number, Key<K>>
  /** The object's key, unless `nameAll` gives it; undefined if the tree has no name for it. */
  readonly keyOf: (row: Row, names: FoundNames) => Key<K> | undefined
  /** The number of the workbook that it is in. */
  readonly workbookOf: (row: Row, names: FoundNames) => number | undefined
  /** Whether the tree can hold it, apart from its name. */
  readonly isContent: (row: Row, names: FoundNames) => boolean
  /** The object. A remembered row is parsed only when it is asked for in full. */
  readonly toObject: (row: Row, key: Key<K>, reading: RowReading) => Entity<K>
  readonly factsOf: (row: Row, key: Key<K>, beside: FactsBeside) => FactsOfRow
  /** Fields in the platform's answer that the field table lacks. */
  readonly unknownIn: (row: Row) => readonly Unknown[]
}

/** In reading order, because a dashboard names its reports. Data-model files are read with their branch. */
export const READ_RULES: { readonly [K in ContentKind]: ReadRules<K> } = {
  folder: {
    rows: (asking) => asking.folders(),
    keyOf: ({ id }, names) => named(names.folderOf(id), folderKey),
    workbookOf: () => undefined,
    isContent: () => true,
    toObject: (row, _key, { names }) => entityOf('folder', toFolder(row, names.pathOf(row.id))),
    factsOf: ({ name, parentId, updatedAt, user }, _key, { pathOf }) => ({
      ...{ name, folder: pathOf(parentId), updatedAt, owner: user?.email },
    }),
    unknownIn: (row) => unknownIn('folder', row),
  },
  report: {
    rows: listReports,
    readOne: readReport,
    keyOf: ({ id }, names) => named(names.reportOf(id)?.id, reportKey),
    workbookOf: ({ workbookId }) => workbookId ?? undefined,
    isContent: (row, names) => names.placeOf(row) !== undefined && summarizeReportRow(row).noFile === undefined,
    toObject: (row, key, { names }) => {
      const { ids } = names.reportOf(row.id) ?? {}
      return reportOf(row, { id: idIn(key), ...(ids && { ids }), place: names.placeOf(row) ?? {} })
    },
    factsOf: ({ version, updatedAt, user }, key, { versions }) => ({
      ...versions.get(key),
      ...{ version: version ?? undefined, updatedAt, owner: user.email },
    }),
    unknownIn: (row) => summarizeReportRow(row).unknown,
  },
  workbook: {
    rows: listWorkbooks,
    readOne: readWorkbook,
    keyOf: ({ id }, names) => named(names.slugOf(id), workbookKey),
    workbookOf: () => undefined,
    isContent: (row) => summarizeWorkbookRow(row).noFile === undefined,
    toObject: (row, key, { names, ...reading }) =>
      workbookOf(row, { slug: idIn(key), folder: names.pathOf(row.folderId), ...reading }),
    factsOf: (row, key, { ledgers, nameReport }) => ({
      ...{ name: slugIn(row), updatedAt: row.updatedAt, owner: row.user?.email },
      ...{ review: ledgers.get(key)?.review, ...publicationOf(row, nameReport) },
    }),
    unknownIn: (row) => summarizeWorkbookRow(row).unknown,
  },
  notification: {
    rows: listNotifications,
    readOne: readNotification,
    nameAll: nameNotifications,
    keyOf: () => undefined,
    workbookOf: ({ dashboardId }, names) => names.workbookShowing(dashboardId),
    isContent: (row, names) => homeOf(row, names) !== undefined && fitsFile(row),
    toObject: (row, key, { names }) =>
      entityOf('notification', notificationFromWire(row, idIn(key), homeOf(row, names) ?? '')),
    factsOf: () => ({}),
    unknownIn: (row) => unknownIn('notification', row),
  },
  group: {
    rows: listGroups,
    readOne: async (client, _path, id) => numbered(await readGroup(client, id)),
    nameAll: nameByName('group', groupKey, ({ group: { displayName } }: GroupRow) => displayName),
    keyOf: () => undefined,
    workbookOf: () => undefined,
    isContent: ({ group: { displayName } }) => GroupFile.safeParse({ name: displayName }).success,
    toObject: (row, key) => entityOf('group', groupFromWire(row, key)),
    factsOf: ({ group: { displayName, members, meta } }) => ({
      ...{ name: displayName, updatedAt: meta?.lastModified, members: members?.length },
    }),
    unknownIn: ({ group }) => unknownIn('group', group),
  },
  attribute: {
    rows: listAttributes,
    readOne: readAttribute,
    keyOf: ({ name }) => attributeKey(name),
    workbookOf: () => undefined,
    isContent: ({ name, type }) => AttributeFile.safeParse({ name, type }).success,
    toObject: (row) => entityOf('attribute', attributeFromWire(row)),
    factsOf: () => ({}),
    unknownIn: (row) => unknownIn('attribute', row),
  },
  role: {
    rows: listRoles,
    readOne: readRole,
    nameAll: nameByName('role', roleKey, ({ role: { name } }: RoleRow) => name),
    keyOf: () => undefined,
    workbookOf: () => undefined,
    isContent: (row) => RoleFile.safeParse(roleFromWire(row, roleKey(row.role.name))).success,
    toObject: (row, key) => entityOf('role', roleFromWire(row, key)),
    factsOf: ({ role: { name } }) => ({ name }),
    unknownIn: ({ role }) => unknownIn('role', role),
  },
  settings: {
    rows: listSettings,
    keyOf: () => SETTINGS_KEY,
    workbookOf: () => undefined,
    isContent: () => true,
    toObject: ({ settings }) => entityOf('settings', settingsFromWire(settings)),
    factsOf: () => ({}),
    unknownIn: ({ settings }) => unknownIn('settings', settings),
  },
  tenantGroup: {
    rows: listTenantGroups,
    readOne: readTenantGroup,
    keyOf: ({ tenant, group: { name } }) => tenantGroupKey(tenant, name),
    workbookOf: () => undefined,
    isContent: ({ tenant, group: { name } }) => TENANT_NAME.test(tenant) && TenantGroupFile.safeParse({ name }).success,
    toObject: (row) => entityOf('tenantGroup', tenantGroupFromWire(row)),
    factsOf: ({ group: { userCount } }) => ({ members: userCount ?? undefined }),
    unknownIn: ({ group }) => unknownIn('tenantGroup', group),
  },
}

/** No request reads one attribute alone, so the list is read once more. */
async function readAttribute(client: Client, _path: DeploymentPath, id: number): Promise<Rows['attribute']> {
  const found = (await listAttributes({ client })).find((row) => row.id === id)
  if (!found) throw new BoardwrightError('NOT_FOUND', 'it is in no list')
  return found
}

const homeOf = ({ dashboardId }: NotificationDto, names: FoundNames): string | undefined => {
  const workbook = names.workbookShowing(dashboardId)
  return workbook === undefined ? undefined : names.slugOf(workbook)
}

const named = <T, K extends Kind>(name: T | undefined, keyOf: (name: T) => Key<K>): Key<K> | undefined =>
  name === undefined ? undefined : keyOf(name)

function reportOf(row: ReportRow, own: ReportHead): Entity<'report'> {
  const whole = lazy((): Report => ({ ...own, definition: definitionOfRow(row) }))
  const definition = definitionKnown(row)
  return definition ? reportEntity(own, definition, whole) : entityOf('report', whole())
}

/** The summary of a remembered row's dashboard holds as long as its reports have the same names. */
function workbookOf(row: WorkbookRow, { slug, folder, drafts, nameReport }: WorkbookIdentity): Entity<'workbook'> {
  const { hasDashboard, shows, meta, ...shown } = summarizeWorkbookRow(row, drafts)
  const own = withoutDashboard({ name: row.name, meta: parseJson(meta) as Workbook['meta'] }, { slug, folder }, shown)
  if (!hasDashboard) return entityOf('workbook', own)
  const whole = lazy((): Workbook => {
    const config = dashboardInTree(wholeRow<'workbook'>(row), drafts) ?? {}
    return { ...own, dashboard: dashboardFromWire(config, nameReport) }
  })
  const known = drafts ? undefined : dashboardKnown(row)
  if (known?.names.every(([id, name]) => nameReport(id) === name)) {
    return workbookEntity(own, { digests: known.digests, references: shows.map(nameReport) }, whole)
  }
  const workbook = whole()
  const { dashboard } = workbook
  if (!drafts && dashboard) {
    const names = [...new Set(shows)].map((id) => [id, nameReport(id)] as const)
    keepDashboardSummary(row, names, dashboard)
  }
  return entityOf('workbook', workbook)
}
