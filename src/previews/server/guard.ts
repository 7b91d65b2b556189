import type { IncomingMessage } from 'node:http'

const LOCAL = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Reading includes a POST that asks for rows, because a query may be too long for a URL. Forms on other pages cannot
 * send JSON.
 */
function isReading({ method, headers }: IncomingMessage, area: string): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  const isQuestion = area === 'rows' && headers['content-type'] === 'application/json'
  return method === 'POST' && isQuestion
}

/**
 * Why a request is refused; undefined if it comes from our own page. A foreign page in the same browser can send
 * requests here too: through a name that resolves to this machine, or from its own origin. `area` is the first part of
 * its path, as the server reads it.
 */
export function refusalOf(
  request: IncomingMessage,
  area: string,
  port: number,
): readonly [status: number, why: string] | undefined {
  const { headers } = request
  if (!isReading(request, area)) return [405, 'Only GET is answered here, and questions for rows.']
  const host = headers.host ?? ''
  const [name, own] = [host.replace(/:\d+$/, ''), host.endsWith(`:${port}`)]
  if (!LOCAL.has(name) || !own) return [403, 'This host name is not answered here.']
  // An app's frame has a different origin, and still needs its one file.
  if (area === 'viewer') return undefined
  const { origin } = headers
  if (origin !== undefined && origin !== `http://${host}`) return [403, 'This origin is not answered here.']
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined || site === 'same-origin' || site === 'none'
  if (!isOwn) return [403, 'Other sites are not answered here.']
  return undefined
}
