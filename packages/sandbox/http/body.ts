import { JsonError, JsonNumber, parseJson } from '@boardwright/common'
import { describeProblems, type Endpoint } from '@boardwright/platform'
import { z } from 'zod'
import type { Received } from './received.ts'
import { badRequest, Refusal } from './refusal.ts'

export async function readBody(endpoint: Endpoint, received: Received): Promise<{ body: unknown; file: Uint8Array }> {
  const none = new Uint8Array()
  if (endpoint.body === undefined) return { body: undefined, file: none }
  if (endpoint.filePart !== undefined) return readMultipart(endpoint, endpoint.filePart, received)
  const sent = received.body.length === 0 ? emptyBody(endpoint.body) : readJson(received)
  if (received.actor) requireKnown(endpoint, sent)
  return { body: check(endpoint, sent), file: none }
}

export const UNKNOWN_FIELDS = 'unknown_fields'

/** Scripted people use the UI, which sends no field that the platform would drop: a script that does is mistaken. */
function requireKnown(endpoint: Endpoint, sent: unknown): void {
  const fields = fieldsOf(endpoint)
  if (!fields || typeof sent !== 'object' || sent === null) return
  const unknown = Object.keys(sent).filter((name) => !Object.hasOwn(fields, name))
  if (unknown.length === 0) return
  throw new Refusal(400, `the platform does not know ${unknown.join(', ')}, and would ignore it`, UNKNOWN_FIELDS)
}

function fieldsOf({ body }: Endpoint): Readonly<Record<string, unknown>> | undefined {
  const schema = body instanceof z.ZodOptional ? body.unwrap() : body
  return schema instanceof z.ZodObject ? schema.shape : undefined
}

/** Nearly every body is declared optional: a missing body is the same as one without fields. */
const emptyBody = (schema: z.ZodType): unknown => (schema.safeParse(undefined).success ? undefined : {})

export function readJson({ body, contentType }: Received): unknown {
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(contentType)) {
    throw new Refusal(415, `the body must be application/json, not ${contentType === '' ? 'untyped' : contentType}`)
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    requireShallow(text)
    return parseJson(text)
  } catch (cause) {
    throw badRequest(`the body is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

const DEEPEST = 1000

/** Anything nested deeper could be read, but not written again. */
function requireShallow(text: string): void {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isQuoted && character === '\\') at += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth > DEEPEST) throw new JsonError(`nested deeper than ${DEEPEST}`, text, at)
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
 * Passes on the body as it came, not the checker's copy: free-form parts keep their big numbers and the order of
 * their keys. Fields that the endpoint does not have are dropped silently, as on the platform.
 */
function check(endpoint: Endpoint, sent: unknown): unknown {
  const checked = endpoint.body?.safeParse(holdsJsonNumber(sent) ? forSchemas(sent) : sent)
  if (checked && !checked.success) throw badRequest(describeProblems(checked.error).join('; '))
  const fields = fieldsOf(endpoint)
  if (!fields || sent === undefined) return sent
  return Object.fromEntries(Object.entries(sent as object).filter(([name]) => Object.hasOwn(fields, name)))
}

const holdsJsonNumber = (value: unknown): boolean =>
  value instanceof JsonNumber ||
  (typeof value === 'object' && value !== null && Object.values(value).some(holdsJsonNumber))

/** A `JsonNumber` would pass wherever an object is allowed. A bigint passes only where anything is. */
function forSchemas(value: unknown): unknown {
  if (value instanceof JsonNumber) return 0n
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(forSchemas)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, forSchemas(inner)]))
}
