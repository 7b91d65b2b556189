import { describe, expect, test } from 'vitest'
import { openEmbed } from './embed-support.ts'
import { expectRefused } from './support.ts'

const { call, generate, id, sandbox } = openEmbed()

test.for<[key: string, value: unknown]>([
  ['locale', 7],
  ['timezone', true],
])('schemas 11: %s is not %j', async ([key, value]) => {
  expectRefused(await generate({ settings: { [key]: value } }), 400)
})

describe('the controls of embedding', () => {
  const control = (path: string, body: unknown) =>
    call('PUT', `/_sandbox/${path}`, { as: 'nobody', body, headers: { authorization: `Bearer ${sandbox().control}` } })

  test('set what the console of the account sets, and answer with all of it', async () => {
    const all = { enabled: true, useCreatorMode: true, allowUserTimezones: true, settings: {} }
    expect((await control('embedding', {})).body).toEqual(all)
    const changed = { useCreatorMode: false, settings: { locale: 'fr', allowAi: null } }
    expect((await control('embedding', changed)).body).toEqual({ ...all, ...changed })
    for (const enabled of [false, true]) {
      await control('embedding', { enabled })
      expect((await control('embedding', { allowUserTimezones: true })).body).toEqual({ ...all, ...changed, enabled })
    }
    expect((await control('embedding', { useCreatorMode: true, settings: {} })).body).toEqual(all)
  })

  test('share folders with embed users', async () => {
    const folder = id('folder', 'Sales')
    for (const action of ['read', 'read', 'none', 'none']) {
      expect((await control('folder-shares', { folder, action })).status).toBe(204)
      expect((await control('folder-shares', { folder, action, embedTenantName: 'beanhouse' })).status).toBe(204)
    }
    expectRefused(await control('folder-shares', { folder: 1, action: 'read' }), 404)
    expectRefused(await control('folder-shares', { folder, action: 'read', embedTenantName: 'no-such-tenant' }), 404)
  })

  test('refuse unknown fields', async () => {
    for (const body of [{ enabled: 'yes' }, { creatorMode: true }, { settings: { showMemberNames: true } }]) {
      expectRefused(await control('embedding', body), 400)
    }
    expectRefused(await control('folder-shares', { folder: 1, action: 'write' }), 400)
  })
})
