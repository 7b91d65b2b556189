import { lazy } from '@boardwright/common'
import type { CarriedLedger } from '../../base/carried.ts'
import type { Content } from '../../content/entity.ts'
import { CONTENT_KINDS, type ContentKind, type Key, type Kind } from '../../content/kinds.ts'
import type { FolderPath, ObjectPlace } from '../../content/model.ts'
import { READ_RULES } from '../kinds.ts'
import { summarizeWorkbookRow } from '../rows/workbook.ts'
import { type Inventory, rowsIn } from '../wire.ts'
import { refuseClashes } from './clash.ts'
import { nameFolders } from './folders.ts'
import { nameReports, type ReportTarget } from './reports.ts'
import type { DeploymentNames, FoundNames, NameSources } from './types.ts'
import { nameWorkbooks } from './workbooks.ts'

/** Names everything in a deployment. Reports all ambiguous names at once. */
export function nameObjects(
  inventory: Inventory,
  ledgers: readonly CarriedLedger[],
  target: ReportTarget & { readonly declared: Content; readonly slugs?: ReadonlyMap<string, string> | undefined },
): DeploymentNames {
  const { declared } = target
  const folders = nameFolders(inventory.folders, declared, ledgers)
  const pathOf = (id: number | null | undefined): FolderPath => (id == null ? [] : (folders.pathOf(id) ?? []))
  const workbooks = nameWorkbooks(
    inventory.workbooks,
    ({ folderId }) => pathOf(folderId),
    declared,
    ledgers,
    target.slugs,
  )
  const reports = nameReports(inventory.reports, target, declared, ledgers)
  refuseClashes([...workbooks.clashes, ...reports.clashes])

  const slugOf = (id: number): string | undefined => workbooks.slugs.get(id)
  /** Reports in the same place share one object. */
  const places = new Map<string, ObjectPlace | undefined>()
  const placeIn = (workbookId: number | null, folderId: number | null): ObjectPlace | undefined => {
    const at = `${workbookId} ${folderId}`
    if (!places.has(at)) places.set(at, placeAt(workbookId, folderId))
    return places.get(at)
  }
  const placeAt = (workbookId: number | null, folderId: number | null): ObjectPlace | undefined => {
    const workbook = workbookId === null ? undefined : slugOf(workbookId)
    if (workbookId !== null && workbook === undefined) return undefined
    const folder = pathOf(folderId)
    return { ...(workbook === undefined ? {} : { workbook }), ...(folder.length === 0 ? {} : { folder }) }
  }
  const holders = lazy(() => holdersOfDashboards(inventory))
  const found: FoundNames = {
    ledgers,
    folderOf: folders.pathOf,
    pathOf,
    slugOf,
    workbookShowing: (dashboard) => holders().get(dashboard),
    reportOf: (id) => reports.names.get(id),
    placeOf: ({ workbookId, folderId }) => placeIn(workbookId ?? null, folderId ?? null),
    slugless: workbooks.slugless,
    twins: folders.twins,
    renamed: new Map([...folders.renamed, ...workbooks.renamed]),
    moved: folders.moved,
  }
  const keys = keysIn(inventory, { ...target, names: found })
  return { ...found, keyOf: (kind, id) => keys.get(kind)?.get(id) }
}

const keysIn = (inventory: Inventory, sources: NameSources): ReadonlyMap<Kind, ReadonlyMap<number, Key>> =>
  new Map(CONTENT_KINDS.map((kind) => [kind, keysOf(kind, inventory, sources)]))

function keysOf<K extends ContentKind>(kind: K, inventory: Inventory, sources: NameSources): ReadonlyMap<number, Key> {
  const { nameAll, keyOf } = READ_RULES[kind]
  const rows = rowsIn(inventory, kind)
  if (nameAll) return nameAll(rows, sources)
  return new Map(
    rows.flatMap((row): [number, Key][] => {
      const key = keyOf(row, sources.names)
      return key === undefined ? [] : [[row.id, key]]
    }),
  )
}

/** The workbooks of published dashboards, by the dashboard's number. */
const holdersOfDashboards = ({ workbooks }: Inventory): ReadonlyMap<number, number> =>
  new Map(
    workbooks.flatMap((row): [number, number][] => {
      const { publication } = summarizeWorkbookRow(row)
      return publication ? [[publication.dashboard, row.id]] : []
    }),
  )
