// Slow: it sends hundreds of requests.
import { describe, expect, test } from 'vitest'
import { RULES, refusalsOf } from '../../../platform/api/refusals.ts'
import { OPERATIONS, openDriver, type Sending } from './every-operation/driver.ts'
import type { Operation } from './every-operation/requests.ts'
import { OWN } from './every-refusal/own.ts'
import { sendHuge, WAYS } from './every-refusal/rules.ts'
import type { Answer } from './support.ts'

const driver = openDriver({ prepares: false })
const { send, requests, world } = driver

const named = OPERATIONS.map((operation) => [operation.operationId, operation] as const)

/** Replaces a part of good requests, and returns the first answer that is a refusal for that part alone. */
async function sendInstead(operation: Operation, instead: Sending, status: number): Promise<Answer> {
  let last: Answer | undefined
  for (const { query, body } of requests(operation)) {
    const sent = operation.body === undefined || 'raw' in instead ? {} : { body: merged(body, instead.body) }
    last = await send(operation, { ...instead, ...sent, query: { ...query, ...instead.query } })
    if (last.status === status || last.status !== 400) return last
  }
  if (!last) throw new Error('no request was made')
  return last
}

const merged = (good: unknown, instead: unknown): unknown =>
  Array.isArray(instead) ? instead : { ...(good as object | undefined), ...(instead as object | undefined) }

const messageOf = (text: string): string => {
  const { message, detail } = JSON.parse(text) as { message?: string; detail?: string }
  return message ?? detail ?? ''
}

const isRule = (reason: string): boolean => RULES.some((rule) => rule.reason === reason)
const produced = new Set<string>()
const declared = OPERATIONS.flatMap(({ operationId, endpoint }) =>
  refusalsOf(endpoint).map(({ status, reason }) => `${operationId} ${status} ${reason}`),
)

describe('refusals that follow from the row of an operation', () => {
  test.for(named)('%s', async ([operationId, operation]) => {
    for (const { status, reason } of refusalsOf(operation.endpoint)) {
      const known = WAYS[reason]
      if (!known) continue
      const answer = await sendInstead(operation, known.way(operation, driver), status)
      expect([reason, answer.status, messageOf(answer.text)]).toEqual([
        reason,
        status,
        expect.stringMatching(known.says),
      ])
      produced.add(`${operationId} ${status} ${reason}`)
    }
  })
})

describe('refusals that an operation declares itself', () => {
  test.for(named)('%s', async ([operationId, operation]) => {
    for (const { status, reason } of refusalsOf(operation.endpoint)) {
      if (isRule(reason)) continue
      const way = OWN[operationId]?.[status]
      const answer = way ? await sendInstead(operation, await way(driver), status) : undefined
      world.sandbox().controls.setEmbedding({ enabled: true })
      world.sandbox().controls.setSwitches({ embedUserLimit: 10_000, exportMs: 0, dataDownload: 'allowed' })
      expect([reason, answer?.status, answer?.text]).toEqual([reason, status, expect.any(String)])
      produced.add(`${operationId} ${status} ${reason}`)
    }
  })
})

describe('every operation', () => {
  test('refuses a body that is too large before it arrived', async () => {
    for (const { operationId, endpoint } of OPERATIONS.filter(({ body }) => body !== undefined)) {
      const path = endpoint.path.replace(/\{\w+\}/g, '2')
      expect([operationId, await sendHuge(world.sandbox().url, endpoint.method, path)]).toEqual([operationId, 413])
      produced.add(`${operationId} 413 The body is too large.`)
    }
  })

  test('has a rate limit', async () => {
    world.sandbox().controls.setClock({ frozen: true })
    world.sandbox().controls.setSwitches({ rateLimit: 1 })
    const { reason } = RULES.find(({ status }) => status === 429) ?? { reason: '' }
    for (const operation of OPERATIONS) {
      const [first, second] = [await send(operation, {}), await send(operation, {})]
      expect([operation.operationId, second.status], `after ${first.status}`).toEqual([operation.operationId, 429])
      produced.add(`${operation.operationId} 429 ${reason}`)
    }
    world.sandbox().controls.setSwitches({ rateLimit: 0 })
  })
})

describe('all declared refusals', () => {
  test('occur', () => {
    const missing = declared.filter((refusal) => !produced.has(refusal))
    expect(missing.map((refusal) => refusal.split(' ').slice(0, 2).join(' '))).toEqual([])
    expect(produced.size).toBe(declared.length)
    expect(declared.length).toBeGreaterThan(1000)
  })
})
