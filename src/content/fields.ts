/**
 * The field table says what happens to each field of the API. A test fails if a field has no row here. `tree` is the
 * key in the file, if it differs from the wire's.
 */
export type Policy =
  /** Declared in the tree, compared, and sent when it differs. */
  | 'written'
  /** Declared in the tree and sent once, when the object is created. */
  | 'create-only'
  /** Declared in the tree and compared. Nothing sends it. */
  | 'compared'
  /** People see it, but no call can set it, so it stays behind. */
  | 'read-only'
  /** The platform's own business: ids, owners, times, counters, copies of other fields. */
  | 'server-owned'

export interface Field {
  readonly wire: string
  readonly policy: Policy
  readonly tree?: string
  readonly reason: string
}

const row =
  (policy: Policy) =>
  (wire: string, reason: string, tree?: string): Field => ({
    wire,
    policy,
    reason,
    ...(tree === undefined ? {} : { tree }),
  })
const written = row('written')
const createOnly = row('create-only')
const compared = row('compared')
const readOnly = row('read-only')
const owned = row('server-owned')

const ID = owned('id', 'A number that is valid only in this deployment.')
const DEPLOYMENT = owned('deploymentId', 'Given by the target.')
const TYPE = owned('type', 'Given by the kind of file.')
const CREATED = owned('createdAt', 'A time is not content.')
const UPDATED = owned('updatedAt', 'A time is not content.')
const CREATOR = owned('createdBy', 'Users belong to the account, not to the content.')
const OWNER = owned('user', 'Users belong to the account, not to the content.')
const OWNER_ID = owned('userId', 'Users belong to the account, not to the content.')
const PATH = owned('folderPath', 'Follows from where the object is.')

