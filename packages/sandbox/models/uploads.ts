import { randomUUID } from 'node:crypto'
import { type FinishUploadBody, UploadTransaction } from '@boardwright/platform'
import { ZodError } from 'zod'
import { badRequest, notFound } from '../http/refusal.ts'
import type { Caller } from '../platform.ts'
import { insertRow } from '../store/rows.ts'
import { type Branch, isFork, selectBranch } from './branches.ts'
import { startBuild } from './builds.ts'
import { commitFiles, commitMessage, personOf, requireMove } from './commit.ts'
import { type Files, overlay, readFiles, readSums, type StoredFile } from './content.ts'
import { replacePending, storeFile } from './edit.ts'
import type { Model } from './model.ts'
import { checkFolders, normalPath } from './paths.ts'
import { refOf } from './refs.ts'
import { readTree } from './repository.ts'
import { requireOwnFork, requireReach } from './rights.ts'

const KEPT_MS = 24 * 60 * 60 * 1000

/**
 * The target of an upload: the branch named in the query, else the one that the credential has open, else production.
 */
export function uploadTarget(model: Model, caller: Caller, branchName: string | null | undefined): Branch {
  const branch = selectBranch(model, caller, { branchName })
  if (isFork(branch)) requireOwnFork(branch, caller)
  requireReach(model, caller, 'upload', branch)
  return branch
}

export function startUpload({ platform, deploymentId }: Model, caller: Caller): string {
  const id = randomUUID()
  insertRow(platform.db, 'uploads', {
    id,
    deployment_id: deploymentId,
    user_id: caller.userId,
    started_at: platform.clock.stamp(),
  })
  return id
}

/** Nobody can abort an upload, so unfinished ones are dropped after a day. */
export const dropOldUploads = ({ platform }: Model): number =>
  platform.db.run('delete from uploads where started_at < ?', platform.clock.stamp(-KEPT_MS))

/** The transaction as a multipart field holds it: the JSON text that `start` answered, not a bare id. */
export function readTransaction(text: string): string {
  try {
    return UploadTransaction.parse(JSON.parse(text)).id
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof ZodError)) throw cause
    throw badRequest('transaction must be the JSON text of the transaction that upload/start answered')
  }
}

function requireUpload({ platform, deploymentId }: Model, caller: Caller, id: string): void {
  const found = platform.db.get(
    'select 1 from uploads where id = ? and deployment_id = ? and user_id = ?',
    id,
    deploymentId,
    caller.userId,
  )
  if (!found) throw notFound(`upload transaction ${id}`)
}

/** Puts one file into an open transaction. Sent again, it replaces the first version. */
export function addFile(
  model: Model,
  caller: Caller,
  transaction: string,
  fileName: string,
  content: Uint8Array,
): void {
  const path = normalPath(fileName)
  requireUpload(model, caller, transaction)
  const { platform } = model
  platform.db.atomically(() => {
    platform.db.run('delete from upload_files where upload_id = ? and path = ?', transaction, path)
    insertRow(platform.db, 'upload_files', { upload_id: transaction, path, ...storeFile(content) })
  })
}

/**
 * Makes a branch match the manifest, in one commit, and closes the transaction. Uncommitted changes on a fork are
 * part of what the manifest is compared with, and afterwards they are committed or gone. Returns the new head.
 */
export async function finishUpload(
  model: Model,
  caller: Caller,
  branch: Branch,
  body: FinishUploadBody,
): Promise<string> {
  const { platform, repository } = model
  const { id } = body.transaction
  requireUpload(model, caller, id)
  const message = commitMessage(body.commitMessage, 'Upload the data model')
  const before = await readFiles(model, branch)
  const wanted = resolveManifest(
    readManifest(body.files),
    readUploaded(model, id),
    await readSums(model, before),
    before,
  )
  const files: Files = {
    head: before.head,
    blobs: new Map([...(removesOthers(model, body) ? [] : before.blobs), ...wanted.blobs]),
    stored: new Map([...before.stored, ...wanted.stored]),
  }
  checkFolders(files.blobs.keys())

  const commit = await commitFiles(model, files, personOf(model, caller), message)
  await requireMove(model, [{ ref: refOf(branch.name), from: before.head, to: commit }])
  const landed = overlay(commit, await readTree(repository, commit), [])
  platform.db.atomically(() => {
    platform.db.run('delete from uploads where id = ?', id)
    platform.db.run('update branches set uploaded = ? where id = ?', commit, branch.id)
    replacePending(model, branch, [])
    startBuild(model, branch, landed, 'uploaded')
  })
  return commit
}

/**
 * If the field is left out, a switch of the sandbox decides: it is not documented what a manifest of only some files
 * does.
 */
const removesOthers = ({ platform }: Model, { autoRemoveFiles }: FinishUploadBody): boolean =>
  autoRemoveFiles ?? platform.switches.partialFinish === 'prunes'

/** Path -> the hash that the client wants there; undefined if it does not say. */
type Manifest = ReadonlyMap<string, string | undefined>

function readManifest(files: FinishUploadBody['files']): Manifest {
  const manifest = new Map<string, string | undefined>()
  for (const [given, { hash }] of Object.entries(files)) {
    const path = normalPath(given)
    if (manifest.has(path)) throw badRequest(`files names ${path} twice`)
    manifest.set(path, hash)
  }
  return manifest
}

interface UploadedRow {
  readonly path: string
  readonly blob: string
  readonly sha1: string
  readonly content: ArrayBuffer
}

function readUploaded({ platform }: Model, id: string): Map<string, StoredFile> {
  const rows = platform.db.all<UploadedRow>(
    'select path, blob, sha1, content from upload_files where upload_id = ?',
    id,
  )
  return new Map(rows.map(({ path, blob, sha1, content }) => [path, { blob, sha1, content: new Uint8Array(content) }]))
}

/** Every file of the manifest must be uploaded with that hash, or already on the branch with it. */
function resolveManifest(
  manifest: Manifest,
  uploaded: ReadonlyMap<string, StoredFile>,
  sums: ReadonlyMap<string, string>,
  before: Files,
): Pick<Files, 'blobs' | 'stored'> {
  const problems: string[] = []
  const blobs = new Map<string, string>()
  for (const [path, hash] of manifest) {
    const file = uploaded.get(path)
    const blob = file?.blob ?? before.blobs.get(path)
    const sum = file?.sha1 ?? sums.get(path)
    if (blob !== undefined && (hash === undefined || sum === hash)) blobs.set(path, blob)
    else if (file) problems.push(`${path}: the uploaded bytes have the hash ${file.sha1}, files says ${hash}`)
    else
      problems.push(`${path}: not uploaded, and not on the branch${hash === undefined ? '' : ` with the hash ${hash}`}`)
  }
  for (const path of uploaded.keys()) if (!manifest.has(path)) problems.push(`${path}: uploaded, but not in files`)
  if (problems.length > 0) throw badRequest(problems.join('; '))
  return { blobs, stored: new Map([...uploaded.values()].map((file) => [file.blob, file])) }
}
