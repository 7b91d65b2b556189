import { joined, pattern } from '@boardwright/common'
import { type Endpoint, REFUSED } from '@boardwright/platform'
import { type Context, Hono } from 'hono'
import { DATA_API, notInDataApi } from '../data/api.ts'
import type { Platform } from '../platform.ts'
import { type Answer, answer, refuse } from './answer.ts'
import { misbehave, observe, type Surroundings } from './around.ts'
import { type Received, searchOf } from './received.ts'
import { Refusal } from './refusal.ts'
import { type Env, htmlAnswer, respond } from './respond.ts'
import type { Route } from './route.ts'

const JSON_LIMIT = 10 * 1024 * 1024
const UPLOAD_LIMIT = 64 * 1024 * 1024

export function createApp(
  routes: readonly Route[],
  around: Surroundings,
  controls: Hono<Env>,
  pages: Hono<Env>,
): Hono<Env> {
  const app = new Hono<Env>({ strict: false })
  app.route('/_sandbox', controls)
  app.route('/', pages)
  app.use(observe(around), misbehave(around))
  for (const route of bySpecificity(routes)) {
    const limit = limitOf(route.endpoint)
    app.on(route.endpoint.method, patternOf(route.endpoint.path), async (c) =>
      respond(
        c,
        route.isServed?.(c.var.platform) === false ? unknownRoute(c.var.platform, c) : await serve(route, c, limit),
      ),
    )
  }
  for (const { method, path, run } of DATA_API) {
    app.on(method, path, async (c) => respond(c, await run(c.var.platform, await receive(c, JSON_LIMIT))))
  }
  for (const { method, path, reason } of REFUSED) {
    app.on(method, patternOf(path), (c) => respond(c, unknownRoute(around.platform, c, reason)))
  }
  app.notFound((c) => respond(c, unknownRoute(around.platform, c, '', methodsAt(routes, around.platform, c.req.path))))
  app.onError((cause, c) => respond(c, refuse(cause, c.req.path)))
  return app
}

/** The largest body that the endpoint accepts. Undefined: it takes none, so none is read. */
const limitOf = ({ body, filePart }: Endpoint): number | undefined => {
  if (body === undefined) return undefined
  return filePart === undefined ? JSON_LIMIT : UPLOAD_LIMIT
}

const patternOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** A literal segment wins over a parameter, whatever the order of the tables. */
const bySpecificity = (routes: readonly Route[]): Route[] =>
  routes.toSorted((a, b) => parameterCount(a) - parameterCount(b))
const parameterCount = (route: Route): number => route.endpoint.path.split('{').length

const serve = async (route: Route, c: Context<Env>, limit: number | undefined): Promise<Answer> =>
  answer(c.var.platform, route, await receive(c, limit))

async function receive(c: Context<Env>, limit: number | undefined): Promise<Received> {
  return {
    params: c.req.param() as Record<string, string>,
    query: new URLSearchParams(searchOf(c.req.url)),
    authorization: c.req.header('authorization'),
    contentType: c.req.header('content-type') ?? '',
    body: limit === undefined ? new Uint8Array() : await readBody(c.req.raw, limit),
    actor: c.env.actor,
  }
}

/** A body may come with its length, in chunks, or not at all; reading stops at the first byte too many. */
async function readBody(request: Request, most: number): Promise<Uint8Array> {
  const tooLarge = (): Refusal => new Refusal(413, `the body is larger than ${most} bytes`)
  const length = request.headers.get('content-length')
  if (Number(length) > most) throw tooLarge()
  // Without a stream, which takes longer than most bodies.
  if (length !== null) return new Uint8Array(await request.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > most) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The methods that a path has. */
function methodsAt(routes: readonly Route[], platform: Platform, path: string): string[] {
  const isAt = (wanted: string): boolean => pattern()`^${joined(wanted.split(/\{\w+\}/), /[^/]+/)}/?$`.test(path)
  const there = routes.filter(({ endpoint, isServed }) => isAt(endpoint.path) && isServed?.(platform) !== false)
  return [...new Set(there.map(({ endpoint }) => endpoint.method))].sort()
}

/** `methods`: those that the path does have. */
function unknownRoute(platform: Platform, c: Context<Env>, reason = '', methods: readonly string[] = []): Answer {
  const ofData = notInDataApi(c.req.method, new URL(c.req.url).pathname)
  if (ofData) return ofData
  if (platform.switches.unknownRoutes === 'html') return htmlAnswer
  if (methods.length > 0) {
    const allow = methods.join(', ')
    const wrong = new Refusal(405, `${c.req.path} has no ${c.req.method}: it has ${allow}`, undefined, { allow })
    return refuse(wrong, c.req.path)
  }
  const message = `no such endpoint: ${c.req.method} ${c.req.path}`
  return refuse(new Refusal(404, reason === '' ? message : `${message}. ${reason}`), c.req.path)
}
