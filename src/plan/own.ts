import { type Comparison, editedUnits } from '../compare/comparison.ts'
import type { Key } from '../content/kinds.ts'
import { PLACE } from '../content/units.ts'
import { decide } from './decide.ts'
import type { Decided, Undecided } from './decided.ts'
import { type Left, left, type Outcome, Outcomes } from './outcome.ts'
import { isUnpublished } from './unpublished.ts'

/** What happens to each object, judged alone. */
export function decideEach(sides: Undecided): Decided {
  const { inputs, compared } = sides
  const own: [Key, Outcome][] = []
  const parts = new Map<Key, readonly Left[]>()
  for (const each of compared.comparisons.values()) {
    const outcome = decide(each, compared, inputs)
    const isEdit = outcome.kind === 'left' && outcome.reason === 'ui-edit'
    const [first, second] = isEdit ? editsOf(sides, each, outcome) : [outcome]
    own.push([each.key, first])
    if (second) parts.set(each.key, [second])
  }
  const outcomes = new Outcomes(compared.comparisons).changed(own)
  return { inputs, compared, outcomes, parts, publishing: new Map(), replaces: new Map() }
}

/**
 * An unpublished edit of a report is work in progress, like a draft, so it does not count as a UI edit yet. A move does:
 * viewers do not see where a report is, so it is never published.
 */
function editsOf(sides: Undecided, each: Comparison, edit: Left): readonly [Left, Left?] {
  if (!isUnpublished(sides, each.key)) return [edit]
  const moves = editedUnits(each).filter((unit) => PLACE.has(unit)).length
  if (moves === 0) return [IN_PROGRESS]
  return editedUnits(each).length > moves ? [edit, IN_PROGRESS] : [edit]
}

const IN_PROGRESS = left('edited-report', 'edited in the UI, and not published')
