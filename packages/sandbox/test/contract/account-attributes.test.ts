import { describe, expect, test } from 'vitest'
import { openAccount } from './account-support.ts'
import { NUMBER } from './support.ts'

const { call, refused, keyOf, sandbox } = openAccount()

const ATTRIBUTES = '/api/v1/user-attributes'
const VALUES = '/api/v1/user-attribute-values'
const CURSOR = expect.any(String)

const REGION = {
  id: 1,
  name: 'region',
  type: 'string',
  displayName: 'Sales region',
  defaultValue: 'all',
  description: 'Limits orders to one region.',
}
const COST_CENTERS = {
  id: 2,
  name: 'cost_centers',
  type: 'number_array',
  displayName: 'Cost centres',
  defaultValue: null,
  description: null,
}

let made = 0
const newAttribute = async (type: string) => {
  made += 1
  return (await call('POST', ATTRIBUTES, { body: { name: `made_${made}`, type } })).body as { id: number; name: string }
}
const ids = (body: { items: { id: number }[] }) => body.items.map(({ id }) => id)

describe('GET /user-attributes', () => {
  test('endpoints 15, schemas 2 and 12: newest first, with the deprecated duplicates', async () => {
    const { status, body } = await call('GET', ATTRIBUTES)
    expect(status).toBe(200)
    expect(body).toEqual({
      items: [COST_CENTERS, REGION],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: CURSOR, endCursor: CURSOR },
      data: [COST_CENTERS, REGION],
      count: 2,
    })
  })

  test('endpoints 15: by name, by type', async () => {
    expect((await call('GET', `${ATTRIBUTES}?name=region`)).body).toMatchObject({ items: [REGION], count: 1 })
    expect((await call('GET', `${ATTRIBUTES}?name=reg`)).body).toMatchObject({ items: [], count: 0 })
    expect((await call('GET', `${ATTRIBUTES}?type=number_array`)).body.items).toEqual([COST_CENTERS])
    expect((await call('GET', `${ATTRIBUTES}?type=number_array&name=region`)).body.items).toEqual([])
    await refused(400, 'GET', `${ATTRIBUTES}?type=date`)
  })

  test('endpoints 18.6: cursors, the older offset and limit, and client 4: if both are sent, one is silently ignored', async () => {
    const [a, b] = [(await newAttribute('string')).id, (await newAttribute('boolean')).id]
    const { body: first } = await call('GET', `${ATTRIBUTES}?first=2`)
    expect(ids(first)).toEqual([b, a])
    const after = `after=${first.pageInfo.endCursor}`
    expect(ids((await call('GET', `${ATTRIBUTES}?first=2&${after}`)).body)).toEqual([2, 1])
    const { body: older } = await call('GET', `${ATTRIBUTES}?offset=1&limit=2`)
    expect(ids(older)).toEqual([a, 2])
    expect(older.data).toEqual(older.items)
    expect(older.count).toBe(4)
    expect(ids((await call('GET', `${ATTRIBUTES}?offset=3&first=1`)).body)).toEqual([b])
    await refused(400, 'GET', `${ATTRIBUTES}?limit=many`)
  })
})

describe('POST /user-attributes', () => {
  test.each(['string', 'number', 'boolean', 'string_array', 'number_array'])(
    'schemas 12, spec Versioning 0.2.0: a definition of the type %s',
    async (type) => {
      const name = `of_${type}`
      const { status, body } = await call('POST', ATTRIBUTES, {
        body: { name: ` ${name} `, type, displayName: 'D', defaultValue: '1', description: 'E' },
      })
      expect(status).toBe(200)
      expect(body).toEqual({ id: NUMBER, name, type, displayName: 'D', defaultValue: '1', description: 'E' })
    },
  )

  test('chosen: a name that is taken is a 409, case-sensitively', async () => {
    await refused(409, 'POST', ATTRIBUTES, { body: { name: 'region', type: 'string' } })
    await refused(409, 'POST', ATTRIBUTES, { body: { name: ' region', type: 'number' } })
    expect((await call('POST', ATTRIBUTES, { body: { name: 'Region', type: 'number' } })).body).toEqual({
      id: NUMBER,
      name: 'Region',
      type: 'number',
      displayName: null,
      defaultValue: null,
      description: null,
    })
  })

  test.each<[string, unknown]>([
    ['no name', { type: 'string' }],
    ['an empty name', { name: '', type: 'string' }],
    ['a blank name', { name: ' ', type: 'string' }],
    ['no type', { name: 'x' }],
    ['another type', { name: 'x', type: 'date' }],
    ['a default that is not text', { name: 'x', type: 'number', defaultValue: 1 }],
  ])('bad input: %s', async (_, body) => {
    await refused(400, 'POST', ATTRIBUTES, { body })
  })
})

