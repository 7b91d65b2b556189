import { isDeepStrictEqual } from 'node:util'
import { objectOf } from '@boardwright/common'

/** A path into a value: map keys, and ids of list items. */
export type PatchStep = string | { readonly id: string }
export type PatchPath = readonly PatchStep[]

/** One difference. A side that is `undefined` does not exist. */
export type Change =
  | { readonly path: PatchPath; readonly before: unknown; readonly after: unknown }
  /** The items of a list (all with ids) are in a different order. */
  | { readonly path: PatchPath; readonly order: readonly string[] }

type FreeForm = Readonly<Record<string, unknown>>
type Identified = FreeForm & { readonly id: string }

const isMap = (value: unknown): value is FreeForm =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype

/** Own properties only: any text may be a key. */
export const ownValue = (value: unknown, key: string): unknown =>
  isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined

const isIdentified = (value: unknown): value is Identified[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => isMap(item) && typeof item['id'] === 'string') &&
  new Set(value.map(({ id }) => id)).size === value.length

/** The finest differences: into maps by key, into lists by id. Other lists and all texts count as a whole. */
export function changesBetween(before: unknown, after: unknown, path: PatchPath = []): Change[] {
  if (isDeepStrictEqual(before, after) && !reorders(before, after, path)) return []
  if (isMap(before) && isMap(after) && !isOrder(path)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap((key) => changesBetween(ownValue(before, key), ownValue(after, key), [...path, key]))
  }
  if (isIdentified(before) && isIdentified(after)) return listChanges(before, after, path)
  return [{ path, before, after }]
}

/** The one map whose key order has a meaning: a query's sort order. */
const isOrder = (path: PatchPath): boolean => path.length === 2 && path[0] === 'query' && path[1] === 'order'

const reorders = (before: unknown, after: unknown, path: PatchPath): boolean =>
  path[0] === 'query' && JSON.stringify(orderIn(before, path)) !== JSON.stringify(orderIn(after, path))

const orderIn = (value: unknown, path: PatchPath): unknown => {
  if (!isMap(value)) return undefined
  if (isOrder(path)) return Object.keys(value)
  return path.length === 1 && isMap(value['order']) ? Object.keys(value['order']) : undefined
}

function listChanges(before: readonly Identified[], after: readonly Identified[], path: PatchPath): Change[] {
  const old = new Map(before.map((item) => [item.id, item]))
  const now = new Map(after.map((item) => [item.id, item]))
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((id) =>
    changesBetween(old.get(id), now.get(id), [...path, { id }]),
  )
  const order = after.map(({ id }) => id)
  const untouched = [...before.map(({ id }) => id).filter((id) => now.has(id)), ...order.filter((id) => !old.has(id))]
  return isDeepStrictEqual(order, untouched) ? changes : [...changes, { path, order }]
}

/**
 * How to write a changed value, given the written value and the rendered ones before and after. `undefined` before: it
 * is new.
 */
export type Restore = (written: unknown, before: unknown, after: unknown, path: PatchPath) => unknown

/** The written value with the changes applied. Everything else stays. */
export function applyChanges(written: unknown, changes: readonly Change[], restore: Restore): unknown {
  return changes.reduce<unknown>((value, change) => applyAt(value, change, change.path, restore), written)
}

function applyAt(value: unknown, change: Change, path: PatchPath, restore: Restore): unknown {
  const [step, ...rest] = path
  // An id that looks like a variable is escaped.
  const writtenId = (id: string): unknown => restore(undefined, undefined, id, path)
  if (step === undefined) {
    if ('order' in change) return reorder(value, change.order.map(writtenId))
    return change.after === undefined ? undefined : restore(value, change.before, change.after, change.path)
  }
  if (typeof step === 'string') {
    const map = isMap(value) ? value : {}
    const inner = applyAt(ownValue(map, step), change, rest, restore)
    if (inner === undefined) return objectOf(Object.entries(map).filter(([key]) => key !== step))
    const entries = Object.entries(map)
    return objectOf(
      Object.hasOwn(map, step)
        ? entries.map(([key, each]) => [key, key === step ? inner : each] as const)
        : [...entries, [step, inner]],
    )
  }
  const list = Array.isArray(value) ? value : []
  const written = writtenId(step.id)
  const index = list.findIndex((item) => isMap(item) && item['id'] === written)
  const inner = applyAt(list[index], change, rest, restore)
  if (index < 0) return inner === undefined ? list : [...list, inner]
  return inner === undefined ? list.toSpliced(index, 1) : list.with(index, inner)
}

const reorder = (value: unknown, order: readonly unknown[]): unknown =>
  Array.isArray(value) ? value.toSorted((a, b) => order.indexOf(a?.id) - order.indexOf(b?.id)) : value

/** Whether a value has this path, so that an overlay sets it. */
export function hasPath(value: unknown, path: PatchPath): boolean {
  const [step, ...rest] = path
  if (step === undefined) return value !== undefined
  if (typeof step === 'string') return isMap(value) && Object.hasOwn(value, step) && hasPath(value[step], rest)
  const item = Array.isArray(value) ? value.find((each) => isMap(each) && each['id'] === step.id) : undefined
  return item !== undefined && hasPath(item, rest)
}
