import type { Socket } from 'node:net'
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { BoardwrightError } from '../errors.ts'
import type { BaseUrl } from './url.ts'

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
  const httpProxy = readProxy(env, 'HTTP_PROXY')
  const httpsProxy = readProxy(env, 'HTTPS_PROXY')
  if (base.loopback || (httpProxy === '' && httpsProxy === '')) return new Agent(options)
  // Given in full, because undici would read missing ones from the process.
  return new EnvHttpProxyAgent({ ...options, httpProxy, httpsProxy, noProxy: readVariable(env, 'NO_PROXY') })
}

function readVariable(env: Environment, name: string): string {
  return env[name.toLowerCase()] ?? env[name] ?? ''
}

function readProxy(env: Environment, name: string): string {
  const text = readVariable(env, name).trim()
  const url = text === '' || text.includes('://') ? text : `http://${text}`
  if (url !== '' && !URL.canParse(url)) {
    throw new BoardwrightError('URL_REFUSED', `${name} is not a URL`, {
      hint: `Set ${name} to the address of the proxy, such as http://proxy.example:3128, or unset it.`,
    })
  }
  return url
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
