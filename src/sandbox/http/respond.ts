import type { HttpBindings } from '@hono/node-server'
import type { Caller, Platform } from '../platform.ts'
import type { Answer } from './answer.ts'

export type Bindings = Partial<HttpBindings> & {
  /** Set when somebody acts inside the sandbox, without a request over HTTP. */
  readonly actor?: Caller
}
export type Env = { Bindings: Bindings; Variables: { platform: Platform } }

/** In bytes: a response looks at each character of a text. */
export const toResponse = ({ status, headers, text, bytes }: Answer): Response =>
  new Response(status === 204 ? null : (bytes ?? Buffer.from(text)), { status, headers: { ...headers } })

const PAGE = '<!doctype html><html><head><title>Analytics</title></head><body><div id="root"></div></body></html>\n'

export const htmlAnswer: Answer = { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, text: PAGE }
