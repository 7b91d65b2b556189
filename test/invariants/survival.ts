import { expect } from 'vitest'
import { parseJson, stringifyJson } from '../../packages/common/json.ts'
import type { SeedDashboard, SeedWidget } from '../../packages/sandbox/seeds/dashboard.ts'
import type { Seed, SeedFolder, SeedReport, SeedWorkbook } from '../../packages/sandbox/seeds/seed.ts'
import { canonicalText } from '../../src/content/digest.ts'
import { FIELDS, LIFTED } from '../../src/content/fields.ts'
import { legacyId } from '../../src/content/identity.ts'
import type {
  AccountRole,
  AccountSettings,
  Attribute,
  Dashboard,
  Folder,
  Notification,
  Report,
  RolePolicy,
  TenantGroup,
  UserGroup,
  Widget,
  Workbook,
} from '../../src/content/model.ts'
import { pathText } from '../../src/content/model.ts'
import type { Lists } from '../support/lists.ts'

/**
 * What became of every field of a tenant in its tree. Written without the mapping that it checks: each row gets the
 * live value back from the tree. It is an error if a row of the field table that the tree declares is missing here.
 */

export const PROJECT_ID = '7f3kQ2m9'
const DEPLOYMENT = 2
/** The sandbox's second deployment numbers the reports of a seed in their order, from this on. */
const FIRST = 200_001

/** Both sides of one field. Undefined if the object does not have it. */
type Pair = readonly [live: unknown, tree: unknown] | undefined
type Rows<Live, Tree> = Readonly<Record<string, (live: Live, tree: Tree, names: Names) => Pair>>

interface Names {
  readonly folder: (id: number | null | undefined) => readonly string[] | undefined
  readonly slug: (id: number | null | undefined) => string | undefined
  readonly report: (id: number) => string
}

const same =
  <Live extends object, Tree extends object>(wire: keyof Live, key: keyof Tree = wire as never) =>
  (live: Live, tree: Tree): Pair => [live[wire] ?? undefined, tree[key]]

const FOLDER: Rows<SeedFolder, Folder> = {
  name: ({ name }, { path }) => [name, path.at(-1)],
  position: same('position'),
  parentId: ({ parentId }, { path }, { folder }) => [folder(parentId) ?? [], path.slice(0, -1)],
}

const isPublished = ({ published }: SeedWorkbook): boolean => published?.status === 'published'

const WORKBOOK: Rows<SeedWorkbook, Workbook> = {
  slug: same('slug'),
  name: same('name'),
  folderId: ({ folderId }, tree, { folder }) => [folder(folderId) ?? [], tree.folder],
  meta: same('meta'),
  dashboardDraft: (live, tree) =>
    isPublished(live) || !live.dashboardDraft ? undefined : [true, tree.dashboard !== undefined],
  dashboardPublished: (live, tree) => (isPublished(live) ? [true, tree.dashboard !== undefined] : undefined),
  publishedDashboard: (live, tree) => [isPublished(live), tree.publish],
}

const PUBLICATION: Rows<NonNullable<SeedWorkbook['published']>, Workbook> = {
  config: ({ config }, { dashboard }) => [config.widgets?.length ?? 0, dashboard?.widgets.length],
  title: ({ title, config }, tree) => [
    title ?? config.title ?? undefined,
    tree.published?.title ?? tree.dashboard?.title,
  ],
  description: ({ description, config }, tree) => [
    description ?? config.description ?? undefined,
    tree.published?.description ?? tree.dashboard?.description,
  ],
  allowEmbed: ({ allowEmbed }, tree) => [allowEmbed, tree.allowEmbed ?? false],
}

const DASHBOARD: Rows<SeedDashboard, Dashboard> = {
  kind: same('kind'),
  title: same('title'),
  description: same('description'),
  layout: same('layout'),
  settings: same('settings'),
  theme: same('theme'),
  widgets: ({ widgets }, tree) => [(widgets ?? []).map(({ id }) => id), tree.widgets.map(({ id }) => id)],
  app: ({ app }, tree) => [Boolean(app), Boolean(tree.app)],
}

const APP: Rows<NonNullable<SeedDashboard['app']>, NonNullable<Dashboard['app']>> = {
  entry: same('entry'),
  html: same('html'),
  manifest: same('manifest'),
  files: ({ files }, tree) => [byKey(files ?? {}), byKey(tree.files)],
}

