import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openAccount } from './account-support.ts'
import { TEXT } from './support.ts'

const { call, refused, sandbox } = openAccount()

const SETTINGS = '/api/v1/tenant/settings'
const TOKEN = '/api/v1/usage-analytics/token'

describe('tenant settings', () => {
  const INITIAL = {
    auditLogEnabled: false,
    auditLogEnabledCurrent: false,
    auditLogEnabledTimestamp: 0,
    hasSupportAccess: false,
    useAIBIUserInterface: true,
    maintenanceWindowEnabled: false,
    maintenanceWindowDay: 'Sunday',
    maintenanceWindowTime: '02:00',
    oidcEnabled: false,
  }

  test('endpoints 16, schemas 12: read, then changed; chosen: fields that are missing or null stay', async () => {
    const { status, body } = await call('GET', SETTINGS)
    expect(status).toBe(200)
    expect(body).toEqual(INITIAL)
    const put = await call('PUT', SETTINGS, {
      body: { hasSupportAccess: true, maintenanceWindowDay: 'Friday', oidcEnabled: null },
    })
    expect(put.status).toBe(200)
    expect(put.body).toEqual({ ...INITIAL, hasSupportAccess: true, maintenanceWindowDay: 'Friday' })
    const all = {
      auditLogEnabled: false,
      hasSupportAccess: false,
      useAIBIUserInterface: false,
      maintenanceWindowEnabled: true,
      maintenanceWindowDay: 'Monday',
      maintenanceWindowTime: '04:30',
      oidcEnabled: true,
    }
    expect((await call('PUT', SETTINGS, { body: all })).body).toEqual({ ...INITIAL, ...all })
    expect((await call('GET', SETTINGS)).body).toEqual({ ...INITIAL, ...all })
  })

  test('schemas 12: the current state and the time of the audit log are read-only, and follow it', async () => {
    sandbox().controls.setClock({ now: '2026-12-01T00:00:00.000Z', frozen: true })
    const readOnly = { auditLogEnabledCurrent: true, auditLogEnabledTimestamp: 5 }
    const off = { auditLogEnabled: false, auditLogEnabledCurrent: false, auditLogEnabledTimestamp: 0 }
    expect((await call('PUT', SETTINGS, { body: readOnly })).body).toMatchObject(off)
    const on = { auditLogEnabled: true, auditLogEnabledCurrent: true, auditLogEnabledTimestamp: 1_796_083_200_000 }
    expect((await call('PUT', SETTINGS, { body: { auditLogEnabled: true } })).body).toMatchObject(on)
    sandbox().controls.setClock({ advanceMs: 1000 })
    expect((await call('PUT', SETTINGS, { body: { auditLogEnabled: true } })).body).toMatchObject(on)
    sandbox().controls.setClock({ frozen: false })
  })

  test.each<[string, unknown]>([
    ['a switch as text', { oidcEnabled: 'yes' }],
    ['a day as a number', { maintenanceWindowDay: 5 }],
    ['a list', []],
  ])('bad input: %s', async (_, body) => {
    await refused(400, 'PUT', SETTINGS, { body })
  })

  test.each<[string, unknown?]>([['GET'], ['PUT', { oidcEnabled: true }]])(
    'chosen: %s is for admins of the whole account',
    async (method, body) => {
      const options = body === undefined ? {} : { body }
      await refused(401, method, SETTINGS, { ...options, as: 'nobody' })
      await refused(403, method, SETTINGS, { ...options, as: 'member' })
      await refused(403, method, SETTINGS, { ...options, as: 'scoped' })
    },
  )
})