describe('PUT /user-attributes/{id}', () => {
  test('schemas 12: sent fields change, name and type never do; a switch decides what null does', async () => {
    const { id, name } = await newAttribute('string')
    const first = await call('PUT', `${ATTRIBUTES}/${id}`, {
      body: { name: 'else', type: 'number', displayName: 'D', defaultValue: 'v', description: 'E' },
    })
    expect(first.status).toBe(200)
    expect(first.body).toEqual({ id, name, type: 'string', displayName: 'D', defaultValue: 'v', description: 'E' })
    const change = async (body: unknown) => (await call('PUT', `${ATTRIBUTES}/${id}`, { body })).body
    sandbox().controls.setSwitches({ nulls: 'ignore' })
    expect(await change({ displayName: null })).toEqual(first.body)
    sandbox().controls.setSwitches({ nulls: 'clear' })
    expect(await change({ displayName: null, description: 'F' })).toEqual({
      ...first.body,
      displayName: null,
      description: 'F',
    })
  })

  test('an unknown id is a 404, bad input a 400', async () => {
    await refused(404, 'PUT', `${ATTRIBUTES}/999`, { body: {} })
    await refused(400, 'PUT', `${ATTRIBUTES}/region`, { body: {} })
    await refused(400, 'PUT', `${ATTRIBUTES}/1`, { body: { description: 1 } })
  })
})

