import { isMap, objectOf } from '@boardwright/common'
import { editYaml } from '@boardwright/common/yaml'
import { DOCUMENTS, holdsApp } from '../../content/files.ts'
import { isContentKind } from '../../content/kinds.ts'
import { LIMITS } from '../../content/limits.ts'
import { slugOf } from '../../content/slug.ts'
import type { Document, TreeFiles } from '../../serialize/documents.ts'
import { addressesOfFiles } from '../../serialize/format.ts'
import { treeRules } from '../../serialize/kinds.ts'
import {
  baseOf,
  directoryOf,
  documentName,
  fileOf,
  fitsInWorkbook,
  hasOwnFile,
  MODEL,
  placeOfFile,
  stemOf,
} from '../../serialize/layout.ts'
import {
  fileAt,
  filesOf,
  holderOf,
  isFolder,
  isWorkbook,
  type Located,
  type Placed,
  readAllDocuments,
} from '../../serialize/locate.ts'
import { createNames, type Names } from '../../serialize/names.ts'
import { decodeText } from '../../serialize/text.ts'
import { isOrdered, keyOrder } from '../../serialize/update.ts'
import { isFlow } from '../../serialize/values.ts'
import { isBeside } from './destination.ts'
import { folderNames, folderRenaming, type Renaming, renamedText, renamedValue } from './rename-references.ts'

/** The effect of an edit on the files of a tree. */
export interface TreeChange {
  /** Plain moves: `written` comes afterwards, at the new paths. */
  readonly moved: ReadonlyMap<string, string>
  readonly written: ReadonlyMap<string, string | Uint8Array>
  readonly removed: readonly string[]
}

export interface MoveContext {
  readonly files: TreeFiles
  /** Whether `${report.NAME}` works in this app or data-model file. */
  readonly namesReports: (file: string) => boolean
}

/** Moves an object with all its files, and updates every reference. */
export function moveObject(context: MoveContext, object: Located, place: string): TreeChange {
  const { files } = context
  const moved = filesAt(files, object, place)
  const { placed } = readAllDocuments(files)
  const renaming = renamingFor(context, placed, object, place, moved)
  const leaves = isLeavingWorkbook(files, object, place)
  const written = new Map<string, string>()
  for (const each of placed) {
    const isLeaving = leaves && each.document.file === object.at
    rewrite(each, renaming, (value) => (isLeaving ? withoutKeys(value, ['folder']) : value), written)
  }
  for (const [file, text] of modelTexts(files, renaming)) written.set(file, text)
  return { moved, written, removed: [] }
}

const filesAt = (files: TreeFiles, object: Located, place: string): Map<string, string> =>
  new Map(filesOf(files, object).map((file) => [file, fileAt(file, object, place)]))

function renamingFor(
  { files, namesReports }: MoveContext,
  placed: readonly Placed[],
  object: Located,
  place: string,
  moved: ReadonlyMap<string, string>,
  copy?: { readonly name: string | undefined },
): Renaming {
  const names = folderNames(placed)
  const stays = (file: string): boolean => copy !== undefined || !moved.has(file)
  const [last] = names(object.at).slice(-1)
  const path = [...names(directoryOf(place)), copy?.name ?? last ?? '']
  return {
    before: addressesOfFiles(files.keys()),
    after: addressesOfFiles([...[...files.keys()].filter(stays), ...moved.values()]),
    fileAt: (file) => moved.get(file) ?? file,
    folderAt: isFolder(files, object.at) ? folderRenaming(names(object.at), path) : (each) => each,
    namesReports,
  }
}

/** Whether an object moves from a workbook to a folder. It then needs no `folder` key: its directory is its folder. */
function isLeavingWorkbook(files: TreeFiles, { kind, at }: Located, place: string): boolean {
  const isHeld = (file: string): boolean => isWorkbook(files, holderOf(files, { kind, at: file }))
  return fitsInWorkbook(kind) && isHeld(at) && !isHeld(place)
}

/** Adds a document's files to `written` if a name in them changes. */
function rewrite(
  each: Placed,
  renaming: Renaming,
  change: (value: unknown) => unknown,
  written: Map<string, string>,
): void {
  const { document, prefix } = each
  const { kind, file, text, sides } = document
  const to = renaming.fileAt(`${prefix}${file}`)
  const base = to.slice(prefix.length)
  if (text !== '') {
    const style = { isFlow, isOrdered, keyOrder: keyOrder(kind) }
    const edited = editYaml(text, change(renamedValue(each, base, renaming)), style)
    if (edited !== text) written.set(to, edited)
  }
  if (!holdsApp(kind)) return
  for (const { file: side, text } of Object.values(sides)) {
    const renamed = renamedText(text, side, file, base, renaming)
    if (renamed !== text) written.set(renaming.fileAt(`${prefix}${side}`), renamed)
  }
}

