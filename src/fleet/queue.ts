import { setImmediate as nextTurn } from 'node:timers/promises'

/** Resolves in a turn of the event loop that no other caller shares. */
export type Queue = () => Promise<void>

/**
 * Planning a target blocks the event loop, and meanwhile no other target can send requests. So only one is planned in
 * each turn, and answers that have arrived are handled in between.
 */
export function createQueue(): Queue {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => nextTurn())
    return last
  }
}
