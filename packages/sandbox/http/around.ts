import { parseJson } from '@boardwright/common'
import type { Context, MiddlewareHandler } from 'hono'
import type { Fault } from '../control/faults.ts'
import type { LoggedRequest } from '../control/requests.ts'
import type { Platform } from '../platform.ts'
import { type Answer, jsonAnswer, refuse } from './answer.ts'
import { searchOf } from './received.ts'
import { Refusal } from './refusal.ts'
import { bodyOf, type Env, htmlAnswer, respond, SENT_ELSEWHERE, send } from './respond.ts'

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

function cut(c: Context<Env>): void {
  c.env.outgoing?.destroy()
  c.set('answer', undefined)
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
        cut(c)
      } else {
        await around.beforeRequest(facts)
        await next()
        if (c.var.answer && (await around.onRequest({ ...facts, phase: 'after' })) === 'drop') cut(c)
      }
    } catch (cause) {
      respond(c, refuse(cause, c.req.path))
    }
    const { answer } = c.var
    const search = searchOf(c.req.url)
    around.log({
      method: facts.method,
      path: facts.path,
      ...(search === '' ? {} : { query: search }),
      status: answer?.status ?? 0,
      ms: Math.round((performance.now() - started) * 10) / 10,
    })
    if (answer) {
      const own = { 'x-request-id': around.requestId(), date: around.platform.clock.now().toUTCString() }
      send(c.env, { ...answer, headers: { ...answer.headers, ...own } })
    }
    return SENT_ELSEWHERE
  }
}

/** The rate limit, and the faults that were arranged. */
export function misbehave(around: Surroundings): Middleware {
  return async (c, next) => {
    if (c.env.actor) return next()
    const wait = around.overRate(c.req.header('authorization') ?? '')
    if (wait !== undefined) {
      return respond(
        c,
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
    await spoil(c, fault)
    return SENT_ELSEWHERE
  }
}

/** Whether the request reaches the platform under this fault. */
const happens = ({ kind, when }: Fault): boolean =>
  when === 'after' || kind === 'truncate' || kind === 'delay' || kind === 'stale' || kind === 'empty'

async function spoil(c: Context<Env>, fault: Fault): Promise<void> {
  switch (fault.kind) {
    case 'delay':
    case 'stale':
      return
    case 'drop':
      cut(c)
      return
    case 'html':
      respond(c, htmlAnswer)
      return
    case 'truncate':
      await truncate(c)
      return
    case 'empty':
      c.set('answer', c.var.answer && withoutRows(c.var.answer))
      return
    case 'skip':
      respond(c, jsonAnswer(200, {}))
      return
    case 'status': {
      const headers: Record<string, string> =
        fault.retryAfter === undefined ? {} : { 'retry-after': `${fault.retryAfter}` }
      respond(c, refuse(new Refusal(fault.status, 'arranged by a fault', fault.code, headers), c.req.path))
    }
  }
}

/** An empty list. Anything that is not a list is returned unchanged. */
function withoutRows(answer: Answer): Answer {
  const list = parseJson(answer.text)
  if (typeof list !== 'object' || list === null) return answer
  if ('Resources' in list) return jsonAnswer(200, { ...list, Resources: [], totalResults: 0, itemsPerPage: 0 })
  if (!('pageInfo' in list)) return answer
  const nothing = Object.entries(list).map(([key, value]) => [key, Array.isArray(value) ? [] : value] as const)
  const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null }
  return jsonAnswer(200, { ...Object.fromEntries(nothing), pageInfo, count: 0 })
}

/** The headers promise the whole body; half of it is sent, then the connection ends. */
async function truncate(c: Context<Env>): Promise<void> {
  const { outgoing } = c.env
  const { answer } = c.var
  if (outgoing && answer) {
    const body = bodyOf(answer)
    outgoing.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': body.length })
    await new Promise<void>((resolve) => {
      outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => resolve())
    })
  }
  cut(c)
}
