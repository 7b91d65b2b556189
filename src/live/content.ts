import { type Content, contentOf, type Entity } from '../content/entity.ts'
import { CONTENT_KINDS, type ContentKind, type Key } from '../content/kinds.ts'
import { reportKey } from '../content/model.ts'
import { missingReference } from '../content/references.ts'
import { READ_RULES, type RowReading } from './kinds.ts'
import type { NameReport } from './map/dashboard.ts'
import type { DeploymentNames } from './names/types.ts'
import { type Inventory, rowsIn } from './wire.ts'

/** The content of a whole deployment, without its data model. */
export interface LiveObjects {
  readonly content: Content
  /** The number of every live object in this deployment; among duplicates, the lowest. */
  readonly ids: ReadonlyMap<Key, number>
  /** Public ids, for reports that have a stable one. */
  readonly publicIds: ReadonlyMap<Key, string>
  /** Numbers of reports that are not content, by public id. References to them begin with `id:`. */
  readonly outside: ReadonlyMap<string, number>
}

/** Pure: turns rows into content, under the given names. */
export function toContent(
  inventory: Inventory,
  names: DeploymentNames,
  deployment: number,
  drafts: boolean,
): LiveObjects {
  const ids = new Map<Key, number>()
  for (const kind of CONTENT_KINDS) addNumbers(kind, inventory, names, ids)
  const reading = { names, nameReport: reportNamer(names, ids, deployment), drafts }
  const content = contentOf(CONTENT_KINDS.flatMap((kind): Entity[] => objectsOf(kind, inventory, ids, reading)))
  return { content, ids, ...publicIdsOf(inventory, names, ids) }
}

function addNumbers<K extends ContentKind>(
  kind: K,
  inventory: Inventory,
  names: DeploymentNames,
  ids: Map<Key, number>,
): void {
  const { isContent } = READ_RULES[kind]
  for (const row of rowsIn(inventory, kind)) {
    const key = names.keyOf(kind, row.id)
    if (key !== undefined && !ids.has(key) && isContent(row, names)) ids.set(key, row.id)
  }
}

const objectsOf = <K extends ContentKind>(
  kind: K,
  inventory: Inventory,
  ids: ReadonlyMap<Key, number>,
  reading: RowReading & { readonly names: DeploymentNames },
): Entity<K>[] =>
  rowsIn(inventory, kind).flatMap((row): Entity<K>[] => {
    const key = reading.names.keyOf(kind, row.id) as Key<K> | undefined
    if (key === undefined || ids.get(key) !== row.id) return []
    return [READ_RULES[kind].toObject(row, key, reading)]
  })

function publicIdsOf(
  { reports }: Inventory,
  names: DeploymentNames,
  ids: ReadonlyMap<Key, number>,
): Pick<LiveObjects, 'publicIds' | 'outside'> {
  const publicIds = new Map<Key, string>()
  const outside = new Map<string, number>()
  for (const { id } of reports) {
    const publicId = names.reportOf(id)?.publicId
    if (publicId === undefined) continue
    const key = names.keyOf('report', id)
    if (key !== undefined && ids.get(key) === id) publicIds.set(key, publicId)
    else outside.set(publicId, id)
  }
  return { publicIds, outside }
}

/** Names a report that is not content by its public id, and one that is missing or has no public id by its number. */
export function reportNamer(names: DeploymentNames, ids: ReadonlyMap<Key, number>, deployment: number): NameReport {
  return (id) => {
    const name = names.reportOf(id)
    if (name && ids.has(reportKey(name.id))) return reportKey(name.id)
    return name?.publicId === undefined ? missingReference(deployment, id) : `id:${name.publicId}`
  }
}
