import type { Workbook as WireWorkbook } from '../api/workbooks.ts'
import { glancedReport, glancedWorkbook } from '../content/glance.ts'
import {
  type Content,
  type Dashboard,
  type Folder,
  type Key,
  type Report,
  reportKey,
  type Workbook,
} from '../content/model.ts'
import { parseJson } from '../json.ts'
import type { Inventory } from './inventory.ts'
import { toDashboard } from './map/dashboard.ts'
import { toFolder } from './map/folder.ts'
import type { NameReport } from './map/numbers.ts'
import { dashboardInTree, type WorkbookNames, withoutDashboard } from './map/workbook.ts'
import type { Names } from './names/names.ts'
import { definitionIn, glanceAtReport } from './rows/report.ts'
import { glanceAtWorkbook, mean, meaningOf } from './rows/workbook.ts'

/** A whole deployment as content, without its data model. */
export interface LiveObjects {
  readonly content: Content
  /** The number of every live object: of this deployment only. Twins have the lowest. */
  readonly ids: ReadonlyMap<Key, number>
  /** The public ids of reports that have one of their own. */
  readonly publicIds: ReadonlyMap<Key, string>
  /** Reports that are no content: their numbers, by public id. A reference names them with `id:`. */
  readonly outside: ReadonlyMap<string, number>
}

/** Pure: rows to content, under the names that were found for them. */
export function toContent(inventory: Inventory, names: Names, deployment: number, drafts: boolean): LiveObjects {
  const ids = new Map<Key, number>()
  const isFirst = (kind: 'folder' | 'workbook' | 'report', id: number): boolean => {
    const key = names.keyOf(kind, id)
    if (key === undefined || ids.has(key)) return false
    ids.set(key, id)
    return true
  }

  const folders = inventory.folders.flatMap((wire): Folder[] =>
    isFirst('folder', wire.id) ? [toFolder(wire, names.pathOf(wire.id))] : [],
  )
  const publicIds = new Map<Key, string>()
  const outside = new Map<string, number>()
  const reports = inventory.reports.flatMap((wire): Report[] => {
    const { id, publicId, ids: others } = names.reportOf(wire.id) ?? {}
    const place = names.placeOf(wire)
    if (id === undefined || !place || glanceAtReport(wire).isTooDeep || !isFirst('report', wire.id)) {
      if (publicId !== undefined) outside.set(publicId, wire.id)
      return []
    }
    if (publicId !== undefined) publicIds.set(reportKey(id), publicId)
    const own = { id, ...(others && { ids: others }), place }
    return [glancedReport(own, glanceAtReport(wire), () => definitionIn(wire))]
  })
  const nameReport = reportNamer(names, ids, deployment)
  const workbooks = inventory.workbooks.flatMap((wire): Workbook[] => {
    const slug = names.slugOf(wire.id)
    if (slug === undefined || glanceAtWorkbook(wire).isTooDeep || !isFirst('workbook', wire.id)) return []
    return [workbookOf(wire, { slug, folder: names.pathOf(wire.folderId), drafts, nameReport })]
  })
  return { content: { folders, workbooks, reports, model: [] }, ids, publicIds, outside }
}

/** Of a row that was not parsed, the dashboard is known while the reports in it are called what they were. */
function workbookOf(wire: WireWorkbook, { slug, folder, drafts, nameReport }: WorkbookNames): Workbook {
  const { hasDashboard, shows, meta, ...shown } = glanceAtWorkbook(wire, drafts)
  const own = withoutDashboard({ name: wire.name, meta: parseJson(meta) as Workbook['meta'] }, { slug, folder }, shown)
  if (!hasDashboard) return own
  const read = (): Dashboard => toDashboard(dashboardInTree(wire, drafts) ?? {}, nameReport)
  const meaning = drafts ? undefined : meaningOf(wire)
  if (meaning?.names.every(([id, name]) => nameReport(id) === name)) {
    return glancedWorkbook(own, { digests: meaning.digests, references: shows.map(nameReport) }, read)
  }
  const dashboard = read()
  if (!drafts)
    mean(
      wire,
      [...new Set(shows)].map((id) => [id, nameReport(id)]),
      dashboard,
    )
  return { ...own, dashboard }
}

/** A report that is no content is named by its public id; one that is not there, or has none, by its number. */
export function reportNamer(names: Names, ids: ReadonlyMap<Key, number>, deployment: number): NameReport {
  return (id) => {
    const name = names.reportOf(id)
    if (name && ids.has(reportKey(name.id))) return reportKey(name.id)
    return name?.publicId === undefined ? `missing(${deployment}/${id})` : `id:${name.publicId}`
  }
}
