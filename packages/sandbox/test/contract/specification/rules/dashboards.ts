import { expect } from 'vitest'
import { FOR_BEANHOUSE } from '../../embed-support.ts'
import { HOME } from '../../support.ts'
import type { Rule, World } from '../rule.ts'

const INTEGER = expect.toSatisfy(Number.isInteger)
const maybe = (type: string) => expect.toSatisfy((value) => value == null || typeof value === type)

/** A published dashboard shows this value for the field. */
const shows = (field: string, expected: unknown, body?: object) => async (world: World) => {
  const answer = await world.publish(body)
  expect(answer.status).toBe(200)
  expect(answer.body[field]).toEqual(expected)
}

/** The first config is published and returned as it was sent; each of the others is a 400. */
const takes =
  (good: object, ...bad: readonly object[]) =>
  async (world: World) => {
    const answer = await world.publish({ config: good })
    expect({ status: answer.status, config: answer.body['config'] }).toEqual({ status: 200, config: good })
    for (const config of bad) expect([config, (await world.publish({ config })).status]).toEqual([config, 400])
  }

const at = { x: 0, y: 0, w: 6, h: 4 }
const widget = (fields: object) => ({ widgets: [{ id: 'w', type: 'TEXT', position: at, ...fields }] })
const theme = (fields: object) => ({ theme: fields })
const without = (...names: readonly string[]) =>
  widget(Object.fromEntries(names.map((name) => [name, undefined])) as object)
const BORDER = { color: '#000', radius: '4px', style: 'solid', width: '1px' }
const TITLE = { color: '#000', fontFamily: 'Inter', fontSize: '14px', fontWeight: '600' }
const TYPES = 'CHART TEXT FILTER AI TIME_GRAIN FIELD PARENT SPACER DIVIDER CONTAINER'.split(' ')
const PER_BREAKPOINT = { lg: 1200, md: 996, sm: 768, xs: 480, xxs: null }