describe('attribute values', () => {
  const set = (userId: unknown, userAttributeId: unknown, value?: unknown) =>
    call('POST', VALUES, { body: { userId, userAttributeId, value } })
  const valuesOf = async (userId: number) => (await call('GET', `${VALUES}/${userId}`)).body

  test('endpoints 15, schemas 12: ids are text in the request and integers in the answer; an upsert', async () => {
    const { status, body } = await set('4', '1', 'apac')
    expect(status).toBe(200)
    expect(body).toEqual({
      userId: 4,
      userAttributeId: 1,
      name: 'region',
      type: 'string',
      value: 'apac',
      formattedValue: 'apac',
      displayName: 'Sales region',
      description: 'Limits orders to one region.',
    })
    expect(await valuesOf(4)).toEqual([body])
    await set('4', '1', 'emea')
    expect(await valuesOf(4)).toEqual([{ ...body, value: 'emea', formattedValue: 'emea' }])
  })

  test('a list of values, by attribute; lists are shown with commas', async () => {
    expect(await valuesOf(3)).toEqual([
      {
        userId: 3,
        userAttributeId: 2,
        name: 'cost_centers',
        type: 'number_array',
        value: [4100, 4200],
        formattedValue: '4100, 4200',
        displayName: 'Cost centres',
        description: null,
      },
    ])
    expect(await valuesOf(5)).toEqual([])
  })

  test('chosen: null, or no value, clears', async () => {
    expect((await set('2', '1', null)).body).toMatchObject({ userId: 2, value: null, formattedValue: null })
    expect(await valuesOf(2)).toEqual([])
    await set('2', '1', 'emea')
    await set('2', '1')
    expect(await valuesOf(2)).toEqual([])
  })

  test.each<[string, readonly unknown[], readonly unknown[]]>([
    ['string', ['', 'x'], [1, true, ['x'], {}]],
    ['number', [0, -1.5], ['1', true, [1]]],
    ['boolean', [true, false], ['true', 1, [true]]],
    ['string_array', [[], ['a', 'b']], ['a', [1], ['a', null]]],
    ['number_array', [[], [1, 2.5]], [1, ['1'], [true]]],
  ])('chosen: the value is of the type of the definition: %s', async (type, good, bad) => {
    const { id } = await newAttribute(type)
    for (const value of good) expect((await set('5', String(id), value)).body.value).toEqual(value)
    for (const value of bad)
      await refused(400, 'POST', VALUES, { body: { userId: '5', userAttributeId: `${id}`, value } })
    expect((await valuesOf(5)).at(-1).value).toEqual(good.at(-1))
  })

  test('a number that no double can hold is kept exactly', async () => {
    const { id } = await newAttribute('number')
    const raw = `{"userId": "7", "userAttributeId": "${id}", "value": 12345678901234567890}`
    const headers = { 'content-type': 'application/json' }
    expect((await call('POST', VALUES, { raw, headers })).status).toBe(200)
    const { text } = await sandboxText(`${VALUES}/7`)
    expect(text).toContain('"value":12345678901234567890')
  })

  test('an unknown user or attribute is a 404; an id that is not a number a 400', async () => {
    await refused(404, 'POST', VALUES, { body: { userId: '999', userAttributeId: '1', value: 'x' } })
    await refused(404, 'POST', VALUES, { body: { userId: '2', userAttributeId: '999', value: 'x' } })
    await refused(404, 'GET', `${VALUES}/999`)
    await refused(400, 'GET', `${VALUES}/maria`)
    for (const body of [
      { userId: 2, userAttributeId: '1', value: 'x' },
      { userId: '2', userAttributeId: 1, value: 'x' },
      { userId: '', userAttributeId: '1' },
      { userId: 'maria', userAttributeId: '1' },
      {},
    ]) {
      await refused(400, 'POST', VALUES, { body })
    }
  })

  test('values of a deleted user are deleted', async () => {
    const { body: user } = await call('POST', '/api/v1/users', { body: { email: 'v@acme.com', username: 'v' } })
    await set(String(user.id), '1', 'x')
    await call('DELETE', `/api/v1/users/${user.id}`)
    await refused(404, 'GET', `${VALUES}/${user.id}`)
    await refused(404, 'POST', VALUES, { body: { userId: String(user.id), userAttributeId: '1', value: 'y' } })
  })

  const sandboxText = async (path: string) => {
    const { url, keys } = sandbox()
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${keys.admin}` } })
    return { text: await response.text() }
  }
})

describe('who may', () => {
  test.each<[string, string, unknown]>([
    ['POST', ATTRIBUTES, { name: 'x', type: 'string' }],
    ['PUT', `${ATTRIBUTES}/1`, { description: 'x' }],
    ['POST', VALUES, { userId: '2', userAttributeId: '1', value: 'x' }],
  ])('chosen: %s %s is for admins', async (method, path, body) => {
    await refused(401, method, path, { body, as: 'nobody' })
    await refused(403, method, path, { body, as: 'member' })
    await refused(403, method, path, { body, as: 'scoped' })
  })

  test('chosen: every user may read definitions and their own values, a scoped key may not', async () => {
    expect((await call('GET', ATTRIBUTES, { as: 'member' })).status).toBe(200)
    expect((await call('GET', `${VALUES}/2`, { as: 'member' })).status).toBe(200)
    await refused(403, 'GET', `${VALUES}/3`, { as: 'member' })
    await refused(403, 'GET', `${VALUES}/2`, keyOf('jonas@acme.com'))
    for (const path of [ATTRIBUTES, `${VALUES}/2`]) {
      await refused(401, 'GET', path, { as: 'nobody' })
      await refused(403, 'GET', path, { as: 'scoped' })
    }
  })
})
