import { expect } from 'vitest'
import { TENANTS } from '../../embed-support.ts'
import { HOME, type Wire } from '../../support.ts'
import type { Rule, World } from '../rule.ts'

const BUILD = '/build/api/v1/deployments/2'
const CREATOR = { creatorMode: true, embedTenantName: 'beanhouse' }
const AT = { x: 0, y: 0, w: 6, h: 4 }

/** The first page has one item, and the rest follows it. */
async function pages({ ok }: World, list: string): Promise<Wire> {
  const whole = await ok('GET', `${list}?first=1000`)
  const page = await ok('GET', `${list}?first=1`)
  const next = await ok('GET', `${list}?first=1000&after=${encodeURIComponent(page.pageInfo.endCursor)}`)
  expect([...page.items, ...next.items]).toEqual(whole.items)
  return whole
}

const found = async ({ ok }: World, list: string, search: string): Promise<number> =>
  (await ok('GET', `${list}?search=${search}`)).items.length

export const VERSIONING: readonly Rule[] = [
  {
    line: 406,
    rule: 'v1 is in the path, under both prefixes, and there is no other version',
    run: async ({ ok, refused }) => {
      await ok('GET', '/api/v1/deployments')
      await ok('GET', `${BUILD}/branches`)
      await refused(404, 'GET', '/api/v2/deployments')
      await refused(404, 'GET', '/build/api/v2/deployments/2/branches')
    },
  },
  {
    line: 406,
    part: 2,
    rule: 'SCIM is v2',
    run: async ({ call }) => {
      expect((await call('GET', '/api/scim/v2/Users')).status).toBe(200)
      expect((await call('GET', '/api/scim/v1/Users')).status).toBe(404)
    },
  },
  {
    line: 406,
    part: 3,
    rule: 'the description is OpenAPI 3.1, version 1.0.0',
    run: async ({ ok }) => {
      const { openapi, info } = await ok('GET', '/api/v1/spec')
      expect([openapi, info]).toEqual([expect.stringMatching(/^3\.1\./), expect.objectContaining({ version: '1.0.0' })])
    },
  },
  {
    line: 408,
    rule: 'folders and reports are paged by first and after',
    run: async (world) => {
      for (const list of ['folders', 'reports']) {
        expect((await pages(world, `${HOME}/${list}`)).pageInfo).toMatchObject({ hasNextPage: false })
      }
    },
  },
  {
    line: 408,
    part: 2,
    rule: 'data and count are still there',
    run: async (world) => {
      for (const list of ['folders', 'reports']) {
        const { items, data, count } = await pages(world, `${HOME}/${list}`)
        expect([data, count]).toEqual([items, items.length])
      }
    },
  },
  {
    line: 409,
    rule: 'sessions take tenantGroups, their definitions, and the profile of the tenant',
    run: async ({ claims, ok }) => {
      const tenantGroups = { tenantGroupDefinitions: [{ name: 'Owners' }], tenantGroups: ['Owners'] }
      const said = await claims({ ...CREATOR, ...tenantGroups, embedTenantProfile: { displayName: 'Beanhouse AG' } })
      expect(said.groups).toEqual([expect.stringMatching(/Owners$/)])
      expect((await ok('GET', `${TENANTS}?search=beanhouse`)).items).toMatchObject([{ displayName: 'Beanhouse AG' }])
    },
  },
  {
    line: 409,
    part: 2,
    rule: 'a removed field is ignored',
    run: async ({ claims, generate, wait, exchange }) => {
      expect(await claims({ ephemeralTtlSeconds: 1 })).not.toHaveProperty('ephemeralTtlSeconds')
      const { body } = await generate({ isEphemeral: true, ephemeralTtlSeconds: 1 })
      wait({ minutes: 4 })
      expect((await exchange(body['sessionId'])).status).toBe(200)
    },
  },
  {
    line: 409,
    part: 3,
    rule: 'the attribute paths of embed tenants exist only if a switch says so',
    run: async ({ refused }) => {
      await refused(404, 'GET', `${TENANTS}/beanhouse/user-attributes`)
      await refused(404, 'DELETE', `${TENANTS}/beanhouse/user-attributes/1`)
    },
  },
  {
    line: 409,
    part: 4,
    rule: 'attributes can be boolean',
    run: async ({ claims, noSession, ok }) => {
      await ok('POST', '/api/v1/user-attributes', { body: { name: 'vip', type: 'boolean' } })
      const said = await claims({ externalId: 'vip', userAttributes: [{ name: 'vip', value: true }] })
      expect(said.userAttributes).toEqual({ vip: true })
      await noSession(400, { externalId: 'vip', userAttributes: [{ name: 'vip', value: 'true' }] })
    },
  },
  {
    line: 410,
    rule: 'the build prefix works, and an embed tenant is deleted without a slash at the end',
    run: async ({ mint, ok }) => {
      await ok('GET', `${BUILD}/data-model/files`)
      await mint({ embedTenantName: 'passing' })
      await ok('DELETE', `${TENANTS}/passing`)
    },
  },
  {
    line: 411,
    rule: 'lists are paged; users and groups can be searched',
    run: async (world) => {
      for (const list of ['/api/v1/users', '/api/v1/roles', `${HOME}/workbooks`, `${HOME}/notifications`]) {
        await pages(world, list)
      }
      expect(await found(world, '/api/v1/users', 'maria')).toBe(1)
      const groups = `${TENANTS}/beanhouse/groups`
      for (const name of ['Searched', 'Other']) await world.ok('POST', groups, { body: { name } })
      expect(await found(world, groups, 'sEARCH')).toBe(1)
      await world.mint({ embedTenantName: 'beanhouse', externalId: 'searched-for' })
      expect(await found(world, `${TENANTS}/beanhouse/users`, 'searched')).toBe(1)
    },
  },
  {
    line: 411,
    rule: 'a branch can be deleted, staged and validated',
    run: async ({ ok, refused }) => {
      await ok('POST', `${BUILD}/branches`, { body: { name: 'cleaned' } })
      await ok('PUT', `${BUILD}/branches/staging-environment`, { body: { branchName: 'cleaned', enabled: true } })
      expect(await ok('GET', `${BUILD}/data-model/validate?branchName=cleaned`)).toMatchObject({ valid: true })
      await ok('DELETE', `${BUILD}/branches?branchName=cleaned`)
      await refused(404, 'GET', `${BUILD}/data-model/validate?branchName=cleaned`)
    },
  },
  {
    line: 412,
    rule: 'usage analytics have a token; a snapshot can be a sankey',
    run: async ({ ok, publish }) => {
      expect(await ok('POST', '/api/v1/usage-analytics/token')).toHaveProperty('token')
      const { id: reportId } = await ok('POST', `${HOME}/reports`, { body: { name: 'Flow', meta: { kind: 'sankey' } } })
      const widgets = [{ id: 'w', type: 'CHART', position: AT, config: { reportId } }]
      expect((await publish({ config: { widgets } })).body.reportSnapshots).toMatchObject([{ kind: 'sankey' }])
    },
  },
  {
    line: 413,
    rule: 'expiresIn, the widget FIELD, the newer fields of the theme, and the thread of a summary',
    run: async ({ ok, publish }) => {
      await ok('POST', `${HOME}/token`, { body: { expiresIn: 60 } })
      const widgets = [
        { id: 'f', type: 'FIELD', position: AT },
        { id: 's', type: 'AI', position: AT },
      ]
      const { status, body } = await publish({ config: { widgets } })
      expect(status).toBe(200)
      const theme = await ok('GET', '/api/v1/app-theme')
      for (const field of ['palette', 'logoUrl', 'light', 'dark']) expect(theme).toHaveProperty(field)
      const thread = { body: { widgetId: 's', threadId: 't-1' } }
      const path = `${HOME}/workbooks/${body['workbookId']}/dashboard/ai-widget-thread`
      expect(JSON.stringify(await ok('POST', path, thread))).toContain('t-1')
    },
  },
  {
    line: 414,
    rule: 'dashboards can be exported; names and titles of reports have a maximum length',
    run: async ({ ok, refused }) => {
      await ok('POST', `${HOME}/dashboard-exports`, { body: { format: 'pdf', dashboardPublicId: 'Bp8dXz1LfY6o' } })
      for (const field of ['name', 'title']) {
        await refused(400, 'POST', `${HOME}/reports`, { body: { name: 'X', [field]: 'n'.repeat(256) } })
      }
    },
  },
]
