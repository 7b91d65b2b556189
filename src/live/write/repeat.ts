import { setTimeout as wait } from 'node:timers/promises'
import { BoardwrightError } from '@boardwright/common'
import type { WriteState } from './state.ts'

const MOST_TRIES = 5
const FIRST_WAIT_MS = 500

/** Whether a failed write may have happened. */
export const isUnsure = (cause: unknown): cause is BoardwrightError =>
  cause instanceof BoardwrightError && cause.http?.ambiguous === true && cause.kind !== 'INTERRUPTED'

export const isError = (cause: unknown, ...kinds: readonly BoardwrightError['kind'][]): cause is BoardwrightError =>
  cause instanceof BoardwrightError && kinds.includes(cause.kind)

/**
 * Sends something that must not be sent twice. If it is unclear whether a try arrived, `look` returns the result, or
 * undefined if nothing happened.
 */
export async function lookBeforeRepeating<T>(
  { sleep = (ms) => wait(ms), onRetry }: Pick<WriteState, 'sleep' | 'onRetry'>,
  send: (isRepeated: boolean) => Promise<T>,
  look: () => Promise<T | undefined>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(tries > 1)
    } catch (cause) {
      if (!isUnsure(cause)) throw cause
      const waitMs = FIRST_WAIT_MS * 2 ** (tries - 1)
      const endpoint = cause.http?.endpoint ?? ''
      onRetry?.({ endpoint, reason: reasonOf(cause), tries, mostTries: MOST_TRIES, waitMs })
      await sleep(waitMs)
      const found = await look()
      if (found !== undefined) return found
      if (tries >= MOST_TRIES) throw notDone(cause)
    }
  }
}

/** The same without its doubt: the last look has settled it. */
function notDone({ kind, message, hint, isHintOfKind, http, cause }: BoardwrightError): BoardwrightError {
  const { ambiguous: _, ...known } = http ?? { endpoint: '', tries: 0 }
  return new BoardwrightError(
    kind,
    message.replace(/(; it may have been done anyway)?$/, '; a look at it says that it was not done'),
    {
      ...{ cause, http: known },
      ...(isHintOfKind ? {} : { hint }),
    },
  )
}

const reasonOf = ({ http, kind }: BoardwrightError): string =>
  http?.status === undefined ? kind.toLowerCase().replaceAll('_', ' ') : `HTTP ${http.status}`
