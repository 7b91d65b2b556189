import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Caller, Platform } from '../platform.ts'
import type { Answer } from './answer.ts'

export type Bindings = Partial<HttpBindings> & {
  /** Set when somebody acts inside the sandbox, without a request over HTTP. */
  readonly actor?: Caller
}
export type Env = {
  Bindings: Bindings
  Variables: {
    platform: Platform
    /** What a request over HTTP is answered with. Undefined: its connection was cut. */
    answer: Answer | undefined
  }
}

export const bodyOf = ({ text, bytes }: Answer): Uint8Array => bytes ?? Buffer.from(text)

/** In bytes: a response looks at each character of a text. */
export const toResponse = (answer: Answer): Response =>
  new Response(answer.status === 204 ? null : bodyOf(answer), { status: answer.status, headers: { ...answer.headers } })

/** A response that tells the server adapter to leave the socket alone. */
export const SENT_ELSEWHERE: Response = new Response(null, { headers: { 'x-hono-already-sent': 'true' } })

/** Over HTTP an answer is written as it is: a `Response` would take longer than most of what it answers. */
export function respond(c: Context<Env>, answer: Answer): Response {
  if (c.env.actor) return toResponse(answer)
  c.set('answer', answer)
  return SENT_ELSEWHERE
}

export function send({ outgoing }: Bindings, answer: Answer): void {
  const body = bodyOf(answer)
  const length = answer.status === 204 ? {} : { 'content-length': body.length }
  outgoing?.writeHead(answer.status, { ...answer.headers, ...length })
  outgoing?.end(body)
}

const PAGE = '<!doctype html><html><head><title>Analytics</title></head><body><div id="root"></div></body></html>\n'

export const htmlAnswer: Answer = { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, text: PAGE }
