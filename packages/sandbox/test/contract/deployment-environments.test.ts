import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, expectRefused, HOME, openContract, TEXT, TIME } from './support.ts'

const { call, sandbox } = openContract()

const ENVIRONMENTS = `${HOME}/environments`
let production = ''
beforeAll(async () => {
  production = String((await call('GET', `${ENVIRONMENTS}?type=production`)).body.items[0]?.id)
})

const tokens = (more = ''): string => `${ENVIRONMENTS}/${production}/tokens${more}`
const make = (body: object, more = ''): Promise<Answer> => call('POST', tokens(more), { body })
const dataOf = (answer: Answer) => answer.body['data'] as { token: string; expires_at: string; created_at: string }
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const ask = (method: string, url: string, token: string, body?: object): Promise<Answer> =>
  call(method, url, { as: 'nobody', headers: { authorization: token }, body })

describe('endpoints 11: environment tokens', () => {
  test('are created with a security context, and answered under data', async () => {
    const context = { tenant: 'acme', region: ['North'], deep: { a: 1 } }
    const answer = await make({ security_context: context, expires_in: 60 })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: { token: TEXT, security_context: context, created_at: TIME, expires_at: TIME },
    })
    expect(claimsOf(dataOf(answer).token)).toMatchObject({ deploymentId: 2, branch: 'main', securityContext: context })
  })

  test.each([
    [60, 60],
    [3600, 3600],
    [1, 1],
    [null, 3600],
    [undefined, 3600],
  ])('expires_in %j lives %i seconds', async (expires_in, seconds) => {
    const { token, created_at, expires_at } = dataOf(await make({ security_context: {}, expires_in }))
    const { iat, exp } = claimsOf(token)
    expect(exp - iat).toBe(seconds)
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(seconds * 1000)
  })

  test.each<[string, object]>([
    ['no security context', {}],
    ['null for one', { security_context: null }],
    ['a text for one', { security_context: 'tenant' }],
    ['0 seconds', { security_context: {}, expires_in: 0 }],
    ['more than an hour', { security_context: {}, expires_in: 3601 }],
    ['a text of seconds', { security_context: {}, expires_in: '60' }],
    ['a scope that is not a list', { security_context: {}, scopes: 'data' }],
  ])('%s is a 400, on both calls', async (_, body) => {
    expectRefused(await make(body), 400)
    expectRefused(await make(body, '-for-meta-sync'), 400)
  })

  test('give access to the data API of their environment, with their scopes only', async () => {
    const { token: all } = dataOf(await make({ security_context: {} }))
    const { token: some } = dataOf(await make({ security_context: {}, scopes: ['data'] }))
    const query = { query: { measures: ['orders.count'] } }
    expect((await ask('GET', '/v1/meta', all)).status).toBe(200)
    expect((await ask('GET', '/v1/meta', some)).status).toBe(403)
    expect((await ask('POST', '/v1/load', some, query)).status).toBe(200)
    const { token: sync } = dataOf(await make({ security_context: {} }, '-for-meta-sync'))
    expect((await ask('GET', '/v1/meta', sync)).status).toBe(200)
    expect((await ask('POST', '/v1/load', sync, query)).status).toBe(403)
  })

  test('are listed, newest first, until they expire', async () => {
    const made = [dataOf(await make({ security_context: { n: 1 }, expires_in: 1000 })).token]
    made.unshift(dataOf(await make({ security_context: { n: 2 }, expires_in: 2000 })).token)
    const listed = async (query = '') =>
      (await call('GET', `${tokens()}${query}`)).body.items.map((row) => row['token']).slice(0, 2)
    expect(await listed()).toEqual(made)
    expect(await listed('?first=1')).toEqual(made.slice(0, 1))
    const old = await call('GET', tokens('?offset=1&limit=1'))
    expect((old.body['data'] as { token: string }[]).map(({ token }) => token)).toEqual(made.slice(1))
    expect(old.body['pagination']).toMatchObject({ offset: 1, limit: 1 })
    sandbox().controls.setClock({ advanceMs: 1_500_000 })
    expect((await listed())[0]).toBe(made[0])
    expect(await listed()).not.toContain(made[1])
  })

  test('need an existing environment, and an admin (chosen)', async () => {
    expectRefused(await call('GET', `${ENVIRONMENTS}/1/tokens`), 404)
    expectRefused(await call('POST', `${ENVIRONMENTS}/1/tokens`, { body: { security_context: {} } }), 404)
    expectRefused(await call('GET', `${ENVIRONMENTS}/main/tokens`), 400)
    expectRefused(await call('GET', tokens(), { as: 'member' }), 403)
    expectRefused(await call('POST', tokens(), { as: 'member', body: { security_context: {} } }), 403)
  })

  test('of an open branch work for that branch', async () => {
    await call('POST', '/build/api/v1/deployments/2/dev-mode', { body: {} })
    const [open] = (await call('GET', `${ENVIRONMENTS}?type=development`)).body.items
    const { token } = dataOf(
      await call('POST', `${ENVIRONMENTS}/${open?.id}/tokens`, { body: { security_context: {} } }),
    )
    const credentials = open?.['api_credentials'] as [{ url: string }] | undefined
    const url = credentials?.[0].url ?? ''
    expect(claimsOf(token).branch).toBe(open?.['branch'])
    expect((await ask('GET', `${new URL(url).pathname}/meta`, token)).status).toBe(200)
    expect((await ask('GET', '/deployments/2/dev-mode/main/v1/meta', token)).status).toBe(403)
    await call('DELETE', '/build/api/v1/deployments/2/dev-mode')
    expect((await ask('GET', '/v1/meta', token)).status).toBeGreaterThanOrEqual(400)
  })
})

