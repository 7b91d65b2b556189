import type { Key } from '../../content/kinds.ts'
import { titleText } from '../../content/printable.ts'
import type { HeldReason, LeftReason, Plan } from '../../plan/plan-file.ts'

interface ShownPlan {
  readonly objects: Plan['objects']
  readonly held: Plan['held']
  readonly left: Plan['left']
}

/** How a target compares with the commit applied to it. */
export interface TargetState {
  readonly edits: readonly string[]
  /** What the commit contains and the target lacks. */
  readonly unsettled: readonly string[]
  /** Dashboards that are not what the commit says because of an unpublished draft. */
  readonly drafts: readonly string[]
}

/** People's changes to applied content. Drafts do not count: viewers do not see them. */
const EDITED: ReadonlySet<HeldReason | LeftReason> = new Set(['ui-edit', 'conflict', 'overlap', 'deleted-live'])

/**
 * How the target differs, according to a plan of its applied commit onto itself. Whatever the other target leaves out
 * does not count.
 */
export function stateIn(plan: ShownPlan, isLeftOut: (key: Key) => boolean): TargetState {
  const travels = ({ key }: { readonly key: Key }): boolean => !isLeftOut(key)
  const [objects, held, left] = [plan.objects.filter(travels), plan.held.filter(travels), plan.left.filter(travels)]
  const edits = new Set<string>()
  const unsettled = new Set<string>()
  for (const { reason, title } of left) if (EDITED.has(reason)) edits.add(titleText(title))
  for (const { reason, title, what, message } of held) {
    if (EDITED.has(reason)) edits.add(titleText(title))
    // A delete that waits leaves everything in the commit applied.
    else if (what !== 'delete') unsettled.add(`${titleText(title)}: ${message}`)
  }
  for (const { action, title } of objects) {
    const name = titleText(title)
    if (!edits.has(name)) unsettled.add(`${name}: ${action}`)
  }
  const drafts = held.flatMap(({ reason, title }) => (reason === 'draft' ? [titleText(title)] : []))
  return { edits: [...edits], unsettled: [...unsettled], drafts }
}
