import { expect } from 'vitest'
import { claimsOf, FOR_BEANHOUSE } from '../../embed-support.ts'
import { HOME } from '../../support.ts'
import type { Rule, World } from '../rule.ts'

const AI_SWITCHES = ['showDashboardChat', 'showWorkbookChat', 'showAiWidgets']
const OF_THE_ACCOUNT = ['allowAi', ...AI_SWITCHES]
const BUILT_IN = [
  'allowChatWorkspaceAuthoring',
  'showWorkbookShare',
  'showDashboardSettings',
  'showMemberNames',
  'showGroupByCube',
]
const CREATOR = { creatorMode: true, embedTenantName: 'beanhouse' }
const BEANHOUSE = { embedTenantName: 'beanhouse' }

/** The dashboard of the seed with an AI summary. */
const WITH_SUMMARY = 'Wk5sMt9QxB2h'
const IS_SUMMARY = expect.objectContaining({ type: 'AI' })

const account = ({ sandbox }: World, settings: object): void => void sandbox().controls.setEmbedding({ settings })
const read = ({ bearing }: World, token: string, path: string) => bearing(token, 'GET', path)

/** A setting that a session may set to true or false and nothing else, and that its token carries. */
const isSwitch =
  (key: string) =>
  async ({ claims, noSession }: World) => {
    for (const value of [true, false]) {
      const said = await claims({ settings: { [key]: value } })
      expect([said.settings, said.effectiveSettings[key]]).toEqual([{ [key]: value }, value])
    }
    expect((await claims({ settings: { [key]: null } })).effectiveSettings[key]).toBe(true)
    for (const value of ['false', 0, {}]) await noSession(400, { settings: { [key]: value } })
  }

/** A setting that the account decides if the session does not. */
const byAccount = (key: string) => async (world: World) => {
  expect(await world.settingsOf()).toMatchObject({ [key]: true })
  for (const value of [false, true, null]) {
    account(world, { [key]: value })
    expect(await world.settingsOf()).toMatchObject({ [key]: value ?? true })
  }
}

const shownByDefault = (key: string) => async (world: World) => {
  for (const settings of [{}, { [key]: null }]) expect(await world.settingsOf(settings)).toMatchObject({ [key]: true })
}

