import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../../platform/api/endpoint.ts'
import { api } from '../../../../platform/api/index.ts'
import { REFUSED } from '../../../../platform/api/refused.ts'
import { ROUTES } from '../../../routes/index.ts'
import { expectRefused, openContract } from '../support.ts'

const { call } = openContract({ seed: 'empty' })

/** Typed by hand: every path and method in the specification's index and chapters, with its slashes. */
const INDEX = `
POST /api/v1/deployments/{deploymentId}/workbooks/{workbookId}/publish
GET /api/v1/deployments/{deploymentId}/folders
GET /api/v1/deployments/{deploymentId}/folders/{folderId}/ancestors
POST /api/v1/embed/generate-session
POST /api/v1/embed/session/revoke
GET /api/v1/embed-tenants/{embedTenantName}/groups
DELETE /api/v1/embed-tenants/{embedTenantName}/groups/{id}
GET /api/v1/embed-tenants/{embedTenantName}/user-attributes
DELETE /api/v1/embed-tenants/{embedTenantName}/user-attributes/{id}
GET /api/v1/deployments
PUT /api/v1/deployments/{deploymentId}
DELETE /api/v1/deployments/{deploymentId}
GET /api/v1/deployments/{deploymentId}/settings
GET /api/v1/deployments/{deploymentId}/versions
GET /api/v1/deployments/{deploymentId}/build-status
GET /api/v1/deployments/{deploymentId}/logs
GET /api/v1/deployments/{deploymentId}/pods
POST /api/v1/deployments/{deploymentId}/token
POST /build/api/v1/deployments/
POST /api/v1/deployments/{deploymentId}/creation-step/advance
POST /api/v1/deployments/{deploymentId}/creation-step/reset
GET /api/v1/deployments/{deploymentId}/environments
GET /api/v1/deployments/{deploymentId}/env-vars
PUT /api/v1/deployments/{deploymentId}/env-vars
GET /api/v1/regions/
GET /build/api/v1/deployments/{deploymentId}/data-model/files
PUT /build/api/v1/deployments/{deploymentId}/data-model/files
DELETE /build/api/v1/deployments/{deploymentId}/data-model/files
POST /build/api/v1/deployments/{deploymentId}/data-model/files/rename
POST /build/api/v1/deployments/{deploymentId}/data-model/upload/start
POST /build/api/v1/deployments/{deploymentId}/data-model/upload/file
POST /build/api/v1/deployments/{deploymentId}/data-model/upload/finish
GET /build/api/v1/deployments/{deploymentId}/data-model/file-hashes
GET /build/api/v1/deployments/{deploymentId}/data-model/validate
POST /build/api/v1/deployments/{deploymentId}/dev-mode
DELETE /build/api/v1/deployments/{deploymentId}/dev-mode
GET /build/api/v1/deployments/{deploymentId}/branches
POST /build/api/v1/deployments/{deploymentId}/branches
DELETE /build/api/v1/deployments/{deploymentId}/branches
PUT /build/api/v1/deployments/{deploymentId}/branches/staging-environment
POST /build/api/v1/deployments/{deploymentId}/commit
POST /build/api/v1/deployments/{deploymentId}/pull
POST /build/api/v1/deployments/{deploymentId}/merge
POST /build/api/v1/deployments/{deploymentId}/merge-to-default
GET /api/v1/git-provider/status
GET /api/v1/git-provider/installations
GET /api/v1/git-provider/installations/{installationId}/repositories
GET /api/v1/git-provider/repositories/{owner}/{repo}/branches
POST /build/api/v1/deployments/{deploymentId}/git-provider/connect
GET /api/v1/deployments/{deploymentId}/transform-sync
POST /api/v1/deployments/{deploymentId}/transform-sync
GET /api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}
DELETE /api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}
GET /api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/result
GET /api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/logs
GET /api/v1/deployments/{deploymentId}/reports
GET /api/v1/deployments/{deploymentId}/workbooks
PUT /api/v1/deployments/{deploymentId}/workbooks/by-slug/{slug}
PUT /api/v1/deployments/{deploymentId}/reports/by-public-id/{publicId}
PUT /api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook
DELETE /api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook
PUT /api/v1/deployments/{deploymentId}/reports/{reportId}/refresh
POST /api/v1/deployments/{deploymentId}/workbooks/{workbookId}/duplicate
GET /api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access
PUT /api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access
POST /api/v1/deployments/{deploymentId}/dashboard-exports
GET /api/v1/deployments/{deploymentId}/dashboard-exports/{jobId}
GET /api/v1/deployments/{deploymentId}/dashboard-exports/{jobId}/download
POST /api/v1/deployments/{deploymentId}/workspace/bulk-delete
POST /api/v1/deployments/{deploymentId}/workspace/bulk-move
GET /api/v1/deployments/{deploymentId}/notifications
GET /api/v1/users
POST /api/v1/users/
PUT /api/v1/users/{id}
DELETE /api/v1/users/{id}
POST /api/v1/users/bulk
GET /api/v1/users/me
PATCH /api/v1/users/me/settings
GET /api/v1/user-attributes/
POST /api/v1/user-attributes/
PUT /api/v1/user-attributes/{id}
GET /api/v1/user-attribute-values/{userId}
POST /api/v1/user-attribute-values/
GET /api/v1/tenant/settings
PUT /api/v1/tenant/settings
GET /api/v1/oauth-integrations/
POST /api/v1/oauth-integrations/
GET /api/v1/oauth-integrations/{id}
PUT /api/v1/oauth-integrations/{id}
DELETE /api/v1/oauth-integrations/{id}
GET /api/v1/user-oauth-tokens/
GET /api/v1/user-oauth-tokens/{integrationId}
DELETE /api/v1/user-oauth-tokens/{integrationId}
POST /api/v1/user-oauth-tokens/{integrationId}/initiate
GET /api/v1/oidc-token-configs/
POST /api/v1/oidc-token-configs/
GET /api/v1/oidc-token-configs/{id}
PUT /api/v1/oidc-token-configs/{id}
DELETE /api/v1/oidc-token-configs/{id}
GET /api/v1/app-config
GET /api/v1/app-theme
PATCH /api/v1/embed/dashboard/{publicId}
POST /api/v1/embed/dashboard/{publicId}/python-run
GET /api/v1/embed-tenants/
DELETE /api/v1/embed-tenants/{embedTenantName}
GET /api/v1/embed-tenants/{embedTenantName}/users
POST /api/v1/embed-tenants/{embedTenantName}/groups
GET /api/v1/embed-tenants/{embedTenantName}/groups/{id}
PATCH /api/v1/embed-tenants/{embedTenantName}/groups/{id}
GET /api/v1/embed-tenants/{embedTenantName}/groups/{id}/users
POST /api/v1/embed-tenants/{embedTenantName}/groups/{id}/users
DELETE /api/v1/embed-tenants/{embedTenantName}/groups/{id}/users
POST /api/v1/usage-analytics/token
GET /api/v1/spec
GET /api/scim/v2/Users
GET /api/scim/v2/Groups
`
  .trim()
  .split('\n')

