import type { Applied } from './base.ts'
import type { Kind } from './kinds.ts'
import type { PickSide } from './merge.ts'
import type { Key, Objects } from './model.ts'
import { countedUnits, type ObjectRules } from './objects.ts'
import { isBase, judgeUnits, type Verdict } from './threeway.ts'
import { CREATE_ONLY, digestsOf } from './units.ts'

export type MergeOutcome =
  /** Both changed the unit, or nobody knows who did: the repo's version stays. */
  | { readonly kind: 'conflict'; readonly key: Key; readonly unit: string; readonly baseUnknown?: true }
  /** They differ and nothing was ever applied: live was taken, git has the repo's text. */
  | { readonly kind: 'never-applied'; readonly key: Key }
  /** Live but in no file: not taken. */
  | { readonly kind: 'not-taken'; readonly key: Key }
  /** Removed from the repo, unchanged in live: not taken back. */
  | { readonly kind: 'orphan'; readonly key: Key }
  /** Removed from the repo, edited in the UI: not taken back. */
  | { readonly kind: 'edited-orphan'; readonly key: Key }
  /** In a file but not live: kept, because nobody knows which side is right. */
  | { readonly kind: 'not-live'; readonly key: Key }
  /** Deleted in the UI but kept: the repo changed it since, something in the repo shows it, or other targets have it. */
  | { readonly kind: 'deleted-live'; readonly key: Key; readonly because: 'changed' | 'shown' | 'others' }
  | { readonly kind: 'removed'; readonly key: Key }

export interface Rules {
  /** What was last applied, by logical key. An object without an entry was never applied. */
  readonly known: ReadonlyMap<Key, Applied>
  /** Looked up by number, and gone. */
  readonly gone: ReadonlySet<Key>
  /** Whether the reader sees everything. Otherwise, for most kinds, a missing object proves nothing. */
  readonly complete: boolean
  /** Live wins everywhere. */
  readonly mirror: boolean
  /** Also take live objects that no file declares. */
  readonly takeNew: boolean
  /** Whether other targets have its file, too: then a deletion in this one does not remove it. */
  readonly isShared: (key: Key) => boolean
  /** Which objects may change: none that are out of scope. */
  readonly selected: (key: Key) => boolean
}

/** What something else in the tree needs of this kind. */
export interface Needs {
  /** Stays although it is no longer live. */
  readonly keeps?: (key: Key) => boolean
  /** Comes although new objects do not. */
  readonly brings?: (key: Key) => boolean
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
  { keeps = () => false, brings = () => false }: Needs = {},
): TakenKind<T> {
  const { known, gone, complete, mirror, takeNew, isShared, selected } = rules
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
    // For kinds with ledgers, an unlisted live object may have been forgotten.
    const isBack = mirror && (!isRecorded || known.size === 0 || entry !== undefined)
    if (isBack || (!entry && (takeNew || brings(key)))) return [item]
    outcomes.push({ kind: !entry ? 'not-taken' : isAsApplied(item, entry) ? 'orphan' : 'edited-orphan', key })
    return []
  })
  return { items: [...kept, ...added], outcomes }

  function mergeTwo(key: Key, item: T, other: T): T {
    const entry = known.get(key)
    // Nothing was ever applied: git has the old text, live counts.
    const liveWins = mirror || entry === undefined
    const ours = digestsOf(unitsOf(item))
    const theirs = countedUnits(optional, digestsOf(unitsOf(other)), (unit) => ours.has(unit))
    const verdicts = judgeUnits(entry ?? { base: undefined }, ours, theirs)
    const isLive = (verdict: Verdict | undefined): boolean => verdict === 'live' || (liveWins && differs(verdict))
    const unknown = entry && entry.base === undefined ? { baseUnknown: true as const } : {}
    for (const [unit, verdict] of verdicts) {
      if (verdict === 'conflict' && !liveWins) outcomes.push({ kind: 'conflict', key, unit, ...unknown })
    }
    if (!mirror && !entry && [...verdicts.values()].some(differs)) outcomes.push({ kind: 'never-applied', key })
    const pick: PickSide = (unit) => (isLive(verdicts.get(unit)) || (mirror && CREATE_ONLY.has(unit)) ? 'live' : 'repo')
    return [...verdicts.keys(), ...CREATE_ONLY].some((unit) => pick(unit) === 'live') ? merge(item, other, pick) : item
  }

  function keepMissing(key: Key, item: T): T[] {
    const entry = known.get(key)
    const isComplete = complete || isSeenByAll
    const isDeleted = isComplete && entry?.base !== undefined && gone.has(key)
    const isChanged = !entry || !isAsApplied(item, entry)
    const isForOthers = isShared(key)
    if (isComplete && (mirror || (isDeleted && !isChanged && !isForOthers)) && !keeps(key)) {
      outcomes.push({ kind: 'removed', key })
      return []
    }
    const because = isForOthers ? 'others' : isChanged ? 'changed' : 'shown'
    outcomes.push(isDeleted ? { kind: 'deleted-live', key, because } : { kind: 'not-live', key })
    return [item]
  }

  /** A unit that the other side leaves out and that has a default does not count. */
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
