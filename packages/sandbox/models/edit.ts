import { badRequest, notFound } from '../http/refusal.ts'
import { insertRow } from '../store/rows.ts'
import type { Branch } from './branches.ts'
import { startBuild } from './builds.ts'
import {
  type Files,
  overlay,
  type PendingChange,
  readContents,
  readFiles,
  readPending,
  type StoredFile,
} from './content.ts'
import { sha1 } from './hashes.ts'
import type { Model } from './model.ts'
import { blobId } from './objects.ts'
import { checkFolders, normalPath } from './paths.ts'
import { readTree } from './repository.ts'

/** Uncommitted changes to a fork, by path: new bytes, or null for no file. Later changes of a path win. */
export type Edits = ReadonlyMap<string, StoredFile | null>

export function storeFile(content: Uint8Array): StoredFile {
  return { blob: blobId(content), sha1: sha1(content), content }
}

/** A text as bytes. Half a surrogate pair would silently become another character. */
function textFile(path: string, text: string): StoredFile {
  if (/\p{Surrogate}/u.test(text)) throw badRequest(`the content of ${path} is not valid Unicode`)
  return storeFile(new TextEncoder().encode(text))
}

export const writeEdits = (files: readonly { readonly path: string; readonly content: string }[]): Edits =>
  new Map(files.map(({ path, content }) => [normalPath(path), textFile(path, content)]))

export const removeEdits = (files: readonly { readonly path: string }[]): Edits =>
  new Map(files.map(({ path }) => [normalPath(path), null]))

/** Renames one after another, in the order of the request. All of them or none. */
export async function renameEdits(
  model: Model,
  branch: Branch,
  renames: readonly { readonly path: string; readonly newPath: string }[],
): Promise<Edits> {
  const files = await readFiles(model, branch)
  const blobs = new Map(files.blobs)
  const touched = new Set<string>()
  for (const rename of renames) {
    const [from, to] = [normalPath(rename.path), normalPath(rename.newPath)]
    const blob = blobs.get(from)
    if (blob === undefined) throw notFound(`file ${from}`)
    if (from === to) continue
    if (blobs.has(to)) throw badRequest(`${to} exists already`)
    blobs.delete(from)
    blobs.set(to, blob)
    touched.add(from).add(to)
  }
  const contents = await readContents(
    model,
    files,
    [...touched].flatMap((path) => blobs.get(path) ?? []),
  )
  return new Map(
    [...touched].map((path) => {
      const content = contents.get(blobs.get(path) ?? '')
      return [path, content === undefined ? null : storeFile(content)]
    }),
  )
}

/** Keeps edits on a fork, uncommitted. A file that ends up as it is in the head is not a change. */
export async function applyEdits(model: Model, branch: Branch, edits: Edits): Promise<void> {
  const before = await readFiles(model, branch)
  const tree = await readTree(model.repository, before.head)
  const changes = new Map(readPending(model, branch).map(({ path, file }) => [path, file]))
  for (const [path, file] of edits) changes.set(path, file)
  const pending = [...changes]
    .map(([path, file]): PendingChange => ({ path, file }))
    .filter(({ path, file }) => (file === null ? tree.has(path) : tree.get(path) !== file.blob))
  const after = overlay(before.head, tree, pending)
  checkFolders(after.blobs.keys())
  model.platform.db.atomically(() => {
    replacePending(model, branch, pending)
    startBuild(model, branch, after, 'edited')
  })
}

export function replacePending({ platform }: Model, branch: Branch, pending: readonly PendingChange[]): void {
  platform.db.run('delete from pending where branch_id = ?', branch.id)
  for (const { path, file } of pending) {
    insertRow(platform.db, 'pending', {
      branch_id: branch.id,
      path,
      blob: file?.blob ?? null,
      sha1: file?.sha1 ?? null,
      content: file?.content ?? null,
    })
  }
}

/** Both have the same paths with the same bytes. */
export const isSameFiles = (a: Files['blobs'], b: Files['blobs']): boolean =>
  a.size === b.size && [...a].every(([path, blob]) => b.get(path) === blob)
