import type { Socket } from 'node:net'
import { BoardwrightError } from '@boardwright/common'
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { addressProblem, isLoopback, proxyIn } from '../address.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Keep-alive connections to one origin, through the environment's proxy unless the platform is on this machine. */
export function createDispatcher(base: BaseUrl, connections: number, env: Environment): Dispatcher {
  const options: Agent.Options = {
    connections,
    // The client enforces its own timeouts.
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (origin, pool: Pool.Options) => new Pool(origin, { ...pool, connect: announceEmptyBodies(pool.connect) }),
  }
  const proxy = base.loopback ? undefined : proxyIn(env)
  return proxy ? new EnvHttpProxyAgent({ ...options, ...proxy }) : new Agent(options)
}

/**
 * Some front ends answer 411 to a DELETE without `Content-Length: 0`. undici writes one for POST and PUT but drops it
 * from DELETE, so it is added where the request head meets the socket.
 */
function announceEmptyBodies(connect: Pool.Options['connect']): buildConnector.connector {
  const open = typeof connect === 'function' ? connect : buildConnector(connect ?? {})
  return (options, callback) =>
    open(options, (...result) => {
      if (result[1]) patchWrite(result[1])
      callback(...result)
    })
}

function patchWrite(socket: Socket): void {
  const write = socket.write.bind(socket) as (...parts: unknown[]) => boolean
  socket.write = (chunk: unknown, ...rest: unknown[]) => write(withLength(chunk), ...rest)
}

const DELETE_HEAD = /^DELETE (?!.*\r\n(?:content-length|transfer-encoding):).*\r\n\r\n$/is

function withLength(chunk: unknown): unknown {
  if (typeof chunk !== 'string' || !DELETE_HEAD.test(chunk)) return chunk
  return `${chunk.slice(0, -2)}content-length: 0\r\n\r\n`
}

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
  return { origin, path: pathname.replace(/(?<!\/)\/+$/, ''), loopback: isLoopback(hostname) }
}
