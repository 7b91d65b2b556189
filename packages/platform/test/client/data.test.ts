import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createDataClient, type DataClient } from '../../client/data.ts'

const TOKEN = 'secret-data-token'

type Answer = readonly [status: number, body: string, headers?: Readonly<Record<string, string>>]

/** A data API that answers as told, one request after another; the last answer is given again. */
async function serve(answers: readonly Answer[], totalMs = 60_000): Promise<{ client: DataClient; seen: string[] }> {
  const seen: string[] = []
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`)
    const [status, text, headers] = answers[Math.min(seen.length, answers.length) - 1] ?? [500, '']
    response.writeHead(status, headers).end(text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const client = createDataClient({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`,
    token: TOKEN,
    totalMs,
  })
  onTestFinished(async () => {
    await client.close()
    server.close()
  })
  return { client, seen }
}

test('a query that is not ready is sent again', async () => {
  const { client, seen } = await serve([
    [200, '{"error":"Continue wait"}'],
    [429, '', { 'retry-after': '0' }],
    [200, '{"data":[{"a.b":"1"}],"annotation":{"measures":{"a.b":{"shortTitle":"B","type":"number"}}}}'],
  ])
  expect(await client.load({ measures: ['a.b'] })).toEqual({
    rows: [{ 'a.b': '1' }],
    columns: [{ name: 'a.b', title: 'B', type: 'number' }],
  })
  expect(seen).toHaveLength(3)
  expect(seen[0]).toBe(`POST /base/v1/load ${TOKEN} {"query":{"measures":["a.b"]}}`)
})

test('compared ranges are asked for as several queries, and their rows come together', async () => {
  const part = (n: number) => `{"data":[{"a.b":"${n}"}],"annotation":{"measures":{"a.b":{"type":"number"}}}}`
  const { client, seen } = await serve([
    [200, `{"queryType":"compareDateRangeQuery","results":[${part(1)},${part(2)}]}`],
  ])
  const query = { timeDimensions: [{ dimension: 'a.t', compareDateRange: ['this month', 'last month'] }] }
  expect(await client.load(query)).toEqual({
    rows: [{ 'a.b': '1' }, { 'a.b': '2' }],
    columns: [{ name: 'a.b', type: 'number' }],
  })
  expect(seen[0]).toMatch(/,"queryType":"multi"\}$/)
})

test('SQL is answered line by line', async () => {
  const { client } = await serve([
    [
      200,
      '{"schema":[{"name":"m","column_type":"Timestamp"},{"name":"n","column_type":"Double"}]}\n{"data":[["2026-01-01",1]]}\n{"data":[["2026-02-01",2]]}\n',
    ],
  ])
  expect(await client.sql('select 1')).toEqual({
    rows: [
      { m: '2026-01-01', n: 1 },
      { m: '2026-02-01', n: 2 },
    ],
    columns: [
      { name: 'm', type: 'time' },
      { name: 'n', type: 'number' },
    ],
  })
})

test.each<[string, Answer, string, number?]>([
  ['a refusal', [400, '{"error":"no member x"}'], 'the data API says: no member x'],
  ['a refusal with the token in it', [403, `{"error":"not ${TOKEN}"}`], 'the data API says: not [token]'],
  ['an error in a good answer', [200, '{"error":"Query failed"}'], 'the data API says: Query failed'],
  ['something else', [500, '<html>'], 'the data API says: status 500'],
  ['no JSON', [200, 'hello'], 'the data API did not answer with JSON'],
  ['waiting for ever', [200, '{"error":"Continue wait"}'], 'the data API was not ready after 1 s', 1_000],
])('%s is reported', async (_, answer, said, totalMs) => {
  const { client } = await serve([answer], totalMs)
  await expect(client.load({})).rejects.toThrow(said)
})

test('the token is sent over HTTPS only, except to this machine', () => {
  expect(() => createDataClient({ url: 'http://data.example', token: TOKEN })).toThrow('unencrypted')
})
