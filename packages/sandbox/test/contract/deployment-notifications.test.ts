import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, DEV, expectRefused, HOME, NUMBER, openContract } from './support.ts'

const { call, id, sandbox, everything } = openContract()

const NOTIFICATIONS = `${HOME}/notifications`
let dashboard = 0
let publicId = ''
beforeAll(async () => {
  const workbook = await call('GET', `${HOME}/workbooks/${id('workbook', 'revenue-overview')}`)
  const published = workbook.body['publishedDashboard'] as { id: number; publicId: string }
  dashboard = published.id
  publicId = published.publicId
})

const post = (body: object): Promise<Answer> =>
  call('POST', NOTIFICATIONS, { body: { dashboardId: dashboard, ...body } })
const put = (notification: number, body: object): Promise<Answer> =>
  call('PUT', `${NOTIFICATIONS}/${notification}`, { body })
async function create(body: object = { scheduleType: 'DAILY' }): Promise<number> {
  const answer = await post(body)
  expect(answer.status).toBe(200)
  return answer.body.id
}

describe('endpoints 7: create a notification', () => {
  test('answers it as reads do: with cron, not with the parts of the request (schemas 9)', async () => {
    const answer = await post({ scheduleType: 'WEEKLY', minute: 30, hour: 6, dayOfWeek: 1, timezone: 'Europe/Zurich' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      id: NUMBER,
      dashboardId: dashboard,
      deploymentId: 2,
      cronExpression: '30 6 * * 1',
      timezone: 'Europe/Zurich',
      isEnabled: true,
      humanReadableSchedule: 'At 06:30, only on Monday',
      notificationEnabled: true,
      notificationFormat: 'png',
      notificationAiSummary: false,
      filters: null,
      timeGrains: null,
      memberSwitchers: null,
    })
    expect((await call('GET', `${NOTIFICATIONS}/${answer.body.id}`)).body).toEqual(answer.body)
    expect((await call('GET', NOTIFICATIONS)).body.items[0]).toEqual(answer.body)
  })

  test.each<[object, string, string]>([
    [{ scheduleType: 'HOURLY' }, '0 * * * *', 'Every hour'],
    [{ scheduleType: 'HOURLY', minute: 59 }, '59 * * * *', 'At 59 minutes past the hour'],
    [{ scheduleType: 'DAILY' }, '0 0 * * *', 'At 00:00'],
    [{ scheduleType: 'DAILY', hour: 23, minute: 5 }, '5 23 * * *', 'At 23:05'],
    [{ scheduleType: 'WEEKLY', hour: 7 }, '0 7 * * 0', 'At 07:00, only on Sunday'],
    [{ scheduleType: 'WEEKLY', dayOfWeek: 6 }, '0 0 * * 6', 'At 00:00, only on Saturday'],
    [{ scheduleType: 'MONTHLY', dayOfMonth: 31, hour: 8 }, '0 8 31 * *', 'At 08:00, on day 31 of the month'],
    [{ scheduleType: 'MONTHLY' }, '0 0 1 * *', 'At 00:00, on day 1 of the month'],
    [{ scheduleType: 'CUSTOM', customCron: '0 7 * * 1-5' }, '0 7 * * 1-5', 'At 07:00, Monday through Friday'],
    [
      { scheduleType: 'CUSTOM', customCron: ' */15  8-18 * * MON,FRI ' },
      '*/15 8-18 * * MON,FRI',
      'Every 15 minutes, between 08:00 and 18:59, only on Monday and Friday',
    ],
    [
      { scheduleType: 'CUSTOM', customCron: '0 0 1 JAN *' },
      '0 0 1 JAN *',
      'At 00:00, on day 1 of the month, only in January',
    ],
    [{ scheduleType: 'DAILY', dayOfWeek: 3, dayOfMonth: 9 }, '0 0 * * *', 'At 00:00'],
  ])('%j is %s: %s', async (body, cronExpression, humanReadableSchedule) => {
    expect((await post(body)).body).toMatchObject({ cronExpression, humanReadableSchedule })
  })

  test.each<[string, object]>([
    ['no scheduleType', {}],
    ['null for a scheduleType', { scheduleType: null }],
    ['an unknown scheduleType', { scheduleType: 'YEARLY' }],
    ['minute 60', { scheduleType: 'DAILY', minute: 60 }],
    ['minute -1', { scheduleType: 'DAILY', minute: -1 }],
    ['minute 1.5', { scheduleType: 'DAILY', minute: 1.5 }],
    ['hour 24', { scheduleType: 'DAILY', hour: 24 }],
    ['weekday 7', { scheduleType: 'WEEKLY', dayOfWeek: 7 }],
    ['day 0', { scheduleType: 'MONTHLY', dayOfMonth: 0 }],
    ['day 32', { scheduleType: 'MONTHLY', dayOfMonth: 32 }],
    ['CUSTOM without cron', { scheduleType: 'CUSTOM' }],
    ['cron without CUSTOM', { scheduleType: 'DAILY', customCron: '0 0 * * *' }],
    ['four fields', { scheduleType: 'CUSTOM', customCron: '0 0 * *' }],
    ['six fields', { scheduleType: 'CUSTOM', customCron: '0 0 0 * * *' }],
    ['a field out of range', { scheduleType: 'CUSTOM', customCron: '60 0 * * *' }],
    ['a range backwards', { scheduleType: 'CUSTOM', customCron: '0 9-5 * * *' }],
    ['steps of nothing', { scheduleType: 'CUSTOM', customCron: '*/0 * * * *' }],
    ['words', { scheduleType: 'CUSTOM', customCron: 'every day at noon please' }],
    ['an unknown time zone', { scheduleType: 'DAILY', timezone: 'Mars/Olympus' }],
    ['an unknown format', { scheduleType: 'DAILY', notificationFormat: 'gif' }],
    ['a filter without a view', { scheduleType: 'DAILY', filters: [{ member: 'city' }] }],
    ['an unknown operator', { scheduleType: 'DAILY', filters: [{ member: 'a.b', operator: 'is' }] }],
    ['a grain without a member', { scheduleType: 'DAILY', timeGrains: [{ grain: 'day' }] }],
  ])('%s is a 400, and nothing is created', async (_, body) => {
    const before = everything()
    expectRefused(await post(body), 400)
    expect(everything()).toEqual(before)
  })

  test('takes exactly one id of the dashboard', async () => {
    const body = { scheduleType: 'DAILY' }
    const byPublicId = await call('POST', NOTIFICATIONS, { body: { ...body, dashboardPublicId: publicId } })
    expect(byPublicId.body).toMatchObject({ dashboardId: dashboard })
    expectRefused(await call('POST', NOTIFICATIONS, { body }), 400)
    expectRefused(
      await call('POST', NOTIFICATIONS, { body: { ...body, dashboardId: dashboard, dashboardPublicId: publicId } }),
      400,
    )
  })

  test('a dashboard outside this deployment is a 404', async () => {
    const body = { scheduleType: 'DAILY' }
    expectRefused(await call('POST', NOTIFICATIONS, { body: { ...body, dashboardId: 1 } }), 404)
    expectRefused(await call('POST', `${DEV}/notifications`, { body: { ...body, dashboardId: dashboard } }), 404)
    expectRefused(await call('POST', `${DEV}/notifications`, { body: { ...body, dashboardPublicId: publicId } }), 404)
  })

  test('starts without recipients, and keeps its rendering options', async () => {
    const rendering = {
      notificationFormat: 'pdf',
      notificationAiSummary: true,
      filters: [{ member: 'sales.city', operator: 'equals', value: ['Bern'] }],
      timeGrains: [{ member: 'sales.ordered_at', grain: 'week' }],
      memberSwitchers: [{ member: 'sales.net_revenue', selected: 'count' }],
    }
    const answer = await post({ scheduleType: 'DAILY', ...rendering })
    expect(answer.body).toMatchObject(rendering)
    expect((await call('GET', `${NOTIFICATIONS}/${answer.body.id}/recipients`)).body.items).toEqual([])
  })

  test('is for admins', async () => {
    for (const [method, path, body] of [
      ['POST', '', { scheduleType: 'DAILY', dashboardId: 1 }],
      ['PUT', '/1', {}],
      ['DELETE', '/1', undefined],
      ['POST', '/1/recipients', { recipients: [{ type: 'USER', userId: 2 }] }],
      ['DELETE', '/1/recipients', { recipients: [{ type: 'USER', id: 2 }] }],
    ] as const) {
      expectRefused(await call(method, `${NOTIFICATIONS}${path}`, { as: 'member', body }), 403)
    }
  })
})

