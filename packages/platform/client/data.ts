import { BoardwrightError, isMap, jsonIn, parseJson, stringifyJson } from '@boardwright/common'
import { CLOCK } from './clock.ts'
import { parseBaseUrl } from './dispatcher.ts'
import { createInterrupt } from './interrupt.ts'
import type { Traffic } from './traffic.ts'
import { createTransport } from './transport.ts'

type Row = Readonly<Record<string, unknown>>

export interface DataAnswer {
  readonly rows: readonly Row[]
  /** Titles and types as the data API returns them. */
  readonly columns: readonly { readonly name: string; readonly title?: string; readonly type?: string }[]
}

/** The data API of one deployment, which returns the rows of queries and nothing else. */
export interface DataClient {
  readonly load: (query: Row) => Promise<DataAnswer>
  readonly sql: (text: string) => Promise<DataAnswer>
  readonly close: () => Promise<void>
}

export interface DataOptions {
  readonly url: string
  readonly token: string
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  readonly signal?: AbortSignal | undefined
  readonly traffic?: Traffic | undefined
  /** The limit for one query, with all its waits. */
  readonly totalMs?: number | undefined
}

/** Queries are sent with POST because they may be long. */
const QUERIES = /^POST \/v1\/(load|cubesql)$/

const FIRST_WAIT_MS = 150
const LONGEST_WAIT_MS = 3_000
const TOTAL_MS = 60_000
const ONE_TRY_MS = 30_000

export function createDataClient({
  url,
  token,
  env = {},
  signal,
  traffic,
  totalMs = TOTAL_MS,
}: DataOptions): DataClient {
  const base = parseBaseUrl(url)
  const interrupt = createInterrupt(signal)
  const transport = createTransport(
    base,
    { env, traffic, concurrency: 4, readOnly: true, harmless: QUERIES },
    interrupt,
  )
  const post = async (name: string, body: unknown): Promise<string> => {
    const until = Date.now() + totalMs
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      const outcome = await transport.send(
        {
          method: 'POST',
          path: `${base.path}/v1/${name}`,
          headers: { authorization: token, 'content-type': 'application/json', accept: 'application/json' },
          body: stringifyJson(body),
        },
        ONE_TRY_MS,
      )
      if (outcome.type === 'breakdown') throw new BoardwrightError('UNREACHABLE', `the data API was ${outcome.how}`)
      const text = outcome.body.toString('utf8')
      const error = errorIn(text)
      const isBusy =
        outcome.status === 429 || outcome.status === 502 || outcome.status === 503 || error === 'Continue wait'
      if (!isBusy && (outcome.status >= 400 || error !== undefined)) {
        const kind = outcome.status === 401 ? 'UNAUTHORIZED' : 'REJECTED'
        throw new BoardwrightError(
          kind,
          `the data API says: ${(error ?? `status ${outcome.status}`).replaceAll(token, '[token]')}`,
        )
      }
      if (!isBusy) return text
      const asked = Number(outcome.headers['retry-after']) * 1000
      const pause = Number.isFinite(asked) && asked > 0 ? asked : wait
      if (Date.now() + pause > until)
        throw new BoardwrightError('TIMED_OUT', `the data API was not ready after ${Math.round(totalMs / 1000)} s`)
      await interrupt.sleepUnless(CLOCK, pause)
    }
  }
  return {
    load: async (query) => readLoad(await post('load', { query, ...(compares(query) ? { queryType: 'multi' } : {}) })),
    sql: async (text) => readSql(await post('cubesql', { query: text })),
    async close() {
      interrupt.dispose()
      await transport.close()
    },
  }
}

/** If an answer has several lines, an error is in the first one. */
function errorIn(text: string): string | undefined {
  const [first = ''] = text.split('\n', 1)
  const value = jsonIn(first)
  return isMap(value) && typeof value['error'] === 'string' ? value['error'] : undefined
}

function read(text: string): Row {
  try {
    const value = parseJson(text)
    if (isMap(value)) return value
  } catch (cause) {
    throw new BoardwrightError('RESPONSE_INVALID', 'the data API did not answer with JSON', { cause })
  }
  throw new BoardwrightError('RESPONSE_INVALID', 'the data API did not answer with a JSON object')
}

const TYPES: Readonly<Record<string, string>> = {
  Double: 'number',
  Boolean: 'boolean',
  Timestamp: 'time',
  String: 'string',
  Int64: 'number',
}

/** Compared ranges have an answer each, which the data API gives to clients that ask for several. */
const compares = ({ timeDimensions }: Row): boolean =>
  Array.isArray(timeDimensions) && timeDimensions.some((each) => isMap(each) && each['compareDateRange'] !== undefined)

function readLoad(text: string): DataAnswer {
  const whole = read(text)
  const results = Array.isArray(whole['results']) ? whole['results'].filter(isMap) : [whole]
  const annotation = results[0]?.['annotation']
  const data = results.flatMap((each) => (Array.isArray(each['data']) ? each['data'].filter(isMap) : []))
  const parts = isMap(annotation) ? Object.values(annotation).filter(isMap) : []
  const columns = parts.flatMap((part) =>
    Object.entries(part).map(([name, about]) => ({ name, ...(isMap(about) ? textsOf(about) : {}) })),
  )
  return { rows: data, columns }
}

const textsOf = ({ shortTitle, type }: Row) => ({
  ...(typeof shortTitle === 'string' ? { title: shortTitle } : {}),
  ...(typeof type === 'string' ? { type } : {}),
})

/** The first line has the columns; the following ones have rows. */
function readSql(text: string): DataAnswer {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(read)
  const schema = (Array.isArray(lines[0]?.['schema']) ? lines[0]['schema'] : []).filter(isMap)
  const columns = schema.map((column) => ({
    name: String(column['name']),
    type: TYPES[String(column['column_type'])] ?? 'string',
  }))
  const data = lines.flatMap((line) => (Array.isArray(line['data']) ? line['data'] : []))
  const rows = data.map((cells: unknown) =>
    Object.fromEntries(columns.map(({ name }, index) => [name, Array.isArray(cells) ? cells[index] : null])),
  )
  return { rows, columns }
}
