import { JsonNumber } from '../json.ts'
import { isMap } from '../maps.ts'
import type { Path } from '../parts.ts'

export type Members = Readonly<Record<string, unknown>>

/** Present keys. `undefined` is not a JSON value: such a key is absent. */
export const keysOf = (map: Members): string[] => Object.keys(map).filter((key) => map[key] !== undefined)

export const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isMap(value) && keysOf(value).length === 0

/** Whether two JSON values mean the same. Key order counts where `isOrdered` says so. */
export function isSame(one: unknown, other: unknown, path: Path, isOrdered: (path: Path) => boolean): boolean {
  if (one instanceof JsonNumber) return other instanceof JsonNumber && one.decimal === other.decimal
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false
    return one.every((item, index) => isSame(item, other[index], [...path, index], isOrdered))
  }
  if (!isMap(one) || !isMap(other)) return Object.is(one, other)
  const keys = keysOf(one)
  const others = keysOf(other)
  if (keys.length !== others.length) return false
  if (isOrdered(path) && keys.some((key, index) => key !== others[index])) return false
  return keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key], [...path, key], isOrdered))
}
