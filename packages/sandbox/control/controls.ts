import { timingSafeEqual } from 'node:crypto'
import { describeProblems } from '@boardwright/platform'
import { Hono } from 'hono'
import { z } from 'zod'
import { jsonAnswer, refuse } from '../http/answer.ts'
import { hashKey } from '../http/auth.ts'
import { badRequest, notFound, unauthorized } from '../http/refusal.ts'
import { type Env, toResponse } from '../http/respond.ts'
import { SEED_NAMES, type SeedChoice } from '../seeds/choose.ts'
import { type Embedding, EmbeddingChange } from '../store/embed/account.ts'
import { Fault } from './faults.ts'
import type { StrayMessage } from './messages.ts'
import { Script } from './people.ts'
import type { LoggedRequest } from './requests.ts'
import { SwitchChanges, type Switches } from './switches.ts'

/** What the controls do. Each is one call under `/_sandbox`, and one method of a sandbox started in process. */
export interface Controls {
  readonly setSwitches: (changes: SwitchChanges) => Switches
  readonly addFault: (fault: z.input<typeof Fault>) => void
  readonly clearFaults: () => void
  readonly requests: () => readonly LoggedRequest[]
  readonly clearRequests: () => void
  readonly messages: () => readonly StrayMessage[]
  /** Without a seed, goes back to the last one. */
  readonly reset: (options?: SeedChoice) => Promise<void>
  readonly setReview: (review: Review) => void
  readonly addPeople: (script: z.input<typeof Script>) => Promise<void>
  readonly waitingPeople: () => readonly Script[]
  readonly setClock: (change: ClockChange) => { now: string; frozen: boolean }
  readonly addKey: (key: KeyRequest) => { key: string }
  readonly setEmbedding: (change: EmbeddingChange) => Embedding
  readonly shareFolder: (share: FolderShare) => void
}

/** `docs/sandbox.md` prints the descriptions of these schemas and the summaries of `CONTROLS`. */
export const Reset = z.strictObject({
  seed: z.enum(SEED_NAMES).optional().describe('The seed to start with. Default: the same as last time.'),
  reports: z
    .int()
    .min(0)
    .max(200_000)
    .optional()
    .describe('How many reports `scale` creates. Default: as many as last time, else 1,000.'),
})
export type Reset = z.output<typeof Reset>

export const Review = z.strictObject({
  workbook: z.union([z.string(), z.int()]).describe('Its slug or its id.'),
  deployment: z.int().optional().describe('Default: `production`.'),
  required: z.boolean().describe('Whether publishing it is refused until a review, which nobody can give here.'),
})
export type Review = z.output<typeof Review>

export const ClockChange = z.strictObject({
  now: z.iso.datetime().optional().describe('Set the clock to this time; it runs on from there.'),
  advanceMs: z.int().optional().describe('Then move it forward by this many milliseconds, or back if negative.'),
  frozen: z.boolean().optional().describe('Stop the clock, or let it run on.'),
})
export type ClockChange = z.output<typeof ClockChange>

export const KeyRequest = z.strictObject({
  user: z.union([z.string(), z.int()]).describe('Whose key it is: an e-mail address or a user id.'),
  scope: z.array(z.int()).optional().describe('The deployments that it is limited to. Default: all.'),
  personal: z.boolean().optional().describe('A personal key, as opposed to one of the account.'),
  expiresAt: z.iso.datetime().optional().describe("When it expires, by the sandbox's clock. Default: never."),
})
export type KeyRequest = z.output<typeof KeyRequest>

export const FolderShare = z.strictObject({
  folder: z.int().describe('Its id.'),
  deployment: z.int().optional().describe('Default: `production`.'),
  embedTenantName: z.string().optional().describe('The embed tenant. Default: all embed users.'),
  action: z.enum(['read', 'none']).describe('Share it, or stop sharing it.'),
})
export type FolderShare = z.output<typeof FolderShare>

interface Control {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly body?: z.ZodType
  readonly run: (controls: Controls, body: never) => unknown
}

export const CONTROLS: readonly Control[] = [
  {
    method: 'PUT',
    path: '/switches',
    summary: 'Set the named switches. Returns all switches.',
    body: SwitchChanges,
    run: (c, body: SwitchChanges) => c.setSwitches(body),
  },
  { method: 'GET', path: '/switches', summary: 'Read the switches.', run: (c) => c.setSwitches({}) },
  { method: 'POST', path: '/faults', summary: 'Set a fault.', body: Fault, run: (c, body: Fault) => c.addFault(body) },
  { method: 'DELETE', path: '/faults', summary: 'Remove all faults.', run: (c) => c.clearFaults() },
  {
    method: 'GET',
    path: '/requests',
    summary: 'Read the log: a list of `{method, path, query?, status, ms}`, in the order of the answers.',
    run: (c) => c.requests(),
  },
  { method: 'DELETE', path: '/requests', summary: 'Empty the log.', run: (c) => c.clearRequests() },
  {
    method: 'GET',
    path: '/messages',
    summary: 'List whom schedules may have sent to by mistake: `{deployment, notification, to}`.',
    run: (c) => c.messages(),
  },
  {
    method: 'POST',
    path: '/reset',
    summary: 'Start over: content, models, switches, clock, faults, people, log, and only the original keys.',
    body: Reset,
    run: (c, body: Reset) => c.reset(body),
  },
  {
    method: 'PUT',
    path: '/review',
    summary: 'Set whether a workbook requires a review before it is published.',
    body: Review,
    run: (c, body: Review) => c.setReview(body),
  },
  {
    method: 'POST',
    path: '/people',
    summary: 'Let somebody act in the UI, now or during a later request.',
    body: Script,
    run: (c, body: Script) => c.addPeople(body),
  },
  {
    method: 'GET',
    path: '/people',
    summary: 'List those who are still waiting for a request to act on.',
    run: (c) => c.waitingPeople(),
  },
  {
    method: 'PUT',
    path: '/clock',
    summary: 'Set, move, stop or start the clock. Returns `{now, frozen}`.',
    body: ClockChange,
    run: (c, body: ClockChange) => c.setClock(body),
  },
  {
    method: 'POST',
    path: '/keys',
    summary: 'Create another API key. Returns `{key}`.',
    body: KeyRequest,
    run: (c, body: KeyRequest) => c.addKey(body),
  },
  {
    method: 'PUT',
    path: '/embedding',
    summary: 'Set what the account’s console sets for embedding. Fields that are not sent stay. Returns all settings.',
    body: EmbeddingChange,
    run: (c, body: EmbeddingChange) => c.setEmbedding(body),
  },
  {
    method: 'PUT',
    path: '/folder-shares',
    summary: 'Share a folder with embed users, which the console can do and the API cannot.',
    body: FolderShare,
    run: (c, body: FolderShare) => c.shareFolder(body),
  },
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
  app.all('*', (c) => toResponse(refuse(notFound(`the control ${c.req.method} ${c.req.path}`))))
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
