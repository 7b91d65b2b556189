import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Driver, Sending } from '../every-operation/driver.ts'
import { DEV, HOME } from '../support.ts'

type Way = (driver: Driver) => Sending | Promise<Sending>
type Ways = Readonly<Record<string, Readonly<Record<number, Way>>>>

const GHOST = 987_654_321
const BUILD = '/build/api/v1/deployments/2'

const body =
  (fields: unknown, more: Sending = {}): Way =>
  () => ({ body: fields, ...more })
const query =
  (fields: Readonly<Record<string, unknown>>): Way =>
  () => ({ query: fields })

/** Sends it as another user of the seed, who may read the object. */
const as =
  (user: string, more: (driver: Driver) => Sending = () => ({})): Way =>
  (driver) => {
    const { keys, controls } = driver.world.sandbox()
    const credential = user === 'member' ? keys.member : controls.addKey({ user }).key
    return { credential, ...more(driver) }
  }
const member = as('member')
const viewer = as('nadia@board.acme.com')
const onFinance = as('member', ({ world }) => ({ place: { folderId: world.id('folder', 'Finance') } }))

const asSession =
  (more: Sending = {}): Way =>
  ({ token }) => ({ credential: token(), ...more })
const outsideTenants: Way = async ({ world }) => ({ credential: await world.enter() })
const embeddingOff =
  (more: Way = () => ({})): Way =>
  async (driver) => {
    driver.world.sandbox().controls.setEmbedding({ enabled: false })
    return more(driver)
  }

const nowhere = query({ branchName: 'nowhere' })
const atNowhere = body({ branchName: 'nowhere' })
const made = async ({ world }: Driver, path: string, fields: object): Promise<number> =>
  (await world.ok('POST', path, { body: fields })).id

/** Writes a file on a branch in dev mode, and commits it. */
async function change({ world }: Driver, branchName: string, path: string, content: string, user = 'ci-bot@acme.com') {
  const { key } = world.sandbox().controls.addKey({ user })
  await world.ok('POST', `${BUILD}/dev-mode`, { body: { branchName }, key })
  await world.ok('PUT', `${BUILD}/data-model/files`, { body: { files: [{ path, content }] }, key })
  await world.ok('POST', `${BUILD}/commit`, {
    body: { message: 'Change', exitDevMode: true, resolveMergeConflict: true },
    key,
  })
}

/** A new branch that another git is moving right now: it holds a lock on the ref. */
async function beingMoved({ world }: Driver, name: string): Promise<void> {
  await world.ok('POST', `${BUILD}/branches`, { body: { name, from: null } })
  writeFileSync(join(world.sandbox().directory, 'models', '2.git', 'refs', 'heads', `${name}.lock`), '')
}

/** A branch that changed a file differently from the deploy branch. */
async function diverged(driver: Driver, name: string): Promise<void> {
  await driver.world.ok('POST', `${BUILD}/branches`, { body: { name } })
  await change(driver, 'main', `${name}.md`, 'here')
  await change(driver, name, `${name}.md`, 'there')
}

/** The caller's fork, with a file that somebody else commits meanwhile. */
async function overtaken(driver: Driver, path: string): Promise<unknown> {
  const { branchName } = await driver.world.ok('POST', `${BUILD}/dev-mode`, { body: { branchName: 'main' } })
  const files = [{ path, content: 'mine' }]
  await driver.world.ok('PUT', `${BUILD}/data-model/files`, { body: { files } })
  await change(driver, 'main', path, 'theirs', 'zoe@acme.com')
  return branchName
}

const widget = { type: 'CHART', position: { x: 0, y: 0, w: 1, h: 1 }, config: { reportId: GHOST } }
const strayDraft = { widgets: [{ id: 'a', ...widget }] }
const POLICY = { resourceType: 'Global', actions: ['AIBIView'], resources: ['All'] }
const takenSlug = body({ slug: 'board-pack', slugTakeover: null, folderId: undefined, meta: null })

