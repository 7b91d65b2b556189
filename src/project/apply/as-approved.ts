import { addAll } from '@boardwright/common'
import type { Key } from '../../content/kinds.ts'
import { shortCommit } from '../../content/printable.ts'
import { accepts } from '../../plan/accept.ts'
import { type Approval, unapprovedIn } from '../../plan/approval.ts'
import type { Plan, PlannedObject } from '../../plan/plan-file.ts'
import { mergedBefore } from '../../workspace/git.ts'
import type { Planned } from '../plan.ts'
import type { ApplyOptions, ShownPlans } from './options.ts'

export interface Unapproved {
  /** The plan's objects, reduced to what nobody approved. */
  readonly objects: readonly PlannedObject[]
  /** Why it counts as unapproved, in one sentence. */
  readonly message: string
}

/** How many merges to look back at. */
const MOST_COMMITS = 20

/**
 * Finds the part of a plan that no pull request showed before its merge. Checks merges newest first, because an
 * unfinished apply leaves its changes to the next one. What a pull request showed counts for an object unless a newer
 * commit has been applied to it since. Undefined if everything was shown.
 */
export async function findUnapproved(
  root: string,
  { plan, live }: Planned,
  { shownFor, accept }: Pick<ApplyOptions, 'shownFor' | 'accept'>,
): Promise<Unapproved | undefined> {
  if (!shownFor || plan.commit === null) return undefined
  const commits = await mergedBefore(root, plan.commit, MOST_COMMITS)
  const ages = new Map(commits.map((commit, age) => [commit, age]))
  const appliedAt = new Map<Key, number>()
  for (const [key, { commit }] of live.entries) appliedAt.set(key, ages.get(commit) ?? MOST_COMMITS)
  const mayCount = (age: number, key: Key): boolean => age <= (appliedAt.get(key) ?? MOST_COMMITS)

  const looked: ShownPlans[] = []
  const approvals: (Approval & { readonly age: number })[] = []
  let objects: readonly PlannedObject[] = plan.objects
  for (const [age, commit] of commits.entries()) {
    if (!objects.some(({ key }) => mayCount(age, key))) break
    const shown = await shownFor(commit)
    if (age === 0 && shown.pull === undefined && accepts({ accept }, 'direct-push')) return undefined
    looked.push(shown)
    addAll(
      approvals,
      shown.approvals.map((each) => ({ ...each, age })),
    )
    objects = unapprovedIn(plan, approvals, (approval, key) => mayCount(approval.age, key))
    if (objects.length === 0) return undefined
  }
  return { objects, message: messageOf(plan, plan.commit, looked, objects.length) }
}

function messageOf(plan: Plan, commit: string, [newest, ...older]: readonly ShownPlans[], count: number): string {
  if (newest?.pull === undefined)
    return `${shortCommit(commit)} came without a pull request, so nobody approved its plan`
  if (newest.problem !== undefined) return newest.problem
  const before = older.some(({ pull }) => pull !== undefined) ? ' or in one before it' : ''
  const all = plan.objects.length
  const which = count === all ? (all === 1 ? 'the object' : `the ${all} objects`) : `${count} of the ${all} objects`
  return `the plan has changes to ${which} that were not shown in pull request ${newest.pull}${before}`
}
