import { setImmediate as nextTurn } from 'node:timers/promises'

export type Queue = <T>(answers: Promise<T>) => Promise<T>

/**
 * What was read is planned one after another, and what came in meanwhile is taken in between: while a target is planned,
 * no other asks its platform.
 */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  return async (answers) => {
    last = last.then(() => nextTurn())
    await last
    return answers
  }
}
