import { FOR_BEANHOUSE, TENANTS } from '../embed-support.ts'
import type { World } from '../specification/rule.ts'
import { HOME } from '../support.ts'

/** Objects of every kind, for requests to act on. */
export interface Subjects {
  /** The path parameters of a request on a real object. */
  readonly place: (operationId: string, path: string) => Readonly<Record<string, string | number>>
  /** Values for a field of a query or a body that make the request meaningful. */
  readonly known: (operationId: string, field: string) => readonly unknown[]
  /** The token of an embed session of the tenant beanhouse. */
  readonly token: string
}

const BUILD = '/build/api/v1/deployments/2'
const BEANHOUSE = { embedTenantName: 'beanhouse' }
const DEPLOYMENT = {
  name: 'Spare',
  cloudProvider: 'aws',
  isManaged: true,
  region: 'local',
  targetPlatform: 'kubernetes',
  creationStep: 'project',
}
const INTEGRATION = {
  name: 'Sheets',
  type: 'google',
  authUrl: 'https://login.example/authorize',
  tokenUrl: 'https://login.example/token',
  clientId: 'client-1',
  clientSecret: 'hidden',
  redirectUri: 'https://acme.example/callback',
}
const POLICIES = [{ resourceType: 'Global', actions: ['AIBIView'], resources: ['All'] }]
const MANIFEST = { nodes: { 'model.shop.orders': { resource_type: 'model', name: 'orders' } } }
const SCIM = 'urn:ietf:params:scim:schemas:core:2.0:'
const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'
const PATCH = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']

const NEW_USER = {
  email: [1, 2, 3].map((n) => `new-${n}@acme.com`),
  username: [4, 5, 6].map((n) => `new-${n}@acme.com`),
  userName: [7, 8, 9].map((n) => `new-${n}@acme.com`),
}
const IN_CREATOR_MODE = {
  internalId: [undefined],
  creatorMode: [true],
  branchName: ['main', null],
  groups: [null],
  userAttributes: [null, [{ name: 'shop', value: 'Bern' }]],
}
const ONE_RECIPIENT = {
  recipientUserId: [2],
  recipientEmail: [undefined],
  recipientEmbedTenantName: [undefined],
  recipientExternalId: [undefined],
}

