import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openAccount } from './account-support.ts'
import { NUMBER, TIME } from './support.ts'

const { call, refused, keyOf, sandbox } = openAccount()

const INTEGRATIONS = '/api/v1/oauth-integrations'
const TOKENS = '/api/v1/user-oauth-tokens'
const OIDC = '/api/v1/oidc-token-configs'

const SECRET = 'a-secret-that-nobody-reads-back'
const INPUT = {
  name: 'Sheets',
  type: 'google',
  authUrl: 'https://login.example/authorize',
  tokenUrl: 'https://login.example/token',
  clientId: 'client-1',
  redirectUri: 'https://acme.example/callback',
}

const newIntegration = async (fields: object = {}): Promise<{ id: number }> =>
  (await call('POST', INTEGRATIONS, { body: { ...INPUT, clientSecret: SECRET, ...fields } })).body

describe('OAuth integrations', () => {
  test('endpoints 17.4, schemas 14: created, read, listed; the secret is in no answer and in no file', async () => {
    const { status, body } = await call('POST', INTEGRATIONS, {
      body: { ...INPUT, clientSecret: SECRET, scopes: ['read'], config: { prompt: 'consent', nested: { '10': 1 } } },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: NUMBER,
      ...INPUT,
      scopes: ['read'],
      config: { prompt: 'consent', nested: { '10': 1 } },
      createdAt: TIME,
      updatedAt: TIME,
    })
    expect((await call('GET', `${INTEGRATIONS}/${body.id}`)).body).toEqual(body)
    expect((await call('GET', INTEGRATIONS)).body).toEqual([body])
    const again = await newIntegration()
    expect(again).toMatchObject({ scopes: [], config: {} })
    expect((await call('GET', INTEGRATIONS)).body).toEqual([body, again])
    for (const file of ['platform.db', 'platform.db-wal']) {
      expect(readFileSync(join(sandbox().directory, file)).includes(SECRET)).toBe(false)
    }
  })

  test('schemas 14: an update sends everything again, except the secret; scopes and configuration stay', async () => {
    const { id } = await newIntegration({ scopes: ['a'], config: { b: 1 } })
    const { status, body } = await call('PUT', `${INTEGRATIONS}/${id}`, { body: { ...INPUT, name: 'Renamed' } })
    expect(status).toBe(200)
    expect(body).toEqual({
      id,
      ...INPUT,
      name: 'Renamed',
      scopes: ['a'],
      config: { b: 1 },
      createdAt: TIME,
      updatedAt: TIME,
    })
    const other = { ...INPUT, scopes: [], config: {}, clientSecret: null }
    expect((await call('PUT', `${INTEGRATIONS}/${id}`, { body: other })).body).toMatchObject({ scopes: [], config: {} })
    const { name: _name, ...nameless } = INPUT
    await refused(400, 'PUT', `${INTEGRATIONS}/${id}`, { body: nameless })
    await refused(400, 'PUT', `${INTEGRATIONS}/${id}`, { body: { ...INPUT, clientSecret: ' ' } })
    await refused(404, 'PUT', `${INTEGRATIONS}/999`, { body: INPUT })
  })

  test('endpoints 17.4: deleted with 200, then missing', async () => {
    const { id } = await newIntegration()
    expect((await call('DELETE', `${INTEGRATIONS}/${id}`)).status).toBe(200)
    await refused(404, 'GET', `${INTEGRATIONS}/${id}`)
    await refused(404, 'DELETE', `${INTEGRATIONS}/${id}`)
    await refused(400, 'GET', `${INTEGRATIONS}/sheets`)
    expect((await newIntegration()).id).toBeGreaterThan(id)
  })

  test.each<[string, object]>([
    ['no secret', { clientSecret: undefined }],
    ['a blank secret', { clientSecret: '' }],
    ['an invalid URL', { authUrl: 'login.example' }],
    ['a URL of another kind', { tokenUrl: 'ftp://login.example' }],
    ['no redirect', { redirectUri: undefined }],
    ['scopes that are null', { scopes: null }],
    ['scopes as text', { scopes: 'read' }],
    ['a configuration that is null', { config: null }],
    ['a blank name', { name: ' ' }],
  ])('bad input: %s', async (_, fields) => {
    await refused(400, 'POST', INTEGRATIONS, { body: { ...INPUT, clientSecret: SECRET, ...fields } })
  })
})