/** Dashboards: what a publish returns, and which config it accepts. */
export const DASHBOARDS: readonly Rule[] = [
  {
    line: 33,
    rule: 'a nullable type accepts null and answers null',
    run: shows('title', null, { title: null, config: { title: null } }),
  },
  {
    line: 33,
    part: 2,
    rule: 'a required field is always answered, and refused if missing',
    run: async ({ publish }) => {
      const { body } = await publish()
      const required = ['id', 'publicId', 'deploymentId', 'workbookId', 'status', 'allowEmbed', 'config']
      expect(Object.keys(body)).toEqual(expect.arrayContaining([...required, 'versionNumber', 'versionId']))
      expect((await publish({ workbookId: undefined })).status).toBe(400)
    },
  },
  {
    line: 33,
    part: 3,
    rule: 'a value of another JSON type is refused',
    run: async ({ publish }) => {
      const wrong = [{ workbookId: 1.5 }, { title: 7 }, { allowEmbed: 'yes' }, { config: [] }]
      const inside = [{ rowHeight: '40' }, { margin: 12 }].map((layout) => ({ config: { layout } }))
      for (const body of [...wrong, ...inside]) expect([body, (await publish(body)).status]).toEqual([body, 400])
    },
  },

  { line: 39, rule: 'id: integer', run: shows('id', INTEGER) },
  { line: 40, rule: 'publicId: string', run: shows('publicId', expect.any(String)) },
  { line: 41, rule: 'deploymentId: integer, of its deployment', run: shows('deploymentId', 2) },
  {
    line: 42,
    rule: 'workbookId: integer, of its workbook',
    run: async ({ ok, id }) => {
      const workbook = id('workbook', 'cash')
      const body = { workbookId: workbook }
      expect(await ok('POST', `${HOME}/workbooks/${workbook}/publish`, { body })).toMatchObject(body)
    },
  },
  { line: 43, rule: 'status: after a publish it is published', run: shows('status', 'published') },
  {
    line: 44,
    rule: 'allowEmbed: boolean, as it was sent',
    run: async (world) => {
      for (const allowEmbed of [true, false]) await shows('allowEmbed', allowEmbed, { allowEmbed })(world)
    },
  },
  { line: 45, rule: 'config: an object', run: shows('config', { title: 'T' }, { config: { title: 'T' } }) },
  {
    line: 46,
    rule: 'versionNumber: integer, which counts publishes',
    run: async ({ ok, id }) => {
      const path = `${HOME}/workbooks/${id('workbook', 'cash')}/publish`
      const first = Number((await ok('POST', path))['versionNumber'])
      expect(await ok('POST', path)).toMatchObject({ versionNumber: first + 1 })
    },
  },
  { line: 47, rule: 'versionId: integer', run: shows('versionId', INTEGER) },
  { line: 48, rule: 'reportSnapshots: a list, empty without reports', run: shows('reportSnapshots', []) },
  { line: 49, rule: 'createdBy: integer or null', run: shows('createdBy', 1) },
  { line: 50, rule: 'description: text', run: shows('description', 'Of May', { description: 'Of May' }) },
  { line: 50, rule: 'description: or null', run: shows('description', null, { description: null }) },
  { line: 51, rule: 'title: text', run: shows('title', 'Sales', { title: 'Sales' }) },
  {
    line: 52,
    rule: 'fromSharedWorkspace: boolean, for a dashboard that is read through a share',
    run: async ({ bearing, enter, ok }) => {
      const path = `/api/v1/embed/dashboard/${FOR_BEANHOUSE}`
      const shared = await bearing(await enter({ embedTenantName: 'beanhouse' }), 'GET', path)
      expect(shared.body).toMatchObject({ fromSharedWorkspace: true })
      expect(await ok('GET', path)).toMatchObject({ fromSharedWorkspace: false })
    },
  },
  {
    line: 53,
    rule: 'restrictDataDownload: boolean, null or left out',
    run: shows('restrictDataDownload', maybe('boolean')),
  },
  {
    line: 54,
    rule: 'useBoardDashboards: boolean, null or left out',
    run: shows('useBoardDashboards', maybe('boolean')),
  },

  {
    line: 58,
    rule: 'every field of a config may be left out or null',
    run: async (world) => {
      const none = { kind: null, title: null, description: null, app: null, layout: null, settings: null, theme: null }
      for (const config of [{}, { ...none, widgets: null }]) await takes(config)(world)
    },
  },
  {
    line: 62,
    rule: 'kind is CLASSIC or APP',
    run: async (world) => {
      await takes({ kind: 'CLASSIC' }, { kind: 'classic' }, { kind: 'BOARD' })(world)
      await takes({ kind: 'APP', app: { html: '<p>Hi</p>' } })(world)
    },
  },
  {
    line: 63,
    rule: 'title and description are texts',
    run: takes({ title: 'T', description: 'D' }, { title: 7 }, { description: [] }),
  },
  { line: 64, rule: 'app is an object', run: takes({ app: { entry: 'main.ts' } }, { app: 'main.ts' }) },
  { line: 65, rule: 'layout is an object', run: takes({ layout: { rowHeight: 40 } }, { layout: [] }) },
  {
    line: 66,
    rule: 'settings are free-form',
    run: takes({ settings: { any: [1, { deep: null }] } }, { settings: [] }),
  },
  {
    line: 67,
    rule: 'theme: checked when sent, answered as a free-form object',
    run: takes({ theme: { primaryColor: '#123456', ofOurOwn: { kept: [1] } } }, { theme: { primaryColor: 7 } }),
  },
  { line: 68, rule: 'widgets are a list', run: takes(widget({}), { widgets: { id: 'w' } }) },

  {
    line: 74,
    rule: 'entry has at most 255 characters',
    run: takes({ app: { entry: 'e'.repeat(255) } }, { app: { entry: 'e'.repeat(256) } }),
  },
  {
    line: 75,
    rule: 'files map names to texts',
    run: takes({ app: { files: { 'a.ts': 'let a' } } }, { app: { files: { a: 1 } } }),
  },
  { line: 76, rule: 'html is a text', run: takes({ app: { html: '<p>Hi</p>' } }, { app: { html: 1 } }) },
  {
    line: 77,
    rule: 'manifest has dependencies, texts, and a version, an integer',
    run: takes(
      { app: { manifest: { dependencies: { d3: '7' }, version: 2 } } },
      { app: { manifest: { version: '2' } } },
      { app: { manifest: { dependencies: { d3: 7 } } } },
    ),
  },
  {
    line: 83,
    rule: 'breakpoints: an integer or null for each of five widths',
    run: takes({ layout: { breakpoints: PER_BREAKPOINT } }, { layout: { breakpoints: { lg: 'wide' } } }),
  },
  {
    line: 84,
    rule: 'cols: the same five, integers or null',
    run: takes({ layout: { cols: { lg: 24, md: 12, sm: 6, xs: 2, xxs: null } } }, { layout: { cols: { lg: 1.5 } } }),
  },
  {
    line: 85,
    rule: 'containerPadding: integers',
    run: takes({ layout: { containerPadding: [4, 4] } }, { layout: { containerPadding: ['4'] } }),
  },
  { line: 86, rule: 'margin: integers', run: takes({ layout: { margin: [12, 12] } }, { layout: { margin: [0.5] } }) },
  {
    line: 87,
    rule: 'rowHeight: an integer',
    run: takes({ layout: { rowHeight: 40 } }, { layout: { rowHeight: '40' } }),
  },

  {
    line: 93,
    rule: 'widget id: required, at most 128 characters',
    run: takes(widget({ id: 'i'.repeat(128) }), widget({ id: 'i'.repeat(129) }), without('id')),
  },
  {
    line: 94,
    rule: 'widget type: required, one of ten',
    run: async (world) => {
      const widgets = TYPES.map((type) => ({ id: type, type, position: at }))
      await takes({ widgets }, without('type'), widget({ type: 'TABLE' }), widget({ type: 'chart' }))(world)
    },
  },
  {
    line: 95,
    rule: 'widget position: required, with four integers',
    run: takes(
      widget({}),
      without('position'),
      widget({ position: { x: 0, y: 0, w: 1 } }),
      widget({ position: { ...at, h: 1.5 } }),
    ),
  },
  {
    line: 96,
    rule: 'responsiveLayouts: a full position for each given width',
    run: takes(widget({ responsiveLayouts: { lg: at, xxs: at } }), widget({ responsiveLayouts: { md: { x: 0 } } })),
  },
  {
    line: 97,
    rule: 'widget config: free-form or null',
    run: takes(widget({ config: { any: [{ thing: 1 }] } }), widget({ config: 'x' })),
  },
  { line: 97, rule: 'widget config: null', run: takes(widget({ config: null })) },
  {
    line: 98,
    rule: 'widget style: free-form',
    run: takes(widget({ style: { any: { thing: 1 } } }), widget({ style: [] })),
  },
  { line: 98, rule: 'widget style: or null', run: takes(widget({ style: null })) },
  {
    line: 100,
    rule: 'a container with the layout tabs is accepted and answered unchanged',
    run: takes(widget({ type: 'CONTAINER', config: { layout: 'tabs', children: ['a'] } })),
  },
  {
    line: 100,
    part: 2,
    rule: 'the older name of a tabbed container is accepted, and converted',
    run: async ({ publish, ok, id }) => {
      const older = widget({ type: 'TABS_CONTAINER', config: { tabs: ['A'] } })
      const current = widget({ type: 'CONTAINER', config: { tabs: ['A'], layout: 'tabs' } })
      expect((await publish({ config: older })).body['config']).toEqual(current)
      const path = `${HOME}/workbooks/${id('workbook', 'cash')}/dashboard`
      expect(await ok('PUT', path, { body: { dashboardDraft: older } })).toMatchObject({ dashboardDraft: current })
    },
  },
  {
    line: 100,
    part: 2,
    rule: 'and it is not advertised',
    run: async ({ call }) => {
      const { text } = await call('GET', '/api/v1/spec')
      expect(text).toContain('"TIME_GRAIN"')
      expect(text).not.toContain('"TABS_CONTAINER"')
    },
  },
  {
    line: 102,
    rule: 'every field of a theme may be left out or null',
    run: async (world) => {
      const none = { backgroundColor: null, fontFamily: null, primaryColor: null, themeId: null, dashboard: null }
      for (const each of [{}, { ...none, controls: null, widgets: null }]) await takes(theme(each))(world)
    },
  },
  {
    line: 106,
    rule: 'four fields of a theme are texts',
    run: takes(
      theme({ backgroundColor: '#fff', fontFamily: 'Inter', primaryColor: '#123', themeId: 'house' }),
      ...['backgroundColor', 'fontFamily', 'primaryColor', 'themeId'].map((name) => theme({ [name]: 7 })),
    ),
  },
  {
    line: 107,
    rule: 'theme.dashboard has a background and a padding',
    run: takes(theme({ dashboard: { backgroundColor: '#fff', padding: '8px' } }), theme({ dashboard: { padding: 8 } })),
  },
  {
    line: 108,
    rule: 'theme.controls has a background, a padding, a border and a title',
    run: takes(
      theme({ controls: { backgroundColor: '#fff', padding: '8px', border: BORDER, title: TITLE } }),
      theme({ controls: { border: { width: 1 } } }),
      theme({ controls: { title: { fontSize: 14 } } }),
    ),
  },
  {
    line: 109,
    rule: 'theme.widgets has further texts',
    run: takes(
      theme({
        widgets: {
          backgroundColor: '#fff',
          margin: '4px',
          padding: '8px',
          border: BORDER,
          text: { codeFontFamily: 'Mono', color: '#000', fontFamily: 'Inter', secondaryColor: '#666' },
          title: TITLE,
        },
      }),
      theme({ widgets: { text: { codeFontFamily: 1 } } }),
      theme({ widgets: { border: 'thin' } }),
    ),
  },
]
