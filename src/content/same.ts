import { JsonNumber } from '../json.ts'

/**
 * Whether two JSON values are equal; in order: with map keys in the same order too. Values that are not JSON are equal
 * only if identical.
 */
export function isSameJson(a: unknown, b: unknown, order: 'any order' | 'in order' = 'any order'): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (a instanceof JsonNumber || b instanceof JsonNumber) {
    return a instanceof JsonNumber && b instanceof JsonNumber && a.decimal === b.decimal
  }
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && isSameList(a, b, order)
  const [mine, theirs] = [Object.keys(a), Object.keys(b)]
  if (mine.length !== theirs.length) return false
  for (const [index, key] of mine.entries()) {
    if (order === 'in order' ? theirs[index] !== key : !Object.hasOwn(b, key)) return false
    if (!isSameJson((a as JsonMap)[key], (b as JsonMap)[key], order)) return false
  }
  return true
}

type JsonMap = Readonly<Record<string, unknown>>

function isSameList(a: readonly unknown[], b: readonly unknown[], order: 'any order' | 'in order'): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index += 1) if (!isSameJson(a[index], b[index], order)) return false
  return true
}
