import { BoardwrightError } from '../errors.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The URL of a forge's API, without a trailing slash. Errors do not repeat the text, which may hold a password. */
export function readAddress(text: string, variable: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const problem = url ? problemOf(url) : 'it is not a URL'
  if (url && problem === undefined) return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  throw new BoardwrightError('URL_REFUSED', `${variable} is refused: ${problem}`)
}

function problemOf({ protocol, hostname, username, password, search, hash }: URL): string | undefined {
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.test(hostname))) {
    return 'it would send the token unencrypted'
  }
  if (username !== '' || password !== '') return 'it holds a user name or a password'
  return search !== '' || hash !== '' ? 'it holds a query or a fragment' : undefined
}

export const isLoopback = (address: string): boolean => LOOPBACK.test(new URL(address).hostname)
