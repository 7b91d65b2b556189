import { isKind, type Key, type Kind } from '../content/kinds.ts'
import type { Content, ContentByKey, Objects } from '../content/model.ts'
import { contentOf, keyOfWhole, objectAt, objectsIn } from '../content/objects.ts'
import type { Plan } from './plan-file.ts'

/** What live will contain after apply: planned objects in their final state, without the deleted ones. */
export function contentAfter(live: Content, { objects }: Plan, work: ContentByKey): Content {
  const gone = new Set<Key>(objects.flatMap(({ key, action }) => (action === 'delete' ? [key] : [])))
  return contentOf(<K extends Kind>(kind: K): Objects[K][] => {
    const written = new Map<Key, Objects[K]>(
      objects.flatMap(({ key }) => {
        const object = isKind(key, kind) ? objectAt<K>(work, key) : undefined
        return object === undefined ? [] : [[key, object] as const]
      }),
    )
    const there = new Map<Key, Objects[K]>(objectsIn(live, kind).map((object) => [keyOfWhole(kind, object), object]))
    return [...new Map([...there, ...written])].flatMap(([key, object]) => (gone.has(key) ? [] : [object]))
  })
}
