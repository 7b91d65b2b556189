import { Unforeseen } from '../client/unforeseen.ts'
import { type FirstAnswers, isSameInventory, type Started } from '../live/start.ts'
import { giveWay } from './give-way.ts'

/**
 * While the platform answers, there is time to work with what it probably says. That counts only where the answers turn
 * out to be the very same values.
 */
export async function workAhead<T>(
  { answers, expected, isSurprised }: Started,
  begin: (expected: FirstAnswers, pause: () => Promise<void>) => T,
): Promise<T | undefined> {
  const probably = await expected
  if (!probably) return undefined
  let [isThere, isWrong] = [false, false]
  const pause = async (): Promise<void> => {
    if (!isThere) await giveWay()
    if (isWrong || isSurprised()) throw new Unforeseen()
  }
  const work = begin(probably, pause)
  const { listed } = await answers
  isThere = true
  isWrong = !isSameInventory(listed, probably.listed)
  return isWrong ? undefined : work
}

/** What was worked out ahead, or the same now where that was not enough to go by. */
export async function orNow<T>(ahead: Promise<T> | undefined, work: () => Promise<T>): Promise<T> {
  try {
    if (ahead) return await ahead
  } catch (cause) {
    if (!(cause instanceof Unforeseen)) throw cause
  }
  return work()
}
