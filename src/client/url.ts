import { BoardwrightError } from '../errors.ts'

export interface BaseUrl {
  readonly origin: string
  /** Without a trailing slash: empty, or `/base`. */
  readonly path: string
  readonly loopback: boolean
}

/** The platform's URL. Errors do not repeat the text, which may hold a password. */
export function parseBaseUrl(text: string): BaseUrl {
  if (!URL.canParse(text)) throw refused('it is not a URL that begins with https://')
  const url = new URL(text)
  const loopback = isLoopback(url.hostname)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused(`it begins with ${url.protocol}, not https:`)
  if (url.protocol === 'http:' && !loopback) throw refused(`it would send the token unencrypted to ${url.host}`)
  if (url.username !== '' || url.password !== '') throw refused('it holds a user name or a password')
  if (/[?#]/.test(text)) throw refused('it holds a query or a fragment')
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, ''), loopback }
}

/** By name or literal address only: names are not resolved. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

function refused(why: string): BoardwrightError {
  return new BoardwrightError('URL_REFUSED', `the platform's URL is refused: ${why}`)
}
