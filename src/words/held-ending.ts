import { counted } from '../content/counted.ts'
import type { Key } from '../content/kinds.ts'
import { printableName } from '../content/printable.ts'
import { fullName } from '../plan/naming.ts'
import type { HeldObject, Plan } from '../plan/plan-file.ts'
import { apartFromAlike } from './alike.ts'
import { reviewChoices } from './held-choices.ts'
import { inColumns } from './lines.ts'
import { belowLabel, labelled } from './paint.ts'

const MOST = 10

const NOT_DONE: Readonly<Record<HeldObject['what'], string>> = {
  object: 'none of it was written',
  dashboard: 'its dashboard was not written',
  publish: 'it was not published',
  delete: 'it was not deleted',
}

/** What a run did not write because it is held. The plan above it says what is in the way, and which commands help. */
export function renderHeldEnding(plan: Plan): string[] {
  const { others, alike } = apartFromAlike(plan)
  const shown = others.slice(0, MOST)
  const rest = others.length - shown.length
  return [
    ...shown.map((held) =>
      labelled('held', `${fullName(held)}    ${printableName(held.message)}: ${NOT_DONE[held.what]}`),
    ),
    ...(rest === 0 ? [] : [labelled('held', `and ${counted(rest)} more`)]),
    ...alike.map((each) => labelled('held', `${each.names}    ${each.message}`)),
    belowLabel('The plan above says what helps.'),
  ]
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