function modelTexts(files: TreeFiles, renaming: Renaming): [string, string][] {
  return [...files].flatMap(([file, bytes]): [string, string][] => {
    if (!file.startsWith(`${MODEL}/`) || !renaming.namesReports(file)) return []
    const text = decodeText(bytes, file)
    const renamed = typeof text === 'string' ? renamedText(text, file, file, file, renaming) : text
    return typeof renamed !== 'string' || renamed === text ? [] : [[file, renamed]]
  })
}

export interface CopyOptions {
  readonly name?: string | undefined
  /** A fresh id. */
  readonly mintId: () => string
}

/** An independent copy: new slugs and ids, and its dashboards show the copied reports. */
export function copyObject(context: MoveContext, object: Located, place: string, options: CopyOptions): TreeChange {
  const { files } = context
  const copies = filesAt(files, object, place)
  const { placed } = readAllDocuments(files)
  const main = placed.find((each) => isMainFile(each, object))
  const name = options.name ?? (isBeside(files, object, place) ? copiedName(main) : undefined)
  const renaming = renamingFor(context, placed, object, place, copies, { name })
  const leaves = isLeavingWorkbook(files, object, place)
  const slugs = freeSlugs(placed)
  const texts = new Map<string, string>()
  for (const each of placed) {
    if (!copies.has(`${each.prefix}${each.document.file}`)) continue
    const fresh = (value: unknown): unknown => {
      const kept = leaves ? withoutKeys(value, ['folder']) : value
      const named = each === main && name !== undefined ? withKey(kept, 'name', name) : kept
      return each.prefix === '' ? withFreshIdentity(each.document, renaming.fileAt, named, slugs, options) : named
    }
    rewrite(each, renaming, fresh, texts)
  }
  const bytes = [...copies].map(([from, to]) => [to, files.get(from) ?? new Uint8Array()] as const)
  return { moved: new Map(), written: new Map<string, string | Uint8Array>([...bytes, ...texts]), removed: [] }
}

/** The object's own file: not its contents, and not an overlay. */
const isMainFile = ({ document: { file }, prefix }: Placed, { kind, at }: Located): boolean =>
  prefix === '' && file === fileOf(kind, at)

/** Named as the platform names its copies. */
function copiedName(main: Placed | undefined): string | undefined {
  const name = isMap(main?.document.value) ? main.document.value['name'] : undefined
  return typeof name === 'string' ? `Copy of ${name}`.slice(0, LIMITS.name) : undefined
}

function withFreshIdentity(
  { kind, file }: Document,
  at: (file: string) => string,
  value: unknown,
  slugs: Names,
  { mintId }: CopyOptions,
): unknown {
  if (!isContentKind(kind)) return value
  const place = placeOfFile(kind, at(file))
  const name = hasOwnFile(kind) ? stemOf(documentName(baseOf(place))) : baseOf(place)
  const freeSlug = (): string => slugs.give(slugOf(name), place)
  const { identity, copied = {} } = treeRules(kind)
  const fresh = Object.entries({ ...identity({ mintId, freeSlug }), ...copied })
  const kept = withoutKeys(
    value,
    DOCUMENTS[kind].identity.filter((key) => !fresh.some(([own]) => own === key)),
  )
  return fresh.reduce((all, [key, own]) => withKey(all, key, own), kept)
}

/** Anything but a map is returned unchanged: its file has problems already. */
const withKey = (value: unknown, key: string, item: unknown): unknown =>
  isMap(value) ? objectOf([...Object.entries(value), [key, item]]) : value

const withoutKeys = (value: unknown, keys: readonly string[]): unknown =>
  isMap(value) ? objectOf(Object.entries(value).filter(([key]) => !keys.includes(key))) : value

export function freeSlugs(placed: readonly Placed[]): Names {
  const names = createNames()
  for (const slug of identitiesIn(placed, 'slug')) names.take(slug)
  return names
}

export const identitiesIn = (placed: readonly Placed[], key: string): string[] =>
  placed.flatMap(({ document: { kind, value } }) => {
    const own = DOCUMENTS[kind].identity.includes(key) && isMap(value) ? value[key] : undefined
    return typeof own === 'string' ? [own] : []
  })
