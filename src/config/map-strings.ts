import { objectOf } from '@boardwright/common'
import type { ValuePath } from '../content/problem.ts'
import { isOverlayMap } from './overlays.ts'

type Replace = (text: string, path: ValuePath) => string

/**
 * Replaces every string in a value, except keys. Unchanged parts keep their identity. The path passed to `replace` is
 * valid only during the call.
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
      const changed = changesIn(value.keys(), value)
      return changed ? value.map((item, index) => (changed.has(index) ? changed.get(index) : item)) : value
    }
    if (!isOverlayMap(value)) return value
    const changed = changesIn(Object.keys(value), value)
    if (!changed) return value
    return objectOf(Object.entries(value).map(([key, child]) => [key, changed.has(key) ? changed.get(key) : child]))
  }

  /** Undefined if nothing changed, to avoid allocating a map in the usual case. */
  function changesIn<Step extends string | number>(
    steps: Iterable<Step>,
    holder: { readonly [step in Step]?: unknown },
  ): ReadonlyMap<Step, unknown> | undefined {
    let changed: Map<Step, unknown> | undefined
    for (const step of steps) {
      const mapped = mapChild(step, holder[step])
      if (mapped === holder[step]) continue
      changed ??= new Map()
      changed.set(step, mapped)
    }
    return changed
  }

  return map(value)
}
