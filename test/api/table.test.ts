import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../src/api/endpoint.ts'
import { api } from '../../src/api/index.ts'

/** Copied by hand from endpoints 1-17 and the spec's "Other endpoint paths": operation, call, query. */
const OPERATIONS = `
getFolders GET /api/v1/deployments/{deploymentId}/folders ?parentId&first&after
createFolder POST /api/v1/deployments/{deploymentId}/folders
updateFolder PUT /api/v1/deployments/{deploymentId}/folders/{folderId}
deleteFolder DELETE /api/v1/deployments/{deploymentId}/folders/{folderId}
getFolderAncestors GET /api/v1/deployments/{deploymentId}/folders/{folderId}/ancestors
getReports GET /api/v1/deployments/{deploymentId}/reports ?workbookId&folderId&externalWorkbookId&search&limit&page&sortBy&sortDirection&first&after
createReport POST /api/v1/deployments/{deploymentId}/reports
upsertReportByPublicId PUT /api/v1/deployments/{deploymentId}/reports/by-public-id/{publicId}
getReport GET /api/v1/deployments/{deploymentId}/reports/{reportId}
updateReport PUT /api/v1/deployments/{deploymentId}/reports/{reportId}
deleteReport DELETE /api/v1/deployments/{deploymentId}/reports/{reportId}
refreshReport PUT /api/v1/deployments/{deploymentId}/reports/{reportId}/refresh
connectReportToWorkbook PUT /api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook
disconnectReportFromWorkbook DELETE /api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook
getWorkbooks GET /api/v1/deployments/{deploymentId}/workbooks ?folderId&first&after
createWorkbook POST /api/v1/deployments/{deploymentId}/workbooks
upsertWorkbookBySlug PUT /api/v1/deployments/{deploymentId}/workbooks/by-slug/{slug}
getWorkbook GET /api/v1/deployments/{deploymentId}/workbooks/{workbookId}
updateWorkbook PUT /api/v1/deployments/{deploymentId}/workbooks/{workbookId}
deleteWorkbook DELETE /api/v1/deployments/{deploymentId}/workbooks/{workbookId}
updateWorkbookDashboard PUT /api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard
publishDashboard POST /api/v1/deployments/{deploymentId}/workbooks/{workbookId}/publish
updatePublishedDashboardAiWidgetThread POST /api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/ai-widget-thread
duplicateWorkbook POST /api/v1/deployments/{deploymentId}/workbooks/{workbookId}/duplicate
getEmbedAccess GET /api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access
updateEmbedAccess PUT /api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access
workspaceObjects GET /api/v1/deployments/{deploymentId}/workspace ?folderId&types&orderByField&orderByDirection&search&first&after
moveWorkspaceObject POST /api/v1/deployments/{deploymentId}/workspace/move
bulkMoveWorkspaceObjects POST /api/v1/deployments/{deploymentId}/workspace/bulk-move
bulkDeleteWorkspaceObjects POST /api/v1/deployments/{deploymentId}/workspace/bulk-delete
getNotifications GET /api/v1/deployments/{deploymentId}/notifications ?dashboardId&dashboardPublicId&recipientUserId&recipientEmail&recipientEmbedTenantName&recipientExternalId&first&after
getNotification GET /api/v1/deployments/{deploymentId}/notifications/{id}
getRecipients GET /api/v1/deployments/{deploymentId}/notifications/{id}/recipients ?first&after
listFiles GET /build/api/v1/deployments/{deploymentId}/data-model/files ?withContent&branchName&showLastCLIUpload&first&after
updateFiles PUT /build/api/v1/deployments/{deploymentId}/data-model/files
removeFiles DELETE /build/api/v1/deployments/{deploymentId}/data-model/files
renameFiles POST /build/api/v1/deployments/{deploymentId}/data-model/files/rename
validateDataModel GET /build/api/v1/deployments/{deploymentId}/data-model/validate ?branchName&devMode
startDevMode POST /build/api/v1/deployments/{deploymentId}/dev-mode
stopDevMode DELETE /build/api/v1/deployments/{deploymentId}/dev-mode
listBranches GET /build/api/v1/deployments/{deploymentId}/branches ?first&after
createBranch POST /build/api/v1/deployments/{deploymentId}/branches
removeBranch DELETE /build/api/v1/deployments/{deploymentId}/branches ?branchName&removeOnUpstream
setBranchStagingEnvironment PUT /build/api/v1/deployments/{deploymentId}/branches/staging-environment
commitChanges POST /build/api/v1/deployments/{deploymentId}/commit
pull POST /build/api/v1/deployments/{deploymentId}/pull
mergeIntoParentBranch POST /build/api/v1/deployments/{deploymentId}/merge
mergeToDefaultBranch POST /build/api/v1/deployments/{deploymentId}/merge-to-default
fileHashes GET /build/api/v1/deployments/{deploymentId}/data-model/file-hashes ?live&branchName&useDeployProjectRoot
startUpload POST /build/api/v1/deployments/{deploymentId}/data-model/upload/start ?live&branchName&useDeployProjectRoot
uploadFile POST /build/api/v1/deployments/{deploymentId}/data-model/upload/file ?live&branchName&useDeployProjectRoot
finishUpload POST /build/api/v1/deployments/{deploymentId}/data-model/upload/finish ?live&branchName&useDeployProjectRoot
getDeployments GET /api/v1/deployments ?creationStep&offset&limit&first&after
getDeployment GET /api/v1/deployments/{deploymentId}
updateDeployment PUT /api/v1/deployments/{deploymentId}
getDeploymentSettings GET /api/v1/deployments/{deploymentId}/settings
buildStatus GET /api/v1/deployments/{deploymentId}/build-status ?branchName
deploymentToken POST /api/v1/deployments/{deploymentId}/token
getDeploymentEnvironments GET /api/v1/deployments/{deploymentId}/environments ?type&offset&limit&first&after
getMe GET /api/v1/users/me
getUsers GET /api/v1/users ?search&first&after
createUser POST /api/v1/users
updateUser PUT /api/v1/users/{id}
deleteUser DELETE /api/v1/users/{id}
bulkUserAction POST /api/v1/users/bulk
updateMySettings PATCH /api/v1/users/me/settings
getUserAttributes GET /api/v1/user-attributes ?offset&limit&name&type&first&after
createUserAttribute POST /api/v1/user-attributes
updateUserAttribute PUT /api/v1/user-attributes/{id}
upsertUserAttributeValue POST /api/v1/user-attribute-values
getUserAttributeValues GET /api/v1/user-attribute-values/{userId}
getRoles GET /api/v1/roles ?first&after
createRole POST /api/v1/roles
getRole GET /api/v1/roles/{roleId}
updateRole PUT /api/v1/roles/{roleId}
deleteRole DELETE /api/v1/roles/{roleId}
assignRoleToUser PUT /api/v1/roles/{roleId}/users/{userId}
removeRoleFromUser DELETE /api/v1/roles/{roleId}/users/{userId}
getScimServiceProviderConfig GET /api/scim/v2/ServiceProviderConfig
listScimResourceTypes GET /api/scim/v2/ResourceTypes
getScimResourceType GET /api/scim/v2/ResourceTypes/{id}
listScimSchemas GET /api/scim/v2/Schemas
getScimSchema GET /api/scim/v2/Schemas/{id}
searchScimUsers POST /api/scim/v2/Users/.search
searchScimGroups POST /api/scim/v2/Groups/.search
listScimUsers GET /api/scim/v2/Users ?startIndex&count&filter&attributes&excludedAttributes
createScimUser POST /api/scim/v2/Users ?attributes&excludedAttributes
getScimUser GET /api/scim/v2/Users/{id} ?attributes&excludedAttributes
replaceScimUser PUT /api/scim/v2/Users/{id} ?attributes&excludedAttributes
patchScimUser PATCH /api/scim/v2/Users/{id} ?attributes&excludedAttributes
deleteScimUser DELETE /api/scim/v2/Users/{id}
listScimGroups GET /api/scim/v2/Groups ?startIndex&count&filter&attributes&excludedAttributes
createScimGroup POST /api/scim/v2/Groups ?attributes&excludedAttributes
getScimGroup GET /api/scim/v2/Groups/{id} ?attributes&excludedAttributes
replaceScimGroup PUT /api/scim/v2/Groups/{id} ?attributes&excludedAttributes
patchScimGroup PATCH /api/scim/v2/Groups/{id} ?attributes&excludedAttributes
deleteScimGroup DELETE /api/scim/v2/Groups/{id}
getTenantSettings GET /api/v1/tenant/settings
updateTenantSettings PUT /api/v1/tenant/settings
getAppConfig GET /api/v1/app-config
getAppTheme GET /api/v1/app-theme
createToken POST /api/v1/usage-analytics/token
listOAuthIntegrations GET /api/v1/oauth-integrations
createOAuthIntegration POST /api/v1/oauth-integrations
getOAuthIntegration GET /api/v1/oauth-integrations/{id}
updateOAuthIntegration PUT /api/v1/oauth-integrations/{id}
deleteOAuthIntegration DELETE /api/v1/oauth-integrations/{id}
listUserOAuthTokens GET /api/v1/user-oauth-tokens
getUserOAuthToken GET /api/v1/user-oauth-tokens/{integrationId}
revokeUserOAuthToken DELETE /api/v1/user-oauth-tokens/{integrationId}
initiateOAuthFlow POST /api/v1/user-oauth-tokens/{integrationId}/initiate
listOidcTokenConfigs GET /api/v1/oidc-token-configs
createOidcTokenConfig POST /api/v1/oidc-token-configs
getOidcTokenConfig GET /api/v1/oidc-token-configs/{id}
updateOidcTokenConfig PUT /api/v1/oidc-token-configs/{id}
deleteOidcTokenConfig DELETE /api/v1/oidc-token-configs/{id}
generateSession POST /api/v1/embed/generate-session
postTokenBySessionId POST /api/v1/embed/session/token
revokeSession POST /api/v1/embed/session/revoke
getDashboard GET /api/v1/embed/dashboard/{publicId}
updateDashboardEmbedding PATCH /api/v1/embed/dashboard/{publicId}
postDashboardPythonRun POST /api/v1/embed/dashboard/{publicId}/python-run
listDashboardComments GET /api/v1/embed/dashboard/{publicId}/comments ?includeResolved&resolvedOnly&first&after
createDashboardComment POST /api/v1/embed/dashboard/{publicId}/comments
listMentionableEmbedUsers GET /api/v1/embed/dashboard/{publicId}/comments/mentionable-users ?search&first&after
updateDashboardComment PATCH /api/v1/embed/dashboard/{publicId}/comments/{commentId}
removeDashboardComment DELETE /api/v1/embed/dashboard/{publicId}/comments/{commentId}
setDashboardCommentResolved POST /api/v1/embed/dashboard/{publicId}/comments/{commentId}/resolve
listEmbedTenants GET /api/v1/embed-tenants ?search&first&after
deleteEmbedTenant DELETE /api/v1/embed-tenants/{embedTenantName}
getGroups GET /api/v1/embed-tenants/{embedTenantName}/groups ?search&first&after
createGroup POST /api/v1/embed-tenants/{embedTenantName}/groups
getGroup GET /api/v1/embed-tenants/{embedTenantName}/groups/{id}
updateGroup PATCH /api/v1/embed-tenants/{embedTenantName}/groups/{id}
deleteGroup DELETE /api/v1/embed-tenants/{embedTenantName}/groups/{id}
getGroupMembers GET /api/v1/embed-tenants/{embedTenantName}/groups/{id}/users ?first&after
addGroupMembers POST /api/v1/embed-tenants/{embedTenantName}/groups/{id}/users
removeGroupMembers DELETE /api/v1/embed-tenants/{embedTenantName}/groups/{id}/users
provisionEmbedUser POST /api/v1/embed-tenants/{embedTenantName}/user
listEmbedUsers GET /api/v1/embed-tenants/{embedTenantName}/users ?search&first&after
provisionEmbedUsers POST /api/v1/embed-tenants/{embedTenantName}/users
getEmbedTenantUserAttributes GET /api/v1/embed-tenants/{embedTenantName}/user-attributes ?first&after
deleteEmbedTenantUserAttribute DELETE /api/v1/embed-tenants/{embedTenantName}/user-attributes/{id}
listEmbedTenantWorkbooks GET /api/v1/deployments/{deploymentId}/embed-tenants/{embedTenantName}/workbooks ?accessSource&first&after
sharedWorkspaceObjects GET /api/v1/deployments/{deploymentId}/shared-workspace ?folderId&types&orderByField&orderByDirection&search&first&after
deleteDeployment DELETE /api/v1/deployments/{deploymentId}
listDeploymentVersions GET /api/v1/deployments/{deploymentId}/versions ?first&after
logs GET /api/v1/deployments/{deploymentId}/logs ?source&pod&container&first&after
pods GET /api/v1/deployments/{deploymentId}/pods ?first&after
createDeployment POST /build/api/v1/deployments
advanceCreationStep POST /api/v1/deployments/{deploymentId}/creation-step/advance
resetCreationStep POST /api/v1/deployments/{deploymentId}/creation-step/reset
getDeploymentEnvironmentTokens GET /api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens ?offset&limit&first&after
createDeploymentEnvironmentToken POST /api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens
createDeploymentEnvironmentTokenForMetaSync POST /api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens-for-meta-sync
getEnvVariables GET /api/v1/deployments/{deploymentId}/env-vars ?first&after
setEnvVariables PUT /api/v1/deployments/{deploymentId}/env-vars
createNotification POST /api/v1/deployments/{deploymentId}/notifications
updateNotification PUT /api/v1/deployments/{deploymentId}/notifications/{id}
deleteNotification DELETE /api/v1/deployments/{deploymentId}/notifications/{id}
addRecipients POST /api/v1/deployments/{deploymentId}/notifications/{id}/recipients
removeRecipients DELETE /api/v1/deployments/{deploymentId}/notifications/{id}/recipients
startExport POST /api/v1/deployments/{deploymentId}/dashboard-exports
getExportStatus GET /api/v1/deployments/{deploymentId}/dashboard-exports/{jobId}
downloadExport GET /api/v1/deployments/{deploymentId}/dashboard-exports/{jobId}/download ?filename
listRegions GET /api/v1/regions ?first&after
status GET /api/v1/git-provider/status
installations GET /api/v1/git-provider/installations ?first&after
repositories GET /api/v1/git-provider/installations/{installationId}/repositories ?first&after
branches GET /api/v1/git-provider/repositories/{owner}/{repo}/branches ?installationId&first&after
connect POST /build/api/v1/deployments/{deploymentId}/git-provider/connect
listTransformSyncs GET /api/v1/deployments/{deploymentId}/transform-sync ?status&trigger&first&after
startTransformSync POST /api/v1/deployments/{deploymentId}/transform-sync
getTransformSyncStatus GET /api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}
cancelTransformSync DELETE /api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}
getTransformSyncGeneratedFiles GET /api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/generated-files ?first&after
getTransformSyncLogs GET /api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/logs
getTransformSyncResult GET /api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/result
getSpec GET /api/v1/spec
`
  .trim()
  .split('\n')