const WIDGET: Rows<SeedWidget, Widget> = {
  id: same('id'),
  type: ({ type }, tree) => [type === 'TABS_CONTAINER' ? 'CONTAINER' : type, tree.type],
  position: same('position'),
  responsiveLayouts: same('responsiveLayouts'),
  config: ({ type, config }, tree, { report }) => {
    const name = (id: unknown): unknown => (Number.isSafeInteger(id) ? report(id as number) : id)
    const { reportId, reportIds } = config ?? {}
    const isChart = type === 'CHART' && Number.isSafeInteger(reportId)
    const isAi = type === 'AI' && Array.isArray(reportIds) && reportIds.every(Number.isSafeInteger)
    const live = {
      ...config,
      ...(isChart ? { reportId: name(reportId) } : {}),
      ...(isAi ? { reportIds: reportIds.map(name) } : {}),
      ...(type === 'TABS_CONTAINER' ? { layout: 'tabs' } : {}),
    }
    const back = {
      ...tree.config,
      ...(tree.report === undefined ? {} : { reportId: tree.report }),
      ...(tree.reports === undefined ? {} : { reportIds: tree.reports }),
    }
    return config == null && type !== 'TABS_CONTAINER' ? [undefined, tree.config] : [byKey(live), byKey(back)]
  },
  style: same('style'),
}

const REPORT: Rows<SeedReport, Report> = {
  publicId: (live, { id }, { report }) => [report(live.id), `report/${id}`],
  name: ({ name }, tree) => [name, tree.definition.name],
  title: ({ title }, { definition }) => [title ?? undefined, definition.title],
  source: ({ source }, { definition }) => [source ?? undefined, definition.source],
  workbookId: ({ workbookId }, { place }, { slug }) =>
    workbookId != null && slug(workbookId) === undefined ? undefined : [slug(workbookId), place.workbook],
  folderId: ({ folderId }, { place }, { folder }) => [folder(folderId), place.folder],
  sqlQuery: ({ sqlQuery }, { definition }) => [sqlQuery ?? undefined, definition.sql],
  jsonQuery: ({ jsonQuery }, { definition: { query, queryText } }) =>
    query === undefined ? [jsonQuery ?? undefined, queryText] : [parseJson(jsonQuery ?? ''), query],
  pivotItems: ({ pivotItems }, { definition }) => [pivotItems ?? undefined, definition.pivot],
  meta: ({ meta }, { definition }) => {
    const lifted = LIFTED.flatMap((key) => (definition[key] === undefined ? [] : [[key, definition[key]] as const]))
    return [byKey(meta ?? {}), byKey({ ...definition.meta, ...Object.fromEntries(lifted) })]
  },
  externalWorkbookId: ({ externalWorkbookId }, tree) => [
    externalWorkbookId ?? undefined,
    tree.definition.externalWorkbookId,
  ],
  resultLocation: ({ resultLocation }, tree) => [resultLocation ?? undefined, tree.definition.resultLocation],
  endResultCell: ({ endResultCell }, tree) => [endResultCell ?? undefined, tree.definition.endResultCell],
}

type SeedNotification = Seed['notifications'][number]
/** A list that is empty, and none, are the same. */
const listed =
  (wire: 'filters' | 'timeGrains' | 'memberSwitchers') =>
  (live: SeedNotification, tree: Notification): Pair => [live[wire]?.length ? live[wire] : undefined, tree[wire]]

const NOTIFICATION: Rows<SeedNotification, Notification> = {
  dashboardId: ({ workbookId }, { workbook }, { slug }) => [slug(workbookId), workbook],
  cronExpression: same('cronExpression', 'schedule'),
  timezone: same('timezone'),
  isEnabled: same('isEnabled', 'enabled'),
  notificationEnabled: same('notificationEnabled', 'send'),
  notificationFormat: same('notificationFormat', 'format'),
  notificationAiSummary: same('notificationAiSummary', 'aiSummary'),
  filters: listed('filters'),
  timeGrains: listed('timeGrains'),
  memberSwitchers: listed('memberSwitchers'),
}

type SeedGroup = Seed['account']['groups'][number]
/** Who is in a group is exported only where a file says it; that a directory says it, always. */
const GROUP: Rows<SeedGroup, UserGroup> = {
  displayName: same('name'),
  members: ({ externalId }, { members }) => (externalId === undefined ? undefined : ['off', members]),
}