export const SESSION_SETTINGS: readonly Rule[] = [
  {
    line: 289,
    part: 2,
    rule: 'every key may be left out',
    run: async ({ claims, settingsOf }) => {
      expect((await claims({ settings: {} })).settings).toEqual({})
      const all = { ...Object.fromEntries([...OF_THE_ACCOUNT, ...BUILT_IN].map((key) => [key, false])), locale: 'de' }
      for (const key of Object.keys(all)) expect(await settingsOf({ ...all, [key]: undefined })).toHaveProperty(key)
    },
  },
  {
    line: 289,
    part: 3,
    rule: 'a missing key falls back to the account, for AI, language and time zone',
    run: async (world) => {
      const defaults = { ...Object.fromEntries(OF_THE_ACCOUNT.map((key) => [key, false])), locale: 'fr' }
      account(world, { ...defaults, timezone: 'Asia/Tokyo' })
      expect(await world.settingsOf()).toMatchObject({ ...defaults, timezone: 'Asia/Tokyo' })
    },
  },
  {
    line: 289,
    part: 3,
    rule: 'and to the built-in default, for the rest',
    run: async (world) => {
      const built = Object.fromEntries(BUILT_IN.map((key) => [key, true]))
      expect(await world.settingsOf()).toMatchObject(built)
      for (const key of BUILT_IN) expect(() => account(world, { [key]: false })).toThrow()
    },
  },
  {
    line: 289,
    part: 4,
    rule: 'true and false both override the account',
    run: async (world) => {
      for (const key of OF_THE_ACCOUNT) {
        for (const value of [true, false]) {
          account(world, { [key]: !value })
          expect(await world.settingsOf({ [key]: value })).toMatchObject({ [key]: value })
        }
      }
    },
  },
  {
    line: 289,
    part: 5,
    rule: 'they are signed: a token with a changed switch is refused',
    run: async (world) => {
      const token = await world.enter({ ...BEANHOUSE, settings: { showDashboardChat: false } })
      expect(claimsOf(token).settings).toEqual({ showDashboardChat: false })
      const [header, , signature] = token.split('.')
      const other = { ...claimsOf(token), settings: { showDashboardChat: true } }
      const forged = [header, Buffer.from(JSON.stringify(other)).toString('base64url'), signature].join('.')
      const path = `/api/v1/embed/dashboard/${FOR_BEANHOUSE}`
      expect((await read(world, token, path)).status).toBe(200)
      expect((await read(world, forged, path)).status).toBe(401)
    },
  },
  {
    line: 289,
    part: 6,
    rule: 'keys of a placement are refused',
    run: async ({ noSession }) => {
      for (const key of ['showHeader', 'showBackButton', 'showChartExport', 'showDashbordChat']) {
        expect(await noSession(400, { settings: { [key]: false } })).toContain(key)
      }
    },
  },
  { line: 293, rule: 'allowAi is a switch', run: isSwitch('allowAi') },
  { line: 293, part: 2, rule: 'allowAi defaults to the account, which defaults to true', run: byAccount('allowAi') },
  {
    line: 293,
    part: 4,
    rule: 'allowAi outranks the switches that show AI',
    run: async (world) => {
      const { settingsOf } = world
      const others = Object.fromEntries(BUILT_IN.map((key) => [key, true]))
      const shown = Object.fromEntries(AI_SWITCHES.map((key) => [key, true]))
      const hidden = Object.fromEntries(AI_SWITCHES.map((key) => [key, false]))
      expect(await settingsOf({ allowAi: false, ...shown })).toMatchObject({ ...hidden, ...others })
      expect(await settingsOf({ allowAi: true, ...shown })).toMatchObject(shown)
      account(world, { allowAi: false })
      expect(await settingsOf(shown)).toMatchObject(hidden)
    },
  },
  {
    line: 293,
    part: 5,
    rule: 'without AI, everything else still works',
    run: async ({ bearing, enter }) => {
      const token = await enter({ ...CREATOR, externalId: 'no-ai', settings: { allowAi: false } })
      const made = await bearing(token, 'POST', `${HOME}/workbooks`, { name: 'Made without AI' })
      expect(made.status).toBe(200)
      expect((await bearing(token, 'PUT', `${HOME}/workbooks/${made.body.id}`, { name: 'Renamed' })).status).toBe(200)
    },
  },
  { line: 294, rule: 'showDashboardChat is a switch', run: isSwitch('showDashboardChat') },
  {
    line: 294,
    part: 2,
    rule: 'the default is that of the account, which defaults to true',
    run: byAccount('showDashboardChat'),
  },
  { line: 295, rule: 'showWorkbookChat is a switch', run: isSwitch('showWorkbookChat') },
  {
    line: 295,
    part: 2,
    rule: 'the default is that of the account, which defaults to true',
    run: byAccount('showWorkbookChat'),
  },
  { line: 296, rule: 'showAiWidgets is a switch', run: isSwitch('showAiWidgets') },
  {
    line: 296,
    part: 2,
    rule: 'an existing summary is still answered',
    run: async (world) => {
      const share = { allEmbedUsers: true, action: 'read', allowEmbed: true }
      const workbook = `${HOME}/workbooks/${world.id('workbook', 'weekly-sales-meeting')}`
      await world.ok('PUT', `${workbook}/embed-access`, { body: share })
      const widgets = async (showAiWidgets: boolean) =>
        (
          await read(
            world,
            await world.enter({ settings: { showAiWidgets } }),
            `/api/v1/embed/dashboard/${WITH_SUMMARY}`,
          )
        ).body['config']
      expect(await widgets(false)).toMatchObject({ widgets: expect.arrayContaining([IS_SUMMARY]) })
      expect(await widgets(false)).toEqual(await widgets(true))
    },
  },
  {
    line: 296,
    part: 3,
    rule: 'the default is that of the account, which defaults to true',
    run: byAccount('showAiWidgets'),
  },
  { line: 297, rule: 'allowChatWorkspaceAuthoring is a switch', run: isSwitch('allowChatWorkspaceAuthoring') },
  {
    line: 297,
    part: 2,
    rule: 'true grants no extra rights',
    run: async ({ bearing, enter }) => {
      for (const value of [true, undefined]) {
        const settings = { allowChatWorkspaceAuthoring: value }
        const make = async (body: object) =>
          (await bearing(await enter({ ...body, settings }), 'POST', `${HOME}/workbooks`, { name: 'Mine' })).status
        expect(await make({ internalId: 'nadia@board.acme.com' })).toBe(403)
        expect(await make(BEANHOUSE)).toBe(403)
        expect(await make(CREATOR)).toBe(200)
      }
    },
  },
  { line: 298, rule: 'showWorkbookShare is a switch', run: isSwitch('showWorkbookShare') },
  { line: 298, part: 2, rule: 'true by default', run: shownByDefault('showWorkbookShare') },
  {
    line: 298,
    part: 3,
    rule: 'existing shares stay',
    run: async (world) => {
      const token = await world.enter({ ...BEANHOUSE, settings: { showWorkbookShare: false } })
      expect((await read(world, token, `/api/v1/embed/dashboard/${FOR_BEANHOUSE}`)).status).toBe(200)
      const { items } = (await read(world, token, `${HOME}/shared-workspace`)).body
      expect(items.map(({ name }) => name)).toContain('Sales')
    },
  },
  { line: 299, rule: 'showDashboardSettings is a switch', run: isSwitch('showDashboardSettings') },
  { line: 299, part: 2, rule: 'true by default', run: shownByDefault('showDashboardSettings') },
  { line: 300, rule: 'showMemberNames is a switch', run: isSwitch('showMemberNames') },
  { line: 300, part: 3, rule: 'true by default', run: shownByDefault('showMemberNames') },
  { line: 301, rule: 'showGroupByCube is a switch', run: isSwitch('showGroupByCube') },
  { line: 301, part: 3, rule: 'true by default', run: shownByDefault('showGroupByCube') },
  {
    line: 302,
    rule: 'locale: full, short and regional codes map to a language of the UI',
    run: async ({ settingsOf }) => {
      for (const [locale, used] of [
        ['de', 'de'],
        ['de-CH', 'de'],
        ['de-Latn-CH', 'de'],
        ['pt-BR', 'pt'],
        ['FR', 'fr'],
      ]) {
        expect(await settingsOf({ locale })).toMatchObject({ locale: used })
      }
    },
  },
  {
    line: 302,
    part: 2,
    rule: 'it overrides that of the account',
    run: async (world) => {
      account(world, { locale: 'fr' })
      expect(await world.settingsOf({ locale: 'de' })).toMatchObject({ locale: 'de' })
      expect(await world.settingsOf()).toMatchObject({ locale: 'fr' })
    },
  },
  {
    line: 302,
    part: 3,
    rule: 'a language that the UI lacks falls back to the default',
    run: async (world) => {
      for (const fallback of ['en', 'fr']) {
        if (fallback !== 'en') account(world, { locale: fallback })
        for (const locale of ['tlh', 'xx', 'no such code', '']) {
          expect(await world.settingsOf({ locale })).toMatchObject({ locale: fallback })
        }
      }
    },
  },
  {
    line: 303,
    rule: 'timezone: an IANA zone, overrides that of the account',
    run: async (world) => {
      expect(await world.settingsOf()).toMatchObject({ timezone: 'UTC' })
      account(world, { timezone: 'Asia/Tokyo' })
      expect(await world.settingsOf({ timezone: 'Europe/Zurich' })).toMatchObject({ timezone: 'Europe/Zurich' })
      expect(await world.settingsOf()).toMatchObject({ timezone: 'Asia/Tokyo' })
    },
  },
  {
    line: 303,
    part: 2,
    rule: 'if the account lets users choose',
    run: async ({ sandbox, settingsOf }) => {
      sandbox().controls.setEmbedding({ settings: { timezone: 'Asia/Tokyo' }, allowUserTimezones: false })
      expect(await settingsOf({ timezone: 'Europe/Zurich' })).toMatchObject({ timezone: 'Asia/Tokyo' })
    },
  },
  {
    line: 303,
    part: 3,
    rule: 'an offset or an unknown name is ignored',
    run: async (world) => {
      account(world, { timezone: 'Asia/Tokyo' })
      for (const timezone of ['+02:00', '-05', 'Mars/Olympus', 'nowhere', '']) {
        expect(await world.settingsOf({ timezone })).toMatchObject({ timezone: 'Asia/Tokyo' })
      }
    },
  },
]