/** A row of the table, in the form of the list above. */
function printRow(operationId: string, { method, path, query }: Endpoint): string {
  const names = Object.keys(query?.shape ?? {})
  return [operationId, method, path, ...(names.length > 0 ? [`?${names.join('&')}`] : [])].join(' ')
}

const table: readonly (readonly [string, Endpoint])[] = Object.values(api).flatMap(({ endpoints }) =>
  Object.entries<Endpoint>(endpoints),
)

const names = (wanted: (endpoint: Endpoint) => boolean): string[] =>
  table.flatMap(([operationId, endpoint]) => (wanted(endpoint) ? [operationId] : []))

describe('the endpoint table', () => {
  test('holds each operation of the specification once', () => {
    const rows = table.map(([operationId, endpoint]) => printRow(operationId, endpoint))
    expect(rows.toSorted()).toEqual(OPERATIONS.toSorted())
  })

  test.each(table)('%s declares exactly the parameters of its path', (_, { path, params }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(params.shape).toSorted()).toEqual(inPath.toSorted())
  })

  test('no path ends with a slash (endpoints 0)', () => {
    expect(names(({ path }) => path.endsWith('/'))).toEqual([])
  })

  test('a read has no body and is safe to repeat', () => {
    expect(names(({ method, body, repeat }) => method === 'GET' && (body !== undefined || repeat !== 'safe'))).toEqual(
      [],
    )
  })

  test('an operation that must not happen twice is checked before it is repeated (endpoints 18.2)', () => {
    expect(names(({ repeat }) => repeat === 'look').toSorted()).toEqual([
      'commitChanges',
      'connect',
      'createBranch',
      'createDashboardComment',
      'createDeployment',
      'createFolder',
      'createGroup',
      'createNotification',
      'createOAuthIntegration',
      'createOidcTokenConfig',
      'createReport',
      'createRole',
      'createScimGroup',
      'createScimUser',
      'createUser',
      'createUserAttribute',
      'createWorkbook',
      'duplicateWorkbook',
      'finishUpload',
      'mergeIntoParentBranch',
      'mergeToDefaultBranch',
      'patchScimGroup',
      'patchScimUser',
      'postTokenBySessionId',
      'publishDashboard',
      'renameFiles',
      'startTransformSync',
      'updateEmbedAccess',
      'updatePublishedDashboardAiWidgetThread',
    ])
  })

  test('DELETE has a body where the specification says so (endpoints 18.4)', () => {
    const withBody = names(({ method, body }) => method === 'DELETE' && body !== undefined)
    expect(withBody.toSorted()).toEqual([
      'disconnectReportFromWorkbook',
      'removeFiles',
      'removeGroupMembers',
      'removeRecipients',
    ])
  })

  test('the answers without a schema are these (endpoints 18.5)', () => {
    expect(names(({ response, status }) => response === null && status === undefined).toSorted()).toEqual([
      'deleteOAuthIntegration',
      'deleteOidcTokenConfig',
      'deleteReport',
      'deleteUser',
      'deleteWorkbook',
      'downloadExport',
      'initiateOAuthFlow',
      'removeDashboardComment',
      'revokeUserOAuthToken',
      'updateWorkbook',
      'uploadFile',
    ])
    expect(names(({ status }) => status === 204).toSorted()).toEqual([
      'assignRoleToUser',
      'deleteEmbedTenant',
      'deleteEmbedTenantUserAttribute',
      'deleteFolder',
      'deleteGroup',
      'deleteNotification',
      'deleteRole',
      'deleteScimGroup',
      'deleteScimUser',
      'removeGroupMembers',
      'removeRecipients',
      'removeRoleFromUser',
      'revokeSession',
    ])
    expect(names(({ status }) => status === 201)).toEqual(['createScimGroup', 'createScimUser'])
  })

  test('operations for admins (endpoints 7, 15-17; spec Usage analytics; the rest chosen)', () => {
    expect(names(({ admin }) => admin === true).toSorted()).toEqual([
      'addGroupMembers',
      'addRecipients',
      'advanceCreationStep',
      'assignRoleToUser',
      'bulkUserAction',
      'cancelTransformSync',
      'connect',
      'createDeployment',
      'createDeploymentEnvironmentToken',
      'createDeploymentEnvironmentTokenForMetaSync',
      'createGroup',
      'createNotification',
      'createOAuthIntegration',
      'createOidcTokenConfig',
      'createRole',
      'createScimGroup',
      'createScimUser',
      'createToken',
      'createUser',
      'createUserAttribute',
      'deleteDeployment',
      'deleteEmbedTenant',
      'deleteEmbedTenantUserAttribute',
      'deleteGroup',
      'deleteNotification',
      'deleteOAuthIntegration',
      'deleteOidcTokenConfig',
      'deleteRole',
      'deleteScimGroup',
      'deleteScimUser',
      'deleteUser',
      'generateSession',
      'getDeploymentEnvironmentTokens',
      'getEmbedTenantUserAttributes',
      'getEnvVariables',
      'getGroup',
      'getGroupMembers',
      'getGroups',
      'getNotification',
      'getNotifications',
      'getOAuthIntegration',
      'getOidcTokenConfig',
      'getRecipients',
      'getRole',
      'getRoles',
      'getScimGroup',
      'getScimResourceType',
      'getScimSchema',
      'getScimServiceProviderConfig',
      'getScimUser',
      'getTenantSettings',
      'getUsers',
      'listEmbedTenantWorkbooks',
      'listEmbedTenants',
      'listEmbedUsers',
      'listOAuthIntegrations',
      'listOidcTokenConfigs',
      'listScimGroups',
      'listScimResourceTypes',
      'listScimSchemas',
      'listScimUsers',
      'patchScimGroup',
      'patchScimUser',
      'provisionEmbedUser',
      'provisionEmbedUsers',
      'removeGroupMembers',
      'removeRecipients',
      'removeRoleFromUser',
      'replaceScimGroup',
      'replaceScimUser',
      'resetCreationStep',
      'revokeSession',
      'searchScimGroups',
      'searchScimUsers',
      'setEnvVariables',
      'startTransformSync',
      'updateDashboardEmbedding',
      'updateGroup',
      'updateNotification',
      'updateOAuthIntegration',
      'updateOidcTokenConfig',
      'updateRole',
      'updateTenantSettings',
      'updateUser',
      'updateUserAttribute',
      'upsertUserAttributeValue',
    ])
  })

  test('no operation in a deployment needs a key of the whole account (spec Authentication 6)', () => {
    expect(names(({ account, path }) => account === true && path.includes('{deploymentId}'))).toEqual([])
  })

  test('embedding aside, every operation takes a bearer token; SCIM takes either scheme (spec Authentication 2-4)', () => {
    const isScim = (path: string) => path.startsWith('/api/scim/v2/')
    const isEmbed = (path: string) => path.startsWith('/api/v1/embed')
    expect(names(({ auth, path }) => auth !== 'bearer' && !isScim(path) && !isEmbed(path))).toEqual([])
    expect(names(({ auth, path }) => isScim(path) && auth !== 'api-key-or-bearer')).toEqual([])
    expect(names(({ auth, path }) => path.startsWith('/api/v1/embed-tenants') && auth !== 'api-key')).toEqual([])
    const others = (wanted: string) => names(({ auth, path }) => path.startsWith('/api/v1/embed/') && auth === wanted)
    expect(others('api-key')).toEqual(['generateSession'])
    expect(others('api-key-or-bearer')).toEqual(['revokeSession'])
    expect(others('none')).toEqual(['postTokenBySessionId'])
  })
})