const scimUser = { userName: 'jonas@acme.com', emails: null, externalId: undefined }
const patch = (value: object): Way => body({ Operations: [{ op: 'replace', ...value }] })
const deactivateMe = { place: { id: '1' } }
export const OWN: Ways = {
  updateDeployment: { 400: body({ deployBranchName: 'nope' }), 403: member },
  deploymentToken: { 403: asSession() },
  getFolders: { 404: query({ parentId: GHOST }) },
  createFolder: {
    400: async (driver) => {
      let parentId: number | null = null
      for (let depth = 0; depth < 10; depth += 1)
        parentId = await made(driver, `${HOME}/folders`, { name: 'In', parentId })
      return { body: { parentId } }
    },
    403: viewer,
    404: body({ parentId: GHOST }),
  },
  updateFolder: { 403: onFinance },
  deleteFolder: {
    400: async (driver) => {
      const folderId = await made(driver, `${HOME}/folders`, { name: 'Outer' })
      await made(driver, `${HOME}/folders`, { name: 'Inner', parentId: folderId })
      return { place: { folderId } }
    },
    403: onFinance,
  },
  getReports: { 400: query({ first: 1, page: 1, limit: 1, after: undefined }) },
  createReport: {
    400: body({ publicId: '00000000abcd' }),
    403: viewer,
    404: body({ workbookId: GHOST, publicId: null }),
    409: body({ publicId: 'h4Kq9ZtB2wLm', workbookId: null, folderId: null }),
  },
  upsertReportByPublicId: {
    400: () => ({ place: { publicId: '00000000zzzz' }, body: { publicId: null, workbookId: null, folderId: null } }),
    403: as('member', () => ({ place: { publicId: 'mT5yRc8VqN0j' } })),
    404: as('nadia@board.acme.com', () => ({ place: { publicId: 'h4Kq9ZtB2wLm' } })),
    409: async (driver) => {
      const publicId = 'ElseWhere123'
      await made(driver, `${DEV}/reports`, { publicId })
      return { place: { publicId }, body: { publicId: null, workbookId: null, folderId: null } }
    },
  },
  updateReport: {
    400: body({ publicId: 'AnotherOne12' }),
    403: member,
    409: body({ expectedVersion: 99 }),
  },
  deleteReport: {
    403: as('jonas@acme.com', ({ world }) => ({ place: { reportId: world.id('report', 'h4Kq9ZtB2wLm') } })),
  },
  createWorkbook: {
    400: body({ meta: { dashboardDraft: strayDraft }, folderId: null }),
    403: viewer,
    404: body({ folderId: GHOST }),
  },
  upsertWorkbookBySlug: {
    400: () => ({ place: { slug: ' ' } }),
    403: as('member', () => ({ place: { slug: 'cash' } })),
    404: as('member', () => ({ place: { slug: 'board-pack' } })),
  },
  updateWorkbook: { 400: body({ slug: ' ' }), 403: member, 409: takenSlug },
  deleteWorkbook: { 403: member },
  updateWorkbookDashboard: { 400: body({ dashboardDraft: strayDraft }), 403: member },
  publishDashboard: { 400: body({ config: strayDraft }), 403: member, 404: body({ dashboardId: GHOST }) },
  updatePublishedDashboardAiWidgetThread: {
    403: as('member', ({ world }) => ({ place: { workbookId: world.id('workbook', 'cash') } })),
  },
  duplicateWorkbook: {
    400: async (driver) => {
      const workbookId = await made(driver, `${HOME}/workbooks`, { name: 'Unpublished' })
      const share = { embedTenantName: 'beanhouse', action: 'read' }
      await driver.world.ok('PUT', `${HOME}/workbooks/${workbookId}/embed-access`, { body: share })
      const credential = await driver.world.enter({ embedTenantName: 'beanhouse', creatorMode: true })
      return { credential, place: { workbookId }, body: { shared: true } }
    },
    403: as('nadia@board.acme.com', ({ world }) => ({ place: { workbookId: world.id('workbook', 'board-pack') } })),
  },
  updateEmbedAccess: {
    400: body({ embedTenantName: 'beanhouse', allEmbedUsers: true, action: 'read' }),
    403: member,
    404: body({ embedTenantName: 'ghosts', allEmbedUsers: null, action: 'read', allowEmbed: null }),
  },
  workspaceObjects: { 404: query({ folderId: GHOST, search: undefined }) },
  moveWorkspaceObject: {
    400: async (driver) => {
      const id = await made(driver, `${HOME}/folders`, { name: 'Into itself' })
      return { body: { type: 'FOLDER', id, folderId: id } }
    },
    403: as('member', ({ world }) => ({
      body: { type: 'WORKBOOK', id: world.id('workbook', 'cash'), folderId: null },
    })),
    404: body({ type: 'REPORT', id: GHOST, folderId: null }),
  },
  listFiles: { 404: nowhere },
  updateFiles: { 400: body({ branchName: 'main' }), 404: atNowhere },
  removeFiles: { 400: body({ branchName: 'main' }), 404: atNowhere },
  renameFiles: { 400: body({ branchName: 'main' }), 404: atNowhere },
  validateDataModel: {
    400: query({ branchName: 'main', devMode: true }),
    404: query({ branchName: 'nowhere', devMode: undefined }),
  },
  startDevMode: {
    400: async ({ world }) => {
      const { branchName } = await world.ok('POST', `${BUILD}/dev-mode`)
      return { credential: world.sandbox().controls.addKey({ user: 'zoe@acme.com' }).key, body: { branchName } }
    },
    404: atNowhere,
  },
  createBranch: {
    400: body({ name: 'x'.repeat(3000), from: null }),
    404: body({ name: 'fresh', from: 'nowhere' }),
    409: body({ name: 'main', from: null }),
  },
  removeBranch: {
    409: async (driver) => {
      await beingMoved(driver, 'going')
      return { query: { branchName: 'going' } }
    },
    400: query({ branchName: 'main' }),
    403: async ({ world }) => {
      const { branchName } = await world.ok('POST', `${BUILD}/dev-mode`)
      return { credential: world.sandbox().keys.member, query: { branchName } }
    },
    404: nowhere,
  },
  setBranchStagingEnvironment: { 400: body({ branchName: 'main' }), 404: atNowhere },
  commitChanges: {
    400: async ({ world }) => {
      await world.ok('DELETE', `${BUILD}/dev-mode`)
      return {}
    },
    403: async ({ world }) => {
      await world.ok('POST', `${BUILD}/dev-mode`, { as: 'member' })
      const files = [{ path: 'hers.md', content: 'x' }]
      await world.ok('PUT', `${BUILD}/data-model/files`, { as: 'member', body: { files } })
      return { credential: world.sandbox().keys.member }
    },
    409: async (driver) => {
      await overtaken(driver, 'both.md')
      return { body: { message: 'Both', exitDevMode: null, resolveMergeConflict: null } }
    },
  },
  pull: {
    404: atNowhere,
    409: async (driver) => {
      return { body: { branchName: await overtaken(driver, 'again.md') } }
    },
  },
  mergeIntoParentBranch: {
    400: body({ branchName: 'main' }),
    403: as('member', () => ({ body: { branchName: 'feature' } })),
    404: atNowhere,
    409: async (driver) => {
      await diverged(driver, 'apart')
      return { body: { branchName: 'apart' } }
    },
  },
  mergeToDefaultBranch: {
    400: body({ branchName: 'main' }),
    403: as('member', () => ({ body: { branchName: 'feature' } })),
    404: atNowhere,
    409: async (driver) => {
      await diverged(driver, 'afar')
      return { body: { branchName: 'afar' } }
    },
  },
  fileHashes: { 404: nowhere },
  startUpload: {
    400: async ({ world }) => {
      const { branchName } = await world.ok('POST', `${BUILD}/dev-mode`, { as: 'member' })
      return { query: { branchName } }
    },
    403: as('member', () => ({ query: { branchName: 'main' } })),
    404: nowhere,
  },
  uploadFile: { 400: body({ transaction: 'none' }), 404: body({ transaction: '{"id":"none"}' }) },
  finishUpload: {
    400: body({ files: { 'a.md': { hash: 'none' } } }),
    404: body({ transaction: { id: 'none' } }),
    409: async (driver) => {
      await beingMoved(driver, 'moving')
      return { query: { branchName: 'moving' }, body: { files: {}, removeUnlisted: true } }
    },
  },
  startTransformSync: { 400: body({ branchName: '' }), 404: body({ branchName: 'nowhere' }) },
  cancelTransformSync: {
    409: async ({ world }) => {
      const running = (await world.ok('GET', `${HOME}/transform-sync?status=COMPLETED`)).items[0]
      return { place: { syncJobId: String(running?.['syncJobId']) } }
    },
  },
  connect: {
    404: body({ installationId: GHOST }),
    409: body({ installationId: 7001, name: 'analytics-model', isNewRepo: true, deployBranchName: 'main' }),
  },
  startExport: {
    400: body({ dashboardId: null, dashboardPublicId: null }),
    403: ({ world }) => {
      world.sandbox().controls.setSwitches({ dataDownload: 'restricted' })
      return { body: { dashboardId: null, dashboardPublicId: 'Rv0nPw4KcT7e', renderAs: null } }
    },
    404: body({ dashboardId: GHOST, dashboardPublicId: null, renderAs: null }),
    429: async ({ world }) => {
      world.sandbox().controls.setSwitches({ exportMs: 86_400_000 })
      const png = { format: 'png', dashboardPublicId: 'Rv0nPw4KcT7e' }
      for (let n = 0; n < 5; n += 1) await world.ok('POST', `${HOME}/dashboard-exports`, { body: png })
      return { body: { dashboardId: null, ...png, renderAs: null } }
    },
  },
  downloadExport: {
    409: async ({ world }) => {
      world.sandbox().controls.setSwitches({ exportMs: 86_400_000 })
      const png = { format: 'png', dashboardPublicId: 'Rv0nPw4KcT7e' }
      const { key } = world.sandbox().controls.addKey({ user: 'zoe@acme.com' })
      const { jobId } = await world.ok('POST', `${HOME}/dashboard-exports`, { body: png, key })
      return { credential: key, place: { jobId: String(jobId) } }
    },
    422: async ({ world }) => {
      world.sandbox().controls.setSwitches({ exportMs: 0 })
      const { body: app } = await world.publish({ config: { kind: 'APP' } })
      const { key } = world.sandbox().controls.addKey({ user: 'zoe@acme.com' })
      const png = { format: 'png', dashboardId: app.id }
      const { jobId } = await world.ok('POST', `${HOME}/dashboard-exports`, { body: png, key })
      return { credential: key, place: { jobId: String(jobId) } }
    },
  },
  setEnvVariables: {
    400: body({
      env_variables: [
        { name: 'A', value: '' },
        { name: 'A', value: '' },
      ],
    }),
  },
  getNotifications: {
    400: query({ recipientEmbedTenantName: 'beanhouse', dashboardId: undefined, recipientUserId: undefined }),
  },
  createNotification: {
    400: body({ scheduleType: 'CUSTOM', customCron: 'often', dashboardId: null, dashboardPublicId: 'Rv0nPw4KcT7e' }),
    404: body({ dashboardId: null, dashboardPublicId: 'nothing-here' }),
  },
  updateNotification: { 400: body({ scheduleType: 'CUSTOM', customCron: 'often' }) },
  addRecipients: { 400: body({ recipients: [{ type: 'SLACK', channelId: 'C1' }] }) },
  updateMySettings: { 400: body({ defaultDeploymentId: GHOST }) },
  createUser: { 400: body({ email: 'no address' }), 409: body({ email: 'maria@acme.com' }) },
  updateUser: { 403: body({ isDeactivated: true }, { place: { id: 1 } }) },
  deleteUser: { 400: () => ({ place: { id: 1 } }) },
  createOidcTokenConfig: {
    400: body({ audienceType: 'custom', customAudience: null }),
    409: body({ name: 'aws', audienceType: 'aws' }),
  },
  updateOidcTokenConfig: {
    409: async (driver) => {
      await made(driver, '/api/v1/oidc-token-configs', { audienceType: 'aws', name: 'taken' })
      return { body: { name: 'taken' } }
    },
  },
  createRole: {
    400: body({ name: 'Admin', policies: [POLICY] }),
    409: body({ name: 'Data steward', policies: [POLICY] }),
  },
  updateRole: {
    400: body({ name: 'Admin', policies: [POLICY] }),
    409: body({ name: 'Data steward', policies: [POLICY] }),
  },
  listScimGroups: { 400: query({ filter: 'nothing eq 1' }) },
  searchScimGroups: { 400: body({ filter: 'nothing eq 1' }) },
  createScimGroup: { 400: body({ displayName: 'system:x' }), 409: body({ displayName: 'Sales', members: null }) },
  replaceScimGroup: { 409: body({ displayName: 'Sales', members: null }) },
  patchScimGroup: {
    400: patch({ path: 'members[value eq "99"].value', value: 'x' }),
    409: patch({ path: 'displayName', value: 'Sales' }),
  },
  listScimUsers: { 400: query({ filter: 'nothing eq 1' }) },
  searchScimUsers: { 400: body({ filter: 'nothing eq 1' }) },
  createScimUser: { 400: body({ ...scimUser, userName: ' ' }), 409: body(scimUser) },
  replaceScimUser: { 403: body({ active: false, userName: 'ci-bot@acme.com' }, deactivateMe), 409: body(scimUser) },
  patchScimUser: {
    400: patch({ path: 'emails[value eq "nobody"].value', value: 'x' }),
    403: () => ({ ...deactivateMe, body: { Operations: [{ op: 'replace', path: 'active', value: false }] } }),
    409: patch({ path: 'userName', value: 'jonas@acme.com' }),
  },
  deleteScimUser: { 400: () => deactivateMe },
  createToken: {
    404: ({ world }) => {
      world.sandbox().controls.setSwitches({ usageAnalytics: 'off' })
      return {}
    },
  },
  createUserAttribute: { 409: body({ name: 'region' }) },
  upsertUserAttributeValue: {
    400: body({ userId: '2', userAttributeId: '1', value: 5 }),
    404: body({ userId: `${GHOST}`, userAttributeId: '1', value: 'x' }),
  },
  getUserAttributeValues: { 403: member },
  generateSession: {
    400: body({ externalId: 'ana', internalId: 'maria@acme.com' }),
    403: embeddingOff(),
    404: body({ deploymentId: 2, branchName: 'nowhere', embedTenantName: 'beanhouse' }),
    429: ({ world }) => {
      world.sandbox().controls.setSwitches({ embedUserLimit: 0 })
      return { body: { externalId: 'one-more', branchName: null } }
    },
  },
  postTokenBySessionId: { 401: body({ sessionId: 'none' }), 403: embeddingOff(body({ sessionId: 'none' })) },
  revokeSession: { 403: embeddingOff() },
  getDashboard: { 403: embeddingOff(asSession()) },
  postDashboardPythonRun: { 403: body({ reportVersionId: GHOST }) },
  listDashboardComments: { 403: outsideTenants },
  createDashboardComment: {
    400: async ({ world, token }) => {
      const comments = '/api/v1/embed/dashboard/Rv0nPw4KcT7e/comments'
      const write = async (parentId: number | null) =>
        (await world.bearing(token(), 'POST', comments, { body: 'x', parentId })).body.id
      return { body: { body: 'x', parentId: await write(await write(null)) } }
    },
    403: outsideTenants,
  },
  listMentionableEmbedUsers: { 403: outsideTenants },
  updateDashboardComment: { 403: outsideTenants },
  removeDashboardComment: { 403: outsideTenants },
  setDashboardCommentResolved: {
    400: async ({ world, token }) => {
      const comments = '/api/v1/embed/dashboard/Rv0nPw4KcT7e/comments'
      const write = async (parentId: number | null) =>
        (await world.bearing(token(), 'POST', comments, { body: 'x', parentId })).body.id
      return { place: { commentId: await write(await write(null)) } }
    },
    403: outsideTenants,
  },
  deleteEmbedTenant: { 400: () => ({ place: { embedTenantName: 'Beanhouse' } }) },
  provisionEmbedUser: {
    400: body({ groups: ['Ghosts'] }),
    429: ({ world }) => {
      world.sandbox().controls.setSwitches({ embedUserLimit: 0 })
      return { body: { externalId: 'one-more', groups: null, userAttributes: null, tenantGroups: null } }
    },
  },
  createGroup: { 400: body({ name: 'Baristas' }) },
  deleteGroup: {
    400: async ({ world }) => {
      const groups = '/api/v1/embed-tenants/beanhouse/groups'
      const { id } = (await world.keyed('POST', groups, { name: 'Full' })).body
      await world.keyed('POST', `${groups}/${id}/users`, { members: [{ externalId: 'ana' }] })
      return { place: { id } }
    },
  },
  addGroupMembers: { 400: body({ members: [{}] }) },
  removeGroupMembers: { 400: body({ members: [{}] }) },
  sharedWorkspaceObjects: {
    403: ({ world }) => ({ credential: world.sandbox().keys.admin }),
    404: query({ folderId: GHOST, search: undefined }),
  },
}
