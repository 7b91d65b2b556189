import type { Kind } from './kinds.ts'
import type { Key } from './model.ts'
import { OBJECTS, objectsIn } from './objects.ts'
import { type KnownContent, readDigests } from './summary.ts'
import type { UnitDigests } from './threeway.ts'

/** The digests of each object of a kind, by unit. */
export function digestsIn<K extends Kind>(kind: K, content: KnownContent): ReadonlyMap<Key, UnitDigests> {
  const { keyOf, summaryOf, digestsOf } = OBJECTS[kind]
  return new Map(
    objectsIn(content, kind).map((each): [Key, UnitDigests] => [keyOf(each), readDigests(digestsOf(summaryOf(each)))]),
  )
}
