import { isMap, objectOf, stringifyJson } from '@boardwright/common'
import { editYaml, isSame, readYaml } from '@boardwright/common/yaml'
import type { FreeForm } from '../../content/model.ts'
import { isOrdered } from '../../serialize/update.ts'
import { isFlow } from '../../serialize/values.ts'
import { faultsOfMerge } from './merge-faults.ts'

/** The same document on two branches, and where they diverged. */
export interface TextVersions<T> {
  readonly base: T
  readonly ours: T
  readonly theirs: T
}

/** Both branches changed one unit differently. A value is undefined where the unit does not exist. */
interface MergeConflict extends TextVersions<unknown> {
  /** Such as `widget "a", title`. */
  readonly unit: string
}

export interface MergedText {
  /** What each branch would say after the merge: these differ in conflicts only. */
  readonly ours: unknown
  readonly theirs: unknown
  /** Each is described on one line. */
  readonly conflicts: readonly string[]
}

/**
 * Merges a document by its units: the keys of a file, widgets by their id, the keys of a widget. Undefined if it can
 * only be merged as text, because it is not a YAML map.
 */
export function mergeDocuments(texts: TextVersions<string>, path: string): MergedText | undefined {
  const read = mapVersions(texts, (text) => (text === '' ? { value: {}, problems: [] } : readYaml(text, '')))
  const values = mapVersions(read, ({ value }) => value)
  const isReadable = SIDES.every((side) => read[side].problems.length === 0 && isMap(values[side]))
  if (!isReadable) return undefined
  const conflicts: MergeConflict[] = []
  const { ours, theirs } = mergeUnits(values, [], conflicts)
  if (conflicts.length > 0) return { ours, theirs, conflicts: conflicts.map(describeConflict) }
  const [fault, ...more] = faultsOfMerge(path, ours, [values.ours, values.theirs])
  if (fault === undefined) return { ours, theirs, conflicts: [] }
  const faults = [fault, ...more]
  return {
    ...apart(values, ours, new Set(faults.flatMap(({ widgets }) => widgets))),
    conflicts: faults.map(({ message }) => `once merged, ${message}`),
  }
}

/** The merged document with these widgets as each branch has them, or each branch’s document if that is not enough. */
function apart(
  values: TextVersions<unknown>,
  merged: unknown,
  widgets: ReadonlySet<string>,
): Pick<MergedText, 'ours' | 'theirs'> {
  const sides = mapVersions(values, (value) => withItems(merged, value, widgets))
  return sameValue(sides.ours, sides.theirs) ? values : sides
}

function withItems(merged: unknown, side: unknown, ids: ReadonlySet<string>): unknown {
  const [all, own] = [merged, side].map((value) => (isMap(value) ? itemsOf(value[WIDGETS]) : undefined))
  if (!isMap(merged) || !all || !own) return side
  const order = withNew(
    [...all.keys()],
    [...own.keys()].filter((id) => ids.has(id)),
  )
  return { ...merged, [WIDGETS]: order.flatMap((id) => (ids.has(id) ? own : all).get(id) ?? []) }
}

const WIDGETS = 'widgets'

export const editedTo = (text: string, value: unknown): string => editYaml(text, value, { isFlow, isOrdered })

export const valueOfText = (text: string): unknown => readYaml(text, '').value

export const sameValue = (one: unknown, other: unknown, path: Path = []): boolean => isSame(one, other, path, isOrdered)

const SIDES = ['base', 'ours', 'theirs'] as const

const mapVersions = <T, U>({ base, ours, theirs }: TextVersions<T>, change: (value: T) => U): TextVersions<U> => ({
  base: change(base),
  ours: change(ours),
  theirs: change(theirs),
})

type Path = readonly string[]

function mergeUnits(values: TextVersions<unknown>, path: Path, conflicts: MergeConflict[]): TextVersions<unknown> {
  const { base, ours, theirs } = values
  if (sameValue(ours, theirs, path) || sameValue(base, theirs, path)) return settled(ours)
  if (sameValue(base, ours, path)) return settled(theirs)
  if (isMap(ours) && isMap(theirs) && (isMap(base) || base === undefined) && hasUnits(path))
    return mergeKeys({ base: base ?? {}, ours, theirs }, path, conflicts)
  const items = mapVersions({ ...values, base: base ?? [] }, itemsOf)
  if (items.base && items.ours && items.theirs)
    return mergeItems({ base: items.base, ours: items.ours, theirs: items.theirs }, path, conflicts)
  conflicts.push({ unit: path.join(', '), ...values })
  return values
}

const settled = (value: unknown): TextVersions<unknown> => ({ base: value, ours: value, theirs: value })

const IDS = 'ids'
const isItem = (step: string | undefined): boolean => step?.endsWith('"') === true

/** Other values are merged as a whole: halves of two queries do not make a query. */
const hasUnits = (path: Path): boolean => path.length === 0 || path.at(-1) === IDS || isItem(path.at(-1))