type SeedAttribute = Seed['account']['userAttributes'][number]
const ATTRIBUTE: Rows<SeedAttribute, Attribute> = {
  name: same('name'),
  type: same('type'),
  displayName: same('displayName'),
  description: same('description'),
  defaultValue: same('defaultValue', 'default'),
}

type SeedRole = Seed['account']['roles'][number]
const ROLE: Rows<SeedRole, AccountRole> = {
  name: same('name'),
  description: same('description'),
  policies: ({ policies }, role) => [grantsIn(policies, DEPLOYMENTS), grantsIn(role.policies)],
}

/** What the sandbox calls its deployments. */
const DEPLOYMENTS: Readonly<Record<string, string>> = { 1: 'dev', 2: 'production' }

const grantsIn = (policies: readonly RolePolicy[], names: Readonly<Record<string, string>> = {}): string[] => {
  const all = policies.flatMap(({ resourceType, actions, resources }) =>
    resources.flatMap((resource) =>
      actions.map(
        (action) =>
          `${action} on ${resourceType} ${resourceType === 'Deployment' ? (names[resource] ?? resource) : resource}`,
      ),
    ),
  )
  return [...new Set(all)].sort()
}

type SeedSettings = NonNullable<Seed['account']['settings']>
const SETTINGS: Rows<SeedSettings, AccountSettings> = {
  auditLogEnabled: same('auditLogEnabled'),
  hasSupportAccess: same('hasSupportAccess'),
  useAIBIUserInterface: same('useAIBIUserInterface'),
  maintenanceWindowEnabled: same('maintenanceWindowEnabled'),
  maintenanceWindowDay: same('maintenanceWindowDay'),
  maintenanceWindowTime: same('maintenanceWindowTime'),
  oidcEnabled: same('oidcEnabled'),
}

type SeedTenantGroup = NonNullable<Seed['access']['embedTenants'][number]['groups']>[number]
const TENANT_GROUP: Rows<SeedTenantGroup, TenantGroup> = {
  name: same('name'),
  description: same('description'),
}

const SHAPES = {
  folder: FOLDER,
  workbook: WORKBOOK,
  publication: PUBLICATION,
  dashboard: DASHBOARD,
  app: APP,
  widget: WIDGET,
  report: REPORT,
  notification: NOTIFICATION,
  group: GROUP,
  attribute: ATTRIBUTE,
  role: ROLE,
  settings: SETTINGS,
  tenantGroup: TENANT_GROUP,
} as const
type Shape = keyof typeof SHAPES

/**
 * Rows of the field table that a tree holds. Embed access is left out, because it is only read where a tree declares
 * it.
 */
export const TREE_ROWS = Object.entries(FIELDS)
  .filter(([shape]) => shape !== 'embedAccess')
  .flatMap(([shape, fields]) =>
    fields.filter(({ policy }) => /written|create-only|compared/.test(policy)).map(({ wire }) => `${shape}.${wire}`),
  )
export const CHECKED_ROWS = Object.entries(SHAPES).flatMap(([shape, rows]) =>
  Object.keys(rows).map((wire) => `${shape}.${wire}`),
)

const byKey = (value: object): unknown => canonicalText(parseJson(stringifyJson(value)))
/** Ignores key order: a file that is edited in place keeps its own. */
export const meaning = (value: unknown): string =>
  typeof value === 'object' && value !== null ? String(byKey(value)) : exact(value)
/** As JSON carries it: in key order, without undefined values. */
const exact = (value: unknown): string => (value === undefined ? 'absent' : stringifyJson(value))

