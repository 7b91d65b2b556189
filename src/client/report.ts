import type { Endpoint } from '../api/endpoint.ts'
import { BoardwrightError } from '../errors.ts'
import type { Failure } from './failure.ts'
import { nameOf } from './request.ts'
import { readRetryAfter } from './retry.ts'
import type { Request } from './transport.ts'
import type { BaseUrl } from './url.ts'

/** Where the platform and the token came from, so that a mistake there can be named. */
export interface Origin {
  readonly base: BaseUrl
  /** The variable that holds the token. */
  readonly tokenFrom: string | undefined
  /** Who gave the URL. */
  readonly urlFrom: (() => string) | undefined
}

interface Story extends Origin {
  readonly tries: number
  /** One of the tries may have taken effect. */
  readonly unsure: boolean
  readonly now: number
  /** Redacts the token from whatever the platform said. */
  readonly hide: (text: string) => string
}

/** The error of a call that failed for good: what was sent, what came back, and what the caller must not assume. */
export function errorOf(endpoint: Endpoint, request: Request, failure: Failure, story: Story): BoardwrightError {
  const { tries, unsure, hide } = story
  const { kind, message, status, serverCode, requestId, cause } = failure
  const ambiguous = unsure && request.method !== 'GET'
  const asked = readRetryAfter(failure, story.now)
  const sentence = [
    `${request.method} ${request.path.replace(/\?.*/s, '')} ${message}`,
    tries > 1 ? `, after ${tries} tries` : '',
    asked === undefined ? '' : `; it asks for a wait of ${Math.ceil(asked / 1000)} s`,
    ambiguous ? '; it may have been done anyway' : '',
  ]
  return new BoardwrightError(kind, hide(sentence.join('')), {
    cause,
    hint: hintOf(failure, story),
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

function hintOf({ kind, hint }: Failure, { base, tokenFrom, urlFrom }: Origin): string | undefined {
  if (kind === 'UNAUTHORIZED' && tokenFrom !== undefined)
    return `The token is what ${tokenFrom} holds: check that it is complete, not expired and belongs to this tenant.`
  if ((kind === 'NOT_FOUND' || kind === 'NO_SUCH_ENDPOINT') && base.path !== '')
    return `The URL has a path, ${base.path}. If the platform is not below it, leave it out: ${base.origin}`
  if (kind === 'UNREACHABLE' && urlFrom !== undefined && hint !== undefined)
    return `The URL is that of ${urlFrom()}. ${hint}`
  return hint
}