describe("a user's OAuth tokens", () => {
  const member = { as: 'member' } as const

  test('endpoints 17.4, schemas 14: started, read, listed, revoked; chosen: pending, since nobody can consent here', async () => {
    const { id } = await newIntegration()
    await refused(404, 'GET', `${TOKENS}/${id}`, member)
    expect((await call('POST', `${TOKENS}/${id}/initiate`, member)).status).toBe(200)
    const token = {
      id: NUMBER,
      userId: 2,
      integrationId: id,
      status: 'pending',
      createdAt: TIME,
      updatedAt: TIME,
      accessTokenExpiresAt: null,
      refreshTokenExpiresAt: null,
      lastError: null,
    }
    const { status, body } = await call('GET', `${TOKENS}/${id}`, member)
    expect(status).toBe(200)
    expect(body).toEqual(token)
    expect((await call('GET', TOKENS, member)).body).toEqual([token])
    expect((await call('GET', TOKENS, keyOf('jonas@acme.com'))).body).toEqual([])
    expect((await call('DELETE', `${TOKENS}/${id}`, member)).status).toBe(200)
    await refused(404, 'GET', `${TOKENS}/${id}`, member)
    await refused(404, 'DELETE', `${TOKENS}/${id}`, member)
  })

  test('switch oauthConsent: granted for an hour, then expired, started again on the same token', async () => {
    const { id } = await newIntegration()
    sandbox().controls.setSwitches({ oauthConsent: 'granted' })
    sandbox().controls.setClock({ now: '2026-12-01T10:00:00.000Z', frozen: true })
    await call('POST', `${TOKENS}/${id}/initiate`, member)
    const { body } = await call('GET', `${TOKENS}/${id}`, member)
    expect(body).toMatchObject({
      status: 'active',
      accessTokenExpiresAt: '2026-12-01T11:00:00.000Z',
      refreshTokenExpiresAt: '2026-12-31T10:00:00.000Z',
    })
    sandbox().controls.setClock({ advanceMs: 3_600_000 })
    expect((await call('GET', `${TOKENS}/${id}`, member)).body.status).toBe('expired')
    await call('POST', `${TOKENS}/${id}/initiate`, member)
    expect((await call('GET', `${TOKENS}/${id}`, member)).body).toMatchObject({
      id: body.id,
      status: 'active',
      createdAt: body.createdAt,
      accessTokenExpiresAt: '2026-12-01T12:00:00.000Z',
    })
    sandbox().controls.setSwitches({ oauthConsent: 'pending' })
    sandbox().controls.setClock({ frozen: false })
  })

  test('deleting an integration deletes its tokens; an unknown one is a 404', async () => {
    const { id } = await newIntegration()
    await call('POST', `${TOKENS}/${id}/initiate`, member)
    await call('DELETE', `${INTEGRATIONS}/${id}`)
    await refused(404, 'GET', `${TOKENS}/${id}`, member)
    await refused(404, 'POST', `${TOKENS}/999/initiate`, member)
    await refused(400, 'POST', `${TOKENS}/sheets/initiate`, member)
  })
})

