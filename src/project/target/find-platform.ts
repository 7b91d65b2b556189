import { BoardwrightError } from '@boardwright/common'
import { createClient } from '@boardwright/platform'
import type { ConnectOptions } from './connect.ts'

/** The longest wait to find out that a host is wrong. */
const LONGEST_MS = 10_000

const REFUSALS: ReadonlySet<string> = new Set(['UNAUTHORIZED', 'FORBIDDEN'])

export interface Wanted extends Pick<ConnectOptions, 'env' | 'traffic' | 'signal'> {
  readonly url: string
  readonly timeoutMs?: number | undefined
  readonly urlFrom?: () => string
}

/**
 * Sends a request without a token, which a platform refuses. Any other answer means that this URL is not a platform's,
 * and the error says why.
 */
export async function findPlatform({ url, env, timeoutMs, traffic, signal, urlFrom }: Wanted): Promise<void> {
  const client = createClient({
    ...{ url, urlFrom, token: null, env, readOnly: true, traffic, signal },
    totalTimeoutMs: Math.min(timeoutMs ?? LONGEST_MS, LONGEST_MS),
  })
  try {
    await client.users.getMe()
  } catch (cause) {
    if (!(cause instanceof BoardwrightError) || !REFUSALS.has(cause.kind)) throw cause
  } finally {
    await client.close()
  }
}
