import { expect } from 'vitest'
import { z } from 'zod'
import { api } from '../../packages/platform/api/index.ts'

interface Row {
  readonly method: string
  readonly at: RegExp
  readonly keys: readonly string[]
}

/** The endpoints that take a body, with the keys that they know. */
const ROWS: readonly Row[] = Object.values(api)
  .flatMap(({ endpoints }) => Object.values(endpoints))
  .flatMap(({ method, path, ...each }) => {
    const schema = 'body' in each ? (each.body instanceof z.ZodOptional ? each.body.unwrap() : each.body) : undefined
    if (!(schema instanceof z.ZodObject)) return []
    return [{ method, at: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), keys: Object.keys(schema.shape) }]
  })

/**
 * Keys of a body that the platform does not know. It ignores them, so whoever sends one does less than they say.
 * Undefined if no endpoint takes a body there.
 */
export function unknownKeys(method: string, path: string, body: object): string[] | undefined {
  const rows = ROWS.filter((row) => row.method === method && row.at.test(path))
  return rows.length === 0 ? undefined : Object.keys(body).filter((key) => !rows.some(({ keys }) => keys.includes(key)))
}

/** Tests of the platform itself send what it does not know, to see what it does. */
const ON_PURPOSE = /\/(?:sandbox\/test|test\/(?:clients|docs-examples))\b/

const send = globalThis.fetch
const KNOWS = Symbol.for('boardwright.test.sends-known-keys')

/** What a test sends by hand, the platform must know. Scripted people are held to this by the sandbox itself. */
async function sendKnown(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const { method = 'GET', body } = init ?? {}
  if (method !== 'GET' && typeof body === 'string' && !ON_PURPOSE.test(expect.getState().testPath ?? '')) {
    const path = new URL(String(input instanceof Request ? input.url : input)).pathname
    const unknown = unknownKeys(method, path, JSON.parse(body) as object) ?? []
    if (unknown.length > 0) throw new Error(`${method} ${path} does not know ${unknown.join(', ')}`)
  }
  return send(input, init)
}

if (!(KNOWS in send)) globalThis.fetch = Object.assign(sendKnown, { [KNOWS]: true })
