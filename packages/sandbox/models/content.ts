import { notFound } from '../http/refusal.ts'
import type { Branch } from './branches.ts'
import { memo, sha1 } from './hashes.ts'
import { readHeadOf } from './heads.ts'
import type { Model } from './model.ts'
import { refOf } from './refs.ts'
import { readBlobs, readTree } from './repository.ts'

/** An uncommitted change in a fork: new bytes of a file, or null if the file was removed. */
export interface PendingChange {
  readonly path: string
  readonly file: StoredFile | null
}

/** Bytes that are in the database and may not be in git yet. */
export interface StoredFile {
  readonly blob: string
  readonly sha1: string
  readonly content: Uint8Array
}

/** The files of a branch: path -> git id of the bytes. */
export interface Files {
  readonly head: string
  readonly blobs: ReadonlyMap<string, string>
  /** Bytes that may not be in git, by git id. */
  readonly stored: ReadonlyMap<string, StoredFile>
}

const sums = memo<string>(50_000)

export async function readHead(model: Model, branch: Branch): Promise<string> {
  const head = readHeadOf(model.repository, refOf(branch.name))
  // Git is more current than the row: somebody has just removed the branch.
  if (head === undefined) throw notFound(`branch ${branch.name}`)
  return head
}

/** The branch as its user sees it: its head, overlaid with what is not committed. */
export async function readFiles(model: Model, branch: Branch): Promise<Files> {
  // Pending changes are read first: a commit in between then shows the same bytes twice, and never loses an edit.
  const pending = readPending(model, branch)
  const head = await readHead(model, branch)
  return overlay(head, await readTree(model.repository, head), pending)
}

export function overlay(head: string, tree: ReadonlyMap<string, string>, pending: readonly PendingChange[]): Files {
  const blobs = new Map(tree)
  const stored = new Map<string, StoredFile>()
  for (const { path, file } of pending) {
    if (file === null) blobs.delete(path)
    else {
      blobs.set(path, file.blob)
      stored.set(file.blob, file)
      sums.set(file.blob, file.sha1)
    }
  }
  return { head, blobs, stored }
}

interface PendingRow {
  readonly path: string
  readonly blob: string | null
  readonly sha1: string | null
  readonly content: ArrayBuffer | null
}

export function readPending({ platform }: Model, branch: Branch): PendingChange[] {
  return platform.db
    .all<PendingRow>('select path, blob, sha1, content from pending where branch_id = ? order by path', branch.id)
    .map(({ path, blob, sha1: sum, content }) => ({
      path,
      file:
        blob === null || sum === null || content === null
          ? null
          : { blob, sha1: sum, content: new Uint8Array(content) },
    }))
}

/** The bytes of some blobs, from the database or git. */
export async function readContents(
  model: Model,
  files: Files,
  blobs: Iterable<string>,
): Promise<Map<string, Uint8Array>> {
  const wanted = [...new Set(blobs)]
  const found = await readBlobs(
    model.repository,
    wanted.filter((blob) => !files.stored.has(blob)),
  )
  return new Map(wanted.map((blob) => [blob, files.stored.get(blob)?.content ?? found.get(blob) ?? new Uint8Array()]))
}

/** Path -> SHA-1 of the bytes: the hash that the platform and its clients compare. */
export async function readSums(model: Model, files: Files): Promise<Map<string, string>> {
  const sumOf = (blob: string): string | undefined => files.stored.get(blob)?.sha1 ?? sums.get(blob)
  const unknown = [...files.blobs.values()].filter((blob) => sumOf(blob) === undefined)
  const read = new Map([...(await readBlobs(model.repository, unknown))].map(([blob, bytes]) => [blob, sha1(bytes)]))
  for (const [blob, sum] of read) sums.set(blob, sum)
  return new Map([...files.blobs].map(([path, blob]) => [path, sumOf(blob) ?? read.get(blob) ?? '']))
}

/** One hash over everything that a build compiles. */
export const filesHash = ({ blobs }: Files): string =>
  sha1(
    [...blobs]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, blob]) => `${path}\0${blob}\n`)
      .join(''),
  )
