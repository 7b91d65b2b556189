import { shortCommit } from '../content/printable.ts'
import { readDigests } from '../content/summary.ts'
import { digestOf, isBase, type UnitDigests } from '../content/threeway.ts'
import type { Compared, Comparison } from './compare.ts'
import type { Indexed } from './index-content.ts'
import type { CompareInputs, History, PlanInputs } from './inputs.ts'
import { planRules } from './kinds.ts'
import type { Outcome } from './outcome.ts'
import { held, left } from './outcome.ts'

export const recordedAt = ({ key, kind, ownership }: Comparison, inputs: CompareInputs): string | undefined =>
  ownership.state === 'ours' ? ownership.known.commit : planRules(kind).appliedAt(key, inputs)

/** The commit that was last applied to an object, if this tree's history lacks it. */
export const commitNotInHistory = (each: Comparison, inputs: CompareInputs): string | undefined =>
  unlessInHistory(inputs.history, recordedAt(each, inputs))

export function unlessInHistory(
  { relations }: Pick<History, 'relations'>,
  commit: string | undefined,
): string | undefined {
  const relation = relations.get(commit ?? '')
  return relation === undefined || relation === 'same' || relation === 'older' ? undefined : commit
}

type Aged = Extract<Outcome, { kind: 'held' | 'left' }>

/**
 * An older tree never overwrites a newer one. An object is fine if its recorded commit is in this tree's history, or if
 * the newer tree says the same about it. If history diverged, this tree is behind where both branches changed the
 * object; where only the other branch changed it, this plan leaves it alone.
 */
export function ageOf(each: Comparison, compared: Compared, inputs: PlanInputs): Aged | undefined {
  const { history, shaping } = inputs
  if (shaping.overwriteNewer || history.head === undefined) return undefined
  const recorded = recordedAt(each, inputs)
  if (recorded === undefined) return undefined
  const short = shortCommit(recorded)
  switch (history.relations.get(recorded)) {
    case 'newer':
      return changedHere(each, compared.treeAt(recorded))
        ? held('behind', `this tree is older than what was applied (commit ${short})`, { commit: recorded })
        : undefined
    case 'missing':
      return held('commit-unknown', `it was applied from commit ${short}, which is not in this clone: run git fetch`, {
        commit: recorded,
      })
    case 'diverged': {
      const fork = compared.treeAt(history.forks.get(recorded) ?? '')
      if (isNewHere(each, fork) || isUnchangedThere(each, fork)) return undefined
      return changedHere(each, fork)
        ? held('behind', `another branch applied it (commit ${short}), and this one changed it too`, {
            commit: recorded,
          })
        : left('older-branch', `another branch applied it (commit ${short}); to have it here: git merge ${short}`)
    }
    default:
      return undefined
  }
}

function digestsIn(tree: Indexed, key: Comparison['key']): UnitDigests | undefined {
  const digests = tree.digests(key)
  return digests === undefined ? undefined : readDigests(digests)
}

/** Whether this tree declares the object differently from the other one. */
function changedHere({ key, repo }: Comparison, other: Indexed | undefined): boolean {
  if (!other) return true
  const then = digestsIn(other, key)
  if (!repo || !then) return repo !== then
  return [...new Set([...repo.keys(), ...then.keys()])].some((unit) => digestOf(repo, unit) !== digestOf(then, unit))
}

/** The other branch applied what the object was at the fork, so nothing there is newer. */
function isUnchangedThere({ key, ownership }: Comparison, fork: Indexed | undefined): boolean {
  const then = fork && digestsIn(fork, key)
  const written = ownership.state === 'ours' ? ownership.known.baseAsWritten : undefined
  const base = written ?? ('base' in ownership ? ownership.base : undefined)
  return then !== undefined && base !== undefined && isBase(base, then)
}

/** A new object that neither live nor the fork point has, so it cannot belong to the other branch. */
const isNewHere = ({ key, live }: Comparison, fork: Indexed | undefined): boolean =>
  live === undefined && fork !== undefined && !fork.has(key)

/** Objects that only the other branch changed are left to it, even if live has been put back since. */
export function isOnlyTheirs(each: Comparison, compared: Compared, inputs: PlanInputs): boolean {
  const fork = compared.treeAt(inputs.history.forks.get(recordedAt(each, inputs) ?? '') ?? '')
  return fork !== undefined && !isUnchangedThere(each, fork) && !changedHere(each, fork)
}
