import type { Base } from '../content/ledger.ts'
import type { Key } from '../content/model.ts'
import { isBase } from '../content/threeway.ts'
import { type Case, unitsWith } from './survey.ts'
import type { Work } from './work.ts'
import type { Workings } from './workings.ts'

/**
 * Once a ledger names this commit, its tree is taken for what was applied to all that no ledger speaks of. Of what this
 * plan does not bring there, and of what it may be cut off in, git knows what was applied: that is to be written down.
 */
export function lostOf({ surveyed, inputs }: Workings, records: ReadonlyMap<Key, Base>): NonNullable<Work['lost']> {
  const isToKeep = (each: Case, base: Base): boolean => {
    const { key, kind, standing, repo } = each
    if (kind === 'folder') return !isSettled(each, base)
    if (kind === 'model' || isSaid(each)) return false
    // What neither a ledger nor a file speaks of is nobody's.
    return standing.state === 'ours' || records.has(key) || (repo !== undefined && !isSettled(each, base))
  }
  const entries = [...surveyed.cases.values()].flatMap((each): [Key, { commit: string; base: Base }][] => {
    const { key, standing } = each
    const base = 'base' in standing ? standing.base : undefined
    const commit = standing.state === 'ours' ? standing.known.commit : sureCommit(inputs)
    return base && commit !== undefined && isToKeep(each, base) ? [[key, { commit, base }]] : []
  })
  return new Map(entries)
}

/** Of a commit that was cut off no line may say that it was finished. */
const sureCommit = ({ live, history }: Workings['inputs']): string | undefined =>
  (live.finished?.includes(history.applied ?? '') ?? true) ? history.applied : (history.finished ?? history.applied)

/** A ledger says what was applied to it, in this canonical form. */
const isSaid = ({ standing }: Case): boolean => standing.state === 'ours' && standing.known.base !== undefined

/** What this commit says was applied before, or is there already. */
function isSettled(each: Case, base: Base): boolean {
  const { kind, repo, live } = each
  if (!repo) return false
  if (live && unitsWith(each, 'repo', 'live', 'conflict').length === 0) return true
  return isBase(kind === 'folder' && !repo.has('position') ? withoutPosition(base) : base, repo)
}

/** Who leaves it out does not mind it any more. */
const withoutPosition = ({ position: _, ...base }: Base): Base => base