const withoutSlash = (row: string): string => row.replace(/\/$/, '')
const sentOf = (row: string): [method: string, path: string] => {
  const [method = '', path = ''] = row.split(' ')
  return [method, path.replaceAll(/\{\w+\}/g, '1')]
}
/** The specification allows these to exist or not, so there is a switch. By default they do not exist. */
const isSwitched = (row: string): boolean => row.includes('/user-attributes') && row.includes('/embed-tenants/')

describe("the specification's index", () => {
  test('is described by a document that an independent validator finds valid', async () => {
    const { text } = await call('GET', '/api/v1/spec')
    const validator = new Validator()
    expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('is in the table and in the served document, by path and method', async () => {
    const { body } = await call('GET', '/api/v1/spec')
    const paths = Object.entries(body['paths'] as Record<string, object>)
    const documented = paths.flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const rows = INDEX.map(withoutSlash)
    expect(new Set(rows).size).toBe(116)
    expect(rows.filter((row) => !documented.includes(row))).toEqual([])
    const table = Object.values(api).flatMap(({ endpoints }) => Object.values<Endpoint>(endpoints))
    expect(documented.toSorted()).toEqual(table.map(({ method, path }) => `${method} ${path}`).toSorted())
  })

  test('is served: every operation in the table has a route', () => {
    const served = new Set(ROUTES.map(({ endpoint }) => endpoint))
    const table = Object.values(api).flatMap(({ endpoints }) => Object.entries<Endpoint>(endpoints))
    expect(table.filter(([, endpoint]) => !served.has(endpoint)).map(([operationId]) => operationId)).toEqual([])
  })

  test('answers at each documented address: 401 without a credential', async () => {
    for (const row of INDEX.filter((each) => !isSwitched(each))) {
      const { status } = await call(...sentOf(row), { as: 'nobody' })
      expect([row, status]).toEqual([row, 401])
    }
    for (const row of INDEX.filter(isSwitched)) expectRefused(await call(...sentOf(row), { as: 'nobody' }), 404)
  })
})

describe('operations that are not offered', () => {
  test.for(REFUSED)('$method $path: a 404 that says why', async ({ method, path, reason }) => {
    const answer = await call(method, path.replaceAll(/\{\w+\}/g, '1'))
    expectRefused(answer, 404)
    expect(answer.body.message).toContain(reason)
    expect(INDEX).not.toContain(`${method} ${path}`)
  })
})
