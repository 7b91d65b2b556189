import { type Content, contentOf } from '../content/entity.ts'
import type { Key } from '../content/kinds.ts'
import type { Plan } from './plan-file.ts'

/** What live will contain after apply: planned objects in their final state, without the deleted ones. */
export function contentAfter(live: Content, { objects }: Plan, wanted: Content): Content {
  const gone = new Set<Key>(objects.flatMap(({ key, action }) => (action === 'delete' ? [key] : [])))
  return contentOf([...new Map([...live, ...wanted]).values()].filter(({ key }) => !gone.has(key)))
}
