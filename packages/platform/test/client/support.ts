import { onTestFinished } from 'vitest'
import { BoardwrightError } from '../../../common/errors.ts'
import { createClient } from '../../client/client.ts'
import type { Client, ClientOptions, Clock } from '../../client/types.ts'

export const TOKEN = 'sk-live-0123456789-secret'

export interface FakeClock extends Clock {
  /** How long each wait was, in milliseconds. */
  readonly waits: number[]
}

/** Time that passes only by waiting. */
export function fakeClock(start = Date.parse('2026-01-02T03:04:05Z')): FakeClock {
  const waits: number[] = []
  let now = start
  return {
    waits,
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      waits.push(ms)
      now += ms
    },
  }
}

/** A client that waits in fake time, and whose jitter is always the longest. */
export function connect(url: string, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({ url, token: TOKEN, clock: fakeClock(), random: () => 1, ...options })
  onTestFinished(() => client.close())
  return client
}

export async function errorOf(promise: Promise<unknown>): Promise<BoardwrightError> {
  const error = await promise.then(
    () => new Error('nothing was thrown'),
    (cause: unknown) => cause,
  )
  if (error instanceof BoardwrightError) return error
  throw error
}

/** A folder as the platform shows it (endpoints 2, schemas 6). */
export const FOLDER = `{"id":3,"deploymentId":2,"name":"Sales","position":0,"type":"FOLDER","createdAt":"2026-01-02T03:04:05Z","updatedAt":"2026-01-02T03:04:05Z"}`

export const page = (items: string, pageInfo?: string): string =>
  `{"items":[${items}],"data":[]${pageInfo === undefined ? '' : `,"pageInfo":${pageInfo}`}}`
