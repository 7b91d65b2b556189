import { type ErrorName, objectOf } from '@boardwright/common'
import type { ValuePath } from '../content/problem.ts'

/**
 * An overlay is a patch: maps merge, lists of items with an `id` match by id, `$remove: true` removes, `null` is a
 * value, and everything else replaces. A part of an overlay that matches nothing is a mistake, not an addition.
 */

/** A path into a value that survives reordering: keys of maps, ids of list items. */
export type OverlayStep = string | { readonly id: string }
export type OverlayPath = readonly OverlayStep[]

export interface OverlayProblem {
  readonly kind: Extract<ErrorName, 'OVERLAY_UNMATCHED' | 'OVERLAY_INVALID'>
  readonly message: string
  readonly path: ValuePath
}

export interface Overlaid {
  readonly value: unknown
  /** Paths that the overlay set or removed. */
  readonly matched: readonly OverlayPath[]
  readonly problems: readonly OverlayProblem[]
}

type JsonMap = Readonly<Record<string, unknown>>

export const isOverlayMap = (value: unknown): value is JsonMap =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype

export function idOf(item: unknown): string | undefined {
  const id = isOverlayMap(item) && Object.hasOwn(item, 'id') ? item['id'] : undefined
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

export const isIdentified = (list: readonly unknown[]): boolean =>
  list.length > 0 && list.every((item) => idOf(item) !== undefined)

const REMOVE = '$remove'
const isRemoval = (value: unknown): boolean => isOverlayMap(value) && Object.hasOwn(value, REMOVE)

export function mergeOverlay(value: unknown, overlay: unknown): Overlaid {
  const matched: OverlayPath[] = []
  const problems: OverlayProblem[] = []
  const refuse = (kind: OverlayProblem['kind'], path: ValuePath, message: string): void => {
    problems.push({ kind, path, message })
  }

  function merge(base: unknown, over: unknown, path: ValuePath, way: OverlayPath): unknown {
    if (isOverlayMap(over)) return mergeMap(isOverlayMap(base) ? base : {}, over, path, way)
    if (Array.isArray(over) && isIdentified(over)) return mergeList(base, over, path, way)
    if (
      Array.isArray(over) &&
      over.some((item) => idOf(item) !== undefined) &&
      Array.isArray(base) &&
      isIdentified(base)
    ) {
      refuse('OVERLAY_INVALID', path, 'each item of this list needs an "id"')
      return base
    }
    refuseMarks(over, path)
    matched.push(way)
    return over
  }

  function mergeMap(base: JsonMap, over: JsonMap, path: ValuePath, way: OverlayPath): unknown {
    const merged = new Map(Object.entries(base))
    if (Object.keys(over).length === 0 && typeof way.at(-1) === 'string') matched.push(way)
    for (const [key, child] of Object.entries(over)) {
      const at = [...path, key]
      if (isMark(key)) refuseMark(key, at)
      else if (!isRemoval(child)) merged.set(key, merge(merged.get(key), child, at, [...way, key]))
      else if (!checkRemoval(child as JsonMap, [REMOVE], at)) continue
      else if (merged.delete(key)) matched.push([...way, key])
      else refuse('OVERLAY_UNMATCHED', at, `there is no "${key}" to remove`)
    }
    return objectOf(merged)
  }

  function mergeList(base: unknown, over: readonly unknown[], path: ValuePath, way: OverlayPath): unknown {
    const items: unknown[] = Array.isArray(base) ? [...base] : []
    const seen = new Set<string>()
    for (const [number, child] of over.entries()) {
      const id = idOf(child) ?? ''
      const at = [...path, number]
      const index = items.findIndex((item) => idOf(item) === id)
      if (seen.has(id)) refuse('OVERLAY_INVALID', at, `"${id}" is in this list twice`)
      else if (index < 0) refuse('OVERLAY_UNMATCHED', at, `the overlay matches nothing: no item has the id "${id}"`)
      else if (!isRemoval(child)) items[index] = merge(items[index], withoutId(child), at, [...way, { id }])
      else if (checkRemoval(child as JsonMap, [REMOVE, 'id'], at)) {
        items.splice(index, 1)
        matched.push([...way, { id }])
      }
      seen.add(id)
    }
    return items
  }

  function checkRemoval(removal: JsonMap, keys: readonly string[], path: ValuePath): boolean {
    const others = Object.keys(removal).filter((key) => !keys.includes(key))
    if (removal[REMOVE] !== true) refuse('OVERLAY_INVALID', [...path, REMOVE], `"${REMOVE}" must be true`)
    else if (others.length > 0) refuse('OVERLAY_INVALID', path, `a removal takes no other keys: ${others.join(', ')}`)
    else return true
    return false
  }

  function refuseMark(key: string, path: ValuePath): void {
    const why =
      key === REMOVE
        ? 'there is nothing here that can be removed'
        : `only "${REMOVE}" and "${SCHEMA}" may begin with "$"`
    refuse('OVERLAY_INVALID', path, key === REMOVE ? why : `unknown key "${key}": ${why}`)
  }

  /** Refuses markers in a value that replaces another, because there they would become content. */
  function refuseMarks(over: unknown, path: ValuePath): void {
    if (Array.isArray(over)) for (const [index, item] of over.entries()) refuseMarks(item, [...path, index])
    if (!isOverlayMap(over)) return
    for (const [key, child] of Object.entries(over)) {
      if (isMark(key)) refuseMark(key, [...path, key])
      refuseMarks(child, [...path, key])
    }
  }

  if (!isOverlayMap(overlay)) {
    if (overlay !== null) refuse('OVERLAY_INVALID', [], 'an overlay is a map of the keys that it sets')
    return { value, matched, problems }
  }
  return { value: mergeMap(isOverlayMap(value) ? value : {}, overlay, [], []), matched, problems }
}

const withoutId = (item: unknown): JsonMap => objectOf(Object.entries(item as JsonMap).filter(([key]) => key !== 'id'))

/** Not a marker: chart specifications begin with this key. */
const SCHEMA = '$schema'
const isMark = (key: string): boolean => key.startsWith('$') && key !== SCHEMA

/** The paths that an overlay sets or removes, whatever it is applied to. */
export function overlayPaths(overlay: unknown, way: OverlayPath = []): OverlayPath[] {
  if (isRemoval(overlay)) return [way]
  if (isOverlayMap(overlay)) {
    const entries = Object.entries(overlay)
    if (entries.length === 0) return typeof way.at(-1) === 'string' ? [way] : []
    return entries.flatMap(([key, child]) => overlayPaths(child, [...way, key]))
  }
  if (Array.isArray(overlay) && isIdentified(overlay)) {
    return overlay.flatMap((item) =>
      overlayPaths(isRemoval(item) ? item : withoutId(item), [...way, { id: idOf(item) ?? '' }]),
    )
  }
  return [way]
}
