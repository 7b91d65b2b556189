import { fits, stringifyJson } from '@boardwright/common'
import {
  describeProblems,
  type Endpoint,
  isScim,
  mediaTypeOf,
  readPath,
  readQuery,
  reasonsOf,
} from '@boardwright/platform'
import type { Platform } from '../platform.ts'
import { type Projection, project } from '../scim/project.ts'
import { authenticate, requireDeployment } from './auth.ts'
import { readBody } from './body.ts'
import type { Received } from './received.ts'
import { badRequest, errorBody, Refusal, scimErrorBody } from './refusal.ts'
import type { Call, FileAnswer, Route } from './route.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Instead of the text, if the answer is a file. */
  readonly bytes?: Uint8Array
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

export const jsonAnswer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { ...JSON_HEADERS, ...headers },
  text: stringifyJson(body),
})

/** Credential, scope, path, query, body, handler, own response: in this order, the same for every endpoint. */
export async function answer(platform: Platform, route: Route, received: Received): Promise<Answer> {
  const { endpoint } = route
  try {
    const caller = received.actor ?? authenticate(platform, endpoint, received.authorization)
    const path = accept(readPath(endpoint, received.params))
    if (typeof path['deploymentId'] === 'number') requireDeployment(platform, caller, path['deploymentId'])
    const query = accept(readQuery(endpoint, received.query))
    const { body, file } = await readBody(endpoint, received)
    const call: Call<Endpoint> = { platform, caller, path, query, body, file } as Call<Endpoint>
    return succeed(endpoint, await route.run(call), { ...(body as object | undefined), ...query })
  } catch (cause) {
    return refuse(asDeclared(endpoint, cause), endpoint.path)
  }
}

/** A refusal that the row does not declare breaks the contract, just as a wrong answer does. */
function asDeclared(endpoint: Endpoint, cause: unknown): unknown {
  if (!(cause instanceof Refusal) || reasonsOf(endpoint).has(cause.status)) return cause
  return new Error(`its refusal breaks its own contract, which has no ${cause.status}: ${cause.message}`)
}

/** The error, in the form that the APIs at this path use. */
export function refuse(cause: unknown, path = ''): Answer {
  const { status, message, code, headers } = toRefusal(cause)
  if (!isScim(path)) return jsonAnswer(status, errorBody(status, message, code), headers)
  return jsonAnswer(status, scimErrorBody(status, message, code), { 'content-type': mediaTypeOf(path), ...headers })
}

function toRefusal(cause: unknown): Refusal {
  if (cause instanceof Refusal) return cause
  const message = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  return new Refusal(500, `the sandbox failed: ${message}`)
}

function accept<T>(read: { ok: true; value: T } | { ok: false; problems: string[] }): T {
  if (read.ok) return read.value
  throw badRequest(read.problems.join('; '))
}

function succeed(endpoint: Endpoint, made: unknown, asked: Projection): Answer {
  const status = endpoint.status ?? 200
  if (status === 204) return { status, headers: {}, text: '' }
  if (endpoint.binary) return fileAnswer(endpoint.binary, made as FileAnswer)
  if (endpoint.response === null) return jsonAnswer(status, {})
  const body = isScim(endpoint.path) ? project(made as Readonly<Record<string, unknown>>, asked) : made
  const problems = fits(endpoint.response, body) ? undefined : endpoint.response.safeParse(body).error
  if (problems) throw new Error(`its answer breaks its own contract: ${describeProblems(problems).join('; ')}`)
  if (isScim(endpoint.path)) return jsonAnswer(status, body, scimHeaders(endpoint, made))
  return jsonAnswer(status, body)
}

function fileAnswer(declared: readonly string[], { bytes, contentType, filename }: FileAnswer): Answer {
  if (!declared.includes(contentType)) throw new Error(`its answer is ${contentType}, which it does not declare`)
  const headers = { 'content-type': contentType, 'content-disposition': `attachment; filename="${filename}"` }
  return { status: 200, headers, text: '', bytes }
}

function scimHeaders({ path, status }: Endpoint, body: unknown): Record<string, string> {
  const made = status === 201 ? { location: (body as { meta: { location: string } }).meta.location } : {}
  return { 'content-type': mediaTypeOf(path), ...made }
}
