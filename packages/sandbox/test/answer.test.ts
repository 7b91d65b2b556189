import { expect, test } from 'vitest'
import { api } from '../../platform/api/index.ts'
import { answer } from '../http/answer.ts'
import type { Received } from '../http/received.ts'
import { Refusal } from '../http/refusal.ts'
import type { Caller, Platform } from '../platform.ts'

const CALLER: Caller = {
  ...{ keyId: 1, userId: 1, username: 'maria@acme.com', isAdmin: true, mayCreate: true },
  ...{ scope: null, personal: false },
}
const RECEIVED: Received = {
  ...{ params: {}, query: new URLSearchParams(), authorization: undefined, contentType: '' },
  ...{ body: new Uint8Array(), actor: CALLER },
}

const fail = (cause: Error) => (): never => {
  throw cause
}

test.each<[string, () => unknown, number, RegExp]>([
  ['an answer that it does not have', () => ({ id: 'one' }), 500, /breaks its own contract: .*id/],
  [
    'a status that it does not have',
    fail(new Refusal(418, 'a teapot')),
    500,
    /own contract, which has no 418: a teapot/,
  ],
  ['an error', fail(new Error('out of order')), 500, /the sandbox failed: Error: out of order/],
  ['a refusal that it has', fail(new Refusal(401, 'who are you')), 401, /"who are you"/],
])('the contract holds for %s', async (_, run, status, says) => {
  const given = await answer({} as Platform, { endpoint: api.users.endpoints.getMe, run }, RECEIVED)
  expect([given.status, given.text]).toEqual([status, expect.stringMatching(says)])
})
