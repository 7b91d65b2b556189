import type { IncomingHttpHeaders } from 'node:http'
import { type ErrorName, parseJson } from '@boardwright/common'
import { headerOf, readLimit } from './retry.ts'

export type Outcome =
  | { readonly type: 'answer'; readonly value: unknown }
  | Refused
  /** There was no answer. If `refused`, the request cannot have arrived. */
  | { readonly type: 'broken'; readonly refused: boolean; readonly cause: unknown }

interface Refused {
  readonly type: 'refused'
  readonly how: 'limited' | 'failed' | 'final'
  readonly kind: ErrorName
  readonly status: number
  readonly message: string
  readonly requestId: string | undefined
  readonly askedMs?: number | undefined
  readonly hint?: string | undefined
}

/** A forge's answer, or why there is none. */
export function readOutcome(status: number, headers: IncomingHttpHeaders, text: string, now: number): Outcome {
  const parsed = parseAnswer(text)
  const message = messageIn(parsed?.value) ?? (parsed ? 'without a reason' : `with ${describe(headers)}`)
  const requestId = headerOf(headers, 'x-github-request-id') ?? headerOf(headers, 'x-request-id')
  const refused = (kind: ErrorName, how: Refused['how'], more: Partial<Refused> = {}): Refused => ({
    ...{ type: 'refused', how, kind, status, message, requestId },
    ...more,
  })
  if (status >= 200 && status < 300) {
    if (parsed) return { type: 'answer', value: parsed.value }
    return refused('FORGE_RESPONSE', 'final')
  }
  if (status >= 300 && status < 400) {
    return refused('FORGE_RESPONSE', 'final', { message: 'a redirect, and the token goes to no other address' })
  }
  const limit = readLimit(status, headers, message, now)
  if (limit) {
    const seconds = Math.ceil(limit.askedMs / 1000)
    return refused('FORGE_RATE_LIMITED', 'limited', {
      askedMs: limit.askedMs,
      message: `${message} (wait ${seconds} s)`,
    })
  }
  if (status >= 500) return refused('FORGE_FAILED', 'failed')
  return refused(KINDS[status] ?? 'FORGE_REJECTED', 'final', parsed ? {} : { hint: FROM_ELSEWHERE })
}

/** A forge refuses in JSON, so any other refusal came from something in between. */
const FROM_ELSEWHERE =
  'Ask who runs the network: something in between answered, not the forge. Check the address of the API as well.'

const KINDS: Readonly<Record<number, ErrorName>> = {
  401: 'FORGE_FORBIDDEN',
  403: 'FORGE_FORBIDDEN',
  404: 'FORGE_NOT_FOUND',
  410: 'FORGE_NOT_FOUND',
}

const describe = (headers: IncomingHttpHeaders): string =>
  /html/i.test(headerOf(headers, 'content-type') ?? '') ? 'an HTML page instead of JSON' : 'something that is not JSON'

const LONGEST = 300

/** GitHub: `message` and a list of errors. GitLab: `message` as text or by field, or `error`. */
function messageIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { message, error, errors } = value as Readonly<Record<string, unknown>>
  const told = [message ?? error, errors].filter((part) => part !== undefined && part !== null).map(asText)
  return told.length === 0 ? undefined : told.join(': ').replace(/\s+/g, ' ').slice(0, LONGEST)
}

const asText = (part: unknown): string => (typeof part === 'string' ? part : JSON.stringify(part))

/** The parsed answer, or undefined if it is not JSON. */
function parseAnswer(text: string): { readonly value: unknown } | undefined {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: parseJson(text) }
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    return undefined
  }
}