describe('endpoints 7: update a notification', () => {
  const START = { scheduleType: 'WEEKLY', minute: 15, hour: 6, dayOfWeek: 2, timezone: 'Europe/Zurich' }

  test.each<[object, string]>([
    [{}, '15 6 * * 2'],
    [{ hour: 9 }, '15 9 * * 2'],
    [{ scheduleType: 'DAILY' }, '15 6 * * *'],
    [{ scheduleType: 'MONTHLY', dayOfMonth: 5 }, '15 6 5 * *'],
    [{ scheduleType: null, minute: null, dayOfWeek: 0 }, '15 6 * * 0'],
    [{ scheduleType: 'CUSTOM', customCron: '1 2 3 4 *' }, '1 2 3 4 *'],
    [{ customCron: '0 0 * * *' }, '0 0 * * *'],
  ])('%j leaves %s', async (body, cronExpression) => {
    const notification = await create(START)
    expect((await put(notification, body)).body).toMatchObject({
      cronExpression,
      timezone: 'Europe/Zurich',
      dashboardId: dashboard,
    })
  })

  test('fields that are not sent stay, and so do the recipients', async () => {
    const notification = await create({ ...START, notificationFormat: 'pdf', filters: [{ member: 'a.b' }] })
    await call('POST', `${NOTIFICATIONS}/${notification}/recipients`, {
      body: { recipients: [{ type: 'USER', userId: 2 }] },
    })
    const before = (await call('GET', `${NOTIFICATIONS}/${notification}`)).body
    expect((await put(notification, { isEnabled: false })).body).toEqual({ ...before, isEnabled: false })
    expect((await put(notification, { notificationEnabled: false })).body).toEqual({
      ...before,
      isEnabled: false,
      notificationEnabled: false,
    })
    expect((await call('GET', `${NOTIFICATIONS}/${notification}/recipients`)).body.items).toHaveLength(1)
  })

  test('a sent set replaces the stored one (schemas 9), and the switch decides whether null clears', async () => {
    const notification = await create({ ...START, filters: [{ member: 'a.b' }, { member: 'a.c' }] })
    expect((await put(notification, { filters: [{ member: 'a.d' }] })).body['filters']).toEqual([{ member: 'a.d' }])
    sandbox().controls.setSwitches({ nulls: 'ignore' })
    expect((await put(notification, { filters: null })).body['filters']).toEqual([{ member: 'a.d' }])
    sandbox().controls.setSwitches({ nulls: 'clear' })
    expect((await put(notification, { filters: null })).body['filters']).toBeNull()
  })

  test('the dashboard cannot be changed', async () => {
    const notification = await create(START)
    expect((await put(notification, { dashboardId: 1 })).body).toMatchObject({ dashboardId: dashboard })
  })

  test('CUSTOM with a part of a schedule is a 400, and so is CUSTOM without cron', async () => {
    const custom = await create({ scheduleType: 'CUSTOM', customCron: '0 7 * * 1-5' })
    expectRefused(await put(custom, { hour: 9 }), 400)
    expectRefused(await put(await create(START), { scheduleType: 'CUSTOM' }), 400)
    expectRefused(await put(custom, { scheduleType: 'DAILY', hour: 24 }), 400)
    expect((await put(custom, { scheduleType: 'DAILY', hour: 9 })).body).toMatchObject({ cronExpression: '0 9 * * *' })
  })

  test('one of another deployment, or an unknown one, is a 404', async () => {
    const notification = await create(START)
    expectRefused(await call('PUT', `${DEV}/notifications/${notification}`, { body: {} }), 404)
    expectRefused(await put(1, {}), 404)
  })
})

describe('endpoints 7: delete a notification', () => {
  test('204 without a body, and its recipients are deleted with it', async () => {
    const notification = await create()
    const path = `${NOTIFICATIONS}/${notification}`
    await call('POST', `${path}/recipients`, { body: { recipients: [{ type: 'USER', userId: 2 }] } })
    const before = (await call('GET', `${NOTIFICATIONS}?recipientUserId=2`)).body.items.length
    expectRefused(await call('DELETE', `${DEV}/notifications/${notification}`), 404)
    const answer = await call('DELETE', path)
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' })
    expectRefused(await call('GET', path), 404)
    expectRefused(await call('DELETE', path), 404)
    expectRefused(await call('GET', `${path}/recipients`), 404)
    expect((await call('GET', `${NOTIFICATIONS}?recipientUserId=2`)).body.items).toHaveLength(before - 1)
  })
})
