import { unlessInHistory } from '../base/history.ts'
import type { Compared, Comparison } from '../compare/comparison.ts'
import { shortCommit } from '../content/printable.ts'
import { digestOf, isBase } from '../content/threeway.ts'
import { accepts } from './accept.ts'
import type { PlanInputs } from './inputs.ts'
import type { Outcome } from './outcome.ts'
import { held, left } from './outcome.ts'

/** The commit that was last applied to an object, if this tree's history lacks it. */
export const commitNotInHistory = (each: Comparison, inputs: PlanInputs): string | undefined =>
  unlessInHistory(inputs.history, each.ownership.commit)

type Aged = Extract<Outcome, { kind: 'held' | 'left' }>

/**
 * An older tree never overwrites a newer one. An object is fine if its recorded commit is in this tree's history, or if
 * the newer tree says the same about it. If history diverged, this tree is behind where both branches changed the
 * object; where only the other branch changed it, this plan leaves it alone.
 */
export function heldForAge(each: Comparison, compared: Compared, inputs: PlanInputs): Aged | undefined {
  const { history, shaping } = inputs
  if (accepts(shaping, 'newer') || history.head === undefined) return undefined
  const recorded = each.ownership.commit
  if (recorded === undefined) return undefined
  const short = shortCommit(recorded)
  switch (history.relations.get(recorded)) {
    case 'newer':
      return changedHere(each, compared, recorded)
        ? held('behind', `this tree is older than what was applied (commit ${short})`, { commit: recorded })
        : undefined
    case 'missing':
      return held('commit-unknown', `it was applied from commit ${short}, which is not in this clone: run git fetch`, {
        commit: recorded,
      })
    case 'diverged': {
      const fork = history.forks.get(recorded) ?? ''
      if (isNewHere(each, compared, fork) || isUnchangedThere(each, compared, fork)) return undefined
      return changedHere(each, compared, fork)
        ? held('behind', `another branch applied it (commit ${short}), and this one changed it too`, {
            commit: recorded,
          })
        : left('older-branch', `another branch applied it (commit ${short}); to have it here: git merge ${short}`)
    }
    default:
      return undefined
  }
}

/** Whether this tree declares the object differently from the tree at that commit. */
function changedHere({ key, repo }: Comparison, compared: Compared, commit: string): boolean {
  if (!compared.treeAt(commit)) return true
  const then = compared.digestsAt(key, commit)
  if (!repo || !then) return repo !== then
  return [...new Set([...repo.keys(), ...then.keys()])].some((unit) => digestOf(repo, unit) !== digestOf(then, unit))
}

/** The other branch applied what the object was at the fork, so nothing there is newer. */
function isUnchangedThere({ key, ownership }: Comparison, compared: Compared, fork: string): boolean {
  const then = compared.digestsAt(key, fork)
  const { base } = ownership
  return then !== undefined && base !== undefined && isBase(base, then)
}

/** A new object that neither live nor the fork point has, so it cannot belong to the other branch. */
const isNewHere = ({ key, live }: Comparison, compared: Compared, fork: string): boolean =>
  live === undefined && compared.treeAt(fork) !== undefined && compared.digestsAt(key, fork) === undefined

/** Objects that only the other branch changed are left to it, even if live has been put back since. */
export function isOnlyTheirs(each: Comparison, compared: Compared, inputs: PlanInputs): boolean {
  const fork = inputs.history.forks.get(each.ownership.commit ?? '') ?? ''
  if (!compared.treeAt(fork)) return false
  return !isUnchangedThere(each, compared, fork) && !changedHere(each, compared, fork)
}
