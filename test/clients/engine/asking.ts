import { type Contract, HOME } from '../../../packages/sandbox/test/contract/support.ts'

export type Body = Readonly<Record<string, unknown>>

export interface Answered {
  readonly status: number
  readonly body: Body
  readonly text: string
  readonly type: string | null
}

/** Without a body it is a GET. */
export type Ask = (path: string, body?: object) => Promise<Answered>

/** Asks the data API of a sandbox, which answers at once. */
export async function openAsking({ call, sandbox }: Contract): Promise<Ask> {
  sandbox().controls.setSwitches({ queryWaits: 0, queryValues: 'texts' })
  const { body: given } = await call('POST', `${HOME}/token`, { as: 'admin' })
  const headers = { authorization: String(given['platformApiToken']) }
  return async (path, body) => {
    const sent = body === undefined ? {} : { body }
    const answer = await call(body === undefined ? 'GET' : 'POST', path, { as: 'nobody', headers, ...sent })
    return { status: answer.status, body: answer.body, text: answer.text, type: answer.headers.get('content-type') }
  }
}

/** The order of keys says nothing. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, sortKeys(each)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}
