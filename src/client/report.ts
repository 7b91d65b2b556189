import type { Endpoint } from '../api/endpoint.ts'
import { BoardwrightError, ERRORS } from '../errors.ts'
import type { Failure } from './failure.ts'
import { nameOf } from './request.ts'
import { readRetryAfter } from './retry.ts'
import type { Request } from './transport.ts'
import type { BaseUrl } from './url.ts'

/** Where the URL and the token come from, so that an error can name the place of a mistake. */
export interface Origin {
  readonly base: BaseUrl
  /** The environment variable that contains the token. */
  readonly tokenFrom: string | undefined
  /** Says where the URL comes from. */
  readonly urlFrom: (() => string) | undefined
}

interface CallFacts extends Origin {
  readonly tries: number
  /** Whether one of the tries may have taken effect. */
  readonly unsure: boolean
  readonly now: number
  /** Redacts the token from whatever the platform said. */
  readonly hide: (text: string) => string
}

/** The error of a call that finally failed: what was sent, what came back, and what the caller must not assume. */
export function errorOf(endpoint: Endpoint, request: Request, failure: Failure, call: CallFacts): BoardwrightError {
  const { tries, unsure, hide } = call
  const { kind, message, status, serverCode, requestId, cause } = failure
  const ambiguous = unsure && request.method !== 'GET'
  const asked = readRetryAfter(failure, call.now)
  const sentence = [
    `${request.method} ${request.path.replace(/\?.*/s, '')} ${message}`,
    tries > 1 ? `, after ${tries} tries` : '',
    asked === undefined ? '' : `; it asks for a wait of ${Math.ceil(asked / 1000)} s`,
    ambiguous ? '; it may have been done anyway' : '',
  ]
  return new BoardwrightError(kind, hide(sentence.join('')), {
    cause,
    hint: hintOf(failure, call, asked),
    http: {
      endpoint: nameOf(endpoint),
      tries,
      ...(status === undefined ? {} : { status }),
      ...(serverCode === undefined ? {} : { serverCode: hide(serverCode) }),
      ...(requestId === undefined ? {} : { requestId: hide(requestId) }),
      ...(ambiguous ? { ambiguous } : {}),
    },
  })
}

/** Kinds of errors that a wrong URL can cause. */
const OF_THE_ADDRESS: ReadonlySet<Failure['kind']> = new Set(['UNREACHABLE', 'REDIRECT_REFUSED', 'RESPONSE_INVALID'])

/** Nobody sits through a longer wait than this. */
const LONG_WAIT_MS = 120_000

function hintOf({ kind, hint }: Failure, { base, tokenFrom, urlFrom }: Origin, asked: number | undefined) {
  if (kind === 'RATE_LIMITED' && asked !== undefined && asked > LONG_WAIT_MS)
    return `Run the same command again in ${Math.ceil(asked / 60_000)} minutes: until then it is refused. What is done is not repeated.`
  if (kind === 'UNAUTHORIZED' && tokenFrom !== undefined && hint === undefined)
    return `The token is what ${tokenFrom} holds: check that it is complete, not expired and belongs to this tenant.`
  if ((kind === 'NOT_FOUND' || kind === 'NO_SUCH_ENDPOINT') && base.path !== '')
    return `The URL has a path, ${base.path}. If the platform is not below it, leave it out: ${base.origin}`
  if (urlFrom !== undefined && OF_THE_ADDRESS.has(kind))
    return `The URL is that of ${urlFrom()}. ${hint ?? ERRORS[kind].hint}`
  return hint
}
