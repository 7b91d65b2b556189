import { afterEach, describe, expect, test } from 'vitest'
import { openEmbed } from './embed-support.ts'
import { expectRefused } from './support.ts'

const { call, claims, everything, generate, id, sandbox } = openEmbed()

const account = (settings: object, allowUserTimezones = true) =>
  void sandbox().controls.setEmbedding({ settings, allowUserTimezones })
afterEach(() => account({}))

const effective = async (settings?: object | null) => (await claims({ settings })).effectiveSettings

const OF_THE_ACCOUNT = ['allowAi', 'showDashboardChat', 'showWorkbookChat', 'showAiWidgets'] as const
const BUILT_IN_ONLY = [
  'allowChatWorkspaceAuthoring',
  'showWorkbookShare',
  'showDashboardSettings',
  'showMemberNames',
  'showGroupByCube',
] as const

describe('a switch of settings', () => {
  test('spec Session settings: allowAi outranks the show* AI keys, and no other key', async () => {
    const all = Object.fromEntries([...OF_THE_ACCOUNT, ...BUILT_IN_ONLY].map((key) => [key, true]))
    expect(await effective({ ...all, allowAi: false })).toMatchObject({
      ...all,
      allowAi: false,
      showDashboardChat: false,
      showWorkbookChat: false,
      showAiWidgets: false,
    })
    account({ allowAi: false })
    expect(await effective({ showDashboardChat: true })).toMatchObject({ allowAi: false, showDashboardChat: false })
  })

  test('spec Session settings: they are signed into the session token: what was pinned, and no more', async () => {
    account({ showDashboardChat: false })
    const sent = { allowAi: true, showMemberNames: false, locale: 'de-CH', timezone: 'Europe/Zurich' }
    expect((await claims({ settings: { ...sent, showGroupByCube: null } })).settings).toEqual(sent)
    expect((await claims()).settings).toEqual({})
  })

  test('spec Session settings: settings of a frame are not accepted here, nor are misspelled ones', async () => {
    for (const key of ['showDashboardHeader', 'showBackButton', 'showChartExport', 'showDashbordChat']) {
      const before = everything()
      const answer = await generate({ settings: { [key]: true } })
      expectRefused(answer, 400)
      expect(answer.body.message).toContain(key)
      expect(everything()).toEqual(before)
    }
  })

  test.for<[key: string, value: unknown]>([
    ['allowAi', 'false'],
    ['showDashboardChat', 0],
    ['locale', 7],
    ['timezone', true],
  ])('schemas 11: %s is not %j', async ([key, value]) => {
    expectRefused(await generate({ settings: { [key]: value } }), 400)
  })
})

describe('locale', () => {
  test.for([
    ['de', 'de'],
    ['de-CH', 'de'],
    ['de-Latn-CH', 'de'],
    ['FR', 'fr'],
  ])('spec Session settings: full, short or regional codes resolve to a shipped language: %s', async ([sent, used]) => {
    expect(await effective({ locale: sent })).toHaveProperty('locale', used)
  })

  test.for(['tlh', 'xx', 'not a locale', ''])(
    'spec Session settings: an unsupported one falls through to the default: "%s"',
    async (locale) => {
      expect(await effective({ locale })).toHaveProperty('locale', 'en')
      account({ locale: 'fr' })
      expect(await effective({ locale })).toHaveProperty('locale', 'fr')
    },
  )

  test('spec Session settings: overrides the account default, which overrides the built-in one', async () => {
    account({ locale: 'fr' })
    expect(await effective({ locale: 'de' })).toHaveProperty('locale', 'de')
    expect(await effective()).toHaveProperty('locale', 'fr')
  })
})

describe('timezone', () => {
  test('spec Session settings: an IANA zone, overrides the account default', async () => {
    expect(await effective()).toHaveProperty('timezone', 'UTC')
    account({ timezone: 'America/New_York' })
    expect(await effective()).toHaveProperty('timezone', 'America/New_York')
    expect(await effective({ timezone: 'Europe/Zurich' })).toHaveProperty('timezone', 'Europe/Zurich')
  })

  test.for(['+02:00', '-05', 'Mars/Olympus', 'nowhere', ''])(
    'spec Session settings: a bare UTC offset or unknown name falls through without failing: "%s"',
    async (timezone) => {
      account({ timezone: 'America/New_York' })
      expect(await effective({ timezone })).toHaveProperty('timezone', 'America/New_York')
    },
  )

  test("spec Session settings: subject to the account's user-time-zone policy", async () => {
    account({ timezone: 'America/New_York' }, false)
    expect(await effective({ timezone: 'Europe/Zurich' })).toHaveProperty('timezone', 'America/New_York')
  })
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
