import type { Kind } from './kinds.ts'
import type { PickSide } from './merge.ts'
import type { Key, Objects } from './model.ts'
import { countedUnits, type ObjectRules } from './objects.ts'
import { type Applied, isBase, judgeUnits, type Verdict } from './threeway.ts'
import { CREATE_ONLY, digestsOf, PLACE } from './units.ts'

export type MergeOutcome =
  /** Both changed the unit, or we cannot tell who did. The repo's version stays. */
  | { readonly kind: 'conflict'; readonly key: Key; readonly unit: string; readonly baseUnknown?: true }
  /** They differ, and nothing was ever applied. Live was taken; git still has the repo's version. */
  | { readonly kind: 'never-applied'; readonly key: Key }
  /** It is live, but no file declares it. It was not taken. */
  | { readonly kind: 'not-taken'; readonly key: Key }
  /** It was removed from the repo and is unchanged in live. It was not taken back. */
  | { readonly kind: 'orphan'; readonly key: Key }
  /** It was removed from the repo and edited in the UI. It was not taken back. */
  | { readonly kind: 'edited-orphan'; readonly key: Key }
  /** It has a file but is not live. It was kept, because we cannot tell which side is right. */
  | { readonly kind: 'not-live'; readonly key: Key }
  /**
   * It was deleted in the UI but kept, because the repo has changed it since, something in the repo shows it, or other
   * targets have it.
   */
  | { readonly kind: 'deleted-live'; readonly key: Key; readonly because: 'changed' | 'shown' | 'others' }
  | { readonly kind: 'removed'; readonly key: Key }
  /** It was moved or renamed in one target, but its file is shared with others. It keeps its place and its name. */
  | { readonly kind: 'for-all'; readonly key: Key; readonly unit: string }

export interface Rules {
  /** What was last applied, by logical key. Objects without an entry were never applied. */
  readonly known: ReadonlyMap<Key, Applied>
  /** Objects that were looked up by number and are gone. */
  readonly gone: ReadonlySet<Key>
  /** Whether the key sees everything. If not, a missing object proves nothing, for most kinds. */
  readonly complete: boolean
  /** Whether live wins everywhere. */
  readonly mirror: boolean
  /** Whether to take live objects that no file declares, too. */
  readonly takeNew: boolean
  /** Whether its file is shared with other targets. If so, this target does not remove, move or rename it. */
  readonly isShared: (key: Key) => boolean
  /** Whether the object may change; false outside the scope. */
  readonly selected: (key: Key) => boolean
  /** Whether only its place is taken from live, because people have not published their other edits. */
  readonly isInProgress: (key: Key) => boolean
}

/** What the rest of the tree needs of this kind. */
export interface Needs<T> {
  /** Keep it although it is no longer live. */
  readonly keeps?: (key: Key) => boolean
  /** Take it even if new objects are left out. */
  readonly brings?: (key: Key) => boolean
  /** Whether the resulting tree has the workbook that a live object is in. If not, it stays where the repo has it. */
  readonly hasHome?: (live: T) => boolean
}

export interface TakenKind<T> {
  readonly items: readonly T[]
  readonly outcomes: readonly MergeOutcome[]
}

type KindRules<K extends Kind, T> = Pick<
  ObjectRules<K, T>,
  'keyOf' | 'unitsOf' | 'merge' | 'optional' | 'isRecorded' | 'isSeenByAll'
>

