import { expect } from 'vitest'
import { type Answer, type CallOptions, type Contract, expectRefused, openContract, TEXT } from './support.ts'

/** An answer with any kind of body: a list, a SCIM resource, or nothing. */
export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies that nothing has checked.
  readonly body: any
  readonly headers: Headers
}

export interface Account extends Pick<Contract, 'sandbox'> {
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Reply>
  readonly refused: (status: number, method: string, path: string, options?: CallOptions) => Promise<void>
  /** A key of a user, for tests that change the user. */
  readonly keyOf: (user: string | number) => CallOptions
  readonly api: Contract['call']
}

export function openAccount(): Account {
  const contract = openContract()
  const call = async (method: string, path: string, options: CallOptions = {}): Promise<Reply> =>
    parse(await contract.call(method, path, options))
  return {
    sandbox: contract.sandbox,
    api: contract.call,
    call,
    async refused(status, method, path, options = {}) {
      expectRefused(await contract.call(method, path, options), status)
    },
    keyOf: (user) => ({ headers: { authorization: `Bearer ${contract.sandbox().controls.addKey({ user }).key}` } }),
  }
}

const parse = ({ status, text, headers }: Answer): Reply => ({
  status,
  body: text === '' ? undefined : JSON.parse(text),
  headers,
})

/** A SCIM refusal: its own body, its own media type (RFC 7644, 3.12). */
export function expectScimRefusal({ status, body, headers }: Reply, expected: number, scimType?: string): void {
  expect({ status, body }).toEqual({
    status: expected,
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(expected),
      ...(scimType === undefined ? {} : { scimType }),
      detail: TEXT,
    },
  })
  expect(headers.get('content-type')).toBe('application/scim+json')
}
