import { isMap, parseJson, stringifyJson } from '@boardwright/common'
import { h } from '@boardwright/pictures'
import type { EngineCall } from '../engine/asked.ts'
import type { Engine } from '../engine/engine.ts'
import { type Answer, jsonAnswer } from '../http/answer.ts'
import { readJson } from '../http/body.ts'
import type { Received } from '../http/received.ts'
import { badRequest, Refusal } from '../http/refusal.ts'
import type { Model } from '../models/model.ts'
import type { Platform } from '../platform.ts'
import { addLogLine } from '../store/log-lines.ts'
import { describeQueries } from './dry-run.ts'
import { readMembers, readServed } from './members.ts'
import { describeModel } from './meta.ts'
import { checkNames } from './names.ts'
import { readQueries } from './query.ts'
import { resultOf } from './results.ts'
import { answerSql } from './sql.ts'
import { type DataAccess, openPlace, readDataToken, type Scope } from './token.ts'
import { checkValues } from './values.ts'
import { mustWait } from './waits.ts'

/**
 * The data API. It returns the rows of a company made up for the data model: the same query on the same model always
 * gets the same rows, and `preview` shows the same ones.
 */

interface Asked {
  readonly platform: Platform
  readonly access: DataAccess
  readonly model: Model
  readonly branch: string
  readonly body: unknown
}

interface Call {
  readonly method: 'GET' | 'POST'
  readonly name: string
  readonly scope: Scope
  readonly run: (asked: Asked) => Promise<Answer>
  /** What the engine calls it, if it answers this. */
  readonly engine?: EngineCall
}

const CALLS: readonly Call[] = [
  { method: 'POST', name: 'load', scope: 'data', run: load, engine: 'load' },
  { method: 'GET', name: 'load', scope: 'data', run: load, engine: 'load' },
  { method: 'GET', name: 'meta', scope: 'meta', run: meta, engine: 'meta' },
  { method: 'POST', name: 'sql', scope: 'sql', run: noSql, engine: 'sql' },
  { method: 'GET', name: 'sql', scope: 'sql', run: noSql, engine: 'sql' },
  { method: 'POST', name: 'dry-run', scope: 'data', run: dryRun, engine: 'dryRun' },
  { method: 'GET', name: 'dry-run', scope: 'data', run: dryRun, engine: 'dryRun' },
  { method: 'POST', name: 'cubesql', scope: 'sql', run: cubesql },
]

/** At the root, the token says which deployment is meant. Environments show the other two as their URL. */
const PLACES = ['', '/deployments/:deploymentId', '/deployments/:deploymentId/dev-mode/:branch'] as const

export const DATA_API = CALLS.flatMap((call) =>
  PLACES.map((place) => ({
    method: call.method,
    path: `${place}/v1/${call.name}`,
    run: (platform: Platform, received: Received) => answerData(platform, call, received),
  })),
)

const BELOW = /^(?:\/deployments\/[^/]+(?:\/dev-mode\/[^/]+)?)?\/v1(?:\/|$)/

/** What the engine's own server says of a path that it does not have. */
export function notInDataApi(method: string, path: string): Answer | undefined {
  if (!BELOW.test(path)) return undefined
  const text = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Error</title>
</head>
<body>
${h('pre', {}, `Cannot ${method} ${path}`).markup}
</body>
</html>
`
  return { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' }, text }
}

async function answerData(platform: Platform, call: Call, received: Received): Promise<Answer> {
  try {
    const access = readDataToken(platform, received.authorization)
    const { deploymentId, branch } = received.params
    const [model, name] = openPlace(platform, access, { deploymentId: readId(deploymentId), branch }, call.scope)
    const body = call.method === 'GET' ? readUrl(received) : readJson(received)
    const asked = { platform, access, model, branch: name, body }
    const { engine } = platform
    return engine && call.engine ? await askEngine(engine, call.engine, asked) : await call.run(asked)
  } catch (cause) {
    if (cause instanceof Refusal)
      return jsonAnswer(cause.status, {
        ...(cause.code === undefined ? {} : { type: cause.code }),
        error: cause.message,
      })
    throw cause
  }
}

async function askEngine(engine: Engine, call: EngineCall, { access, model, branch, body }: Asked): Promise<Answer> {
  const { query, queryType }: Partial<Record<'query' | 'queryType', unknown>> = Object(body)
  const { securityContext = {} } = access
  const served = await readServed(model, branch)
  const { status, body: answer } = await engine.ask(served, { call, query, queryType, securityContext })
  return jsonAnswer(status, answer)
}

/** Small queries may come in the URL: the same JSON, as a parameter. */
function readUrl({ query }: Received): unknown {
  const text = query.get('query')
  if (text === null) return undefined
  try {
    return { query: parseJson(text), queryType: query.get('queryType') }
  } catch (cause) {
    throw badRequest(`query: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

function readId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw badRequest(`deploymentId: "${text}" is not a number`)
  return Number(text)
}

async function meta({ model, branch }: Asked): Promise<Answer> {
  return jsonAnswer(200, describeModel(await readMembers(model, branch)))
}

/** SQL is written for a database, and only the engine has one. */
async function noSql(): Promise<Answer> {
  throw badRequest(`no database is queried here: ${WITH_ENGINE}`)
}

const WITH_ENGINE = 'start the sandbox with --engine'

async function dryRun({ model, branch, body }: Asked): Promise<Answer> {
  const { type, queries } = readQueries(queryIn(body))
  const members = await readMembers(model, branch)
  for (const query of queries) checkNames(members, query)
  return jsonAnswer(200, describeQueries(type, queries))
}

async function load({ platform, access, model, branch, body }: Asked): Promise<Answer> {
  const { type, queries } = readQueries(queryIn(body))
  const wanted = shapeIn(body)
  if (type !== 'regularQuery' && wanted === undefined)
    throw badRequest(`'${type}' query type is not supported by the client.Please update the client.`)
  const members = await readMembers(model, branch)
  for (const query of queries) {
    checkNames(members, query)
    checkValues(members, query)
    if (query.sent.ungrouped) throw badRequest(`rows without groups are a database's: ${WITH_ENGINE}`)
  }
  const { securityContext } = access
  const asked = stringifyJson({ version: members.version, branch, queries, securityContext })
  const waits = platform.db.atomically(() => {
    const wait = mustWait(platform, model.deploymentId, asked)
    const message = wait ? 'Query is not ready yet: Continue wait' : 'Query completed'
    addLogLine(platform, model.deploymentId, branch === model.settings.deployBranchName, message)
    return wait
  })
  if (waits) return jsonAnswer(200, { error: 'Continue wait' })
  const results = queries.map((query) => resultOf(platform, members, type, query))
  const [only] = results
  return jsonAnswer(200, wanted === 'multi' ? { queryType: type, results, slowQuery: false } : { ...only })
}

/** The client says `multi` if it can read the answers to several queries. */
const shapeIn = (body: unknown): unknown => (isMap(body) ? (body['queryType'] ?? undefined) : undefined)

/** One line with the columns, then one line with the rows. */
async function cubesql({ model, branch, body }: Asked): Promise<Answer> {
  const sql = queryIn(body)
  if (typeof sql !== 'string') throw badRequest('query: the SQL is missing')
  const { schema, data } = answerSql(await readMembers(model, branch), sql)
  const text = `${stringifyJson({ schema })}\n${stringifyJson({ data })}\n`
  return { status: 200, headers: { 'content-type': 'application/x-ndjson' }, text }
}

const queryIn = (body: unknown): unknown => (isMap(body) ? body['query'] : undefined)
