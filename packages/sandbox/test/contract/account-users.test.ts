import { describe, expect, test } from 'vitest'
import { openAccount } from './account-support.ts'
import { NUMBER, TIME } from './support.ts'

const { call, refused, keyOf, sandbox } = openAccount()

const USERS = '/api/v1/users'
const CURSOR = expect.any(String)

let made = 0
/** A user for one test alone. */
const newUser = async (fields: object = {}) => {
  made += 1
  const email = `user-${made}@acme.com`
  const { status, body } = await call('POST', USERS, { body: { email, username: email, ...fields } })
  expect(status).toBe(200)
  return body as { id: number; email: string; updatedAt: string }
}
const read = async (id: number) => (await list()).find((user) => user.id === id)
const list = async (): Promise<{ id: number; email: string; isDeactivated: boolean; isAdmin: boolean }[]> =>
  (await call('GET', `${USERS}?first=1000`)).body.items

/** Jonas in `GET /users`, as in the seed. */
const JONAS = {
  id: 3,
  email: 'jonas@acme.com',
  username: 'jonas@acme.com',
  isAdmin: false,
  notifications: { mentions: false },
  firstName: 'Jonas',
  title: 'Controller',
  picture: null,
  externalId: null,
  isDeactivated: false,
  activeRoleId: 5,
  defaultRoles: ['AIBIUser', 'Data steward'],
  settings: { locale: 'de', timezone: 'Europe/Zurich' },
  tosAccepted: null,
  createdAt: '2024-04-15T07:33:00.000Z',
  updatedAt: '2026-08-12T06:10:00.000Z',
  lastLogin: '2026-11-20T05:58:44.020Z',
}

describe('GET /users', () => {
  test('spec Other endpoint paths, schemas 12: all users of the account, deactivated ones too (chosen: by id)', async () => {
    const { status, body } = await call('GET', `${USERS}?first=3`)

    expect(status).toBe(200)
    expect(body.items.map((user: { id: number }) => user.id)).toEqual([1, 2, 3])
    expect(body.items[2]).toEqual(JONAS)
    expect(body).toEqual({
      items: body.items,
      pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: CURSOR, endCursor: CURSOR },
      data: body.items,
      count: NUMBER,
    })
    expect(await read(6)).toMatchObject({ email: 'tom@acme.com', isDeactivated: true })
  })

  test('spec Versioning 0.4.0: cursor pagination goes through all of them, once each', async () => {
    const seen: number[] = []
    let after = ''
    for (let more = true; more; ) {
      const { body } = await call('GET', `${USERS}?first=2${after}`)
      seen.push(...body.items.map((user: { id: number }) => user.id))
      more = body.pageInfo.hasNextPage
      after = `&after=${body.pageInfo.endCursor}`
    }
    expect(seen).toEqual((await list()).map(({ id }) => id))
    await refused(400, 'GET', `${USERS}?after=nowhere`)
    await refused(400, 'GET', `${USERS}?first=0`)
  })

  test.each([
    ['MARIA', ['maria@acme.com']],
    ['board.acme', ['nadia@board.acme.com']],
    ['ZOË', ['zoe@acme.com']],
    ['nobody-here', []],
  ])('spec Versioning 0.4.0: search %s', async (search, emails) => {
    const { body } = await call('GET', `${USERS}?search=${encodeURIComponent(search)}`)
    expect(body.items.map((user: { email: string }) => user.email)).toEqual(emails)
    expect(body.count).toBe(emails.length)
  })
})

