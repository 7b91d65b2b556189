import { addAll, isMap, pattern } from '@boardwright/common'
import { DOCUMENTS } from '../content/files.ts'
import { CONTENT_KINDS, type ContentKind, isContentKind } from '../content/kinds.ts'
import type { Problem } from '../content/problem.ts'
import { type Document, type ReadingOptions, readDocuments, type TreeFiles } from './documents.ts'
import {
  baseOf,
  CONTENT,
  createRoles,
  directoryOf,
  fileOf,
  fitsInWorkbook,
  globInAccount,
  hasOwnFile,
  inFolder,
  inWorkbook,
  isBelowRoots,
  OVERLAYS,
  placeOfFile,
  REPORT_SIDES,
  type Spot,
  stemOf,
  workbookDirectories,
} from './layout.ts'

/** An object of a tree, by its directory, or by its file if it has none. */
export interface Located {
  readonly kind: ContentKind
  readonly at: string
}

/** What a path can be if it is not an object. */
export type Missed = { readonly kind: 'part'; readonly of: string } | { readonly kind: 'nothing' }

export const isFolder = (files: TreeFiles, path: string): boolean =>
  path === CONTENT || (path.startsWith(`${CONTENT}/`) && files.has(fileOf('folder', path)) && !isWorkbook(files, path))

export const isWorkbook = (files: TreeFiles, path: string): boolean => files.has(fileOf('workbook', path))

/**
 * Resolves a path to an object: its directory or file, a side file, or its name without extension. Parts of a workbook,
 * such as its dashboard or an app file, are not objects.
 */
export function locate(files: TreeFiles, path: string): Located | Missed {
  if (isWorkbook(files, path)) return { kind: 'workbook', at: path }
  if (path !== CONTENT && isFolder(files, path)) return { kind: 'folder', at: path }
  const roleOf = createRoles(workbookDirectories(files.keys()))
  for (const candidate of [path, `${path}.yaml`, ...filesNamed(path)]) {
    if (!files.has(candidate) || !isBelowRoots(candidate)) continue
    const role = roleOf(candidate)
    if (role.role === 'unknown') continue
    const { kind } = role
    const at = placeOfFile(kind, role.role === 'side' ? role.of : candidate)
    return isContentKind(kind) ? { kind, at } : { kind: 'part', of: at }
  }
  return { kind: 'nothing' }
}

/** Files that a path without extension may mean: in a folder, or in a workbook, the way references name its reports. */
const filesNamed = (path: string): string[] =>
  CONTENT_KINDS.filter(hasOwnFile).flatMap((kind) =>
    spotsIn(kind, directoryOf(path)).map(({ directory, ending }) => `${directory}/${baseOf(path)}${ending}`),
  )

/** What belongs to the account has one directory, whatever else is called the same elsewhere. */
function spotsIn(kind: ContentKind, directory: string): Spot[] {
  const spot = inFolder(kind, directory)
  if (globInAccount(kind) === undefined) return [spot, inWorkbook(kind, directory)]
  return spot.directory === directory ? [spot] : []
}

/** All files of an object, including overlays. */
export function filesOf(files: TreeFiles, { kind, at }: Located): string[] {
  const own = hasOwnFile(kind) ? new Set([at, ...sidesOf(at)]) : undefined
  return [...files.keys()].filter((file) => {
    const path = withoutOverlay(file)
    return own ? own.has(path) : path.startsWith(`${at}/`)
  })
}

const sidesOf = (document: string): string[] =>
  Object.keys(REPORT_SIDES).map((ending) => `${document.slice(0, -'.yaml'.length)}${ending}`)

/** The path of an object's file after the object moves. */
export function fileAt(file: string, object: Located, place: string): string {
  const prefix = overlayOf(file)
  const cut = hasOwnFile(object.kind) ? '.yaml'.length : 0
  const from = object.at.slice(0, object.at.length - cut)
  return `${prefix}${place.slice(0, place.length - cut)}${file.slice(prefix.length + from.length)}`
}

export const nameOf = ({ kind, at }: Located): string => (hasOwnFile(kind) ? stemOf(baseOf(at)) : baseOf(at))

export const holderOf = (files: TreeFiles, { kind, at }: Located): string => {
  const directory = directoryOf(at)
  return fitsInWorkbook(kind) && isWorkbook(files, directoryOf(directory)) ? directoryOf(directory) : directory
}

export function placeIn(files: TreeFiles, kind: ContentKind, holder: string, name: string): string {
  const { directory, ending } = (isWorkbook(files, holder) ? inWorkbook : inFolder)(kind, holder)
  return `${directory}/${name}${ending}`
}

/** A document below `content/`, or a patch of one below an overlay. */
export interface Placed {
  /** Its `file` and side files have the paths they would have below `content/`. */
  readonly document: Document
  /** The prefix of these paths: empty, or `overlays/<target>/`. */
  readonly prefix: string
}

export const OVERLAY = pattern()`^${OVERLAYS}/[^/]+/`

export const overlayOf = (file: string): string => OVERLAY.exec(file)?.[0] ?? ''

export const withoutOverlay = (file: string): string => file.slice(overlayOf(file).length)

export interface AllDocuments {
  readonly placed: readonly Placed[]
  /** Files that cannot be read. */
  readonly broken: readonly string[]
  readonly problems: readonly Problem[]
}

/** All documents: the tree's, and the patches of all overlays. */
export function readAllDocuments(files: TreeFiles, { skips }: Pick<ReadingOptions, 'skips'> = {}): AllDocuments {
  const placed: Placed[] = []
  const broken: string[] = []
  const problems: Problem[] = []
  for (const prefix of ['', ...new Set([...files.keys()].map(overlayOf).filter((each) => each !== ''))]) {
    const read =
      prefix === ''
        ? readDocuments(files, { skips })
        : readDocuments(patchesIn(files, prefix), { partOf: files.keys() })
    addAll(
      placed,
      read.documents.map((document) => ({ document, prefix })),
    )
    addAll(
      broken,
      read.broken.map(({ file }) => `${prefix}${file}`),
    )
    addAll(
      problems,
      read.problems.map((each) => ({ ...each, at: { ...each.at, file: `${prefix}${each.at.file}` } })),
    )
  }
  return { placed, broken, problems }
}

const patchesIn = (files: TreeFiles, prefix: string): TreeFiles =>
  new Map(
    [...files.keys()].flatMap((file) =>
      file.startsWith(prefix) ? [[file.slice(prefix.length), files.get(file) ?? new Uint8Array()]] : [],
    ),
  )

export const drawnAs = ({ kind, value }: Document): unknown =>
  DOCUMENTS[kind].beside === 'texts' && isMap(value) ? value['kind'] : undefined
