import { counted } from '../content/counted.ts'
import type { Key } from '../content/kinds.ts'
import { printableName } from '../content/printable.ts'
import { fullName } from '../plan/naming.ts'
import type { HeldObject, Plan } from '../plan/plan-file.ts'
import { apartFromAlike } from './alike.ts'
import { choicesFor, reviewChoices } from './held-choices.ts'
import { inColumns } from './lines.ts'
import { belowLabel, labelled, labelledWith } from './paint.ts'

const MOST = 10

/** What a run would have done. */
const NOT_DONE: Readonly<Record<HeldObject['what'], string>> = {
  object: 'write',
  dashboard: 'write dashboard',
  publish: 'publish',
  delete: 'delete',
}

/** What a run did not do because it is held, what is in the way, and the first way out. */
export function renderHeldEnding(plan: Plan): string[] {
  const { others, alike } = apartFromAlike(plan)
  const groups = [
    ...others.map((held) => ({
      ...{ held: [held], names: fullName(held), message: printableName(held.message) },
      choices: choicesFor(held, plan),
    })),
    ...alike,
  ]
  const rest = groups.slice(MOST).reduce((sum, { held }) => sum + held.length, 0)
  return [
    ...groups
      .slice(0, MOST)
      .flatMap(({ held, names, message, choices: [way] }) =>
        labelledWith('held', [...verbOf(held), names].join(' '), message, ...(way ? [`${way[0]}:  ${way[1]}`] : [])),
      ),
    ...(rest === 0 ? [] : [labelled('held', `and ${counted(rest)} more`)]),
  ]
}

/** Objects that share a line may be held from different things. */
function verbOf(held: readonly HeldObject[]): string[] {
  const verbs = [...new Set(held.map(({ what }) => NOT_DONE[what]))]
  return verbs.length === 1 ? verbs : []
}

/** How to publish dashboards that the platform has just refused to publish without a review. */
export function reviewLines(plan: Plan, refused: ReadonlySet<Key>): string[] {
  const dashboards = plan.objects.filter(({ key }) => refused.has(key))
  const lines = inColumns(
    reviewChoices(plan, dashboards).map(([words, way]) => [`${words}:`, way]),
    0,
    3,
  )
  return lines.map((line, index) => (index === 0 ? labelled('Next', line) : belowLabel(line)))
}
