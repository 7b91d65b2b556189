import { wasApplied } from '../base/ownership.ts'
import type { Comparison } from '../compare/comparison.ts'
import { OBJECTS } from '../content/objects.ts'
import type { Verdict } from '../content/threeway.ts'
import { CREATE_ONLY, PLACE } from '../content/units.ts'
import type { Taking } from './taking.ts'

/** What a merge does with a unit that differs: takes it from live, or leaves it as it is in the repo, and why. */
type Fate = 'live' | 'repo' | 'conflict' | 'for-all'

export interface Fates {
  readonly fateOf: ReadonlyMap<string, Fate>
  /** The units taken from live that not only live changed: the repo's side of them is lost. */
  readonly dropped: readonly string[]
}

/**
 * The fate of each unit of an object that both sides have. `isHomeless` says that the tree will not have the workbook
 * that it is in live. Names are taken elsewhere, as renames.
 */
export function fatesOf(each: Comparison, taking: Taking, { isHomeless }: { readonly isHomeless: boolean }): Fates {
  const { compared, inputs, mirror } = taking
  const { key, kind, ownership, verdicts } = each
  const isNew = !wasApplied(ownership)
  // For kinds without ledgers: where something was applied before, both sides have made it since, or nobody knows.
  const isMadeTwice = !OBJECTS[kind].hasEntries && inputs.history.relations.size > 0
  // If nothing was ever applied, live wins: git still has the old version. What both sides made anew is a conflict.
  const liveWins = mirror || (isNew && !isMadeTwice)
  const byRename = compared.liveNames.get(key)
  const isInProgress = (unit: string): boolean => taking.isInProgress(key) && !PLACE.has(unit)
  const isForAll = (unit: string): boolean => taking.isShared(key) && (PLACE.has(unit) || CREATE_ONLY.has(unit))
  const fate = (unit: string, verdict: Verdict): Fate => {
    const isLive = verdict === 'live' || (liveWins && verdict !== 'same')
    if (isLive && isForAll(unit) && !isInProgress(unit)) return 'for-all'
    if ((verdict === 'conflict' && !liveWins) || (isLive && isHomeless && PLACE.has(unit))) return 'conflict'
    return isLive && !isInProgress(unit) ? 'live' : 'repo'
  }
  const all = [...verdicts].filter(([unit]) => !byRename?.has(unit))
  const fateOf = new Map(all.map(([unit, verdict]) => [unit, fate(unit, verdict)]))
  return {
    fateOf,
    dropped: all.flatMap(([unit, verdict]) => (verdict !== 'live' && fateOf.get(unit) === 'live' ? unit : [])),
  }
}