describe('app config and theme', () => {
  const THEME = {
    palette: {
      accent: { color: '#5b5bd6', hue: 240, saturation: 60 },
      base: { color: '#1c2024', hue: 210, saturation: 10 },
      contrastLevel: 50,
      pastel: false,
      surfaceMode: 'neutral',
      themes: null,
    },
    logoUrl: '',
    light: {
      accentColor: '#5b5bd6',
      backgroundColor: '#ffffff',
      foregroundColor: '#1c2024',
      contrast: 50,
      logoUrl: '',
    },
    dark: { accentColor: '#5b5bd6', backgroundColor: '#111113', foregroundColor: '#edeef0', contrast: 50, logoUrl: '' },
    typography: null,
  }

  test('endpoints 16, schemas 13: theme, creator mode, embedding, downloads and time zones', async () => {
    const { status, body } = await call('GET', '/api/v1/app-config')
    expect(status).toBe(200)
    expect(body).toEqual({
      applyThemeGlobally: false,
      restrictDataDownload: false,
      sheetsAgentChatEnabled: true,
      appTheme: THEME,
      creatorMode: null,
      embedding: {},
      sheetsUi: { showAppliedFilters: true },
      timezoneSettings: { enabled: true, timezone: null, allowUserOverride: true },
    })
  })

  test('switch dataDownload: shown as set', async () => {
    sandbox().controls.setSwitches({ dataDownload: 'restricted' })
    expect((await call('GET', '/api/v1/app-config')).body.restrictDataDownload).toBe(true)
    sandbox().controls.setSwitches({ dataDownload: 'allowed' })
  })

  test('spec Versioning 0.6.0: the theme has a palette and a logo, and still the two older fields', async () => {
    const { status, body } = await call('GET', '/api/v1/app-theme')
    expect(status).toBe(200)
    expect(body).toEqual(THEME)
  })

  test.each(['/api/v1/app-config', '/api/v1/app-theme'])('chosen: every user reads %s, with any key', async (path) => {
    expect((await call('GET', path, { as: 'member' })).status).toBe(200)
    expect((await call('GET', path, { as: 'scoped' })).status).toBe(200)
    await refused(401, 'GET', path, { as: 'nobody' })
  })
})

describe('POST /usage-analytics/token', () => {
  const partsOf = (token: string) => token.split('.') as [string, string, string]
  const claimsOf = (token: string) => JSON.parse(Buffer.from(partsOf(token)[1], 'base64url').toString())

  test('spec Usage analytics, schemas 15: a signed token that lives for an hour', async () => {
    sandbox().controls.setClock({ now: '2026-12-01T10:00:00.000Z', frozen: true })
    const { status, body } = await call('POST', TOKEN)
    expect(status).toBe(200)
    expect(body).toEqual({
      token: TEXT,
      apiUrl: `${sandbox().url}/usage-analytics/v1`,
      deploymentId: 0,
      expiresAt: '2026-12-01T11:00:00.000Z',
    })
    const [header, , signature] = partsOf(body.token)
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(signature).toHaveLength(createHmac('sha256', 'any').update('any').digest('base64url').length)
    const { iat, exp } = claimsOf(body.token)
    expect([iat, exp]).toEqual([1_796_119_200, 1_796_122_800])
    sandbox().controls.setClock({ advanceMs: 5000 })
    expect((await call('POST', TOKEN)).body.token).not.toBe(body.token)
    sandbox().controls.setClock({ frozen: false })
  })

  test('endpoints 16: scoped to the account by a security context from the server', async () => {
    const { body } = await call('POST', TOKEN, { body: { securityContext: { account: 'else' } } })
    expect(claimsOf(body.token).securityContext).toEqual({ account: sandbox().url })
  })

  test('endpoints 16: 404 when the feature is off', async () => {
    sandbox().controls.setSwitches({ usageAnalytics: 'off' })
    await refused(404, 'POST', TOKEN)
    await refused(403, 'POST', TOKEN, { as: 'member' })
    sandbox().controls.setSwitches({ usageAnalytics: 'on' })
  })

  test('spec Usage analytics: admin only', async () => {
    await refused(401, 'POST', TOKEN, { as: 'nobody' })
    await refused(403, 'POST', TOKEN, { as: 'member' })
    await refused(403, 'POST', TOKEN, { as: 'scoped' })
  })

  test('it is not accepted by the management API', async () => {
    const { body } = await call('POST', TOKEN)
    await refused(401, 'GET', '/api/v1/users/me', { headers: { authorization: `Bearer ${body.token}` } })
  })
})
