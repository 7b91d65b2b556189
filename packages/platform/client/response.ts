import { isAscii, isUtf8 } from 'node:buffer'
import { JsonError, parseJson } from '@boardwright/common'
import type { z } from 'zod'
import type { Endpoint } from '../api/endpoint.ts'
import { problemsOf, rowSchemaOf } from './check.ts'
import { isHtml } from './error-body.ts'
import { type Failure, readRefusal, traceOf } from './failure.ts'
import { splitPage } from './rows.ts'
import type { Answer } from './transport.ts'
import type { OpenPage } from './types.ts'

export type Reading = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly failure: Failure }

/** The value of an answer, exactly as received, after checking it against the endpoint's schema. */
export function readAnswer(endpoint: Endpoint, answer: Answer): Reading {
  if (answer.status < 200 || answer.status > 299) return { ok: false, failure: readRefusal(endpoint, answer) }
  // To unknown routes, the platform returns the page of its web application.
  if (isHtml(answer.body)) {
    return fail(answer, 'NO_SUCH_ENDPOINT', `answered ${answer.status} with a web page: there is no such endpoint`)
  }
  if (endpoint.response === null) return { ok: true, value: undefined }
  if (answer.body.length === 0) return broken(answer, 'the body is empty')
  const text = decode(answer.body)
  if (text === undefined) return broken(answer, 'the body is not UTF-8')
  let value: unknown
  try {
    value = parseJson(text)
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause
    return cause.position >= text.length ? cut(answer) : broken(answer, `the body is not JSON: ${cause.message}`)
  }
  const problems = problemsOf(endpoint.response, value)
  return problems.length === 0 ? { ok: true, value } : broken(answer, problems.join('; '))
}

/** A page of a list. Its rows are read only when needed. */
export interface Page {
  readonly pageInfo: unknown
  readonly bytes: number
  /** Undefined if this is not a list. */
  readonly rows: () => readonly unknown[] | undefined
}

/**
 * Like `readAnswer`, for a page of a list. If the caller may recognise rows, each is parsed by itself; otherwise all
 * are parsed at once, which is faster. Problems are reported as for any other answer.
 */
export function readPage(endpoint: Endpoint, answer: Answer, openPage: OpenPage | undefined, refuse: Refuse): Reading {
  const bytes = answer.body.length
  const readWhole = (): Reading => {
    const reading = readAnswer(endpoint, answer)
    return reading.ok ? { ok: true, value: wholePage(reading.value, bytes) } : reading
  }
  const { response } = endpoint
  const schema = response && rowSchemaOf(response)
  if (!openPage || !schema || answer.status !== 200) return readWhole()
  const { known, read } = openPage(answer.body)
  let parts: Parts | undefined
  const split = (): Parts | undefined => {
    parts ??= splitFitting(response, answer.body)
    return parts
  }
  const parse = (index: number): unknown => parseFitting(schema, split()?.rows[index] ?? NOTHING)
  if (known)
    return { ok: true, value: { pageInfo: known.pageInfo, bytes, rows: () => known.rows(parse) } satisfies Page }
  const found = split()
  if (!found) return readWhole()
  const rows = (): readonly unknown[] | undefined => {
    try {
      return read(found.pageInfo, found.rows, parse)
    } catch (cause) {
      if (!isUnfit(cause)) throw cause
      const reading = readWhole()
      if (!reading.ok) throw refuse(reading.failure)
      return (reading.value as Page).rows()
    }
  }
  return { ok: true, value: { pageInfo: found.pageInfo, bytes, rows } satisfies Page }
}

const NOTHING = Buffer.alloc(0)

export type Refuse = (failure: Failure) => Error

function wholePage(value: unknown, bytes: number): Page {
  const { items, pageInfo } = value as { readonly items?: unknown; readonly pageInfo?: unknown }
  return { pageInfo, bytes, rows: () => (Array.isArray(items) ? items : undefined) }
}

interface Parts {
  readonly pageInfo: unknown
  readonly rows: readonly Buffer[]
}

function splitFitting(response: z.ZodType, body: Buffer): Parts | undefined {
  const split = splitPage(body)
  if (!split) return undefined
  try {
    const { pageInfo } = parseFitting(response, split.rest) as { readonly pageInfo?: unknown }
    return { pageInfo, rows: split.rows }
  } catch (cause) {
    if (!isUnfit(cause)) throw cause
    return undefined
  }
}

const isUnfit = (cause: unknown): boolean => cause instanceof JsonError || cause instanceof Unfit

class Unfit extends Error {}

function parseFitting(schema: z.ZodType, bytes: Buffer): unknown {
  const text = decode(bytes)
  const value = text === undefined ? undefined : parseJson(text)
  if (problemsOf(schema, value).length > 0) throw new Unfit()
  return value
}

/** Most answers are pure ASCII, which is about ten times faster to decode. */
function decode(body: Buffer): string | undefined {
  if (isAscii(body)) return body.toString('latin1')
  return isUtf8(body) ? body.toString('utf8') : undefined
}

function broken(answer: Answer, problem: string): Reading {
  return fail(answer, 'RESPONSE_INVALID', `gave an answer that does not match its schema: ${problem}`)
}

function fail(answer: Answer, kind: Failure['kind'], message: string): Reading {
  const failure: Failure = { kind, message, reason: 'bad answer', again: 'never', unsure: false, ...traceOf(answer) }
  return { ok: false, failure }
}

/** JSON that ends too early comes from a connection that broke without a content length to reveal it. */
function cut(answer: Answer): Reading {
  const message = 'gave an answer that ends too early'
  const failure: Failure = {
    kind: 'RESPONSE_INVALID',
    message,
    reason: 'answer cut short',
    hint: 'The platform, or a proxy in between, breaks off its answers: ask who runs it, and run the same command again.',
    again: 'if safe',
    unsure: true,
    ...traceOf(answer),
  }
  return { ok: false, failure }
}
