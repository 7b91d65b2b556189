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
  isWanted: (charts: number) => boolean,
): Promise<Search> {
  const changed = watch()
  const found: string[] = []
  let [charts, drawn, values] = [0, 0, 0]
  while (isWanted(charts) && found.length < MOST_FOUND) {
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
  return { charts, drawn, values, found }
}
