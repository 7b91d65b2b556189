import { stringifyJson } from '../json.ts'
import { isMap } from '../maps.ts'
import type { Path } from '../parts.ts'
import { keysOf } from './same.ts'

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

/**
 * The item of a list that each item of its new version continues; undefined for a new one. Items match by id, else by
 * equality; the rest continue the item in their place.
 */
function matchItems(before: readonly unknown[], after: readonly unknown[]): (number | undefined)[] {
  const ids = idsOf(before)
  const newIds = idsOf(after)
  if (ids !== undefined && newIds !== undefined) {
    const places = new Map(ids.map((id, index) => [id, index]))
    return newIds.map((id) => places.get(id))
  }
  return matchChanged(before, after, matchEqual(before, after))
}

function idsOf(items: readonly unknown[]): unknown[] | undefined {
  const ids = items.map((item) => (isMap(item) && Object.hasOwn(item, 'id') ? item['id'] : undefined))
  const good = ids.every((id) => typeof id === 'string' || typeof id === 'number')
  return good && new Set(ids).size === ids.length ? ids : undefined
}

function matchEqual(before: readonly unknown[], after: readonly unknown[]): (number | undefined)[] {
  const places = new Map<string, number[]>()
  for (const [index, item] of before.entries()) {
    const text = stringifyJson(item)
    const same = places.get(text)
    if (same === undefined) places.set(text, [index])
    else same.push(index)
  }
  for (const same of places.values()) same.reverse()
  return after.map((item) => places.get(stringifyJson(item))?.pop())
}

function matchChanged(
  before: readonly unknown[],
  after: readonly unknown[],
  equal: readonly (number | undefined)[],
): (number | undefined)[] {
  const taken = new Set(equal)
  const matches: (number | undefined)[] = []
  for (const [index, item] of after.entries()) {
    const previous = index === 0 ? -1 : matches[index - 1]
    const next = previous === undefined ? undefined : previous + 1
    const free = next !== undefined && next < before.length && !taken.has(next)
    const continues = free && (before.length === after.length || isSameSort(before[next], item))
    matches.push(equal[index] ?? (continues ? next : undefined))
  }
  return matches
}

/** Two differing scalars never match. */
const isSameSort = (one: unknown, other: unknown): boolean =>
  (isMap(one) && isMap(other)) || (Array.isArray(one) && Array.isArray(other))
