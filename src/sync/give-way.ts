import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

const MOMENT_MS = 1
/** A turn in which nothing arrived is over sooner. */
const USED_MS = 0.05

const MOST_MOMENTS = 50

/** Lets what has arrived meanwhile be taken in, and the next of it be asked for. What is coming in is waited for. */
export async function giveWay(): Promise<void> {
  for (let moment = 0; moment < MOST_MOMENTS; moment += 1) {
    const start = performance.now()
    await nextTurn()
    await nextTurn()
    if (performance.now() - start <= USED_MS) return
    await sleep(MOMENT_MS)
  }
}