/** Compares every field of the tenant with the tree, and counts those that had a value. */
export function expectSurvival(
  seed: Seed,
  content: Lists,
  {
    counts = new Map<string, number>(),
    textOf = exact,
  }: { counts?: Map<string, number>; textOf?: (value: unknown) => string } = {},
): void {
  const names = namesIn(seed)
  const compare = <K extends Shape>(shape: K, live: Parameters<(typeof SHAPES)[K][string]>[0], tree: unknown): void => {
    for (const [wire, row] of Object.entries(SHAPES[shape])) {
      const pair = (row as (a: unknown, b: unknown, c: Names) => Pair)(live, tree, names)
      if (pair === undefined) continue
      expect(textOf(pair[1]), `${shape}.${wire} of ${exact(live).slice(0, 300)}`).toBe(textOf(pair[0]))
      if (pair[0] !== undefined) counts.set(`${shape}.${wire}`, (counts.get(`${shape}.${wire}`) ?? 0) + 1)
    }
  }
  const folders = new Map(content.folders.map((folder) => [pathText(folder.path), folder]))
  const paths = seed.folders.map(({ id }) => pathText(names.folder(id) ?? []))
  for (const [index, live] of seed.folders.entries()) {
    const path = paths[index] ?? ''
    // Folders with the same name in the same place are one directory.
    if (paths.indexOf(path) === paths.lastIndexOf(path)) compare('folder', live, folders.get(path) ?? { path: [] })
  }
  expect(folders.size).toBe(new Set(paths).size)

  const reports = new Map(content.reports.map((report) => [`report/${report.id}`, report]))
  for (const live of seed.reports) compare('report', live, reports.get(names.report(live.id)))
  expect(reports.size).toBe(seed.reports.length)

  const schedules = new Map((content.notifications ?? []).map((each) => [each.schedule, each]))
  for (const live of seed.notifications) compare('notification', live, schedules.get(live.cronExpression))
  expect(schedules.size).toBe(seed.notifications.length)

  const groups = new Map((content.groups ?? []).map((each) => [each.name, each]))
  for (const live of seed.account.groups) compare('group', live, groups.get(live.name))
  expect(groups.size).toBe(seed.account.groups.length)

  const attributes = new Map((content.attributes ?? []).map((each) => [each.name, each]))
  for (const live of seed.account.userAttributes) compare('attribute', live, attributes.get(live.name))
  expect(attributes.size).toBe(seed.account.userAttributes.length)

  const roles = new Map((content.roles ?? []).map((each) => [each.name, each]))
  for (const live of seed.account.roles) compare('role', live, roles.get(live.name))
  expect(roles.size).toBe(seed.account.roles.length)

  const [settings] = content.settings ?? []
  if (seed.account.settings) compare('settings', seed.account.settings, settings)

  const tenantGroups = new Map((content.tenantGroups ?? []).map((each) => [`${each.tenant}/${each.name}`, each]))
  const inTenants = seed.access.embedTenants.flatMap(({ name: tenant, groups = [] }) =>
    groups.map((live) => ({ tenant, live })),
  )
  for (const { tenant, live } of inTenants) compare('tenantGroup', live, tenantGroups.get(`${tenant}/${live.name}`))
  expect(tenantGroups.size).toBe(inTenants.length)

  const workbooks = new Map(content.workbooks.map((workbook) => [workbook.slug, workbook]))
  expect(workbooks.size).toBe(seed.workbooks.length)
  for (const live of seed.workbooks) {
    const tree = workbooks.get(live.slug ?? '')
    if (live.slug === null) continue
    compare('workbook', live, tree)
    if (live.published && isPublished(live)) compare('publication', live.published, tree)
    const dashboard = isPublished(live) ? live.published?.config : (live.dashboardDraft ?? live.published?.config)
    if (!dashboard) continue
    compare('dashboard', dashboard, tree?.dashboard)
    if (dashboard.app) compare('app', dashboard.app, tree?.dashboard?.app)
    for (const [index, widget] of (dashboard.widgets ?? []).entries()) {
      compare('widget', widget, tree?.dashboard?.widgets[index])
    }
  }
}

function namesIn(seed: Seed): Names {
  const folders = new Map(seed.folders.map((folder) => [folder.id, folder]))
  const slugs = new Map(seed.workbooks.map(({ id, slug }) => [id, slug ?? undefined]))
  const reports = new Map(
    seed.reports.map(({ id, publicId }, nth) => [id, publicId ?? legacyId(PROJECT_ID, DEPLOYMENT, FIRST + nth)]),
  )
  const folder: Names['folder'] = (id) => {
    const found = id == null ? undefined : folders.get(id)
    return found && [...(folder(found.parentId) ?? []), found.name]
  }
  return {
    folder,
    slug: (id) => (id == null ? undefined : slugs.get(id)),
    report: (id) => (reports.has(id) ? `report/${reports.get(id)}` : `missing(${DEPLOYMENT}/${id})`),
  }
}

/** The same objects, with their keys in the same order, whatever the order of the objects. */
export function expectSameContent(one: Lists, other: Lists): void {
  const texts = ({
    folders,
    workbooks,
    reports,
    notifications = [],
    groups = [],
    attributes = [],
    roles = [],
    settings = [],
    model,
  }: Lists): string[] =>
    [folders, workbooks, reports, notifications, groups, attributes, roles, settings, model].flatMap((items) =>
      items.map(exact).sort(),
    )
  expect(texts(one)).toEqual(texts(other))
}
