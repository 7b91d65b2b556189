// Slow: it sends thousands of requests.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../test/support/long.ts'
import { expectSound, OPERATIONS, openDriver } from './every-operation/driver.ts'
import { requestsOf } from './every-operation/requests.ts'

const { data, send, source } = openDriver({ prepares: true })

const SEED = 20_260_702
/** Operations that use git are slow. */
const runsOf = (path: string): number => (path.startsWith('/build/') ? 5 : 11)
/** After this many, a short run only goes on until one succeeds. */
const LEAST = isLong ? 11 : 3

describe('generated requests that the document allows', () => {
  test.for(OPERATIONS.map((operation) => [operation.operationId, operation] as const))(
    '%s: never fails, every success is as declared, and at least one occurs',
    async ([, operation]) => {
      const numRuns = runsOf(operation.endpoint.path)
      const isOpen = operation.endpoint.refuses === undefined
      const statuses = new Set<number>()
      const hasSucceeded = () => [...statuses].some((status) => status < 300)
      const any = requestsOf(source(operation), operation)
      const made = (count: number) => fc.sample(any, { numRuns: count, seed: SEED })
      const isDone = (nth: number): boolean => nth >= LEAST && hasSucceeded() === isOpen
      let requests = made(LEAST)
      for (let nth = 0; nth < numRuns && !isDone(nth); nth += 1) {
        if (nth === LEAST) requests = made(numRuns)
        const request = requests[nth]
        if (!request) throw new Error('no request was made')
        const answer = await send(operation, request)
        expectSound(operation, answer, request)
        statuses.add(answer.status)
      }
      expect(hasSucceeded()).toBe(isOpen)
    },
  )
})

describe('the data API, which is in no table', () => {
  const names = fc.constantFrom('orders.count', 'orders.status', 'orders.ordered_at', 'nothing.here', '', '__proto__')
  const lists = fc.array(fc.oneof(names, fc.jsonValue({ maxDepth: 1 })), { maxLength: 3 })
  const parts = 'measures dimensions segments timeDimensions filters order limit offset timezone total'.split(' ')
  const queries = fc.oneof(
    fc.record(Object.fromEntries(parts.map((part) => [part, fc.oneof(lists, fc.jsonValue())])), { requiredKeys: [] }),
    fc.record({ measures: fc.array(names), dimensions: fc.array(names), limit: fc.nat(9) }),
    fc.jsonValue(),
  )
  const words = fc.constantFrom(
    'select',
    'count',
    'from',
    'orders',
    ',',
    '(',
    ')',
    "'",
    '"',
    '*',
    'as',
    'limit',
    '1',
    'with',
  )
  const statements = fc.oneof(
    fc.string(),
    fc.array(words).map((all) => `select ${all.join(' ')}`),
  )

  test.for([
    ['load', queries],
    ['cubesql', statements],
  ] as const)('%s: never fails', async ([name, arbitrary]) => {
    for (const query of fc.sample<unknown>(arbitrary, { numRuns: isLong ? 60 : 30, seed: SEED })) {
      const { status, text } = await data(`/v1/${name}`, { query })
      expect([query, status < 500 ? 'answered' : text]).toEqual([query, 'answered'])
    }
  })
})