describe('POST /users', () => {
  test('endpoints 15, schemas 12: a user, with 200', async () => {
    const { status, body } = await call('POST', USERS, {
      body: {
        email: 'ada@acme.com',
        username: 'ada',
        firstName: 'Ada',
        password: 'never read back',
        isAdmin: false,
        defaultRoles: ['AIBIViewer'],
        externalId: 'hr-7',
        isExternal: false,
        picture: 'https://acme.example/ada.png',
        settings: { locale: 'en' },
      },
    })

    expect(status).toBe(200)
    expect(body).toEqual({
      id: NUMBER,
      email: 'ada@acme.com',
      username: 'ada',
      isAdmin: false,
      notifications: {},
      firstName: 'Ada',
      title: null,
      picture: 'https://acme.example/ada.png',
      externalId: 'hr-7',
      isDeactivated: false,
      activeRoleId: 6,
      defaultRoles: ['AIBIViewer'],
      settings: { locale: 'en' },
      tosAccepted: null,
      createdAt: TIME,
      updatedAt: TIME,
      lastLogin: null,
    })
    expect(await read(body.id)).toEqual(body)
  })

  test('chosen: without roles an AI BI User, who may create; an admin has and needs no roles', async () => {
    expect(await newUser()).toMatchObject({ isAdmin: false, defaultRoles: ['AIBIUser'], activeRoleId: 5 })
    expect(await newUser({ isAdmin: true })).toMatchObject({ isAdmin: true, defaultRoles: [], activeRoleId: null })
    expect(await newUser({ defaultRoles: ['Data steward', 'Guest'] })).toMatchObject({
      defaultRoles: ['Guest', 'Data steward'],
      activeRoleId: 7,
    })
  })

  test('chosen: a value that another user has is a 409, ignoring case', async () => {
    const { email } = await newUser({ externalId: 'hr-taken' })
    await refused(409, 'POST', USERS, { body: { email: email.toUpperCase(), username: 'other' } })
    await refused(409, 'POST', USERS, { body: { email: 'other@acme.com', username: email } })
    await refused(409, 'POST', USERS, {
      body: { email: 'other@acme.com', username: 'other', externalId: 'hr-taken' },
    })
    expect((await call('GET', `${USERS}?search=other`)).body.count).toBe(0)
  })

  test.each<[string, unknown]>([
    ['no e-mail', { username: 'x' }],
    ['no user name', { email: 'x@acme.com' }],
    ['an invalid e-mail address', { email: 'x', username: 'x' }],
    ['a blank user name', { email: 'x@acme.com', username: '  ' }],
    ['an unknown role', { email: 'x@acme.com', username: 'x', defaultRoles: ['Emperor'] }],
    ['the admin role by name', { email: 'x@acme.com', username: 'x', defaultRoles: ['Admin'] }],
    ['a picture that is not text', { email: 'x@acme.com', username: 'x', picture: 7 }],
    ['settings of another type', { email: 'x@acme.com', username: 'x', settings: { locale: 7 } }],
    ['isAdmin as text', { email: 'x@acme.com', username: 'x', isAdmin: 'yes' }],
    ['a list', []],
  ])('bad input: %s', async (_, body) => {
    await refused(400, 'POST', USERS, { body })
  })
})

