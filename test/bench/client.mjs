import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Pool } from 'undici'
import { api, createClient } from '../../dist/index.js'
import { compare } from './support/measure.mjs'

const GETS = 1000
const CONCURRENCY = 10
const GOAL = 1.3
const PATH = '/api/v1/deployments/2/reports'

/** Our client, with schemas, compared to the shortest undici program that fetches and parses the same bytes. */
export async function run() {
  const server = fork(join(import.meta.dirname, 'support/canned-server.mjs'))
  const [{ port }] = await once(server, 'message')
  const url = `http://127.0.0.1:${port}`
  const client = createClient({ url, token: 'bench-token' })
  const pool = new Pool(url, { connections: CONCURRENCY })
  try {
    const gets = await compare(`${GETS} GETs of a report`, {
      ours: () => getWithClient(client),
      floor: () => getBare(pool),
      warmUp: 5,
      rounds: 25,
      goal: GOAL,
    })
    const list = await compare('2,000 reports in 2 pages', {
      ours: () => listWithClient(client),
      floor: () => listBare(pool),
      warmUp: 10,
      rounds: 41,
      goal: GOAL,
    })
    return gets && list
  } finally {
    await client.close()
    await pool.close()
    server.disconnect()
  }
}

async function getWithClient(client) {
  const path = { deploymentId: 2, reportId: 1 }
  await Promise.all(Array.from({ length: GETS }, () => client.reports.getReport({ path })))
}

async function getBare(pool) {
  let left = GETS
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await fetchBare(pool, `${PATH}/1`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

async function listWithClient(client) {
  let rows = 0
  for await (const _ of client.items(api.reports.endpoints.getReports, { path: { deploymentId: 2 } })) rows += 1
  expect(rows)
}

async function listBare(pool) {
  let rows = 0
  let after
  do {
    const page = await fetchBare(pool, after === undefined ? PATH : `${PATH}?after=${after}`)
    rows += page.items.length
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined
  } while (after !== undefined)
  expect(rows)
}

async function fetchBare(pool, path) {
  const headers = { authorization: 'Bearer bench', accept: 'application/json' }
  const { body } = await pool.request({ path, method: 'GET', headers })
  return JSON.parse(await body.text())
}

function expect(rows) {
  if (rows !== 2000) throw new Error(`read ${rows} rows, not 2,000`)
}
