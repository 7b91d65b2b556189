import type { ValuePath } from '../content/problem.ts'
import { objectOf } from '../json.ts'
import { isMap } from './overlays.ts'

type Replace = (text: string, path: ValuePath) => string

/**
 * A value with every string in it replaced. Keys stay. What does not change is the same object as before. The path holds
 * during the call only.
 */
export function mapStrings(value: unknown, replace: Replace): unknown {
  const path: (string | number)[] = []

  function mapChild(step: string | number, child: unknown): unknown {
    path.push(step)
    const mapped = map(child)
    path.pop()
    return mapped
  }

  function map(value: unknown): unknown {
    if (typeof value === 'string') return replace(value, path)
    if (Array.isArray(value)) {
      const items = value.map((item, index) => mapChild(index, item))
      return items.some((item, index) => item !== value[index]) ? items : value
    }
    if (!isMap(value)) return value
    const entries = Object.entries(value)
    const mapped = entries.map(([key, child]) => [key, mapChild(key, child)] as const)
    return mapped.some(([, child], index) => child !== entries[index]?.[1]) ? objectOf(mapped) : value
  }

  return map(value)
}
