import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

const MOMENT_MS = 1
/** A turn in which nothing arrived is over sooner. */
const USED_MS = 0.05

const MOST_MOMENTS = 50

/** Lets what has arrived meanwhile be taken in, and the next of it be asked for. */
export async function giveWay(): Promise<void> {
  for (let moment = 0, used = true; used && moment < MOST_MOMENTS; moment += 1) {
    await sleep(MOMENT_MS)
    const start = performance.now()
    await nextTurn()
    await nextTurn()
    used = performance.now() - start > USED_MS
  }
}
