/** Answers and requests as the fact sheets describe them, written by hand and never built through the schemas. */

export const owner = { id: 7, email: 'ada@acme.example', firstName: 'Ada', picture: null }

export const folder = {
  id: 31,
  deploymentId: 2,
  name: 'Sales',
  position: 0,
  type: 'FOLDER',
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-03-01T09:00:00.000Z',
  parentId: null,
  folderPath: [],
  createdBy: 7,
  updatedBy: null,
  user: owner,
}

export const report = {
  id: 101,
  publicId: 'Rev3nueByMon',
  deploymentId: 2,
  type: 'REPORT',
  name: 'Revenue by month',
  userId: 7,
  user: owner,
  refreshedByUser: owner,
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-03-02',
  title: null,
  workbookId: 12,
  folderId: null,
  folderPath: [{ id: 31, name: 'Sales' }],
  jsonQuery: '{"measures":["orders.revenue"]}',
  pivotItems: { columns: [], measures: ['orders.revenue'], rows: ['orders.month'], filters: [], measuresAxis: 'rows' },
  meta: { kind: 'vega', spec: { mark: 'bar' } },
  source: 'PLAYGROUND',
  version: 4,
  rolesWithAccess: [{ id: 1, name: 'Analyst', actions: ['ReportRead', 'APermissionOfNextYear'] }],
}

export const widget = { id: 'w1', type: 'CHART', position: { x: 0, y: 0, w: 6, h: 4 }, config: { reportId: 101 } }

export const dashboard = {
  id: 9,
  publicId: 'dash-9',
  deploymentId: 2,
  workbookId: 12,
  status: 'published',
  allowEmbed: false,
  config: { kind: 'CLASSIC', title: null, theme: { anything: { at: 'all' } }, widgets: [widget] },
  versionNumber: 3,
  versionId: 55,
  reportSnapshots: [
    { id: 900, reportId: 101, versionNumber: 4, kind: 'sankey', spec: { mark: 'bar' } },
    { id: 901, reportId: 102, versionNumber: 1, kind: null, spec: 'text', preferences: { columnFormats: null } },
  ],
}

export const workbook = {
  id: 12,
  name: 'Revenue overview',
  deploymentId: 2,
  type: 'WORKBOOK',
  meta: {},
  calculatedFields: {},
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-03-01T09:00:00.000Z',
  slug: null,
  folderId: 31,
  dashboardDraft: { widgets: [widget] },
  dashboardPublished: null,
  publishedDashboard: dashboard,
}

export const settings = {
  id: 2,
  name: 'production',
  deploymentUrl: 'https://acme.example/p',
  creationStep: 'ready',
  template: 'single',
  cloudProvider: 'aws',
  releaseChannel: 'latest',
  deployBranchName: 'main',
  deployBranchReadOnly: false,
  deployBranchMergeAllowed: true,
  deployProjectRoot: '/',
  isPlatformSqlEnabled: true,
  isSupportPreAggregations: true,
  deployMode: 'git',
}

export const tree = {
  items: [
    {
      path: '/model',
      type: 'directory',
      children: [{ path: '/model/cubes', type: 'directory', children: [{ path: '/model/cubes/a.yml', type: 'file' }] }],
    },
  ],
  data: [],
  pageInfo: null,
}

export const deployments = {
  items: [{ id: 2, name: 'production', deploymentUrl: 'https://acme.example/p', creationStep: 'git-provider' }],
  data: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false },
  pagination: { total: 1, offset: 0, limit: 50 },
}

export const buildStatus = { deploymentId: 2, branchName: 'main', mode: 'production', status: 'a state of next year' }

export const branchList = {
  items: [{ id: 1, name: 'main' }],
  data: [{ id: 1, name: 'main', parentBranch: null, lastHash: null, isStagingEnvironmentEnabled: null }],
}

export const environments = {
  items: [
    { id: 'production', type: 'production', api_credentials: [{ type: 'sql', version: 1, port: 15432, host: null }] },
    { id: '7', type: 'staging', branch: 'develop', api_credentials: [] },
  ],
  data: [],
  pagination: null,
}

export const embedAccess = {
  allowEmbed: true,
  allEmbedUsers: { enabled: false, action: 'none', groupId: null },
  tenants: [{ embedTenantName: 'globex', groupId: 40, action: 'read' }],
}

export const notifications = {
  items: [
    {
      id: 5,
      dashboardId: 9,
      deploymentId: 2,
      cronExpression: '0 9 * * 1',
      timezone: 'UTC',
      isEnabled: true,
      humanReadableSchedule: 'At 09:00, only on Monday',
      notificationEnabled: true,
      notificationFormat: 'pdf',
      notificationAiSummary: false,
      filters: [{ member: 'orders.status', operator: 'equals', value: ['paid', 1, null] }, { member: 'orders' }],
      timeGrains: [{ member: 'orders.date', grain: 'week' }],
      memberSwitchers: null,
    },
  ],
  pageInfo: null,
}

export const user = {
  id: 7,
  email: 'ada@acme.example',
  username: 'ada',
  isAdmin: true,
  notifications: {},
  aliases: [
    {
      id: 1,
      userId: 7,
      username: 'lovelace',
      source: 'scim',
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-01T09:00:00.000',
    },
  ],
  userPolicies: [{ resourceType: 'Deployment', actions: ['All'], resources: ['2'] }],
}
