import { expect, test } from 'vitest'
import { BoardwrightError } from '../../../packages/common/errors.ts'
import { lookBeforeRepeating } from '../../../src/live/write/repeat.ts'

const unsure = new BoardwrightError('SERVER_FAILED', 'POST /publish answered 500; it may have been done anyway', {
  http: { endpoint: 'POST /publish', tries: 1, status: 500, ambiguous: true },
})

test('after the last try, a last look settles whether it was done', async () => {
  let looks = 0
  const send = (): Promise<string> => Promise.reject(unsure)
  const state = { sleep: async () => {} }
  const found = lookBeforeRepeating(state, send, async () => (++looks === 5 ? 'done' : undefined))
  expect(await found).toBe('done')
  const error = await lookBeforeRepeating(state, send, async () => undefined).catch((cause) => cause)
  expect(error.message).toBe('POST /publish answered 500; a look at it says that it was not done')
  expect(error.http).toEqual({ endpoint: 'POST /publish', tries: 1, status: 500 })
})
