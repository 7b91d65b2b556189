import type { Applied } from './base.ts'
import type { Kind } from './kinds.ts'
import type { PickSide } from './merge.ts'
import type { Key, Objects } from './model.ts'
import { mindedUnits, type ObjectRules } from './objects.ts'
import { isBase, judgeUnits, type Verdict } from './threeway.ts'
import { CREATE_ONLY, digestsOf } from './units.ts'

export type MergeOutcome =
  /** Both changed the unit, or nobody knows who did: the repo's stays. */
  | { readonly kind: 'conflict'; readonly key: Key; readonly unit: string; readonly baseUnknown?: true }
  /** They differ and nothing was ever applied: git has the repo's text, live was taken. */
  | { readonly kind: 'never-applied'; readonly key: Key }
  /** In live and in no file: not taken. */
  | { readonly kind: 'not-taken'; readonly key: Key }
  /** Removed from the repo, still live as it was applied: not taken back. */
  | { readonly kind: 'orphan'; readonly key: Key }
  /** Removed from the repo and edited in the UI: not taken back. */
  | { readonly kind: 'edited-orphan'; readonly key: Key }
  /** In a file and not in live: not removed, because nobody knows who is right. */
  | { readonly kind: 'not-live'; readonly key: Key }
  /** Deleted in the UI, and not removed: the repo changed it since, or something in the repo shows it. */
  | { readonly kind: 'deleted-live'; readonly key: Key; readonly because: 'changed' | 'shown' }
  | { readonly kind: 'removed'; readonly key: Key }

/** How live is taken, for all kinds alike. */
export interface Rules {
  /** What was last applied, by logical key. An object without an entry was never applied. */
  readonly known: ReadonlyMap<Key, Applied>
  /** What the platform was asked for by its number, and does not have any more. */
  readonly gone: ReadonlySet<Key>
  /** Whether live was read by somebody who sees everything. Otherwise what is not there proves nothing of most kinds. */
  readonly complete: boolean
  /** Live is right in everything. */
  readonly mirror: boolean
  /** Live objects that nobody declares are taken too. */
  readonly takeNew: boolean
  /** Which objects may change at all: none that are out of scope. */
  readonly selected: (key: Key) => boolean
}

/** What something else in the tree needs of this kind. */
export interface Needs {
  /** Stays although live has it no more. */
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
  const { known, gone, complete, mirror, takeNew, selected } = rules
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
    // Of what is in ledgers, live that none lists may have been given up.
    const isBack = mirror && (!isRecorded || known.size === 0 || entry !== undefined)
    if (isBack || (!entry && (takeNew || brings(key)))) return [item]
    outcomes.push({ kind: !entry ? 'not-taken' : isAsApplied(item, entry) ? 'orphan' : 'edited-orphan', key })
    return []
  })
  return { items: [...kept, ...added], outcomes }

  function mergeTwo(key: Key, item: T, other: T): T {
    const entry = known.get(key)
    // Nothing was ever applied: git has the old text, live is what counts.
    const liveWins = mirror || entry === undefined
    const ours = digestsOf(unitsOf(item))
    const theirs = mindedUnits(optional, digestsOf(unitsOf(other)), (unit) => ours.has(unit))
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
    if (isComplete && (mirror || (isDeleted && !isChanged)) && !keeps(key)) {
      outcomes.push({ kind: 'removed', key })
      return []
    }
    outcomes.push(
      isDeleted ? { kind: 'deleted-live', key, because: isChanged ? 'changed' : 'shown' } : { kind: 'not-live', key },
    )
    return [item]
  }

  /** What the other side leaves out and nobody minds does not count. */
  function isAsApplied(item: T, { base }: Applied): boolean {
    return (
      base !== undefined &&
      isBase(
        base,
        mindedUnits(optional, digestsOf(unitsOf(item)), (unit) => Object.hasOwn(base, unit)),
      )
    )
  }
}

const differs = (verdict: Verdict | undefined): boolean => verdict !== undefined && verdict !== 'same'
