import { z } from 'zod'
import { type Endpoint, isScim, mediaTypeOf } from '../../api/endpoint.ts'
import { describeProblems, readPath, readQuery } from '../../api/read.ts'
import { parseJson, stringifyJson } from '../../json.ts'
import type { Caller, Platform } from '../platform.ts'
import { authenticate, requireDeployment } from './auth.ts'
import { badRequest, errorBody, Refusal, scimErrorBody } from './refusal.ts'
import type { Call, FileAnswer, Route } from './route.ts'

/** A request as the HTTP layer received it, before anything in it is believed. */
export interface Received {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly authorization: string | undefined
  readonly contentType: string
  readonly body: Uint8Array
  /** Set when somebody inside the sandbox acts: no key is needed. */
  readonly actor?: Caller | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Instead of the text, in the answer that is a file. */
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
    return succeed(endpoint, await route.run(call))
  } catch (cause) {
    return refuse(cause, endpoint.path)
  }
}

/** What went wrong, in the words of the family of APIs that the path belongs to. */
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

function succeed(endpoint: Endpoint, body: unknown): Answer {
  const status = endpoint.status ?? 200
  if (status === 204) return { status, headers: {}, text: '' }
  if (endpoint.binary) return fileAnswer(endpoint.binary, body as FileAnswer)
  if (endpoint.response === null) return jsonAnswer(status, {})
  const checked = endpoint.response.safeParse(body)
  if (!checked.success) {
    throw new Error(`its answer breaks its own contract: ${describeProblems(checked.error).join('; ')}`)
  }
  if (isScim(endpoint.path)) return jsonAnswer(status, body, scimHeaders(endpoint, body))
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

async function readBody(endpoint: Endpoint, received: Received): Promise<{ body: unknown; file: Uint8Array }> {
  const none = new Uint8Array()
  if (endpoint.body === undefined) return { body: undefined, file: none }
  if (endpoint.filePart !== undefined) return readMultipart(endpoint, endpoint.filePart, received)
  const sent = received.body.length === 0 ? emptyBody(endpoint.body) : readJson(received)
  return { body: check(endpoint, sent), file: none }
}

/** Nearly every body is declared optional: none is the same as one without fields. */
const emptyBody = (schema: z.ZodType): unknown => (schema.safeParse(undefined).success ? undefined : {})

export function readJson({ body, contentType }: Received): unknown {
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(contentType)) {
    throw new Refusal(415, `the body must be application/json, not ${contentType === '' ? 'untyped' : contentType}`)
  }
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (cause) {
    throw badRequest(`the body is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

async function readMultipart(endpoint: Endpoint, filePart: string, { body, contentType }: Received) {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw new Refusal(415, 'the body must be multipart/form-data')
  let form: FormData
  try {
    form = await new Response(body, { headers: { 'content-type': contentType } }).formData()
  } catch (cause) {
    throw badRequest(`the body is not multipart/form-data: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
  const file = form.get(filePart)
  if (file === null || typeof file === 'string') throw badRequest(`the multipart part "${filePart}" is missing`)
  const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
  return { body: check(endpoint, fields), file: new Uint8Array(await file.arrayBuffer()) }
}

/**
 * Passes on what came, not the checker's copy of it: what is free-form inside keeps its big numbers and the order of
 * its keys. Fields of the body itself that the endpoint does not have are dropped in silence, as on the platform.
 */
function check(endpoint: Endpoint, sent: unknown): unknown {
  const checked = endpoint.body?.safeParse(sent)
  if (checked && !checked.success) throw badRequest(describeProblems(checked.error).join('; '))
  const schema = endpoint.body instanceof z.ZodOptional ? endpoint.body.unwrap() : endpoint.body
  if (!(schema instanceof z.ZodObject) || sent === undefined) return sent
  return Object.fromEntries(Object.entries(sent as object).filter(([name]) => Object.hasOwn(schema.shape, name)))
}
