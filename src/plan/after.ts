import { type Entities, entitiesOf } from '../content/entity.ts'
import type { Key } from '../content/kinds.ts'
import type { Plan } from './plan-file.ts'

/** What live will contain after apply: planned objects in their final state, without the deleted ones. */
export function contentAfter(live: Entities, { objects }: Plan, wanted: Entities): Entities {
  const gone = new Set<Key>(objects.flatMap(({ key, action }) => (action === 'delete' ? [key] : [])))
  return entitiesOf([...new Map([...live, ...wanted]).values()].filter(({ key }) => !gone.has(key)))
}
