import type { HeldReason, LeftReason, Plan } from '../plan/plan-file.ts'

/** How a target stands to the commit that was applied to it. */
export interface TargetState {
  /** What people changed in the UI. */
  readonly edits: readonly string[]
  /** What the commit says and the target does not have. */
  readonly unsettled: readonly string[]
}

/** Done by people to what was applied. Their drafts are nothing that viewers see, and so no edits yet. */
const EDITED: ReadonlySet<HeldReason | LeftReason> = new Set(['ui-edit', 'conflict', 'overlap', 'deleted-live'])
/** Only deletes are held, and none of what the commit says. */
const BESIDE: ReadonlySet<HeldReason> = new Set(['edited-orphan', 'still-used', 'holds-others'])

/** What a plan of a commit onto the target to take content from already finds there. */
export function standingIn({ objects, held, left }: Pick<Plan, 'objects' | 'held' | 'left'>): TargetState {
  const edits = new Set<string>()
  const unsettled = new Set<string>()
  for (const { reason, title } of left) if (EDITED.has(reason)) edits.add(nameOf(title))
  for (const { reason, title, message } of held) {
    if (EDITED.has(reason)) edits.add(nameOf(title))
    else if (!BESIDE.has(reason)) unsettled.add(`${nameOf(title)}: ${message}`)
  }
  for (const { action, title } of objects) {
    const name = nameOf(title)
    if (!edits.has(name)) unsettled.add(`${name}: ${action}`)
  }
  return { edits: [...edits], unsettled: [...unsettled] }
}

const nameOf = (title: readonly string[]): string => title.join(' / ')

const SHOWN = 3

/** `a, b, c and 4 more`. */
export function someOf(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).join(', ')
  return names.length > SHOWN ? `${shown} and ${names.length - SHOWN} more` : shown
}