describe('OIDC token configurations', () => {
  const newConfig = async (fields: object = {}) => {
    const { status, body } = await call('POST', OIDC, { body: { audienceType: 'aws', ...fields } })
    expect(status).toBe(200)
    return body
  }

  test('endpoints 17.4, schemas 14: created, read, listed, deleted', async () => {
    const body = await newConfig({
      name: 'warehouse-1',
      audienceType: 'custom',
      customAudience: 'https://warehouse.example',
      customClaims: { team: 'data', level: { '2': true } },
      isEnabled: false,
      subFormat: 'acme:{deployment_id}:{component}:{region}',
      targetEnvVar: 'WAREHOUSE_TOKEN',
    })
    expect(body).toEqual({
      id: NUMBER,
      name: 'warehouse-1',
      audienceType: 'custom',
      audience: 'https://warehouse.example',
      isEnabled: false,
      customClaims: { team: 'data', level: { '2': true } },
      subFormat: 'acme:{deployment_id}:{component}:{region}',
      targetEnvVar: 'WAREHOUSE_TOKEN',
      createdAt: TIME,
      updatedAt: TIME,
    })
    expect((await call('GET', `${OIDC}/${body.id}`)).body).toEqual(body)
    const { status, body: all } = await call('GET', OIDC)
    expect(status).toBe(200)
    expect(all).toEqual([body])
    expect((await call('DELETE', `${OIDC}/${body.id}`)).status).toBe(200)
    await refused(404, 'GET', `${OIDC}/${body.id}`)
    await refused(404, 'DELETE', `${OIDC}/${body.id}`)
    expect((await call('GET', OIDC)).body).toEqual([])
  })

  test('chosen: enabled by default; name and audience from the type, with a number if the name is taken', async () => {
    expect(await newConfig({ audienceType: 'Big Query' })).toMatchObject({
      name: 'big-query',
      audienceType: 'Big Query',
      audience: 'Big Query',
      isEnabled: true,
      customClaims: null,
      subFormat: null,
      targetEnvVar: null,
    })
    expect(await newConfig({ audienceType: 'Big Query' })).toMatchObject({ name: 'big-query-2' })
    await refused(409, 'POST', OIDC, { body: { audienceType: 'aws', name: 'big-query' } })
  })

  test('an update changes the sent fields; a switch decides what null does', async () => {
    const { id } = await newConfig({ name: 'upd', customAudience: 'a', subFormat: 's', targetEnvVar: 'T' })
    const change = async (body: object) => (await call('PUT', `${OIDC}/${id}`, { body })).body
    expect(await change({ name: 'upd-2', isEnabled: false, audienceType: 'gcp' })).toMatchObject({
      name: 'upd-2',
      audienceType: 'aws',
      audience: 'a',
      isEnabled: false,
      subFormat: 's',
    })
    const nothing = { name: null, isEnabled: null, customAudience: null, subFormat: null, targetEnvVar: null }
    sandbox().controls.setSwitches({ nulls: 'ignore' })
    expect(await change(nothing)).toMatchObject({ name: 'upd-2', isEnabled: false, audience: 'a', subFormat: 's' })
    sandbox().controls.setSwitches({ nulls: 'clear' })
    expect(await change(nothing)).toMatchObject({
      name: 'upd-2',
      isEnabled: false,
      audience: 'aws',
      subFormat: null,
      targetEnvVar: null,
    })
    await refused(409, 'PUT', `${OIDC}/${id}`, { body: { name: 'big-query' } })
    await refused(404, 'PUT', `${OIDC}/999`, { body: {} })
  })

  test.each<[string, unknown]>([
    ['no type', {}],
    ['a blank type', { audienceType: ' ' }],
    ['custom without an audience', { audienceType: 'custom' }],
    ['a blank audience', { audienceType: 'aws', customAudience: '' }],
    ['capitals in a name', { audienceType: 'aws', name: 'Warehouse' }],
    ['a name that ends with "-"', { audienceType: 'aws', name: 'warehouse-' }],
    ['an unknown placeholder', { audienceType: 'aws', subFormat: '{user}' }],
    ['a space in the subject', { audienceType: 'aws', subFormat: 'a b' }],
    ['an empty subject', { audienceType: 'aws', subFormat: '' }],
    ['a subject of 201', { audienceType: 'aws', subFormat: 'x'.repeat(201) }],
    ['a variable in small letters', { audienceType: 'aws', targetEnvVar: 'token' }],
    ['a variable that begins with a digit', { audienceType: 'aws', targetEnvVar: '1T' }],
    ['a variable of 129', { audienceType: 'aws', targetEnvVar: 'X'.repeat(129) }],
    ['claims as a list', { audienceType: 'aws', customClaims: [] }],
  ])('bad input: %s', async (_, body) => {
    await refused(400, 'POST', OIDC, { body })
  })

  test('schemas 14: values at their limits are accepted', async () => {
    const fields = { name: 'a', subFormat: 'x'.repeat(200), targetEnvVar: 'X'.repeat(128) }
    expect(await newConfig(fields)).toMatchObject(fields)
  })
})

describe('who may', () => {
  test.each<[string, string, unknown?]>([
    ['GET', INTEGRATIONS],
    ['POST', INTEGRATIONS, { ...INPUT, clientSecret: SECRET }],
    ['GET', `${INTEGRATIONS}/1`],
    ['PUT', `${INTEGRATIONS}/1`, INPUT],
    ['DELETE', `${INTEGRATIONS}/1`],
    ['GET', OIDC],
    ['POST', OIDC, { audienceType: 'aws' }],
    ['GET', `${OIDC}/2`],
    ['PUT', `${OIDC}/2`, {}],
    ['DELETE', `${OIDC}/2`],
  ])('chosen: %s %s is for admins of the whole account', async (method, path, body) => {
    const options = body === undefined ? {} : { body }
    await refused(401, method, path, { ...options, as: 'nobody' })
    await refused(403, method, path, { ...options, as: 'member' })
    await refused(403, method, path, { ...options, as: 'scoped' })
  })

  test.each([
    ['GET', TOKENS],
    ['GET', `${TOKENS}/1`],
    ['POST', `${TOKENS}/1/initiate`],
    ['DELETE', `${TOKENS}/1`],
  ])('spec Authentication 8: %s %s needs a credential', async (method, path) => {
    await refused(401, method, path, { as: 'nobody' })
  })
})
