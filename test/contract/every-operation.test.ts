import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectSound, OPERATIONS, openDriver } from './every-operation/driver.ts'
import { requestsOf } from './every-operation/requests.ts'

const { send, source } = openDriver({ prepares: true })

const SEED = 20_260_702
/** What git does takes its time. */
const runsOf = (path: string): number => (path.startsWith('/build/') ? 6 : 14)

describe('generated requests that the document allows', () => {
  test.for(OPERATIONS.map((operation) => [operation.operationId, operation] as const))(
    '%s: never a failure, every success as declared, and one at least',
    async ([, operation]) => {
      const numRuns = runsOf(operation.endpoint.path)
      const statuses = new Set<number>()
      for (const request of fc.sample(requestsOf(source(operation), operation), { numRuns, seed: SEED })) {
        const answer = await send(operation, request)
        expectSound(operation, answer, request)
        statuses.add(answer.status)
      }
      expect([...statuses].some((status) => status < 300)).toBe(operation.endpoint.refuses === undefined)
    },
  )
})
