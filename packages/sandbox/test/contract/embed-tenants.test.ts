import { describe, expect, test } from 'vitest'
import { FOR_BEANHOUSE, openEmbed, TENANTS } from './embed-support.ts'
import { expectRefused, HOME, NUMBER, TIME } from './support.ts'

const { bearing, call, claims, enter, everything, exchange, generate, id, keyed, mint, sandbox } = openEmbed()

const names = async (query = '') => (await keyed('GET', `${TENANTS}${query}`)).body.items.map(({ name }) => name)

describe('the list of embed tenants', () => {
  test('schemas 11: id, name, userCount, displayName, createdAt', async () => {
    await generate({ embedTenantName: 'cafe-du-lac' })
    expect((await keyed('GET', TENANTS)).body).toEqual({
      items: [
        { id: NUMBER, name: 'beanhouse', userCount: NUMBER, displayName: 'Beanhouse GmbH', createdAt: TIME },
        { id: NUMBER, name: 'cafe-du-lac', userCount: 1, displayName: 'Café du Lac SA', createdAt: TIME },
      ],
      pageInfo: expect.objectContaining({ hasNextPage: false, hasPreviousPage: false }),
    })
  })

  test('spec Other endpoint paths: with a slash at the end, too', async () => {
    expect((await keyed('GET', `${TENANTS}/`)).body).toEqual((await keyed('GET', TENANTS)).body)
  })

  test('endpoints 14: search is a case-insensitive substring of the name', async () => {
    expect(await names('?search=CAFE')).toEqual(['cafe-du-lac'])
    expect(await names('?search=e')).toEqual(['beanhouse', 'cafe-du-lac'])
    expect(await names('?search=%25')).toEqual([])
  })

  test('spec Embed-tenant admin endpoints: cursor-paginated with first and after', async () => {
    const { body } = await keyed('GET', `${TENANTS}?first=1`)
    expect(body.pageInfo.hasNextPage).toBe(true)
    expect(await names(`?first=1&after=${body.pageInfo.endCursor}`)).toEqual(['cafe-du-lac'])
    for (const query of ['?first=0', '?first=x', '?after=x'])
      expectRefused(await keyed('GET', `${TENANTS}${query}`), 400)
  })
})

describe('provisioning one user', () => {
  const provision = (body: object, tenant = 'beanhouse') => keyed('POST', `${TENANTS}/${tenant}/user`, body)

  test('endpoints 14: makes the user, and the embed tenant on demand', async () => {
    const answer = await provision(
      { externalId: 'new', email: 'new@x.example', userProfile: { displayName: 'New' } },
      'demanded',
    )
    expect(answer.body).toEqual({
      id: NUMBER,
      username: 'demanded:new',
      email: 'new@x.example',
      externalId: 'new',
      firstName: 'New',
      createdAt: TIME,
      lastLogin: null,
    })
    expect(await names('?search=demanded')).toEqual(['demanded'])
  })

  test('schemas 11: externalId is trimmed and lowercased', async () => {
    const { body } = await provision({ externalId: '  Ana.B ' })
    expect(body['externalId']).toBe('ana.b')
    expect((await claims({ externalId: 'ana.b', embedTenantName: 'beanhouse' })).user).toMatchObject({ id: body.id })
    expectRefused(await provision({ externalId: '  ' }), 400)
  })

  test('endpoints 14: e-mail and profile are overwritten when sent, kept when omitted', async () => {
    const full = {
      externalId: 'kept',
      email: 'kept@x.example',
      userProfile: { displayName: 'Kept', picture: 'https://x.example/k.png' },
    }
    const { body: first } = await provision(full)
    expect((await provision({ externalId: 'kept' })).body).toEqual(first)
    expect((await provision({ externalId: 'kept', userProfile: { displayName: 'Changed' } })).body).toEqual({
      ...first,
      firstName: 'Changed',
    })
    expect((await claims({ externalId: 'kept', embedTenantName: 'beanhouse' })).user).toMatchObject({
      picture: 'https://x.example/k.png',
    })
  })

  test('endpoints 14: each group lane is replaced when sent, kept when omitted, cleared by []', async () => {
    await generate({
      creatorMode: true,
      embedTenantName: 'beanhouse',
      groupDefinitions: [{ name: 'One' }, { name: 'Two' }],
    })
    const groups = async (body: object) => {
      expect((await provision({ externalId: 'laned', ...body })).status).toBe(200)
      return (await claims({ externalId: 'laned', embedTenantName: 'beanhouse' })).groups.map((name) =>
        name.split(':').at(-1),
      )
    }
    expect(await groups({ groups: ['Sales'], tenantGroups: ['One'] })).toEqual(['Sales', 'One'])
    expect(await groups({ tenantGroups: ['Two'] })).toEqual(['Sales', 'Two'])
    expect(await groups({})).toEqual(['Sales', 'Two'])
    expect(await groups({ groups: [] })).toEqual(['Two'])
    expect(await groups({ tenantGroups: [] })).toEqual([])
  })

  test('endpoints 14: an unknown group is 400, and nothing is stored', async () => {
    const before = everything()
    for (const lane of ['groups', 'tenantGroups']) {
      expectRefused(await provision({ externalId: 'unborn', [lane]: ['Nobody'] }, 'unborn-tenant'), 400)
    }
    expect(everything()).toEqual(before)
  })

  test('endpoints 14: other routes under the tenant lowercase its name', async () => {
    const { body } = await provision({ externalId: 'cased' }, 'BeanHouse')
    expect((await provision({ externalId: 'cased' })).body.id).toBe(body.id)
  })

  test.for(['bean', 'b'.repeat(37), '1beans', 'bean_house'])(
    'spec Limits: embedTenantName 5 to 36 characters: not "%s"',
    async (name) => {
      expectRefused(await provision({ externalId: 'x' }, name), 400)
    },
  )

  test.for<[body: object]>([
    [{}],
    [{ externalId: '' }],
    [{ externalId: 7 }],
    [{ externalId: 'x', email: 'no address' }],
    [{ externalId: 'x', userProfile: { picture: 'x.png' } }],
  ])('schemas 11: %j is 400', async ([body]) => expectRefused(await provision(body), 400))
})

