import { expect } from 'vitest'
import { HOME } from '../../support.ts'
import type { Rule, World } from '../rule.ts'

const workbookOf = ({ id }: World): number => id('workbook', 'cash')
const pathOf = (world: World): string => `${HOME}/workbooks/${workbookOf(world)}/publish`
const WIDGET = { id: 'w', type: 'TEXT', position: { x: 0, y: 0, w: 6, h: 4 } }

/** Each of these bodies is a 400. */
const refuses =
  (...bodies: readonly object[]) =>
  async ({ publish }: World) => {
    for (const body of bodies) expect([body, (await publish(body)).status]).toEqual([body, 400])
  }

/** Each of these bodies is published, and the answer contains it. */
const takes =
  (...bodies: readonly object[]) =>
  async ({ publish }: World) => {
    for (const body of bodies) expect(await publish(body)).toMatchObject({ status: 200, body })
  }

export const PUBLISH: readonly Rule[] = [
  {
    line: 173,
    rule: 'a body is application/json',
    run: async (world) => {
      const raw = `{"workbookId": ${workbookOf(world)}}`
      const sent = (type: string) => world.call('POST', pathOf(world), { raw, headers: { 'content-type': type } })
      expect((await sent('application/json')).status).toBe(200)
      for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
        expect((await sent(type)).status).toBe(415)
    },
  },
  {
    line: 173,
    part: 2,
    rule: 'deployments and workbooks have numeric ids',
    run: async ({ refused }) => {
      await refused(400, 'POST', `${HOME}/workbooks/cash/publish`)
      await refused(400, 'POST', '/api/v1/deployments/production/workbooks/1/publish')
    },
  },
  {
    line: 177,
    rule: 'a request to the path publishes',
    run: async (world) => {
      const before = Number((await world.ok('POST', pathOf(world)))['versionNumber'])
      expect(await world.ok('POST', pathOf(world))).toMatchObject({ status: 'published', versionNumber: before + 1 })
    },
  },
  {
    line: 177,
    rule: 'its operation is publishDashboard, under Workbooks',
    run: async ({ ok }) => {
      const { paths } = await ok('GET', '/api/v1/spec')
      expect(paths).toMatchObject({
        '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/publish': {
          post: { operationId: 'publishDashboard', tags: ['Workbooks'] },
        },
      })
    },
  },
  {
    line: 179,
    rule: 'without a body, the saved draft is published',
    run: async (world) => {
      const draft = { body: { dashboardDraft: { title: 'The draft' } } }
      await world.ok('PUT', `${HOME}/workbooks/${workbookOf(world)}/dashboard`, draft)
      expect(await world.ok('POST', pathOf(world))).toMatchObject({ config: { title: 'The draft' } })
    },
  },
  {
    line: 179,
    part: 2,
    rule: 'a body is checked',
    run: async (world) => {
      for (const body of ['publish', [], 7, {}]) await world.refused(400, 'POST', pathOf(world), { body })
    },
  },
  {
    line: 183,
    rule: 'workbookId: an integer, required in a body',
    run: refuses({ workbookId: undefined }, { workbookId: null }, { workbookId: '7' }, { workbookId: 1.5 }),
  },
  {
    line: 184,
    rule: 'dashboardId: an integer, null or missing',
    run: async (world) => {
      const { id: dashboardId } = await world.ok('POST', pathOf(world))
      for (const each of [dashboardId, null, undefined]) {
        await world.ok('POST', pathOf(world), { body: { workbookId: workbookOf(world), dashboardId: each } })
      }
      await refuses({ dashboardId: 'x' })(world)
    },
  },
  {
    line: 185,
    rule: 'title: a text, null or missing',
    run: async (world) => {
      await takes({ title: 'Sales' }, { title: null }, {})(world)
      await refuses({ title: 7 })(world)
    },
  },
  {
    line: 186,
    rule: 'description: a text, null or missing',
    run: async (world) => {
      await takes({ description: 'Of May' }, { description: null }, {})(world)
      await refuses({ description: ['Of May'] })(world)
    },
  },
  {
    line: 187,
    rule: 'allowEmbed: a boolean, null or missing',
    run: async (world) => {
      await takes({ allowEmbed: true }, { allowEmbed: false }, {})(world)
      expect((await world.publish({ allowEmbed: null })).status).toBe(200)
      await refuses({ allowEmbed: 'true' }, { allowEmbed: 1 })(world)
    },
  },
  {
    line: 188,
    rule: 'config: an object with its fields, null or missing',
    run: async (world) => {
      await takes({ config: { title: 'Sales', widgets: [WIDGET] } })(world)
      for (const config of [null, undefined]) {
        await world.ok('POST', pathOf(world), { body: { workbookId: workbookOf(world), config } })
      }
      await refuses({ config: 'x' }, { config: { widgets: 'none' } })(world)
    },
  },
  {
    line: 190,
    rule: 'each widget of a config has an id, a type and a position',
    run: async (world) => {
      await takes({ config: { widgets: [WIDGET] } })(world)
      const broken = ['id', 'type', 'position'].map((name) => ({ ...WIDGET, [name]: undefined }))
      await refuses(...broken.map((each) => ({ config: { widgets: [WIDGET, each] } })))(world)
    },
  },
  {
    line: 190,
    part: 2,
    rule: 'the answer is 200 with the dashboard',
    run: async ({ publish }) => {
      const { status, body } = await publish({ title: 'Sales', config: { widgets: [WIDGET] } })
      expect(status).toBe(200)
      expect(body).toMatchObject({ title: 'Sales', status: 'published', config: { widgets: [WIDGET] } })
    },
  },
]
