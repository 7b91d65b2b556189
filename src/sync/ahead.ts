import { Unforeseen } from '../client/unforeseen.ts'
import { type FirstAnswers, isSameInventory, type Started } from '../live/start.ts'
import { giveWay } from './give-way.ts'

/**
 * While the platform answers, there is time to work with what it probably says. That counts only where the answers turn
 * out to be the very same values.
 */
export async function workAhead<T>(
  { answers, expected, isSurprised }: Pick<Started, 'answers' | 'expected' | 'isSurprised'>,
  begin: (expected: FirstAnswers, pause: () => Promise<void>) => T,
): Promise<T | undefined> {
  const probably = await Promise.race([expected, answers.then(() => undefined)])
  if (!probably) return undefined
  let answer: 'coming' | 'as expected' | 'another' = 'coming'
  const pause = async (): Promise<void> => {
    if (answer === 'coming') await giveWay()
    if (answer === 'another' || isSurprised()) throw new Unforeseen()
  }
  const work = begin(probably, pause)
  let isExpected = false
  try {
    const { listed } = await answers
    isExpected = isSameInventory(listed, probably.listed)
  } finally {
    answer = isExpected ? 'as expected' : 'another'
  }
  return isExpected ? work : undefined
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