describe('PUT /users/{id}', () => {
  test('endpoints 15, schemas 12: sent fields change, the rest stays', async () => {
    const { id, email } = await newUser({ firstName: 'Old', settings: { locale: 'en', theme: 'dark' } })
    const { status, body } = await call('PUT', `${USERS}/${id}`, {
      body: {
        firstName: 'New',
        title: 'Boss',
        password: 'x',
        notifications: ['mentions', 'digest'],
        settings: { locale: 'fr' },
        tosAccepted: { version: 3 },
        embedTheme: 'dark',
        lastLogin: '2026-01-02T03:04:05.000Z',
        picture: 'https://acme.example/new.png',
        securityContext: { tenant: 1 },
      },
    })

    expect(status).toBe(200)
    expect(body).toEqual({
      id,
      email,
      username: email,
      isAdmin: false,
      notifications: { mentions: true, digest: true },
      firstName: 'New',
      title: 'Boss',
      picture: 'https://acme.example/new.png',
      externalId: null,
      isDeactivated: false,
      activeRoleId: 5,
      defaultRoles: ['AIBIUser'],
      settings: { locale: 'fr' },
      tosAccepted: { version: 3 },
      createdAt: TIME,
      updatedAt: TIME,
      lastLogin: '2026-01-02T03:04:05.000Z',
    })
    expect((await call('PUT', `${USERS}/${id}`, { body: { email: 'else@acme.com' } })).body).toEqual(body)
    expect(await read(id)).toEqual(body)
  })

  test('switch nulls: null clears, or is ignored', async () => {
    const { id } = await newUser({ firstName: 'Old', picture: 'p', settings: { locale: 'en' } })
    const nothing = { firstName: null, title: null, picture: null, settings: null, isAdmin: null }
    sandbox().controls.setSwitches({ nulls: 'ignore' })
    const ignored = await call('PUT', `${USERS}/${id}`, { body: nothing })
    expect(ignored.body).toMatchObject({ firstName: 'Old', picture: 'p', settings: { locale: 'en' }, isAdmin: false })
    sandbox().controls.setSwitches({ nulls: 'clear' })
    const cleared = await call('PUT', `${USERS}/${id}`, { body: nothing })
    expect(cleared.body).toMatchObject({ firstName: null, picture: null, settings: null, isAdmin: false })
  })

  test('isAdmin takes effect at once, both ways', async () => {
    const { id } = await newUser()
    const key = keyOf(id)
    await refused(403, 'GET', USERS, key)
    await call('PUT', `${USERS}/${id}`, { body: { isAdmin: true } })
    expect((await call('GET', USERS, key)).status).toBe(200)
    expect((await call('GET', `${USERS}/me`, key)).body.isAdmin).toBe(true)
    await call('PUT', `${USERS}/${id}`, { body: { isAdmin: false } })
    await refused(403, 'GET', USERS, key)
  })

  test('isDeactivated disables the keys of the user: 401, until it is undone', async () => {
    const { id } = await newUser()
    const key = keyOf(id)
    expect((await call('GET', `${USERS}/me`, key)).status).toBe(200)
    expect((await call('PUT', `${USERS}/${id}`, { body: { isDeactivated: true } })).body.isDeactivated).toBe(true)
    await refused(401, 'GET', `${USERS}/me`, key)
    await call('PUT', `${USERS}/${id}`, { body: { isDeactivated: false } })
    expect((await call('GET', `${USERS}/me`, key)).status).toBe(200)
  })

  test('chosen: the same guards as the bulk call, and a refused call changes nothing', async () => {
    const { body: me } = await call('GET', `${USERS}/me`)
    await refused(403, 'PUT', `${USERS}/1`, { body: { isDeactivated: true, firstName: 'Gone' } })
    expect((await call('GET', `${USERS}/me`)).body).toEqual(me)
  })

  test.each<[string, unknown]>([
    ['notifications as an object', { notifications: {} }],
    ['a login that is not a date', { lastLogin: 'yesterday' }],
    ['a login that is not text', { lastLogin: 5 }],
    ['a picture that is not text', { picture: {} }],
    ['sheets of another type', { settings: { sheets: { revealSheetOnOpen: 'yes' } } }],
  ])('bad input: %s', async (_, body) => {
    await refused(400, 'PUT', `${USERS}/2`, { body })
  })

  test('an unknown id is a 404, one that is not a number a 400', async () => {
    await refused(404, 'PUT', `${USERS}/999999`, { body: {} })
    await refused(400, 'PUT', `${USERS}/maria`, { body: {} })
  })
})

describe('DELETE /users/{id}', () => {
  test('endpoints 15: 200; then not found, keys disabled, and content still shows its owner', async () => {
    const { id, email } = await newUser({ firstName: 'Leo', externalId: 'hr-leo' })
    const key = keyOf(id)
    const folder = await call('POST', '/api/v1/deployments/1/folders', { body: { name: 'Kept' }, ...key })
    expect(folder.status).toBe(200)

    const { status } = await call('DELETE', `${USERS}/${id}`)
    expect(status).toBe(200)
    expect(await read(id)).toBeUndefined()
    await refused(401, 'GET', `${USERS}/me`, key)
    await refused(404, 'DELETE', `${USERS}/${id}`)
    await refused(404, 'PUT', `${USERS}/${id}`, { body: {} })
    const { body } = await call('GET', '/api/v1/deployments/1/folders')
    expect(body.items).toContainEqual({
      ...folder.body,
      user: { id, email, firstName: 'Leo', picture: null },
    })
  })

  test('the identifiers of a deleted user are free for another user', async () => {
    const { id, email } = await newUser({ externalId: 'hr-again' })
    await call('DELETE', `${USERS}/${id}`)
    const { status, body } = await call('POST', USERS, { body: { email, username: email, externalId: 'hr-again' } })
    expect(status).toBe(200)
    expect(body.id).not.toBe(id)
  })

  test('endpoints 18.1: deleting oneself is a 400', async () => {
    await refused(400, 'DELETE', `${USERS}/1`)
    expect((await call('GET', `${USERS}/me`)).status).toBe(200)
  })
})

