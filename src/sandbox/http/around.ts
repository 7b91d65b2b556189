import type { Context, MiddlewareHandler } from 'hono'
import { parseJson } from '../../json.ts'
import type { Fault } from '../control/faults.ts'
import type { LoggedRequest } from '../control/requests.ts'
import type { Platform } from '../platform.ts'
import { jsonAnswer, refuse } from './answer.ts'
import { Refusal } from './refusal.ts'
import { type Env, htmlAnswer, toResponse } from './respond.ts'

/** What hooks, faults and people know about a request. */
export interface RequestFacts {
  readonly method: string
  readonly path: string
  /** 1 for the first request since the start. */
  readonly index: number
}

/**
 * Called twice for every request: before anything has happened, and after it was handled but before it is answered.
 * It may wait, and it may return `drop` to cut the connection there.
 */
export type OnRequest = (
  request: RequestFacts & { readonly phase: 'before' | 'after' },
) => 'drop' | undefined | Promise<'drop' | undefined>

/** What surrounds the API: the log, and the faults and people that tests and rehearsals arrange. */
export interface Surroundings {
  readonly platform: Platform
  readonly onRequest: OnRequest
  /** Lets scripted people act before the request is handled. */
  readonly beforeRequest: (request: RequestFacts) => Promise<void>
  readonly takeFault: (method: string, path: string) => Fault | undefined
  /** The platform as it was when a stale fault was armed. */
  readonly stalePlatform: () => Platform
  /** Seconds to wait if the key has used up its requests of this second, else undefined. */
  readonly overRate: (authorization: string) => number | undefined
  readonly log: (entry: LoggedRequest) => void
  readonly requestId: () => string
  readonly sleep: (ms: number) => Promise<void>
}

type Middleware = MiddlewareHandler<Env>

/** A response that tells the server adapter to leave the socket alone. */
const CUT = { 'x-hono-already-sent': 'true' }
const isCut = (response: Response): boolean => response.headers.has('x-hono-already-sent')

function cut(c: Context<Env>): Response {
  c.env.outgoing?.destroy()
  return new Response(null, { headers: CUT })
}

/** Numbers, dates and logs every request, lets people act first, and lets a hook hold it or cut the connection. */
export function observe(around: Surroundings): Middleware {
  let index = 0
  return async (c, next) => {
    c.set('platform', around.platform)
    if (c.env.actor) return next()
    const started = performance.now()
    index += 1
    const facts = { method: c.req.method, path: c.req.path, index }
    try {
      if ((await around.onRequest({ ...facts, phase: 'before' })) === 'drop') {
        c.res = cut(c)
      } else {
        await around.beforeRequest(facts)
        await next()
        if (!isCut(c.res) && (await around.onRequest({ ...facts, phase: 'after' })) === 'drop') c.res = cut(c)
      }
    } catch (cause) {
      c.res = toResponse(refuse(cause, c.req.path))
    }
    if (!isCut(c.res)) {
      // Set in place: `c.header` would make a new response out of it, even of a stream.
      c.res.headers.set('x-request-id', around.requestId())
      c.res.headers.set('date', around.platform.clock.now().toUTCString())
    }
    const { search } = new URL(c.req.url)
    around.log({
      method: facts.method,
      path: facts.path,
      ...(search === '' ? {} : { query: search }),
      status: isCut(c.res) ? 0 : c.res.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
    })
    return undefined
  }
}

/** The rate limit, and the faults that were arranged. */
export function misbehave(around: Surroundings): Middleware {
  return async (c, next) => {
    if (c.env.actor) return next()
    const wait = around.overRate(c.req.header('authorization') ?? '')
    if (wait !== undefined) {
      return toResponse(
        refuse(new Refusal(429, 'too many requests', undefined, { 'retry-after': `${wait}` }), c.req.path),
      )
    }
    const fault = around.takeFault(c.req.method, c.req.path)
    if (!fault) return next()
    // Only reads can be stale: a write goes to the real platform.
    if (fault.kind === 'stale' && c.req.method === 'GET') c.set('platform', around.stalePlatform())
    const delay = fault.kind === 'delay' ? () => around.sleep(fault.delayMs) : async () => {}
    if (fault.when === 'before') await delay()
    if (happens(fault)) await next()
    if (fault.when === 'after') await delay()
    const spoiled = await spoil(c, fault)
    if (spoiled) {
      c.res = undefined
      c.res = spoiled
    }
    return undefined
  }
}

/** Whether the request reaches the platform under this fault. */
const happens = ({ kind, when }: Fault): boolean =>
  when === 'after' || kind === 'truncate' || kind === 'delay' || kind === 'stale' || kind === 'empty'

async function spoil(c: Context<Env>, fault: Fault): Promise<Response | undefined> {
  switch (fault.kind) {
    case 'delay':
    case 'stale':
      return undefined
    case 'drop':
      return cut(c)
    case 'html':
      return toResponse(htmlAnswer)
    case 'truncate':
      return truncate(c)
    case 'empty':
      return withoutRows(c)
    case 'skip':
      return toResponse(jsonAnswer(200, {}))
    case 'status': {
      const headers: Record<string, string> =
        fault.retryAfter === undefined ? {} : { 'retry-after': `${fault.retryAfter}` }
      return toResponse(refuse(new Refusal(fault.status, 'arranged by a fault', fault.code, headers), c.req.path))
    }
  }
}

/** An empty list. Anything that is not a list is returned unchanged. */
async function withoutRows(c: Context<Env>): Promise<Response | undefined> {
  const answer = parseJson(await c.res.clone().text())
  if (typeof answer !== 'object' || answer === null || !('pageInfo' in answer)) return undefined
  const nothing = Object.entries(answer).map(([key, value]) => [key, Array.isArray(value) ? [] : value] as const)
  const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null }
  return toResponse(jsonAnswer(200, { ...Object.fromEntries(nothing), pageInfo, count: 0 }))
}

/** The headers promise the whole body; half of it is sent, then the connection ends. */
async function truncate(c: Context<Env>): Promise<Response> {
  const { outgoing } = c.env
  const body = Buffer.from(await c.res.arrayBuffer())
  outgoing?.writeHead(c.res.status, { 'content-type': 'application/json', 'content-length': String(body.length) })
  await new Promise<void>((resolve) => {
    if (outgoing) outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => resolve())
    else resolve()
  })
  return cut(c)
}
