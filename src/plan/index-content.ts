import { type Key, KINDS, type Kind, kindOf, LISTS } from '../content/kinds.ts'
import type { Content, ContentByKey, Objects } from '../content/model.ts'
import { OBJECTS, objectsIn } from '../content/objects.ts'
import type { Rename } from '../content/references.ts'
import type { Units } from '../content/units.ts'

/** A content by key, with the units of each object made when they are asked for. */
export interface Indexed extends ContentByKey {
  has(key: Key): boolean
  get<K extends Kind>(key: Key<K>): Objects[K] | undefined
  units(key: Key): Units | undefined
}

/**
 * `settle` gives each report one name, so that two sides which name it differently say the same. Of a content that is
 * read when it is asked for, no more is asked than has to be.
 */
export function indexContent(content: Content, settle: Rename): Indexed {
  const tables = new Map<Kind, ReadonlyMap<Key, object>>()
  const tableOf = <K extends Kind>(kind: K): ReadonlyMap<Key, Objects[K]> => {
    const { keyOf, withReferences } = OBJECTS[kind]
    const table =
      tables.get(kind) ?? new Map(objectsIn(content, kind).map((each) => [keyOf(each), withReferences(each, settle)]))
    tables.set(kind, table)
    return table as ReadonlyMap<Key, Objects[K]>
  }
  const get = <K extends Kind>(key: Key<K>): Objects[K] | undefined => tableOf(kindOf(key)).get(key)
  const getters = KINDS.map((kind) => [LISTS[kind], { get: () => tableOf(kind), enumerable: true }] as const)
  const lists = Object.defineProperties({}, Object.fromEntries(getters)) as ContentByKey
  return Object.assign(lists, {
    has: (key: Key) => tableOf(kindOf(key)).has(key),
    get,
    units: <K extends Kind>(key: Key<K>) => makeOnce(get(key), OBJECTS[kindOf(key)].unitsOf),
  })
}

/** An object that stands in two contents, as in two commits, has its units made once. */
const made = new WeakMap<object, Units>()

function makeOnce<T extends object>(object: T | undefined, make: (object: T) => Units): Units | undefined {
  if (object === undefined) return undefined
  const known = made.get(object)
  if (known) return known
  const units = make(object)
  made.set(object, units)
  return units
}
