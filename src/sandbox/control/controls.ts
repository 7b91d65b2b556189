import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { describeProblems } from '../../api/read.ts'
import { jsonAnswer, refuse } from '../http/answer.ts'
import { type Env, toResponse } from '../http/app.ts'
import { hashKey } from '../http/auth.ts'
import { badRequest, unauthorized } from '../http/refusal.ts'
import { Fault } from './faults.ts'
import { Script } from './people.ts'
import type { LoggedRequest } from './requests.ts'
import { SwitchChanges, type Switches } from './switches.ts'

/** What the controls do. Each is one call under `/_sandbox`, and one method of a sandbox started in process. */
export interface Controls {
  readonly setSwitches: (changes: SwitchChanges) => Switches
  readonly addFault: (fault: Fault) => void
  readonly clearFaults: () => void
  readonly requests: () => readonly LoggedRequest[]
  readonly clearRequests: () => void
  readonly reset: (options: Reset) => Promise<void>
  readonly setReview: (review: Review) => void
  readonly addPeople: (script: Script) => Promise<void>
  readonly setClock: (change: ClockChange) => { now: string; frozen: boolean }
  readonly addKey: (key: KeyRequest) => { key: string }
}

export const Reset = z.strictObject({
  seed: z.enum(['acme', 'empty', 'scale']).optional(),
  reports: z.int().min(0).max(200_000).optional(),
})
export type Reset = z.output<typeof Reset>

/** Whether publishing a workbook needs a review first. The workbook is named by slug or id. */
export const Review = z.strictObject({
  workbook: z.union([z.string(), z.int()]),
  deployment: z.int().optional(),
  required: z.boolean(),
})
export type Review = z.output<typeof Review>

export const ClockChange = z.strictObject({
  now: z.iso.datetime().optional(),
  advanceMs: z.int().optional(),
  frozen: z.boolean().optional(),
})
export type ClockChange = z.output<typeof ClockChange>

/** Another key: of a user named by e-mail or id, limited to deployments, personal, or with an end. */
export const KeyRequest = z.strictObject({
  user: z.union([z.string(), z.int()]),
  scope: z.array(z.int()).optional(),
  personal: z.boolean().optional(),
  expiresAt: z.iso.datetime().optional(),
})
export type KeyRequest = z.output<typeof KeyRequest>

interface Control {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: z.ZodType
  readonly run: (controls: Controls, body: never) => unknown
}

export const CONTROLS: readonly Control[] = [
  { method: 'PUT', path: '/switches', body: SwitchChanges, run: (c, body: SwitchChanges) => c.setSwitches(body) },
  { method: 'GET', path: '/switches', run: (c) => c.setSwitches({}) },
  { method: 'POST', path: '/faults', body: Fault, run: (c, body: Fault) => c.addFault(body) },
  { method: 'DELETE', path: '/faults', run: (c) => c.clearFaults() },
  { method: 'GET', path: '/requests', run: (c) => c.requests() },
  { method: 'DELETE', path: '/requests', run: (c) => c.clearRequests() },
  { method: 'POST', path: '/reset', body: Reset, run: (c, body: Reset) => c.reset(body) },
  { method: 'PUT', path: '/review', body: Review, run: (c, body: Review) => c.setReview(body) },
  { method: 'POST', path: '/people', body: Script, run: (c, body: Script) => c.addPeople(body) },
  { method: 'PUT', path: '/clock', body: ClockChange, run: (c, body: ClockChange) => c.setClock(body) },
  { method: 'POST', path: '/keys', body: KeyRequest, run: (c, body: KeyRequest) => c.addKey(body) },
]

export function controlRoutes(controls: Controls, controlKey: string): Hono<Env> {
  const app = new Hono<Env>()
  const expected = Buffer.from(hashKey(`Bearer ${controlKey}`))
  for (const control of CONTROLS) {
    app.on(control.method, control.path, async (c) => {
      try {
        const sent = Buffer.from(hashKey(c.req.header('authorization') ?? ''))
        if (!timingSafeEqual(sent, expected))
          throw unauthorized('the controls need their own key: send "Bearer <control>"')
        const body = control.body ? readControlBody(control.body, await c.req.text()) : undefined
        const result = await control.run(controls, body as never)
        return toResponse(result === undefined ? { status: 204, headers: {}, text: '' } : jsonAnswer(200, result))
      } catch (cause) {
        return toResponse(refuse(cause))
      }
    })
  }
  return app
}

function readControlBody(schema: z.ZodType, text: string): unknown {
  let sent: unknown
  try {
    sent = text === '' ? {} : JSON.parse(text)
  } catch (cause) {
    throw badRequest(`the body is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
  const checked = schema.safeParse(sent)
  if (!checked.success) throw badRequest(describeProblems(checked.error).join('; '))
  return checked.data
}
