import {
  type Content,
  folderKey,
  foldersAlong,
  type Key,
  type ReportReference,
  reportKey,
  workbookKey,
} from '../content/model.ts'
import { renameReferences } from '../content/references.ts'
import type { LiveObjects } from './content.ts'

/** Says of a whole deployment which of its folders, workbooks and reports are ours to hold. */
export type Scope = (everything: Content) => (key: Key) => boolean

/**
 * Leaves out what is not in scope. A report goes with its workbook; a folder stays while something in it does, because
 * it is the way there.
 */
export function narrow(objects: LiveObjects, deployment: number, scope: Scope = () => () => true): LiveObjects {
  const { content, ids, publicIds, outside } = objects
  const isIn = scope(content)
  const workbooks = content.workbooks.filter(({ slug }) => isIn(workbookKey(slug)))
  const slugs = new Set(workbooks.map(({ slug }) => slug))
  const reports = content.reports.filter(
    ({ id, place: { workbook } }) => isIn(reportKey(id)) && (workbook === undefined || slugs.has(workbook)),
  )
  const isAll = workbooks.length + reports.length === content.workbooks.length + content.reports.length
  if (isAll && content.folders.every(({ path }) => isIn(folderKey(path)))) return objects

  const ways = new Set(
    [...workbooks.map(({ folder }) => folder), ...reports.map(({ place }) => place.folder ?? [])].flatMap(foldersAlong),
  )
  const folders = content.folders.filter(({ path }) => isIn(folderKey(path)) || ways.has(folderKey(path)))
  const kept = new Set<Key>([
    ...folders.map(({ path }) => folderKey(path)),
    ...workbooks.map(({ slug }) => workbookKey(slug)),
    ...reports.map(({ id }) => reportKey(id)),
  ])
  const keep = <T>(map: ReadonlyMap<Key, T>): ReadonlyMap<Key, T> => new Map([...map].filter(([key]) => kept.has(key)))
  const rename = (reference: ReportReference): ReportReference => {
    const key = reference as Key
    const number = ids.get(key)
    if (number === undefined || kept.has(key)) return reference
    const publicId = publicIds.get(key)
    return publicId === undefined ? `missing(${deployment}/${number})` : `id:${publicId}`
  }
  const leftOut = (key: Key, publicId: string): [string, number][] => {
    const number = ids.get(key)
    return kept.has(key) || number === undefined ? [] : [[publicId, number]]
  }
  return {
    content: renameReferences({ ...content, folders, workbooks, reports }, rename),
    ids: keep(ids),
    publicIds: keep(publicIds),
    outside: new Map([...outside, ...[...publicIds].flatMap(([key, id]) => leftOut(key, id))]),
  }
}
