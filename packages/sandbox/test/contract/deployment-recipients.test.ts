import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, DEV, expectRefused, HOME, NUMBER, openContract, TEXT } from './support.ts'

const { call, id, everything, sandbox } = openContract()

const NOTIFICATIONS = `${HOME}/notifications`
let dashboard = 0
beforeAll(async () => {
  const workbook = await call('GET', `${HOME}/workbooks/${id('workbook', 'revenue-overview')}`)
  const published = workbook.body['publishedDashboard'] as { id: number; publicId: string }
  dashboard = published.id
})

const post = (body: object): Promise<Answer> =>
  call('POST', NOTIFICATIONS, { body: { dashboardId: dashboard, ...body } })
async function create(body: object = { scheduleType: 'DAILY' }): Promise<number> {
  const answer = await post(body)
  expect(answer.status).toBe(200)
  return answer.body.id
}

describe('endpoints 7: recipients', () => {
  const recipients = async (notification: number) =>
    (await call('GET', `${NOTIFICATIONS}/${notification}/recipients`)).body.items
  const add = (notification: number, ...list: object[]) =>
    call('POST', `${NOTIFICATIONS}/${notification}/recipients`, { body: { recipients: list } })
  const remove = (notification: number, ...list: object[]) =>
    call('DELETE', `${NOTIFICATIONS}/${notification}/recipients`, { body: { recipients: list } })
  const MARIA = { type: 'USER', userId: 2, email: 'maria@acme.com', username: 'maria@acme.com' }

  test('a user by id, or by address, ignoring case', async () => {
    const notification = await create()
    const answer = await add(notification, { type: 'USER', userId: 2 }, { type: 'USER', email: 'JONAS@acme.com' })
    expect(answer.body).toEqual({
      createdRecipients: [MARIA, { type: 'USER', userId: 3, email: 'jonas@acme.com', username: 'jonas@acme.com' }],
      updatedRecipients: [],
      unchangedRecipients: [],
    })
    expect((await recipients(notification)).map((row) => row['userId'])).toEqual([3, 2])
  })

  test('a repeat is unchanged, also twice in one request', async () => {
    const notification = await create()
    const twice = await add(notification, { type: 'USER', userId: 2 }, { type: 'USER', email: 'maria@acme.com' })
    expect(twice.body['createdRecipients']).toEqual([MARIA])
    expect((await add(notification, { type: 'USER', userId: 2 })).body).toEqual({
      createdRecipients: [],
      updatedRecipients: [],
      unchangedRecipients: [MARIA],
    })
    expect(await recipients(notification)).toHaveLength(1)
  })

  test('an embed user is created; other properties update it', async () => {
    const notification = await create()
    const one = { type: 'EMBED_USER', embedTenantName: 'beanhouse', externalId: 'new.person@beanhouse.example' }
    const shown = {
      type: 'EMBED_USER',
      embedUserId: NUMBER,
      embedTenantName: 'beanhouse',
      externalId: 'new.person@beanhouse.example',
      email: 'new.person@beanhouse.example',
      username: TEXT,
    }
    expect((await add(notification, one)).body).toMatchObject({ createdRecipients: [shown] })
    expect((await add(notification, one)).body).toMatchObject({ unchangedRecipients: [shown] })
    const more = { ...one, securityContext: { region: 'North' } }
    expect((await add(notification, more)).body).toMatchObject({ updatedRecipients: [shown], createdRecipients: [] })
    expect((await recipients(notification))[0]).not.toHaveProperty('securityContext')
  })

  test.each<[string, object]>([
    ['Slack', { type: 'SLACK', channelId: 'C1', channelName: '#sales' }],
    ['an unknown user', { type: 'USER', userId: 999 }],
    ['an unknown address', { type: 'USER', email: 'nobody@acme.com' }],
    ['a user without a name', { type: 'USER' }],
    ['an id and the address of another', { type: 'USER', userId: 2, email: 'jonas@acme.com' }],
    ['an embed user without a tenant', { type: 'EMBED_USER', externalId: 'a@b.example' }],
    ['an embed user without an id', { type: 'EMBED_USER', embedTenantName: 'beanhouse' }],
    [
      'an embed user without an address',
      { type: 'EMBED_USER', embedTenantName: 'beanhouse', externalId: 'no-address' },
    ],
    [
      'unknown groups',
      { type: 'EMBED_USER', embedTenantName: 'beanhouse', externalId: 'a@b.example', groups: ['Ghosts'] },
    ],
    [
      'unknown attributes',
      {
        type: 'EMBED_USER',
        embedTenantName: 'beanhouse',
        externalId: 'a@b.example',
        userAttributes: [{ name: 'ghost', value: 1 }],
      },
    ],
    ['an unknown type', { type: 'FAX' }],
  ])('%s makes the whole request fail, and nothing is written', async (_, bad) => {
    const notification = await create()
    const before = everything()
    expectRefused(await add(notification, { type: 'USER', userId: 2 }, bad), 400)
    expect(everything()).toEqual(before)
  })

  test('1 to 1000 for each call', async () => {
    const notification = await create()
    const many = (count: number) => Array.from({ length: count }, () => ({ type: 'USER', userId: 2 }))
    expectRefused(await add(notification), 400)
    expectRefused(await add(notification, ...many(1001)), 400)
    expect((await add(notification, ...many(1000))).status).toBe(200)
    expectRefused(await remove(notification), 400)
    expectRefused(await remove(notification, ...many(1001)), 400)
  })

  test('removing takes the returned id; who is not subscribed is not an error', async () => {
    const notification = await create()
    const embed = { type: 'EMBED_USER', embedTenantName: 'beanhouse', externalId: 'gone@beanhouse.example' }
    await add(notification, { type: 'USER', userId: 2 }, { type: 'USER', userId: 3 }, embed)
    const [{ embedUserId }] = (await recipients(notification)) as unknown as [{ embedUserId: number }]
    const answer = await remove(
      notification,
      { type: 'USER', id: 2 },
      { type: 'USER', id: 77 },
      { type: 'SLACK', id: 'C1' },
    )
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' })
    expectRefused(await remove(notification, { type: 'EMBED_USER', id: embedUserId }), 400)
    await remove(notification, { type: 'EMBED_USER', id: embedUserId, embedTenantName: 'cafe-du-lac' })
    expect(await recipients(notification)).toHaveLength(2)
    await remove(notification, { type: 'EMBED_USER', id: embedUserId, embedTenantName: 'beanhouse' })
    expect((await recipients(notification)).map((row) => row['userId'])).toEqual([3])
    expectRefused(await remove(notification, { type: 'USER', id: null }), 400)
  })

  test('of a notification in another deployment is a 404', async () => {
    const notification = await create()
    const body = { recipients: [{ type: 'USER', userId: 2 }] }
    expectRefused(await call('POST', `${DEV}/notifications/${notification}/recipients`, { body }), 404)
    expectRefused(
      await call('DELETE', `${DEV}/notifications/${notification}/recipients`, {
        body: { recipients: [{ type: 'USER', id: 2 }] },
      }),
      404,
    )
  })

  test('the list is paged, and filters by each kind of recipient', async () => {
    const notification = await create()
    await add(
      notification,
      { type: 'USER', userId: 4 },
      { type: 'EMBED_USER', embedTenantName: 'beanhouse', externalId: 'filter@b.example' },
    )
    const page = await call('GET', `${NOTIFICATIONS}/${notification}/recipients?first=1`)
    const rest = await call(
      'GET',
      `${NOTIFICATIONS}/${notification}/recipients?first=1&after=${page.body.pageInfo.endCursor}`,
    )
    expect([...page.body.items, ...rest.body.items].map(({ type }) => type)).toEqual(['EMBED_USER', 'USER'])
    const found = async (query: string) =>
      (await call('GET', `${NOTIFICATIONS}?${query}`)).body.items.map((row) => row.id)
    expect(await found('recipientUserId=4')).toEqual([notification])
    expect(await found('recipientEmail=FILTER%40b.example')).toEqual([notification])
    expect(await found('recipientEmbedTenantName=beanhouse&recipientExternalId=filter%40b.example')).toEqual([
      notification,
    ])
    expect(await found(`dashboardId=${dashboard}&recipientUserId=4`)).toEqual([notification])
    expect(await found('dashboardPublicId=nothing')).toEqual([])
    for (const query of [
      'recipientUserId=4&recipientEmail=a',
      'recipientExternalId=a',
      `dashboardId=1&dashboardPublicId=a`,
      'dashboardId=0',
    ]) {
      expectRefused(await call('GET', `${NOTIFICATIONS}?${query}`), 400)
    }
  })

  test('who could have got a message in between is in the log of messages, unless somebody looked', async () => {
    const [one, other] = [2, 3].map((id) => ({ type: 'USER', id }))
    const notification = await create()
    const set = (isEnabled: boolean) => call('PUT', `${NOTIFICATIONS}/${notification}`, { body: { isEnabled } })
    const messages = () => sandbox().controls.messages()

    await add(notification, { type: 'USER', userId: 2 }, { type: 'USER', userId: 3 })
    await remove(notification, one ?? {})
    await set(false)
    expect(messages()).toEqual([
      { deployment: 2, notification, to: 'maria@acme.com' },
      { deployment: 2, notification, to: 'jonas@acme.com' },
    ])

    await add(notification, { type: 'USER', userId: 2 })
    await remove(notification, one ?? {})
    await set(true)
    await recipients(notification)
    await remove(notification, other ?? {})
    expect(messages()).toHaveLength(2)
  })
})
