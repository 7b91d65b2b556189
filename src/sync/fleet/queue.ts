import { setImmediate as nextTurn } from 'node:timers/promises'

/** Waits for a turn of the event loop that nobody else has. */
export type Queue = () => Promise<void>

/**
 * What was read is planned one after another, and what came in meanwhile is taken in between: while a target is planned,
 * no other asks its platform.
 */
export function createQueue(): Queue {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => nextTurn())
    return last
  }
}