function mergeKeys(maps: TextVersions<FreeForm>, path: Path, conflicts: MergeConflict[]): TextVersions<unknown> {
  const keys = [...new Set([...Object.keys(maps.ours), ...Object.keys(maps.theirs), ...Object.keys(maps.base)])]
  const merged = keys.map((key) => {
    const values = mapVersions(maps, (map) => (Object.hasOwn(map, key) ? map[key] : undefined))
    return [key, mergeUnits(values, [...path, key], conflicts)] as const
  })
  return forSides((side) =>
    objectOf(merged.flatMap(([key, values]) => (values[side] === undefined ? [] : [[key, values[side]] as const]))),
  )
}

const forSides = <T>(make: (side: (typeof SIDES)[number]) => T): TextVersions<T> => ({
  base: make('base'),
  ours: make('ours'),
  theirs: make('theirs'),
})

type Items = ReadonlyMap<string, unknown>

/** A list of things with ids; undefined for any other value. */
function itemsOf(value: unknown): Items | undefined {
  if (!Array.isArray(value)) return undefined
  const items = new Map<string, unknown>()
  for (const item of value) if (isMap(item) && typeof item['id'] === 'string') items.set(item['id'], item)
  return items.size === value.length ? items : undefined
}

function mergeItems(lists: TextVersions<Items>, path: Path, conflicts: MergeConflict[]): TextVersions<unknown> {
  const noun = (path.at(-1) ?? 'item').replace(/s$/, '')
  const ids = new Set([...lists.base.keys(), ...lists.ours.keys(), ...lists.theirs.keys()])
  const merged = new Map(
    [...ids].map((id) => {
      const values = mapVersions(lists, (items) => items.get(id))
      return [id, mergeUnits(values, [...path.slice(0, -1), `${noun} "${id}"`], conflicts)] as const
    }),
  )
  const isKept = (id: string): boolean => SIDES.some((side) => merged.get(id)?.[side] !== undefined)
  const orders = mergeOrders(mapVersions(lists, (items) => [...items.keys()]))
  if (!sameValue(orders.ours, orders.theirs))
    conflicts.push({ unit: `the order of ${path.join(', ')}`, ...mapVersions(orders, (order) => order.filter(isKept)) })
  return forSides((side) => orders[side].flatMap((id) => merged.get(id)?.[side] ?? []))
}

/**
 * The branch that moved something decides; if both did, each keeps its own order. New items come after the item that
 * they followed.
 */
function mergeOrders(lists: TextVersions<readonly string[]>): TextVersions<readonly string[]> {
  const shared = lists.base.filter((id) => lists.ours.includes(id) && lists.theirs.includes(id))
  const orders = mapVersions(lists, (list) => list.filter((id) => shared.includes(id)))
  const ours = withNew(withNew(lists.ours, lists.theirs), lists.base)
  const theirs = withNew(withNew(lists.theirs, lists.ours), lists.base)
  if (sameValue(orders.theirs, orders.base) || sameValue(orders.ours, orders.theirs))
    return { base: ours, ours, theirs: ours }
  if (sameValue(orders.ours, orders.base)) return { base: theirs, ours: theirs, theirs }
  return { base: withNew(withNew(lists.base, lists.ours), lists.theirs), ours, theirs }
}

function withNew(list: readonly string[], other: readonly string[]): readonly string[] {
  const all = [...list]
  for (const [index, id] of other.entries()) {
    if (all.includes(id)) continue
    const before = other.slice(0, index).findLast((each) => all.includes(each))
    all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, id)
  }
  return all
}

/** A conflict, described on one line. */
function describeConflict({ unit, ...values }: MergeConflict): string {
  const { base, ours, theirs } = differences(values, [unit])
  const was = base === undefined ? 'it is new on both' : `it was ${shown(base)}`
  return `${unit}: ${shown(ours)} on this branch, ${shown(theirs)} on the other; ${was}`
}

/** Leaves out keys of maps that are the same in every version that has the map. */
function differences(values: TextVersions<unknown>, path: Path): TextVersions<unknown> {
  const present = SIDES.flatMap((side) => (values[side] === undefined ? [] : [values[side]]))
  if (present.length < 2 || !present.every(isMap) || isOrdered(path)) return values
  const keys = [...new Set(present.flatMap((map) => Object.keys(map)))]
  const differing = keys.filter((key) => present.some((map) => !sameValue(map[key], present[0]?.[key], [...path, key])))
  const parts = differing.map((key) => {
    const inAll = mapVersions(values, (map) => (isMap(map) && Object.hasOwn(map, key) ? map[key] : undefined))
    return [key, differences(inAll, [...path, key])] as const
  })
  return forSides((side) =>
    values[side] === undefined
      ? undefined
      : objectOf(parts.flatMap(([key, part]) => (part[side] === undefined ? [] : [[key, part[side]] as const]))),
  )
}

const MOST = 60

function shown(value: unknown): string {
  if (value === undefined) return 'gone'
  const text = stringifyJson(value)
  return text.length > MOST ? `${text.slice(0, MOST)}...` : text
}