describe('POST /users/bulk', () => {
  const bulk = async (action: string, userIds: readonly unknown[]) =>
    (await call('POST', `${USERS}/bulk`, { body: { action, userIds } })).body

  test('endpoints 15: partial success, in order, duplicates collapsed, nothing rolled back', async () => {
    const [a, b] = [(await newUser()).id, (await newUser()).id]
    expect(await bulk('DEACTIVATE', [b, 999_999, a, b, 1])).toEqual({
      action: 'DEACTIVATE',
      succeeded: [b, a],
      failed: [
        { userId: 999_999, error: { status: 404, message: 'user 999999 was not found' } },
        { userId: 1, error: { status: 403, message: 'nobody can deactivate themselves' } },
      ],
    })
    expect(await read(a)).toMatchObject({ isDeactivated: true })
    expect(await read(1)).toMatchObject({ isDeactivated: false })
  })

  test('endpoints 15: DEACTIVATE ends sessions, ACTIVATE allows them again, no change is a success', async () => {
    const { id } = await newUser()
    const key = keyOf(id)
    expect(await bulk('ACTIVATE', [id])).toEqual({ action: 'ACTIVATE', succeeded: [id], failed: [] })
    const before = await read(id)
    expect(await bulk('ACTIVATE', [id, 1])).toEqual({ action: 'ACTIVATE', succeeded: [id, 1], failed: [] })
    expect(await read(id)).toEqual(before)
    await bulk('DEACTIVATE', [id])
    await refused(401, 'GET', `${USERS}/me`, key)
    expect(await bulk('DEACTIVATE', [id])).toEqual({ action: 'DEACTIVATE', succeeded: [id], failed: [] })
    await bulk('ACTIVATE', [id])
    expect((await call('GET', `${USERS}/me`, key)).status).toBe(200)
  })

  test('endpoints 15: DELETE; the own id is a 400 for that item', async () => {
    const { id } = await newUser()
    expect(await bulk('DELETE', [1, id])).toEqual({
      action: 'DELETE',
      succeeded: [id],
      failed: [{ userId: 1, error: { status: 400, message: 'nobody can delete themselves' } }],
    })
    expect(await read(id)).toBeUndefined()
  })

  test.each<[string, unknown]>([
    ['another action', { action: 'PROMOTE', userIds: [2] }],
    ['no users', { action: 'ACTIVATE', userIds: [] }],
    ['101 users', { action: 'ACTIVATE', userIds: Array.from({ length: 101 }, (_, id) => id + 1) }],
    ['ids as text', { action: 'ACTIVATE', userIds: ['2'] }],
    ['no action', { userIds: [2] }],
    ['nothing', {}],
  ])('bad input: %s', async (_, body) => {
    await refused(400, 'POST', `${USERS}/bulk`, { body })
  })

  test('endpoints 18.8: 100 users are accepted', async () => {
    const { succeeded, failed } = await bulk(
      'ACTIVATE',
      Array.from({ length: 100 }, (_, id) => id + 1000),
    )
    expect([succeeded.length, failed.length]).toEqual([0, 100])
  })
})

describe('the last active admin', () => {
  test('endpoints 15: cannot be removed by any call (403)', async () => {
    const { id } = await newUser({ isAdmin: true })
    const others = (await list()).filter((user) => user.isAdmin && user.id !== id).map((user) => user.id)
    const key = keyOf(id)
    const deactivate = { action: 'DEACTIVATE', userIds: others }
    expect((await call('POST', `${USERS}/bulk`, { body: deactivate, ...key })).body.failed).toEqual([])
    try {
      await refused(401, 'GET', `${USERS}/me`)
      await refused(403, 'PUT', `${USERS}/${id}`, { body: { isAdmin: false }, ...key })
      await refused(403, 'PUT', `${USERS}/${id}`, { body: { isDeactivated: true }, ...key })
      // Somebody else in the console may not do this either: it would remove the last admin.
      const remove = { do: 'request', method: 'DELETE', path: `${USERS}/${id}` } as const
      await expect(sandbox().controls.addPeople({ as: 2, do: [remove] })).rejects.toThrow('is the last active admin')
    } finally {
      await call('POST', `${USERS}/bulk`, { body: { action: 'ACTIVATE', userIds: others }, ...key })
    }
    expect((await call('PUT', `${USERS}/${id}`, { body: { isAdmin: false } })).body.isAdmin).toBe(false)
  })
})

