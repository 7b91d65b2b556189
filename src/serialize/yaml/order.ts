import { matchItems } from './match.ts'
import type { Path } from './place.ts'
import { isMap, keysOf } from './same.ts'

/** One entry of the resulting block. `from` is the entry of the text that it continues, if any. */
export interface Wanted {
  readonly key: string | undefined
  readonly value: unknown
  readonly path: Path
  readonly from: number | undefined
}

export interface KeyOrder {
  /** The known keys of the map at this path, in order. */
  readonly keyOrder?: (path: Path) => readonly string[] | undefined
  /** Whether key order in the map at this path has a meaning. */
  readonly isOrdered?: (path: Path) => boolean
}

/**
 * The entries of the resulting block, in order. `keys` are those of the text; for a list, its items are in `before`.
 */
export function wantedEntries(
  keys: readonly (string | undefined)[],
  before: unknown,
  after: unknown,
  path: Path,
  order: KeyOrder,
): Wanted[] {
  if (Array.isArray(after)) {
    const matches = matchItems(Array.isArray(before) ? before : [], after)
    return after.map((value, index) => ({ key: undefined, value, path: [...path, index], from: matches[index] }))
  }
  if (!isMap(after)) return []
  const places = new Map(keys.map((key, index) => [key, index]))
  const sequence =
    order.isOrdered?.(path) === true
      ? keysOf(after)
      : inFileOrder(keys, canonical(keysOf(after), order.keyOrder?.(path)))
  return sequence.map((key) => ({ key, value: after[key], path: [...path, key], from: places.get(key) }))
}

/** Known keys first, in order, then the others as they came. */
function canonical(keys: readonly string[], known: readonly string[] | undefined): readonly string[] {
  if (known === undefined) return keys
  const ranks = new Map(known.map((key, rank) => [key, rank]))
  const rankOf = (key: string): number => ranks.get(key) ?? known.length
  return keys.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** Existing keys keep the file's order. A new one follows its predecessor in `sequence`. */
function inFileOrder(keys: readonly (string | undefined)[], sequence: readonly string[]): string[] {
  const kept = new Set(keys)
  const wanted = new Set(sequence)
  const behind = new Map<string | undefined, string[]>()
  let last: string | undefined
  for (const key of sequence) {
    if (kept.has(key)) last = key
    else behind.set(last, [...(behind.get(last) ?? []), key])
  }
  const inFile = keys.flatMap((key) => (key === undefined || !wanted.has(key) ? [] : [key]))
  return [...(behind.get(undefined) ?? []), ...inFile.flatMap((key) => [key, ...(behind.get(key) ?? [])])]
}
