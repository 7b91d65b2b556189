import { beforeAll, describe, expect, test } from 'vitest'
import { openEmbed } from './embed-support.ts'
import { expectRefused } from './support.ts'

const { bearing, call, enter, exchange, mint, revoke } = openEmbed()

const BUILD = '/build/api/v1/deployments/2'

beforeAll(async () => {
  expect((await call('POST', `${BUILD}/branches`, { body: { name: 'staged' } })).status).toBe(200)
  const staging = { branchName: 'staged', enabled: true }
  expect((await call('PUT', `${BUILD}/branches/staging-environment`, { body: staging })).status).toBe(200)
})

/** With the bare token in the header, as the data API expects it. */
const query = (token: string, path: string, body?: unknown) =>
  call(body === undefined ? 'GET' : 'POST', path, { as: 'nobody', body, headers: { authorization: token } })
const cubes = async (token: string) => (await query(token, '/v1/meta')).text

describe('data queries of a session', () => {
  const CUBE =
    'cubes:\n  - name: only_staged\n    sql_table: public.orders\n    measures:\n      - name: count\n        type: count\n'

  test("spec Branch selection 2: run against the branch's data model; without one, against production's", async () => {
    const { body: fork } = await call('POST', `${BUILD}/dev-mode`, { body: { branchName: 'staged' } })
    const written = await call('PUT', `${BUILD}/data-model/files`, {
      body: { branchName: fork['branchName'], files: [{ path: 'model/cubes/only_staged.yml', content: CUBE }] },
    })
    expect(written.status).toBe(200)
    expect((await call('POST', `${BUILD}/commit`, { body: { message: 'one cube more' } })).status).toBe(200)
    expect((await call('POST', `${BUILD}/merge`, { body: { branchName: fork['branchName'] } })).status).toBe(200)
    await call('DELETE', `${BUILD}/dev-mode`)
    expect(await cubes(await enter({ branchName: 'staged' }))).toContain('only_staged')
    for (const branchName of [undefined, 'main'])
      expect(await cubes(await enter({ branchName }))).not.toContain('only_staged')
  })

  test('and on no other branch, and no other deployment', async () => {
    const token = await enter()
    expect((await query(token, '/deployments/2/v1/meta')).status).toBe(200)
    expect((await query(token, '/deployments/2/dev-mode/staged/v1/meta')).status).toBe(403)
    expect((await query(token, '/deployments/1/v1/meta')).status).toBe(403)
  })

  test('spec Branch selection 2: saved content is not branch-scoped', async () => {
    const [staged, production] = [await enter({ branchName: 'staged' }), await enter()]
    const dashboard = '/api/v1/embed/dashboard/Ox6bHq2DwE9a'
    expect((await bearing(staged, 'GET', dashboard)).body).toEqual((await bearing(production, 'GET', dashboard)).body)
  })

  test('endpoints 13: the token of a revoked session gets 401 here too', async () => {
    const id = await mint()
    const token = String((await exchange(id)).body['token'])
    expect((await query(token, '/v1/meta')).status).toBe(200)
    await revoke(id)
    expect((await query(token, '/v1/meta')).status).toBe(401)
  })

  test('a session without a data API token: it would belong to no branch and no user', async () => {
    expectRefused(await bearing(await enter(), 'POST', '/api/v1/deployments/2/token', {}), 403)
  })
})