describe('GET /users/me', () => {
  test('client 1.1: the user behind the credential; schemas 12: with the effective policies', async () => {
    const { status, body } = await call('GET', `${USERS}/me`, keyOf('jonas@acme.com'))
    expect(status).toBe(200)
    expect(body).toEqual({
      ...JONAS,
      userPolicies: [
        { resourceType: 'Global', actions: ['AIBIExplore'], resources: ['All'] },
        { resourceType: 'Deployment', actions: ['DeploymentRead', 'DownloadData'], resources: ['All'] },
        { resourceType: 'Global', actions: ['AIBIExplore'], resources: ['All'] },
      ],
    })
  })

  test('an admin may do everything; a scoped key gets the user, too', async () => {
    const all = [{ resourceType: 'Global', actions: ['All'], resources: ['All'] }]
    expect((await call('GET', `${USERS}/me`)).body).toMatchObject({ id: 1, isAdmin: true, userPolicies: all })
    expect((await call('GET', `${USERS}/me`, { as: 'scoped' })).body.id).toBe(1)
  })

  test('schemas 12: no other read fills the policies', async () => {
    expect(await read(1)).not.toHaveProperty('userPolicies')
  })
})

describe('PATCH /users/me/settings', () => {
  const patch = async (body: unknown) => (await call('PATCH', `${USERS}/me/settings`, { body, as: 'member' })).body

  test('endpoints 15: merge patch; sheets field by field; null clears', async () => {
    const { status, body } = await call('PATCH', `${USERS}/me/settings`, {
      body: { theme: 'dark', sheets: { revealSheetOnOpen: true }, lastSeenChangelogId: 9 },
      as: 'member',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: 2, email: 'maria@acme.com' })
    expect(body.settings).toEqual({
      locale: 'de-CH',
      timezone: 'Europe/Zurich',
      alternatingRowColors: true,
      theme: 'dark',
      sheets: { revealSheetOnOpen: true },
    })
    expect((await patch({ sheets: { showAppliedFilters: false } })).settings.sheets).toEqual({
      revealSheetOnOpen: true,
      showAppliedFilters: false,
    })
    expect((await patch({ sheets: { revealSheetOnOpen: null } })).settings.sheets).toEqual({
      showAppliedFilters: false,
    })
    const { settings } = await patch({ sheets: null, theme: null, defaultDeploymentId: 2 })
    expect(settings).toEqual({
      locale: 'de-CH',
      timezone: 'Europe/Zurich',
      alternatingRowColors: true,
      defaultDeploymentId: 2,
    })
    expect((await call('GET', `${USERS}/me`, { as: 'member' })).body.settings).toEqual(settings)
    expect((await patch({})).settings).toEqual(settings)
  })

  test.each<[string, unknown]>([
    ['an unknown deployment (chosen)', { defaultDeploymentId: 77 }],
    ['a locale that is not text', { locale: 7 }],
    ['sheets as a list', { sheets: [] }],
  ])('bad input: %s', async (_, body) => {
    await refused(400, 'PATCH', `${USERS}/me/settings`, { body, as: 'member' })
  })
})

describe('who may', () => {
  const calls: [string, string, unknown?][] = [
    ['GET', USERS],
    ['POST', USERS, { email: 'x@acme.com', username: 'x' }],
    ['PUT', `${USERS}/4`, { firstName: 'X' }],
    ['DELETE', `${USERS}/4`],
    ['POST', `${USERS}/bulk`, { action: 'DELETE', userIds: [4] }],
  ]

  test.each(calls)(
    'spec Authentication 6 and 8: %s %s is for admins, with keys of the whole account',
    async (method, path, body) => {
      const options = body === undefined ? {} : { body }
      await refused(401, method, path, { ...options, as: 'nobody' })
      await refused(401, method, path, { ...options, headers: { authorization: 'Api-Key wrong-scheme' } })
      await refused(403, method, path, { ...options, as: 'member' })
      await refused(403, method, path, { ...options, as: 'scoped' })
      expect(await read(4)).toMatchObject({ firstName: 'Priya' })
    },
  )

  test.each([
    ['GET', `${USERS}/me`],
    ['PATCH', `${USERS}/me/settings`],
  ])('spec Authentication 8: %s %s needs a credential', async (method, path) => {
    await refused(401, method, path, { as: 'nobody' })
    await refused(401, method, path, { headers: { authorization: 'Bearer unknown' } })
  })

  test('client 2: a slash at the end of a path makes no difference', async () => {
    expect((await call('GET', `${USERS}/?search=maria`)).body.count).toBe(1)
  })
})