describe('provisioning many', () => {
  const provision = (users: unknown) => keyed('POST', `${TENANTS}/many-users/users`, { users })
  const list = async () =>
    (await keyed('GET', `${TENANTS}/many-users/users`)).body.items.map((user) => user['externalId'])

  test('endpoints 14: successes in order, failures with their status; no rollback', async () => {
    const { status, body } = await provision([
      { externalId: 'b', email: 'b@x.example' },
      { externalId: 'Lost', groups: ['Nobody'] },
      { externalId: 'a', email: 'a@x.example' },
    ])
    expect(status).toBe(200)
    expect(body).toEqual({
      succeeded: [expect.objectContaining({ externalId: 'b' }), expect.objectContaining({ externalId: 'a' })],
      failed: [{ externalId: 'Lost', error: { status: 400, message: 'Groups with names Nobody not found' } }],
    })
    expect(await list()).toEqual(['a', 'b'])
  })

  test('endpoints 14: safe to resend, and of a repeated externalId the last one wins', async () => {
    const users = [
      { externalId: 'c', email: 'first@x.example' },
      { externalId: 'C', email: 'last@x.example' },
    ]
    for (const _ of [1, 2]) expect((await provision(users)).body['failed']).toEqual([])
    const { body } = await keyed('GET', `${TENANTS}/many-users/users?search=last@x.example`)
    expect(body.items).toMatchObject([{ externalId: 'c', email: 'last@x.example' }])
  })

  test('endpoints 18.8: up to 100', async () => {
    const users = Array.from({ length: 101 }, (_, index) => ({ externalId: `u${index}` }))
    expectRefused(await provision(users), 400)
    expectRefused(await provision([]), 400)
    expect((await provision(users.slice(1))).body['succeeded']).toHaveLength(100)
  })
})

describe('the users of a tenant', () => {
  const TENANT = `${TENANTS}/listed-users`
  const list = async (query = '') =>
    (await keyed('GET', `${TENANT}/users${query}`)).body.items.map(({ id: userId }) => userId)

  test('endpoints 14: ordered by email; search is a substring of email or external id, in any case', async () => {
    const add = async (externalId: string, email: string) =>
      (await keyed('POST', `${TENANT}/user`, { externalId, email })).body.id
    const [zoe, ben, ada] = [
      await add('zo-1', 'm@x.example'),
      await add('ben-2', 'b@x.example'),
      await add('ada-3', 'z@y.example'),
    ]
    expect(await list()).toEqual([ben, zoe, ada])
    expect(await list('?search=X.EXAMPLE')).toEqual([ben, zoe])
    expect(await list('?search=ADA-')).toEqual([ada])
    const eva = await add('éva-4', 'z@z.example')
    expect(await list(`?search=${encodeURIComponent('ÉVA')}`)).toEqual([eva])
    const { body } = await keyed('GET', `${TENANT}/users?first=2`)
    expect(await list(`?after=${body.pageInfo.endCursor}`)).toEqual([ada, eva])
  })

  test('endpoints 14: old users may have no externalId in answers, and a search finds them by the full one', async () => {
    sandbox().controls.setSwitches({ embedExternalIds: 'hidden' })
    const { body: old } = await keyed('POST', `${TENANT}/user`, { externalId: 'old-one', email: 'old@x.example' })
    sandbox().controls.setSwitches({ embedExternalIds: 'shown' })
    expect(old['externalId']).toBe(null)
    expect(await list('?search=old-o')).toEqual([])
    expect(await list('?search=OLD-ONE')).toEqual([old.id])
    expect((await keyed('POST', `${TENANT}/user`, { externalId: 'old-one' })).body).toEqual(old)
  })

  test('lastLogin is the time of the last exchange of a session', async () => {
    const body = { externalId: 'logs-in', embedTenantName: 'listed-users' }
    const sessionId = await mint(body)
    const shown = async () => (await keyed('GET', `${TENANT}/users?search=logs-in`)).body.items[0]?.['lastLogin']
    expect(await shown()).toBe(null)
    await exchange(sessionId)
    expect(await shown()).toEqual(TIME)
  })

  test('of an unknown tenant: 404', async () => {
    expectRefused(await keyed('GET', `${TENANTS}/nobody-here/users`), 404)
  })
})

