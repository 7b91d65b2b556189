import type { Endpoint } from '../api/endpoint.ts'
import type { Answer } from './transport.ts'

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const MOST_HOPS = 3

export type Redirect =
  | { readonly type: 'follow'; readonly path: string }
  | { readonly type: 'refuse'; readonly message: string }

/** The token must go to one origin only, so redirects are followed only within it, and only for reads. */
export function readRedirect(
  answer: Answer,
  sent: { readonly method: Endpoint['method']; readonly origin: string; readonly path: string; readonly hops: number },
): Redirect | undefined {
  const { location } = answer.headers
  if (!REDIRECTS.has(answer.status) || location === undefined) return undefined
  const from = `${sent.origin}${sent.path}`
  if (!URL.canParse(location, from)) return refuse('to something that is not a URL')
  const to = new URL(location, from)
  // Names only the origin, because the rest may be confidential.
  if (to.origin !== sent.origin) return refuse(`to another place, ${to.protocol}//${to.host}`)
  if (sent.method !== 'GET') return refuse(`within ${to.origin}, but a ${sent.method} is not sent twice`)
  if (sent.hops >= MOST_HOPS) return refuse(`more than ${MOST_HOPS} times in a row`)
  return { type: 'follow', path: `${to.pathname}${to.search}` }
}

function refuse(where: string): Redirect {
  return { type: 'refuse', message: `was redirected ${where}` }
}
