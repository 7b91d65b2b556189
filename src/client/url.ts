import { addressProblem, isLoopback } from '../address.ts'
import { BoardwrightError } from '../errors.ts'

export interface BaseUrl {
  readonly origin: string
  /** The base path without a trailing slash: empty, or `/base`. */
  readonly path: string
  readonly loopback: boolean
}

export function parseBaseUrl(text: string): BaseUrl {
  const problem = addressProblem(text)
  if (problem !== undefined) throw new BoardwrightError('URL_REFUSED', `the platform's URL is refused: it ${problem}`)
  const { origin, pathname, hostname } = new URL(text)
  return { origin, path: pathname.replace(/\/+$/, ''), loopback: isLoopback(hostname) }
}