describe('deleting an embed tenant', () => {
  test('endpoints 14: 204, even if it does not exist', async () => {
    await generate({ embedTenantName: 'doomed' })
    for (const _ of [1, 2]) {
      const answer = await keyed('DELETE', `${TENANTS}/doomed`)
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' })
    }
    expect(await names('?search=doomed')).toEqual([])
  })

  test.for(['Beanhouse', 'BEANHOUSE', '%20beanhouse'])(
    'endpoints 14: the name must be canonical: %s is 400',
    async (name) => {
      const before = everything()
      expectRefused(await keyed('DELETE', `${TENANTS}/${name}`), 400)
      expect(everything()).toEqual(before)
    },
  )

  test('endpoints 14: users, groups, memberships, attributes, content and the sharing group go with it', async () => {
    const tenant = 'cascading'
    const before = everything()
    const body = {
      creatorMode: true,
      embedTenantName: tenant,
      groupDefinitions: [{ name: 'One' }],
      groups: ['One'],
      userAttributeDefinitions: [{ name: 'shop', type: 'string' }],
      userAttributes: [{ name: 'shop', value: 'Bern' }],
    }
    const token = await enter(body)
    await keyed('POST', `${TENANTS}/${tenant}/user`, { externalId: 'ana', groups: ['Sales'] })
    const cash = `${HOME}/workbooks/${id('workbook', 'cash')}/embed-access`
    expect((await call('PUT', cash, { body: { embedTenantName: tenant, action: 'read' } })).status).toBe(200)
    sandbox().controls.shareFolder({ folder: id('folder', 'Sales'), embedTenantName: tenant, action: 'read' })
    const { body: folder } = await bearing(token, 'POST', `${HOME}/folders`, { name: 'Mine' })
    const { body: inner } = await bearing(token, 'POST', `${HOME}/folders`, { name: 'Inside', parentId: folder.id })
    const { body: workbook } = await bearing(token, 'POST', `${HOME}/workbooks`, { name: 'Mine', folderId: inner.id })
    const { body: report } = await bearing(token, 'POST', `${HOME}/reports`, { name: 'Mine', workbookId: workbook.id })
    const { body: loose } = await bearing(token, 'POST', `${HOME}/reports`, { name: 'Loose', folderId: inner.id })
    await bearing(token, 'POST', `/api/v1/embed/dashboard/${FOR_BEANHOUSE}/comments`, { body: 'Hello' })

    expect((await keyed('DELETE', `${TENANTS}/${tenant}`)).status).toBe(204)
    for (const path of [
      `folders/${folder.id}/ancestors`,
      `workbooks/${workbook.id}`,
      `reports/${report.id}`,
      `reports/${loose.id}`,
    ]) {
      expectRefused(await call('GET', `${HOME}/${path}`), 404)
    }
    expect((await call('GET', cash)).body['tenants']).toEqual([])
    expectRefused(await bearing(token, 'GET', `${HOME}/workbooks`), 401)
    const counters = ['counters', 'retired_public_ids', 'sqlite_sequence', 'settings']
    const without = (tables: Record<string, string>) =>
      Object.fromEntries(Object.entries(tables).filter(([name]) => !counters.includes(name)))
    expect(without(everything())).toEqual(without(before))
  })

  test('and it can be created again, with new users', async () => {
    const before = await claims({ embedTenantName: 'phoenix' })
    await keyed('DELETE', `${TENANTS}/phoenix`)
    const after = await claims({ embedTenantName: 'phoenix' })
    expect(after.user['id']).not.toBe(before.user['id'])
  })
})
