import { watch } from './oracle.ts'
import { type Evaluator, tryOne } from './run.ts'

export interface Search {
  readonly charts: number
  readonly drawn: number
  readonly values: number
  readonly found: readonly string[]
}

const MOST_FOUND = 20

/** Tries charts of one seed after the other, for as long as wanted. */
export async function search(
  evaluator: Evaluator,
  first: number,
  isWanted: (soFar: Search) => boolean,
): Promise<Search> {
  const changed = watch()
  const found: string[] = []
  let [charts, drawn, values] = [0, 0, 0]
  const soFar = (): Search => ({ charts, drawn, values, found })
  const hear = (reason: unknown): void => {
    found.push(`until seed ${first + charts}: nobody heard of ${reason}`)
  }
  process.on('unhandledRejection', hear)
  while (isWanted(soFar()) && found.length < MOST_FOUND) {
    const seed = first + charts
    const tried = await tryOne(seed, evaluator)
    charts += 1
    drawn += tried.isDrawn ? 1 : 0
    values += tried.values
    if (tried.found !== undefined) found.push(`seed ${seed}: ${tried.found}`)
    const change = changed()
    if (change !== undefined) {
      found.push(`seed ${seed}: ${change}`)
      break
    }
  }
  process.off('unhandledRejection', hear)
  return soFar()
}
