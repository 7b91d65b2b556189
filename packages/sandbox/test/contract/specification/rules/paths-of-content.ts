import { expect } from 'vitest'
import { FOR_BEANHOUSE, TENANTS } from '../../embed-support.ts'
import { HOME } from '../../support.ts'
import type { Rule } from '../rule.ts'

const INTEGRATION = {
  name: 'Sheets',
  type: 'google',
  authUrl: 'https://login.example/authorize',
  tokenUrl: 'https://login.example/token',
  clientId: 'client-1',
  redirectUri: 'https://acme.example/callback',
}
const SCIM_LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** Each row calls every path and method that its line lists. */
export const PATHS_OF_CONTENT: readonly Rule[] = [
  {
    line: 342,
    rule: 'folders, reports and workbooks are listed',
    run: async ({ ok }) => {
      for (const list of ['folders', 'reports', 'workbooks']) {
        expect((await ok('GET', `${HOME}/${list}`)).items.length).toBeGreaterThan(3)
      }
    },
  },
  {
    line: 342,
    rule: 'workbooks by slug, reports by public id: created, then updated',
    run: async ({ ok }) => {
      for (const path of ['workbooks/by-slug/made-here', 'reports/by-public-id/AbCdEfGhIjK1']) {
        const made = await ok('PUT', `${HOME}/${path}`, { body: { name: 'Made' } })
        const updated = await ok('PUT', `${HOME}/${path}`, { body: { name: 'Updated' } })
        expect([updated.id, updated.name]).toEqual([made.id, 'Updated'])
      }
    },
  },
  {
    line: 342,
    rule: 'a report is put into a spreadsheet, refreshed, and taken out',
    run: async ({ ok, id }) => {
      const report = `${HOME}/reports/${id('report', 'mT5yRc8VqN0j')}`
      const place = { externalWorkbookId: 'sheet-1', resultLocation: 'A!B1' }
      await ok('PUT', `${report}/connect-workbook`, { body: place })
      await ok('PUT', `${report}/refresh`, { body: place })
      await ok('DELETE', `${report}/connect-workbook`, { body: place })
    },
  },
  {
    line: 342,
    rule: 'a workbook is duplicated, and shared for embedding',
    run: async ({ ok, id }) => {
      const workbook = `${HOME}/workbooks/${id('workbook', 'cash')}`
      expect((await ok('POST', `${workbook}/duplicate`)).id).not.toBe(id('workbook', 'cash'))
      const share = { embedTenantName: 'beanhouse', action: 'read' }
      await ok('PUT', `${workbook}/embed-access`, { body: share })
      expect(await ok('GET', `${workbook}/embed-access`)).toMatchObject({ tenants: [share] })
    },
  },
  {
    line: 343,
    rule: 'an export is started, watched and downloaded',
    run: async ({ call, ok, wait }) => {
      const exports = `${HOME}/dashboard-exports`
      const { jobId } = await ok('POST', exports, { body: { format: 'png', dashboardPublicId: FOR_BEANHOUSE } })
      wait({ seconds: 10 })
      expect(await ok('GET', `${exports}/${jobId}`)).toMatchObject({ status: 'completed', contentType: 'image/png' })
      const { status, headers, text } = await call('GET', `${exports}/${jobId}/download`)
      expect([status, headers.get('content-type'), text.slice(1, 4)]).toEqual([200, 'image/png', 'PNG'])
    },
  },
  {
    line: 344,
    rule: 'objects of the workspace are moved and deleted together',
    run: async ({ ok }) => {
      const { id } = await ok('POST', `${HOME}/reports`, { body: { name: 'Moved' } })
      const { id: folderId } = await ok('POST', `${HOME}/folders`, { body: { name: 'Target' } })
      const items = [{ type: 'REPORT', id }]
      const moved = await ok('POST', `${HOME}/workspace/bulk-move`, { body: { items, folderId } })
      expect(moved).toMatchObject({ moved: [{ id, folderId }], failed: [] })
      const deleted = await ok('POST', `${HOME}/workspace/bulk-delete`, { body: { items } })
      expect(deleted).toMatchObject({ deleted: items, failed: [] })
    },
  },
  {
    line: 345,
    rule: 'notifications are listed',
    run: async ({ ok }) => expect((await ok('GET', `${HOME}/notifications`)).items).toHaveLength(3),
  },
  {
    line: 346,
    rule: 'users: list, create, update, bulk action, delete; the caller, and their settings',
    run: async ({ ok }) => {
      const body = { email: 'new@acme.com', username: 'new@acme.com' }
      const { id } = await ok('POST', '/api/v1/users/', { body })
      expect((await ok('GET', '/api/v1/users')).items).toContainEqual(expect.objectContaining({ id, ...body }))
      expect(await ok('PUT', `/api/v1/users/${id}`, { body: { firstName: 'New' } })).toMatchObject({ firstName: 'New' })
      const bulk = { action: 'DEACTIVATE', userIds: [id] }
      expect(await ok('POST', '/api/v1/users/bulk', { body: bulk })).toMatchObject({ succeeded: [id] })
      await ok('DELETE', `/api/v1/users/${id}`)
      expect(await ok('GET', '/api/v1/users/me')).toMatchObject({ email: 'ci-bot@acme.com' })
      const settings = { theme: 'dark' }
      expect(await ok('PATCH', '/api/v1/users/me/settings', { body: settings })).toMatchObject({ settings })
    },
  },
  {
    line: 347,
    rule: 'attributes: list, create, update; values: read, set',
    run: async ({ call, ok }) => {
      const { id } = await ok('POST', '/api/v1/user-attributes/', { body: { name: 'level', type: 'number' } })
      await ok('PUT', `/api/v1/user-attributes/${id}`, { body: { displayName: 'Level' } })
      expect((await ok('GET', '/api/v1/user-attributes/')).items[0]).toMatchObject({ id, displayName: 'Level' })
      const value = { userId: '2', userAttributeId: `${id}`, value: 7 }
      await ok('POST', '/api/v1/user-attribute-values/', { body: value })
      const { body } = await call('GET', '/api/v1/user-attribute-values/2')
      expect(body).toContainEqual(expect.objectContaining({ userAttributeId: id, value: 7 }))
    },
  },
  {
    line: 348,
    rule: 'settings of the account: read and written',
    run: async ({ ok }) => {
      await ok('PUT', '/api/v1/tenant/settings', { body: { hasSupportAccess: true } })
      expect(await ok('GET', '/api/v1/tenant/settings')).toMatchObject({ hasSupportAccess: true })
    },
  },
  {
    line: 349,
    rule: 'OAuth integrations: all five operations; their user tokens: all four',
    run: async ({ call, ok }) => {
      const [base, tokens] = ['/api/v1/oauth-integrations/', '/api/v1/user-oauth-tokens/']
      const { id } = await ok('POST', base, { body: { ...INTEGRATION, clientSecret: 'hidden' } })
      expect((await call('GET', base)).body).toMatchObject([{ id }])
      expect(await ok('GET', `${base}${id}`)).not.toHaveProperty('clientSecret')
      await ok('PUT', `${base}${id}`, { body: { ...INTEGRATION, name: 'Renamed' } })
      await ok('POST', `${tokens}${id}/initiate`)
      expect((await call('GET', tokens)).body).toMatchObject([{ integrationId: id }])
      expect(await ok('GET', `${tokens}${id}`)).toMatchObject({ status: 'pending' })
      await ok('DELETE', `${tokens}${id}`)
      await ok('DELETE', `${base}${id}`)
    },
  },
  {
    line: 349,
    rule: 'OIDC token configurations: all five operations',
    run: async ({ call, ok }) => {
      const base = '/api/v1/oidc-token-configs/'
      const { id } = await ok('POST', base, { body: { audienceType: 'aws', name: 'warehouse' } })
      expect((await call('GET', base)).body).toMatchObject([{ id, name: 'warehouse' }])
      await ok('PUT', `${base}${id}`, { body: { isEnabled: false } })
      expect(await ok('GET', `${base}${id}`)).toMatchObject({ isEnabled: false })
      await ok('DELETE', `${base}${id}`)
    },
  },
  {
    line: 350,
    rule: 'the configuration and the theme of the application are read',
    run: async ({ ok }) => {
      const { appTheme } = await ok('GET', '/api/v1/app-config')
      expect(await ok('GET', '/api/v1/app-theme')).toEqual(appTheme)
    },
  },
  {
    line: 351,
    rule: 'embedding of a dashboard is allowed; its Python is refused, because the sandbox has none',
    run: async ({ ok, refused }) => {
      const path = `/api/v1/embed/dashboard/${FOR_BEANHOUSE}`
      expect(await ok('PATCH', path, { body: { allowEmbed: true } })).toMatchObject({ allowEmbed: true })
      const [shown] = (await ok('GET', path)).reportSnapshots
      const body = { reportId: shown?.['reportId'], reportVersionId: shown?.id, sqlQuery: 'select 1' }
      expect(await refused(403, 'POST', `${path}/python-run`, { body })).toMatch(/no Python/)
    },
  },
  {
    line: 351,
    rule: 'embed tenants: list, users, delete',
    run: async ({ mint, ok }) => {
      await mint({ embedTenantName: 'passing' })
      expect((await ok('GET', `${TENANTS}/`)).items.map(({ name }) => name)).toContain('passing')
      expect((await ok('GET', `${TENANTS}/passing/users`)).items).toMatchObject([{ externalId: 'ana' }])
      await ok('DELETE', `${TENANTS}/passing`)
      expect((await ok('GET', `${TENANTS}/`)).items.map(({ name }) => name)).not.toContain('passing')
    },
  },
  {
    line: 351,
    rule: 'their groups: create, read, change; members: list, add, remove',
    run: async ({ ok }) => {
      const groups = `${TENANTS}/beanhouse/groups`
      const { id } = await ok('POST', groups, { body: { name: 'Baristas' } })
      await ok('PATCH', `${groups}/${id}`, { body: { description: 'Make coffee' } })
      const members = { members: [{ externalId: 'bo' }] }
      await ok('POST', `${groups}/${id}/users`, { body: members })
      expect((await ok('GET', `${groups}/${id}/users`)).items).toMatchObject([{ externalId: 'bo' }])
      expect(await ok('GET', `${groups}/${id}`)).toMatchObject({ description: 'Make coffee', userCount: 1 })
      await ok('DELETE', `${groups}/${id}/users`, { body: members })
      expect((await ok('GET', `${groups}/${id}/users`)).items).toEqual([])
    },
  },
  {
    line: 352,
    rule: 'a token of usage analytics: for admins, and for an hour',
    run: async ({ ok, refused, sandbox }) => {
      const path = '/api/v1/usage-analytics/token'
      const { now } = sandbox().controls.setClock({ frozen: true })
      const expiresAt = new Date(Date.parse(now) + 3_600_000).toISOString()
      expect(await ok('POST', path)).toMatchObject({ expiresAt })
      await refused(403, 'POST', path, { as: 'member' })
    },
  },
  {
    line: 353,
    rule: 'the description of the API is OpenAPI 3.1',
    run: async ({ ok }) => {
      const { openapi, paths } = await ok('GET', '/api/v1/spec')
      expect(openapi).toMatch(/^3\.1\./)
      expect(Object.keys(paths as object).length).toBeGreaterThan(100)
    },
  },
  {
    line: 354,
    rule: 'SCIM lists users, by count and start index, and groups',
    run: async ({ call }) => {
      const read = async (path: string) => JSON.parse((await call('GET', `/api/scim/v2/${path}`)).text)
      const all = await read('Users')
      const page = await read('Users?count=2&startIndex=2')
      expect(page).toMatchObject({ schemas: [SCIM_LIST], itemsPerPage: 2, startIndex: 2 })
      expect(page.Resources).toEqual(all.Resources.slice(1, 3))
      expect(await read('Groups')).toMatchObject({ schemas: [SCIM_LIST], totalResults: 2 })
    },
  },
]
