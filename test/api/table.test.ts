import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../src/api/endpoint.ts'
import { api } from '../../src/api/index.ts'

/** Copied by hand from endpoints 1-5, 7-11, 16 and the spec's "Other endpoint paths": operation, call, query. */
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
  test('holds the operations of the specification, each once', () => {
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

  test('a read has no body and may be repeated', () => {
    expect(names(({ method, body, repeat }) => method === 'GET' && (body !== undefined || repeat !== 'safe'))).toEqual(
      [],
    )
  })

  test('what would happen twice is looked at before it is repeated (endpoints 18.2)', () => {
    expect(names(({ repeat }) => repeat === 'look').toSorted()).toEqual([
      'commitChanges',
      'createBranch',
      'createFolder',
      'createReport',
      'createWorkbook',
      'duplicateWorkbook',
      'finishUpload',
      'mergeIntoParentBranch',
      'mergeToDefaultBranch',
      'publishDashboard',
      'renameFiles',
      'updateEmbedAccess',
      'updatePublishedDashboardAiWidgetThread',
    ])
  })

  test('DELETE has a body where the specification says so (endpoints 18.4)', () => {
    const withBody = names(({ method, body }) => method === 'DELETE' && body !== undefined)
    expect(withBody).toEqual(['disconnectReportFromWorkbook', 'removeFiles'])
  })

  test('answers without a schema are known (endpoints 18.5)', () => {
    expect(names(({ response }) => response === null).toSorted()).toEqual([
      'deleteFolder',
      'deleteReport',
      'deleteWorkbook',
      'updateWorkbook',
      'uploadFile',
    ])
    expect(names(({ status }) => status !== undefined)).toEqual(['deleteFolder'])
  })

  test('notifications are for admins (endpoints 7)', () => {
    expect(names(({ admin }) => admin === true)).toEqual(['getNotifications', 'getNotification', 'getRecipients'])
  })

  test('all of it takes a bearer token (spec Authentication 2)', () => {
    expect(names(({ auth }) => auth !== 'bearer')).toEqual([])
  })
})