describe('endpoints 12: environment variables', () => {
  const VARIABLES = `${HOME}/env-vars`
  const set = (...env_variables: unknown[]) => call('PUT', VARIABLES, { body: { env_variables } })
  const readValue = async (name: string) =>
    (await call('GET', VARIABLES)).body.items.find((row) => row.name === name)?.['value']

  test('are listed, with the older list beside them', async () => {
    const { body } = await call('GET', VARIABLES)
    expect(body.items[0]).toEqual({ name: 'PLATFORM_DB_TYPE', value: 'postgres' })
    expect(body['data']).toEqual(body.items)
    const page = await call('GET', `${VARIABLES}?first=1`)
    const next = await call('GET', `${VARIABLES}?first=1&after=${page.body.pageInfo.endCursor}`)
    expect([...page.body.items, ...next.body.items]).toEqual(body.items.slice(0, 2))
  })

  test.each(['DB_PASS', 'MY_SECRET_THING', 'API_TOKEN', 'PRIVATE_KEY', 'AWS_CREDENTIALS', 'db_password'])(
    '%s reads back as [ENCRYPTED], in every answer',
    async (name) => {
      const answer = await set({ name, value: 'hunter2' })
      expect(answer.text).not.toContain('hunter2')
      expect(await readValue(name)).toBe('[ENCRYPTED]')
    },
  )

  test('are set by name: the others keep their values', async () => {
    const before = (await call('GET', VARIABLES)).body.items
    const answer = await set({ name: 'NEW_ONE', value: '1' }, { name: 'PLATFORM_DB_HOST', value: 'elsewhere' })
    expect(answer.status).toBe(200)
    expect(answer.body.items).toEqual([
      ...before.map((row) => (row.name === 'PLATFORM_DB_HOST' ? { ...row, value: 'elsewhere' } : row)),
      { name: 'NEW_ONE', value: '1' },
    ])
    expect((await set()).body.items).toEqual(answer.body.items)
  })

  test('the placeholder cannot be written, and then nothing is written', async () => {
    expectRefused(await set({ name: 'FINE', value: '1' }, { name: 'DB_PASS', value: '[ENCRYPTED]' }), 400)
    expectRefused(await set({ name: 'PLAIN', value: '[ENCRYPTED]' }), 400)
    expect(await readValue('FINE')).toBeUndefined()
  })

  test.each(['1ST', 'A-B', 'A B', '', 'Ä', 'A.B', 'A\n'])('the new name %j is a 400', async (name) => {
    expectRefused(await set({ name: 'FINE', value: '1' }, { name, value: 'x' }), 400)
    expect(await readValue('FINE')).toBeUndefined()
  })

  test('a stored name may break the rule for new names', async () => {
    expect((await set({ name: 'legacy-flag', value: 'off' })).status).toBe(200)
    expect(await readValue('legacy-flag')).toBe('off')
  })

  test('a duplicate name, and anything that is not a pair of texts, is a 400', async () => {
    expectRefused(await set({ name: 'A', value: '1' }, { name: 'A', value: '2' }), 400)
    for (const bad of [
      { name: 'A' },
      { value: '1' },
      { name: 'A', value: 1 },
      { name: 'A', value: null },
      'A=1',
      null,
    ]) {
      expectRefused(await set(bad), 400)
    }
    expectRefused(await call('PUT', VARIABLES, { body: {} }), 400)
    expectRefused(await call('PUT', VARIABLES, { body: { env_variables: { A: '1' } } }), 400)
  })

  test('an empty value is stored or removes the variable, as the switch says', async () => {
    await set({ name: 'GOES', value: 'x' })
    expect((await set({ name: 'GOES', value: '' })).status).toBe(200)
    expect(await readValue('GOES')).toBe('')
    sandbox().controls.setSwitches({ emptyVariable: 'removes' })
    await set({ name: 'GOES', value: '' })
    expect(await readValue('GOES')).toBeUndefined()
  })

  test('belong to their deployment, and to admins (chosen)', async () => {
    await set({ name: 'HERE', value: '1' })
    expect((await call('GET', '/api/v1/deployments/1/env-vars')).body.items.map((row) => row.name)).not.toContain(
      'HERE',
    )
    expectRefused(await call('GET', VARIABLES, { as: 'member' }), 403)
    expectRefused(await call('GET', VARIABLES, { as: 'scoped' }), 403)
    expectRefused(await call('GET', '/api/v1/deployments/99/env-vars'), 404)
  })
})