/** Creates one of each in the sandbox. */
export async function makeSubjects(world: World): Promise<Subjects> {
  const { ok, id, sandbox, enter, keyed, bearing, mint } = world
  const { setSwitches } = sandbox().controls
  setSwitches({ syncMs: 86_400_000, exportMs: 0, buildMs: 0, embedUserAttributes: 'present' })
  const make = async (path: string, body: object) => (await ok('POST', path, { body })).id
  const token = await enter(BEANHOUSE)
  const comments = `/api/v1/embed/dashboard/${FOR_BEANHOUSE}/comments`
  const define = {
    creatorMode: true,
    groupDefinitions: [{ name: 'Baristas' }],
    userAttributeDefinitions: [{ name: 'shop', type: 'string' }],
  }
  await mint({ ...BEANHOUSE, ...define })
  const [shop] = (await keyed('GET', `${TENANTS}/beanhouse/user-attributes`)).body.items
  const [baristas] = (await keyed('GET', `${TENANTS}/beanhouse/groups`)).body.items
  const notification = (await ok('GET', `${HOME}/notifications`)).items.at(-1)
  const [environment] = (await ok('GET', `${HOME}/environments?type=production`)).items
  const dashboard = await ok('GET', `/api/v1/embed/dashboard/${FOR_BEANHOUSE}`)
  const [snapshot] = dashboard.reportSnapshots
  const meeting = await ok('GET', `${HOME}/workbooks/${id('workbook', 'weekly-sales-meeting')}`)
  const { widgets } = meeting['dashboardPublished'] as { widgets: { id: string; type: string }[] }
  await ok('POST', `${BUILD}/branches`, { body: { name: 'feature' } })
  await ok('POST', `${BUILD}/dev-mode`)
  const startUpload = async () => (await ok('POST', `${BUILD}/data-model/upload/start`))['transaction']
  const [filled, finished] = [await startUpload(), await startUpload()]
  const hashes = await ok('GET', `${BUILD}/data-model/file-hashes`)
  const sync = { source: 'manifest', output: 'files', manifest: MANIFEST }
  const startSync = async () => String((await ok('POST', `${HOME}/transform-sync`, { body: sync }))['syncJobId'])
  const running = await startSync()
  setSwitches({ syncMs: 0 })
  const completed = await startSync()
  const png = { format: 'png', dashboardPublicId: FOR_BEANHOUSE }
  const { jobId } = await ok('POST', `${HOME}/dashboard-exports`, { body: png })
  const integration = await make('/api/v1/oauth-integrations', INTEGRATION)
  await ok('POST', `/api/v1/user-oauth-tokens/${integration}/initiate`)
  const [workbook, report] = [id('workbook', 'cash'), id('report', 'mT5yRc8VqN0j')]
  const folder = await make(`${HOME}/folders`, { name: 'Subject' })
  const spare = await make('/build/api/v1/deployments', DEPLOYMENT)
  const connected = await make('/build/api/v1/deployments', { ...DEPLOYMENT, creationMethod: 'git-provider' })

  const params: Readonly<Record<string, string | number>> = {
    deploymentId: 2,
    workbookId: workbook,
    reportId: report,
    folderId: folder,
    slug: 'made-by-slug',
    publicId: FOR_BEANHOUSE,
    environmentId: Number(environment?.id),
    syncJobId: completed,
    jobId: String(jobId),
    embedTenantName: 'beanhouse',
    commentId: (await bearing(token, 'POST', comments, { body: 'First' })).body.id,
    roleId: await make('/api/v1/roles', { name: 'Subject', policies: POLICIES }),
    userId: 4,
    integrationId: integration,
    installationId: 7001,
    owner: 'acme',
    repo: 'analytics-model',
  }
  /** By the part of the path before `{id}`. */
  const ids: readonly (readonly [string, string | number])[] = [
    [`/api/v1/deployments/{deploymentId}/notifications/`, notification?.id ?? 0],
    ['/api/v1/embed-tenants/{embedTenantName}/user-attributes/', shop?.id ?? 0],
    ['/api/v1/embed-tenants/{embedTenantName}/groups/', baristas?.id ?? 0],
    ['/api/v1/user-attributes/', 1],
    ['/api/v1/users/', 4],
    ['/api/v1/oauth-integrations/', integration],
    ['/api/v1/oidc-token-configs/', await make('/api/v1/oidc-token-configs', { audienceType: 'aws' })],
    ['/api/scim/v2/Users/', '7'],
    ['/api/scim/v2/ResourceTypes/', 'User'],
    ['/api/scim/v2/Schemas/', `${SCIM}Group`],
    ['/api/scim/v2/Groups/', '2'],
  ]
  /** Operations that act on another object. */
  const places: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
    upsertReportByPublicId: { publicId: 'AbCdEfGhIjK1' },
    updatePublishedDashboardAiWidgetThread: { workbookId: meeting.id },
    deleteDeployment: { deploymentId: spare },
    connect: { deploymentId: connected },
    cancelTransformSync: { syncJobId: running },
    deleteGroup: { id: (await keyed('POST', `${TENANTS}/beanhouse/groups`, { name: 'Goes' })).body.id },
    deleteReport: { reportId: await make(`${HOME}/reports`, { name: 'Goes' }) },
    deleteEmbedTenant: { embedTenantName: 'cafe-du-lac' },
  }

  const fields: Readonly<Record<string, readonly unknown[]>> = {
    workbookId: [workbook],
    reportId: [snapshot?.['reportId']],
    reportVersionId: [snapshot?.id],
    folderId: [id('folder', 'Sales'), null],
    parentId: [id('folder', 'Product'), null],
    dashboardId: [dashboard.id],
    dashboardPublicId: [FOR_BEANHOUSE],
    environmentId: [Number(environment?.id)],
    defaultDeploymentId: [2],
    deploymentId: [2],
    userId: [2, '2'],
    userAttributeId: ['1'],
    id: [id('report', 'E9rUq4XhB6sN'), folder],
    email: ['maria@acme.com'],
    externalId: ['ana', 'bo'],
    internalId: ['maria@acme.com'],
    embedTenantName: ['beanhouse'],
    group: ['Sales'],
    tenantGroup: ['Baristas'],
    branchName: ['main', 'feature'],
    from: ['main'],
    deployBranchName: ['main'],
    path: ['model/cubes/made.yml'],
    newPath: ['model/cubes/renamed.yml'],
    fileName: ['model/cubes/uploaded.yml'],
    content: ['cubes: []\n'],
    transaction: [JSON.stringify(filled)],
    timezone: ['UTC', 'Europe/Zurich'],
    locale: ['de'],
    customCron: ['0 7 * * 1'],
    minute: [5],
    hour: [7],
    dayOfWeek: [1],
    dayOfMonth: [1],
    installationId: [7001],
    manifest: [MANIFEST],
    policies: [POLICIES],
    audienceType: ['aws'],
    authUrl: ['https://login.example/a'],
    tokenUrl: ['https://login.example/t'],
    redirectUri: ['https://acme.example/c'],
    env_variables: [[{ name: 'SHOWN', value: 'yes' }]],
    recipients: [[{ type: 'USER', userId: 2 }], [{ type: 'USER', id: 2 }]],
    members: [[{ externalId: 'bo' }]],
    widgetId: widgets.filter(({ type }) => type === 'AI').map((widget) => widget.id),
    filter: ['userName eq "maria@acme.com"', 'displayName eq "Sales"'],
    expectedVersion: [1],
    after: [''],
    branchId: [undefined],
    deployBranchReadOnly: [false],
    deployBranchMergeAllowed: [true],
    picture: ['https://acme.example/p.png', null],
  }
  /** Meanings of a name in one operation only. */
  const special: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
    finishUpload: { files: [hashes], transaction: [finished], branchName: ['feature'] },
    updateFiles: { branchName: [undefined] },
    removeFiles: { branchName: [undefined] },
    renameFiles: { branchName: [undefined], path: ['model/cubes/before.yml'] },
    mergeIntoParentBranch: { branchName: ['feature'], deleteBranch: [false] },
    mergeToDefaultBranch: { branchName: ['feature'], removeBranchAfterMerge: [false] },
    updateReport: { expectedVersion: [undefined], publicId: [undefined] },
    duplicateWorkbook: { shared: [false, null] },
    generateSession: IN_CREATOR_MODE,
    getDeployments: { offset: [undefined], limit: [undefined] },
    getReports: { page: [undefined], limit: [undefined] },
    getNotifications: { ...ONE_RECIPIENT, dashboardPublicId: [undefined] },
    createNotification: { dashboardId: [undefined], customCron: ['0 7 * * 1'] },
    // It takes exactly one of two ids.
    startExport: { dashboardId: [null] },
    publishDashboard: { dashboardId: [undefined], config: [{ title: 'Cash' }] },
    createUser: { ...NEW_USER, isExternal: [null], defaultRoles: [undefined], externalId: [undefined] },
    updateUser: { lastLogin: [undefined] },
    searchScimUsers: { schemas: [[SEARCH]], attributes: [undefined], excludedAttributes: [undefined] },
    searchScimGroups: { schemas: [[SEARCH]], filter: [undefined] },
    createScimUser: { ...NEW_USER, schemas: [[`${SCIM}User`]], emails: [null], externalId: [undefined] },
    replaceScimUser: {
      ...NEW_USER,
      userName: ['as-before@acme.com'],
      schemas: [[`${SCIM}User`]],
      emails: [null],
      externalId: [undefined],
    },
    patchScimUser: { schemas: [PATCH], Operations: [[{ op: 'replace', path: 'displayName', value: 'Tom' }]] },
    createScimGroup: { schemas: [[`${SCIM}Group`]], members: [[{ value: '2' }], null] },
    replaceScimGroup: { schemas: [[`${SCIM}Group`]], members: [[{ value: '2' }], null], externalId: [undefined] },
    patchScimGroup: { schemas: [PATCH], Operations: [[{ op: 'add', path: 'members', value: [{ value: '2' }] }]] },
    upsertUserAttributeValue: { value: ['north', null] },
    bulkUserAction: { userId: [6] },
    connect: { name: ['analytics-model'], deployBranchName: ['main', null] },
    removeBranch: { branchName: ['feature'] },
    createBranch: { from: ['main', null] },
    startTransformSync: { source: ['manifest'] },
    postTokenBySessionId: { sessionId: [await mint()] },
    createDashboardComment: { parentId: [null] },
    bulkDeleteWorkspaceObjects: { type: ['REPORT'] },
    updateEmbedAccess: { allEmbedUsers: [null] },
  }

  return {
    token,
    place(operationId, path) {
      const found = ids.find(([start]) => path.startsWith(start))
      return { ...params, ...(found ? { id: found[1] } : {}), ...places[operationId] }
    },
    known: (operationId, field) => special[operationId]?.[field] ?? fields[field] ?? [],
  }
}
