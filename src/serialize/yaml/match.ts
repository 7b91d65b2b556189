import { stringifyJson } from '../../json.ts'
import { isMap } from './same.ts'

/**
 * The item of a list that each item of its new version continues; undefined for a new one. Items match by id, else by
 * equality; the rest continue the item in their place.
 */
export function matchItems(before: readonly unknown[], after: readonly unknown[]): (number | undefined)[] {
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
