import { type ErrorName, networkCause } from '@boardwright/common'
import type { Endpoint } from '../api/endpoint.ts'
import { reasonsOf } from '../api/refusals.ts'
import type { BaseUrl } from './dispatcher.ts'
import { isHtml, readErrorBody } from './error-body.ts'
import type { Answer, Breakdown } from './transport.ts'

/** Why a try did not succeed, and what that means for the next one. */
export interface Failure {
  readonly kind: ErrorName
  /** Continues a sentence that begins with the request: `answered 404: no such folder`. */
  readonly message: string
  /** A few words, for counts and progress. */
  readonly reason: string
  /**
   * When to try again. `always`: nothing has happened yet. `if safe`: something may have happened. `never`: the answer
   * would be the same.
   */
  readonly again: 'always' | 'if safe' | 'never'
  /** Whether the platform may have acted on the request. */
  readonly unsure: boolean
  readonly status?: number
  readonly serverCode?: string | undefined
  readonly requestId?: string | undefined
  readonly retryAfter?: string | undefined
  readonly date?: string | undefined
  readonly cause?: unknown
  /** What to do, if the cause tells more than the kind. */
  readonly hint?: string | undefined
}

type StatusRule = Pick<Failure, 'kind' | 'again' | 'unsure'>

const STATUSES: Readonly<Record<number, StatusRule>> = {
  401: { kind: 'UNAUTHORIZED', again: 'never', unsure: false },
  403: { kind: 'FORBIDDEN', again: 'never', unsure: false },
  404: { kind: 'NOT_FOUND', again: 'never', unsure: false },
  408: { kind: 'TIMED_OUT', again: 'if safe', unsure: true },
  409: { kind: 'CONFLICT', again: 'never', unsure: false },
  429: { kind: 'RATE_LIMITED', again: 'always', unsure: false },
  511: { kind: 'SERVER_FAILED', again: 'never', unsure: false },
}
const OTHER_4XX: StatusRule = { kind: 'REJECTED', again: 'never', unsure: false }
const ALL_5XX: StatusRule = { kind: 'SERVER_FAILED', again: 'if safe', unsure: true }

/** The only conflict that goes away by itself: somebody created or deleted the object at the same moment. */
const PASSING_CONFLICT = 'upsert_branch_changed'

/** If a refusal gives no reason, the reason is what the operation documents for its status. */
export function readRefusal(endpoint: Endpoint, answer: Answer): Failure {
  const { message, code } = readErrorBody(answer.body)
  const meaning = STATUSES[answer.status] ?? (answer.status >= 500 ? ALL_5XX : OTHER_4XX)
  const passing = answer.status === 409 && code === PASSING_CONFLICT
  return {
    ...meaning,
    again: passing ? 'always' : meaning.again,
    message: `answered ${answer.status}${message === '' ? ` and gave no reason${declaredReason(endpoint, answer.status)}` : `: ${message}`}`,
    reason: passing ? PASSING_CONFLICT : `HTTP ${answer.status}`,
    serverCode: code,
    hint:
      answer.status === 511
        ? SIGN_IN
        : answer.status < 500 && isHtml(answer.body)
          ? (PAGES[answer.status] ?? PAGE)
          : undefined,
    ...traceOf(answer),
  }
}

const SIGN_IN =
  'This network wants a sign-in first: open any page in a browser, sign in, and run the same command again.'
const PAGE =
  'A web page answered, not the platform: a firewall or a proxy in between may refuse this address. Ask who runs the network, and check `url` in boardwright.yaml.'
const PAGES: Readonly<Record<number, string>> = {
  404: 'A web page answered, not the platform: check `url` in boardwright.yaml.',
}

function declaredReason(endpoint: Endpoint, status: number): string {
  const reason = reasonsOf(endpoint).get(status)
  return reason === undefined ? '' : `. It does so when: ${reason}`
}

/** What the headers of an answer tell about it. */
export function traceOf({ status, headers }: Answer): Pick<Failure, 'status' | 'requestId' | 'retryAfter' | 'date'> {
  return {
    status,
    requestId: single(headers['x-request-id']),
    retryAfter: single(headers['retry-after']),
    date: single(headers['date']),
  }
}

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

/** `reason`: why the signal was aborted, if it was. */
export function readBreakdown(breakdown: Breakdown, base: BaseUrl, reason?: unknown): Failure {
  const { how, sent, cause } = breakdown
  const { words: details, hint, lasts } = networkCause(cause, base.origin)
  const unsure = sent
  switch (how) {
    case 'unreachable':
      return {
        kind: 'UNREACHABLE',
        message: `got no connection to ${base.origin} (${details})`,
        reason: 'no connection',
        again: lasts ? 'never' : 'always',
        unsure,
        cause,
        hint,
      }
    case 'broken':
      return {
        kind: 'UNREACHABLE',
        message: `got no complete answer: the connection to ${base.origin} broke (${details})`,
        reason: 'connection broken',
        again: 'if safe',
        unsure,
        cause,
        hint,
      }
    case 'timed out':
      return {
        kind: 'TIMED_OUT',
        message: sent ? 'was sent, but no complete answer came in time' : `got no connection to ${base.origin} in time`,
        reason: 'timed out',
        again: sent ? 'if safe' : 'always',
        unsure,
      }
    case 'too large':
      return {
        kind: 'RESPONSE_INVALID',
        message: 'answered with more than 256 MB',
        reason: 'too large',
        again: 'never',
        unsure,
      }
    case 'interrupted':
      return isTimeout(reason)
        ? {
            kind: 'TIMED_OUT',
            message: 'was given up: the total time ran out',
            reason: how,
            again: 'never',
            unsure,
          }
        : { kind: 'INTERRUPTED', message: 'was interrupted', reason: how, again: 'never', unsure }
  }
}

/** The error with which `AbortSignal.timeout` aborts. */
function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError'
}