export const FIELDS = {
  folder: [
    written('name', 'Identifies the folder: the last segment of its path.'),
    written('position', 'Its order among its siblings.'),
    written('parentId', 'Given by the directory.', 'path'),
    owned('updatedBy', 'Users belong to the account, not to the content.'),
    ...[ID, DEPLOYMENT, TYPE, CREATED, UPDATED, CREATOR, OWNER, PATH],
  ],
  workbook: [
    written('slug', 'Identifies the workbook in every target.'),
    written('name', 'What people call it.'),
    written('folderId', 'Given by the directory.', 'path'),
    written('meta', 'Free-form, without the ledger and the draft.'),
    written('dashboardDraft', 'Where a dashboard is edited. The tree holds what viewers see.', 'dashboard'),
    written('dashboardPublished', 'What viewers see.', 'dashboard'),
    written('publishedDashboard', 'The published dashboard with its switches.', 'dashboard'),
    readOnly('calculatedFields', 'No API call accepts it, so it stays where it was made.'),
    owned('isFavorite', 'Depends on who reads it.'),
    ...[ID, DEPLOYMENT, TYPE, CREATED, UPDATED, CREATOR, OWNER, OWNER_ID, PATH],
  ],
  publication: [
    written('config', 'The dashboard itself.', 'dashboard'),
    written('title', 'Declared only if it differs from the dashboard’s own, which is used otherwise.', 'published'),
    written(
      'description',
      'Declared only if it differs from the dashboard’s own, which is used otherwise.',
      'published',
    ),
    written('allowEmbed', 'Whether signed embedding is allowed.'),
    owned('publicId', 'The address of the dashboard. It never changes, and nobody chooses it.'),
    owned('workbookId', 'Given by the directory.'),
    owned('status', 'Follows from publishing.'),
    owned('versionNumber', 'Counts publishes.'),
    owned('versionId', 'Counts publishes.'),
    owned('reportSnapshots', 'The reports as they were when it was published.'),
    owned('fromSharedWorkspace', 'Depends on how the reader got to it.'),
    owned('restrictDataDownload', 'A setting of the account.'),
    owned('useBoardDashboards', 'A setting of the account.'),
    ...[ID, DEPLOYMENT, CREATOR],
  ],
  dashboard: [
    written('kind', 'A widget document, or an app made of source files.'),
    written('title', 'What viewers read above it.'),
    written('description', 'What viewers read below the title.'),
    written('layout', 'The grid.'),
    written('settings', 'Free-form.'),
    written('theme', 'Free-form in answers, typed in requests.'),
    written('widgets', 'In the order of the list.'),
    written('app', 'The source files of an app.'),
  ],
  app: [
    written('entry', 'The file that starts the app.'),
    written('html', 'The page around it.'),
    written('manifest', 'Its dependencies.'),
    written('files', 'Files under `app/`.'),
  ],
  widget: [
    written('id', 'Identifies the widget within its dashboard.'),
    written('type', 'What it is.'),
    written('position', 'Its place in the grid.'),
    written('responsiveLayouts', 'Its places on narrower screens.'),
    written('config', 'Free-form. Report ids in it become `report` and `reports`.'),
    written('style', 'Free-form.'),
  ],
  report: [
    written('publicId', 'Identifies the report. Written once: at creation, or by `adopt` if there was none.', 'id'),
    written('name', 'What people call it.'),
    written('title', 'What viewers read.'),
    createOnly('source', 'Stored at creation and ignored afterwards.'),
    written('workbookId', 'Given by the directory.', 'path'),
    written('folderId', 'Given by the directory, or by `folder` for a report that is in a workbook too.', 'folder'),
    written('sqlQuery', 'Its SQL.', 'sql'),
    written('jsonQuery', 'The query: a string of JSON in the API, YAML in the tree.', 'query'),
    written('pivotItems', 'Rows and columns of a pivot table.', 'pivot'),
    written('meta', 'Free-form; empty is the same as none. Keys that viewers see are moved to the top of the file.'),
    written('externalWorkbookId', 'The spreadsheet it feeds.'),
    written('resultLocation', 'Where in the spreadsheet.'),
    written('endResultCell', 'Where in the spreadsheet.'),
    readOnly('description', 'No API call accepts it, so it stays where it was made.'),
    owned('version', 'Counts edits.'),
    owned('refreshedBy', 'Users belong to the account, not to the content.'),
    owned('refreshedByUser', 'Users belong to the account, not to the content.'),
    owned('currentQueryChecksum', 'Follows from the query.'),
    owned('canEdit', 'Depends on who reads it.'),
    owned('canManage', 'Depends on who reads it.'),
    owned('rolesWithAccess', 'Permissions are not content.'),
    owned('externalWorkbookPlacements', 'Placements belong to the people who made them.'),
    ...[ID, DEPLOYMENT, TYPE, CREATED, UPDATED, CREATOR, OWNER, OWNER_ID, PATH],
  ],
  notification: [
    written('dashboardId', 'Given by the directory: the dashboard of the workbook.', 'path'),
    written('cronExpression', 'When it is sent. Written in parts, and returned as cron.', 'schedule'),
    written('timezone', 'The time zone of the schedule.'),
    written('isEnabled', 'Whether it is paused. Left out of a file, the target decides.', 'enabled'),
    written('notificationEnabled', 'Whether it is sent when it runs.', 'send'),
    written('notificationFormat', 'What is sent.', 'format'),
    written('notificationAiSummary', 'Whether a summary goes with it.', 'aiSummary'),
    written('filters', 'Values of the dashboard’s filters; none is the same as an empty list.'),
    written('timeGrains', 'Grains of its time dimensions; none is the same as an empty list.'),
    written('memberSwitchers', 'What its switchers select; none is the same as an empty list.'),
    owned('humanReadableSchedule', 'Follows from the schedule.'),
    ...[ID, DEPLOYMENT],
  ],
  group: [
    written('displayName', 'Identifies the group, whatever its capitals.', 'name'),
    written('members', 'One user each. Compared only if the tree declares them.'),
    owned('externalId', 'The directory that provisions the group. It says who is in it.'),
    owned('schemas', 'Given by the protocol.'),
    owned('meta', 'Times are not content.'),
    ID,
  ],
  attribute: [
    written('name', 'Identifies the attribute.'),
    createOnly('type', 'No call changes it later.'),
    written('displayName', 'What people call it; empty is the same as none.'),
    written('description', 'What it is for; empty is the same as none.'),
    written('defaultValue', 'The value of users who have none.', 'default'),
    ID,
  ],
  role: [
    written('name', 'Identifies the role, whatever its capitals.'),
    written('description', 'What it is for; empty is the same as none.'),
    written('policies', 'Compared by what they allow on each resource. Deployments by name.'),
    ID,
  ],
  settings: [
    compared('auditLogEnabled', 'Whether it is recorded who does what.'),
    compared('hasSupportAccess', 'Whether the support of the platform may sign in.'),
    compared('useAIBIUserInterface', 'Which of the two user interfaces people see.'),
    compared('maintenanceWindowEnabled', 'Whether upgrades wait for a window.'),
    compared('maintenanceWindowDay', 'The day of that window.'),
    compared('maintenanceWindowTime', 'When it begins.'),
    compared('oidcEnabled', 'Whether people sign in with OpenID Connect.'),
    owned('auditLogEnabledCurrent', 'Follows from the setting.'),
    owned('auditLogEnabledTimestamp', 'A time is not content.'),
  ],
  tenantGroup: [
    written('name', 'Identifies the group in its tenant.'),
    written('description', 'What it is for; empty is the same as none.'),
    owned('userCount', 'The application that embeds dashboards says who is in it.'),
    ID,
  ],
  embedAccess: [
    written('allowEmbed', 'Whether signed embedding is allowed.'),
    written('allEmbedUsers', 'One audience. Compared only if the tree declares it.', 'embedAccess'),
    written('tenants', 'One audience each. Compared only if the tree declares it.', 'embedAccess'),
  ],
} as const satisfies Record<string, readonly Field[]>

/** Keys of a report's `meta` that published snapshots expose. In the tree they are at the top of the file. */
export const LIFTED = ['kind', 'spec', 'pythonCode', 'fillMissingRows', 'periodComparisons', 'preferences'] as const

/** The key of `meta` that holds the ledger. */
export const LEDGER_KEY = 'boardwright'

/** Keys of `meta` that are not content: the ledger, and one of the two places of a workbook's draft. */
export const HIDDEN_META = {
  workbook: [LEDGER_KEY, 'dashboardDraft'],
  report: [LEDGER_KEY],
} as const satisfies Record<string, readonly string[]>

/** Wire fields that must be present for an object to have been read completely. */
export const neededFields = (kind: keyof typeof FIELDS): readonly string[] =>
  FIELDS[kind].filter(({ policy }) => policy === 'written' || policy === 'create-only').map(({ wire }) => wire)

/** Which widgets refer to reports, and whether to one or to several. A test compares this with the API table. */
export const REPORT_KEYS = { CHART: 'report', AI: 'reports' } as const
