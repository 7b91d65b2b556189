import type { FileValueRead, Marked, ValuePath } from '../content/problem.ts'
import { idOf, isIdentified, isMap } from './overlays.ts'

/**
 * Where a part of a merged value comes from. Merging moves list items, so all three values are walked in parallel: by
 * key, by id, or else by index.
 */
export function createOrigins(
  document: FileValueRead,
  overlay: FileValueRead | undefined,
  merged: unknown,
): (path: ValuePath) => Marked {
  return (path) => {
    const patched = overlay && pathIn(overlay.value, merged, path)
    return patched ? overlay.placeOf(patched) : document.placeOf(pathIn(document.value, merged, path) ?? path)
  }
}

/** The path of the same part in one of the merged values. */
function pathIn(value: unknown, merged: unknown, path: ValuePath): ValuePath | undefined {
  const [step, ...rest] = path
  if (step === undefined) return []
  const next = stepIn(value, merged, step)
  if (next === undefined) return undefined
  const inner = pathIn(childOf(value, next), childOf(merged, step), rest)
  return inner && [next, ...inner]
}

function stepIn(value: unknown, merged: unknown, step: string | number): string | number | undefined {
  if (!Array.isArray(value)) return isMap(value) && Object.hasOwn(value, step) ? step : undefined
  const id = idOf(childOf(merged, step))
  const index = id !== undefined && isIdentified(value) ? value.findIndex((item) => idOf(item) === id) : Number(step)
  return index >= 0 && index < value.length ? index : undefined
}

const childOf = (value: unknown, step: string | number): unknown =>
  (value as Readonly<Record<string | number, unknown>> | undefined)?.[step]