export function takeKind<K extends Kind, T extends Objects[K]>(
  { keyOf, unitsOf, merge, optional, isRecorded, isSeenByAll }: KindRules<K, T>,
  ours: readonly T[],
  theirs: readonly T[],
  rules: Rules,
  { keeps = () => false, brings = () => false, hasHome = () => true }: Needs<T> = {},
): TakenKind<T> {
  const { known, gone, complete, mirror, takeNew, isShared, selected, isInProgress } = rules
  const live = new Map<Key, T>(theirs.map((item) => [keyOf(item), item]))
  const repo = new Map<Key, T>(ours.map((item) => [keyOf(item), item]))
  const outcomes: MergeOutcome[] = []

  const kept = [...repo].flatMap(([key, item]): T[] => {
    const other = live.get(key)
    if (!selected(key)) return [item]
    return other === undefined ? keepMissing(key, item) : [mergeTwo(key, item, other)]
  })
  const added = [...live].flatMap(([key, item]): T[] => {
    if (repo.has(key) || !selected(key)) return []
    const entry = known.get(key)
    // For kinds with ledgers, a live object that no ledger lists may have been forgotten on purpose.
    const isBack = mirror && (!isRecorded || known.size === 0 || entry !== undefined)
    if (isBack || (!entry && (takeNew || brings(key)))) return [item]
    outcomes.push({ kind: !entry ? 'not-taken' : isAsApplied(item, entry) ? 'orphan' : 'edited-orphan', key })
    return []
  })
  return { items: [...kept, ...added], outcomes }

  function mergeTwo(key: Key, item: T, other: T): T {
    const entry = known.get(key)
    // If nothing was ever applied, live wins: git still has the old version.
    const liveWins = mirror || entry === undefined
    const ours = digestsOf(unitsOf(item))
    const theirs = countedUnits(optional, digestsOf(unitsOf(other)), (unit) => ours.has(unit))
    const all = judgeUnits(entry ?? { base: undefined }, ours, theirs)
    const verdicts = isInProgress(key) ? new Map([...all].filter(([unit]) => PLACE.has(unit))) : all
    const isStranded = (unit: string): boolean => PLACE.has(unit) && !hasHome(other)
    const isLive = (verdict: Verdict | undefined): boolean => verdict === 'live' || (liveWins && differs(verdict))
    const unknown = entry && entry.base === undefined ? { baseUnknown: true as const } : {}
    const isForAll = (unit: string): boolean => isShared(key) && (PLACE.has(unit) || CREATE_ONLY.has(unit))
    for (const [unit, verdict] of all) {
      if (isForAll(unit) && isLive(verdicts.get(unit))) outcomes.push({ kind: 'for-all', key, unit })
      else if ((verdict === 'conflict' && !liveWins) || (isStranded(unit) && isLive(verdict)))
        outcomes.push({ kind: 'conflict', key, unit, ...unknown })
    }
    if (!mirror && !entry && [...verdicts.values()].some(differs)) outcomes.push({ kind: 'never-applied', key })
    const isTaken = (unit: string): boolean => isLive(verdicts.get(unit)) || (mirror && CREATE_ONLY.has(unit))
    const pick: PickSide = (unit) => (isTaken(unit) && !isForAll(unit) && !isStranded(unit) ? 'live' : 'repo')
    return [...verdicts.keys(), ...CREATE_ONLY].some((unit) => pick(unit) === 'live') ? merge(item, other, pick) : item
  }

  function keepMissing(key: Key, item: T): T[] {
    const entry = known.get(key)
    const isComplete = complete || isSeenByAll
    const isDeleted = isComplete && entry?.base !== undefined && gone.has(key)
    const isChanged = !entry || !isAsApplied(item, entry)
    const isForOthers = isShared(key)
    if (isComplete && !isForOthers && (mirror || (isDeleted && !isChanged)) && !keeps(key)) {
      outcomes.push({ kind: 'removed', key })
      return []
    }
    const because = isForOthers ? 'others' : isChanged ? 'changed' : 'shown'
    outcomes.push(isDeleted ? { kind: 'deleted-live', key, because } : { kind: 'not-live', key })
    return [item]
  }

  /** Ignores units that have a default and that the base leaves out. */
  function isAsApplied(item: T, { base }: Applied): boolean {
    return (
      base !== undefined &&
      isBase(
        base,
        countedUnits(optional, digestsOf(unitsOf(item)), (unit) => Object.hasOwn(base, unit)),
      )
    )
  }
}

const differs = (verdict: Verdict | undefined): boolean => verdict !== undefined && verdict !== 'same'
