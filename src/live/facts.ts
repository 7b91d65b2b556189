import type { LiveFacts, OtherDashboard } from '../content/facts.ts'
import { CONTENT_KINDS, type ContentKind, type Key } from '../content/kinds.ts'
import type { FolderPath } from '../content/model.ts'
import { type FactsBeside, READ_RULES } from './kinds.ts'
import type { NameReport } from './map/dashboard.ts'
import type { DeploymentNames } from './names/types.ts'
import { shownBy } from './publication.ts'
import { type Inventory, rowsIn } from './wire.ts'

export interface DeploymentFacts {
  readonly facts: ReadonlyMap<Key, LiveFacts>
  readonly otherDashboards: readonly OtherDashboard[]
  /** The path of every folder, by number. Duplicates share a path. */
  readonly folderPaths: ReadonlyMap<number, FolderPath>
}

export function liveFacts(
  inventory: Inventory,
  names: DeploymentNames,
  { ids }: { readonly ids: ReadonlyMap<Key, number> },
  records: Omit<FactsBeside, 'nameReport' | 'pathOf'>,
  nameReport: NameReport,
): DeploymentFacts {
  const beside = { ...records, nameReport, pathOf: names.pathOf }
  const otherDashboards = inventory.workbooks.flatMap((wire): OtherDashboard[] => {
    const key = names.keyOf('workbook', wire.id)
    if (key !== undefined && ids.get(key) === wire.id) return []
    return [{ title: [...names.pathOf(wire.folderId), wire.name], shows: shownBy(wire, nameReport) }]
  })
  return {
    facts: new Map(CONTENT_KINDS.flatMap((kind) => factsIn(kind, inventory, names, ids, beside))),
    otherDashboards,
    folderPaths: new Map(inventory.folders.map(({ id }) => [id, names.pathOf(id)])),
  }
}

const factsIn = <K extends ContentKind>(
  kind: K,
  inventory: Inventory,
  names: DeploymentNames,
  ids: ReadonlyMap<Key, number>,
  beside: FactsBeside,
): (readonly [Key, LiveFacts])[] =>
  rowsIn(inventory, kind).flatMap((row): (readonly [Key, LiveFacts])[] => {
    const key = names.keyOf(kind, row.id) as Key<K> | undefined
    if (key === undefined || ids.get(key) !== row.id) return []
    return [[key, { id: row.id, ...READ_RULES[kind].factsOf(row, key, beside) }]]
  })
