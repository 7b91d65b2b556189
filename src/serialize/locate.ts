import { overlayOf } from './all-documents.ts'
import type { TreeFiles } from './documents.ts'
import { baseOf, CONTENT, createRoles, directoryOf, REPORT_SIDES, workbookDirectories } from './layout.ts'

/** An object of a tree, by where it is written: the directory of a folder or workbook, the file of a report. */
export type Located =
  | { readonly kind: 'folder' | 'workbook'; readonly at: string }
  | { readonly kind: 'report'; readonly at: string }

/** What a path may mean that leads to no object. */
export type Missed = { readonly kind: 'part'; readonly of: string } | { readonly kind: 'nothing' }

export const isFolder = (files: TreeFiles, path: string): boolean =>
  path === CONTENT || (path.startsWith(`${CONTENT}/`) && files.has(`${path}/folder.yaml`) && !isWorkbook(files, path))

export const isWorkbook = (files: TreeFiles, path: string): boolean => files.has(`${path}/workbook.yaml`)

/**
 * The object that a path means: its directory or file, a file beside it, or its name without an ending. What is only a
 * part of a workbook, its dashboard or a file of its app, is no object.
 */
export function locate(files: TreeFiles, path: string): Located | Missed {
  if (isWorkbook(files, path)) return { kind: 'workbook', at: path }
  if (path !== CONTENT && isFolder(files, path)) return { kind: 'folder', at: path }
  const roleOf = createRoles(workbookDirectories(files.keys()))
  for (const candidate of [path, `${path}.yaml`, `${path}.report.yaml`, inReports(path)]) {
    if (!files.has(candidate) || !candidate.startsWith(`${CONTENT}/`)) continue
    const role = roleOf(candidate)
    if (role.role === 'side') return { kind: 'report', at: role.of }
    if (role.role === 'app') return { kind: 'part', of: directoryOf(role.of) }
    if (role.role !== 'document') continue
    if (role.kind === 'report') return { kind: 'report', at: candidate }
    if (role.kind === 'dashboard') return { kind: 'part', of: directoryOf(candidate) }
    return { kind: role.kind, at: directoryOf(candidate) }
  }
  return { kind: 'nothing' }
}

/** As references name a report of a workbook. */
const inReports = (path: string): string => `${directoryOf(path)}/reports/${baseOf(path)}.yaml`

/** Every file of an object, in the tree and in the overlays. */
export function filesOf(files: TreeFiles, { kind, at }: Located): string[] {
  const own = kind === 'report' ? new Set([at, ...sidesOf(at)]) : undefined
  return [...files.keys()].filter((file) => {
    const path = file.slice(overlayOf(file).length)
    return own ? own.has(path) : path.startsWith(`${at}/`)
  })
}

const sidesOf = (report: string): string[] =>
  Object.keys(REPORT_SIDES).map((ending) => `${report.slice(0, -'.yaml'.length)}${ending}`)

/** Where a file of an object is when the object is at another place. */
export function fileAt(file: string, object: Located, place: string): string {
  const prefix = overlayOf(file)
  const cut = object.kind === 'report' ? '.yaml'.length : 0
  const from = object.at.slice(0, object.at.length - cut)
  return `${prefix}${place.slice(0, place.length - cut)}${file.slice(prefix.length + from.length)}`
}

/** The name of an object in its directory. */
export const nameOf = ({ kind, at }: Located): string => (kind === 'report' ? stemOf(baseOf(at)) : baseOf(at))

/** What is left of the name of a report's file without its ending. */
export const stemOf = (base: string): string => base.replace(/(\.report)?\.yaml$/, '')

/** The folder or workbook that an object is in. */
export const holderOf = (files: TreeFiles, { kind, at }: Located): string => {
  const directory = directoryOf(at)
  return kind === 'report' && isWorkbook(files, directoryOf(directory)) ? directoryOf(directory) : directory
}

/** Where a report or a directory of this name is written in a folder or workbook. */
export const placeIn = (files: TreeFiles, kind: Located['kind'], holder: string, name: string): string => {
  if (kind !== 'report') return `${holder}/${name}`
  return isWorkbook(files, holder) ? `${holder}/reports/${name}.yaml` : `${holder}/${name}.report.yaml`
}
