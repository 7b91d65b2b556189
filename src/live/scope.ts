import { type Content, filterContent, renamedIn } from '../content/entity.ts'
import { keptBy } from '../content/kept-by.ts'
import type { Key } from '../content/kinds.ts'
import type { ReportReference } from '../content/model.ts'
import { missingReference } from '../content/references.ts'
import type { LiveObjects } from './content.ts'

/** Decides which folders, workbooks and reports of a deployment are our content. */
export type Scope = (everything: Content) => (key: Key) => boolean

export interface ScopedObjects extends LiveObjects {
  /** What is out of scope, including folders that stay because of what is in them. */
  readonly leftOut: ReadonlySet<Key>
}

/** Leaves out whatever is out of scope. */
export function narrow(objects: LiveObjects, deployment: number, scope: Scope = () => () => true): ScopedObjects {
  const { content, ids, publicIds, outside } = objects
  const { kept, leftOut } = keptBy(content, scope(content))
  if (leftOut.size === 0) return { ...objects, leftOut }

  const keep = <T>(map: ReadonlyMap<Key, T>): ReadonlyMap<Key, T> => new Map([...map].filter(([key]) => kept.has(key)))
  const rename = (reference: ReportReference): ReportReference => {
    const key = reference as Key
    const number = ids.get(key)
    if (number === undefined || kept.has(key)) return reference
    const publicId = publicIds.get(key)
    return publicId === undefined ? missingReference(deployment, number) : `id:${publicId}`
  }
  const outsideOf = (key: Key, publicId: string): [string, number][] => {
    const number = ids.get(key)
    return kept.has(key) || number === undefined ? [] : [[publicId, number]]
  }
  return {
    content: renamedIn(
      filterContent(content, (key) => kept.has(key)),
      rename,
    ),
    ids: keep(ids),
    publicIds: keep(publicIds),
    leftOut,
    outside: new Map([...outside, ...[...publicIds].flatMap(([key, id]) => outsideOf(key, id))]),
  }
}
