import type { Applied } from './base.ts'
import type { Kind } from './kinds.ts'
import type { PickSide } from './merge.ts'
import type { Key, Objects } from './model.ts'
import type { ObjectRules } from './objects.ts'
import { isBase, judgeUnits, type Verdict } from './threeway.ts'
import { CREATE_ONLY, digestsOf } from './units.ts'

export type Outcome =
  /** Both changed the unit: the repo's stays. */
  | { readonly kind: 'conflict'; readonly key: Key; readonly unit: string }
  /** In live and in no file: not taken. */
  | { readonly kind: 'not-taken'; readonly key: Key }
  /** In a file and not in live: not removed, because nobody knows who is right. */
  | { readonly kind: 'not-live'; readonly key: Key }
  | { readonly kind: 'removed'; readonly key: Key }

/** How live is taken, for all kinds alike. */
export interface Rules {
  /** What was last applied, by logical key. An object without an entry was never applied. */
  readonly known: ReadonlyMap<Key, Applied>
  /** What the platform was asked for by its number, and does not have any more. */
  readonly gone: ReadonlySet<Key>
  /** Whether live was read by somebody who sees everything. Otherwise what is not there proves nothing. */
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
  readonly outcomes: readonly Outcome[]
}

export function takeKind<K extends Kind, T extends Objects[K]>(
  { keyOf, unitsOf, merge }: Pick<ObjectRules<K, T>, 'keyOf' | 'unitsOf' | 'merge'>,
  ours: readonly T[],
  theirs: readonly T[],
  rules: Rules,
  { keeps = () => false, brings = () => false }: Needs = {},
): TakenKind<T> {
  const { known, gone, complete, mirror, takeNew, selected } = rules
  const live = new Map<Key, T>(theirs.map((item) => [keyOf(item), item]))
  const repo = new Map<Key, T>(ours.map((item) => [keyOf(item), item]))
  const outcomes: Outcome[] = []

  const kept = [...repo].flatMap(([key, item]): T[] => {
    const other = live.get(key)
    if (!selected(key)) return [item]
    return other === undefined ? keepMissing(key, item) : [mergeTwo(key, item, other)]
  })
  const added = [...live].flatMap(([key, item]): T[] => {
    if (repo.has(key) || !selected(key)) return []
    if (mirror || (!known.has(key) && (takeNew || brings(key)))) return [item]
    outcomes.push({ kind: 'not-taken', key })
    return []
  })
  return { items: [...kept, ...added], outcomes }

  function mergeTwo(key: Key, item: T, other: T): T {
    const entry = known.get(key)
    // Nothing was ever applied: git has the old text, live is what counts.
    const liveWins = mirror || entry === undefined
    const verdicts = judgeUnits(entry ?? { base: undefined }, digestsOf(unitsOf(item)), digestsOf(unitsOf(other)))
    const isLive = (verdict: Verdict | undefined): boolean => verdict === 'live' || (liveWins && differs(verdict))
    for (const [unit, verdict] of verdicts) {
      if (verdict === 'conflict' && !liveWins) outcomes.push({ kind: 'conflict', key, unit })
    }
    const pick: PickSide = (unit) => (isLive(verdicts.get(unit)) || (mirror && CREATE_ONLY.has(unit)) ? 'live' : 'repo')
    return [...verdicts.keys(), ...CREATE_ONLY].some((unit) => pick(unit) === 'live') ? merge(item, other, pick) : item
  }

  function keepMissing(key: Key, item: T): T[] {
    const base = known.get(key)?.base
    const isUntouched = gone.has(key) && base !== undefined && isBase(base, digestsOf(unitsOf(item)))
    const isRemoved = complete && (mirror || isUntouched) && !keeps(key)
    outcomes.push({ kind: isRemoved ? 'removed' : 'not-live', key })
    return isRemoved ? [] : [item]
  }
}

const differs = (verdict: Verdict | undefined): boolean => verdict !== undefined && verdict !== 'same'
