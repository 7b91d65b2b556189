import { idIn, isKind } from '../content/kinds.ts'
import { type Key, workbookKey } from '../content/model.ts'
import { isOurs } from './survey.ts'
import { caseOf, fateOf, type Workings } from './workings.ts'

/** Who changes a slug and does not say what it was gets a second workbook. That is seldom what they want. */
export function noteMissingWas(workings: Workings): void {
  const { desired, live } = workings.surveyed
  if (!workings.fates.with('create').some(([key]) => isKind(key, 'workbook'))) return
  const moves = new Map<Key, Key>()
  for (const [key, { place }] of desired.reports) {
    const from = live.reports.get(key)?.place.workbook
    if (place.workbook !== undefined && from !== undefined) moves.set(workbookKey(place.workbook), workbookKey(from))
  }
  for (const [to, from] of moves) {
    const left = caseOf(workings, from)
    if (fateOf(workings, to)?.kind !== 'create' || !left || left.repo || !isOurs(left)) continue
    const [now, before] = [to, from].map((key) => idIn(key))
    workings.notes.push(
      `"${now}" is new and "${before}" is no longer in any file: \`was: ${before}\` renames it in place`,
    )
  }
}
