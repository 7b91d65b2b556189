import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../api/endpoint.ts'
import { api } from '../../api/index.ts'

const table: readonly (readonly [string, Endpoint])[] = Object.values(api).flatMap(({ endpoints }) =>
  Object.entries<Endpoint>(endpoints),
)

const names = (wanted: (endpoint: Endpoint) => boolean): string[] =>
  table.flatMap(([operationId, endpoint]) => (wanted(endpoint) ? [operationId] : []))

describe('the endpoint table', () => {
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
