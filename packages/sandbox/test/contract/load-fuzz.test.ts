import process from 'node:process'
import { expect, test } from 'vitest'
import { isLong } from '../../../../test/support/long.ts'
import { createQueries, type MetaCube } from './queries.ts'
import { HOME, openContract } from './support.ts'

const { call, sandbox } = openContract()

/** `BOARDWRIGHT_LONG=1` asks two thousand. */
const COUNT = isLong ? 2_000 : 100
/** The engine, too, answers a limit that is too high with its own error, and goes on. */
const TOO_MANY = '{"error":"Error: The query limit has been exceeded."}'
const SEED = Number(process.env['BOARDWRIGHT_SEED'] ?? 1)

test(`${COUNT} queries of all sorts are answered or refused, and none breaks the sandbox (seed ${SEED})`, async () => {
  sandbox().controls.setSwitches({ queryWaits: 0 })
  const { body } = await call('POST', `${HOME}/token`, { as: 'admin' })
  const headers = { authorization: String(body['platformApiToken']) }
  const cubes = (await call('GET', '/v1/meta', { as: 'nobody', headers })).body['cubes'] as readonly MetaCube[]
  const next = createQueries(cubes, SEED)
  const statuses = new Map<number, number>()
  for (let count = 0; count < COUNT; count += 1) {
    const query = next()
    const answer = await call('POST', '/v1/load', { as: 'nobody', headers, body: { query, queryType: 'multi' } })
    const said = { query, status: answer.status, text: answer.status === 200 ? '' : answer.text }
    if (answer.status === 500) expect(said.text, JSON.stringify(said)).toBe(TOO_MANY)
    expect(said, JSON.stringify(said)).toMatchObject({
      status: expect.toSatisfy((status) => [200, 400, 500].includes(status as number)),
    })
    if (answer.status === 400) expect(answer.body['error'], JSON.stringify(said)).toEqual(expect.any(String))
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  }
  // Queries that are all refused, or all answered, would show little.
  for (const status of [200, 400]) expect(statuses.get(status)).toBeGreaterThan(COUNT / 5)
})
