import { counted } from '../content/counted.ts'
import type { Key } from '../content/kinds.ts'
import { printableName } from '../content/printable.ts'
import { fullName } from '../plan/naming.ts'
import type { HeldObject, Plan } from '../plan/plan-file.ts'
import { apartFromAlike, helpIn } from './alike.ts'
import { heldLines } from './held.ts'
import { reviewChoices } from './held-choices.ts'
import { inColumns, type Page } from './lines.ts'
import { plain } from './paint.ts'
import { namesIn } from './values/line.ts'

/** The ending explains only this many; the plan above has the details of the others. */
const MOST = 5

const NOT_DONE: Readonly<Record<HeldObject['what'], string>> = {
  object: 'none of it was written',
  dashboard: 'its dashboard was not written',
  publish: 'it was not published',
  delete: 'it was not deleted',
}

/** What a run did not write because it is held: why, what is in the way, and which commands help. */
export function renderHeldEnding(plan: Plan, width: number): string[] {
  const page: Page = { width, paint: plain }
  const names = namesIn(plan)
  const { others, alike } = apartFromAlike(plan)
  const shown = others.slice(0, MOST)
  const lines = shown.flatMap((held) => [
    `held     ${fullName(held)}    ${printableName(held.message)}: ${NOT_DONE[held.what]}`,
    ...heldLines(held, plan, 11, page, names),
  ])
  const rest = others.length - shown.length
  return [
    ...lines,
    ...(rest === 0 ? [] : [`held     and ${counted(rest)} more: the plan above names them`]),
    ...alike.flatMap((each) => [
      `held     ${each.names}    ${each.message}`,
      ...helpIn(each).map((line) => `           ${line}`),
    ]),
  ]
}

/** How to publish dashboards that the platform has just refused to publish without a review. */
export function reviewLines(plan: Plan, refused: ReadonlySet<Key>): string[] {
  const dashboards = plan.objects.filter(({ key }) => refused.has(key))
  const lines = inColumns(
    reviewChoices(plan, dashboards).map(([words, way]) => [`${words}:`, way]),
    8,
    3,
  )
  return lines.map((line, index) => (index === 0 ? line.replace(/^ {8}/, 'Next    ') : line))
}
