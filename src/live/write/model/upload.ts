import { BoardwrightError } from '@boardwright/common'
import type { UploadTransaction } from '@boardwright/platform'
import { isError, lookBeforeRepeating } from '../repeat.ts'
import { waitForBuild } from './build.ts'
import { rehearse } from './fork.ts'
import { differences } from './leftovers.ts'
import { type Hashes, missingOf, type Run, requireExpected, requireHashes } from './run.ts'
import { notForForks } from './text.ts'

const MOST_ROUNDS = 5

/** Writes the changes by an upload. Nothing reaches the branch before `finish`, which is atomic. */
export async function bringByUpload(run: Run, first: Hashes): Promise<void> {
  const { request, wanted } = run
  let seen = first
  const transaction = await uploadBeside(run, seen)
  for (let round = 1; ; round += 1) {
    const live = await requireHashes(run, request.branch)
    requireExpected(run, live)
    if (missingOf(wanted, live).length === 0) return
    const isMoved = differences(live, seen).length > 0
    seen = live
    if (round === MOST_ROUNDS) {
      throw new BoardwrightError('MODEL_CONFLICT', `branch ${request.branch} keeps changing`)
    }
    // The new changes of others may not compile together with ours.
    if (isMoved) await rehearseTexts(run, live)
    else if (await finish(run, transaction, live)) return
  }
}

/** Uploads while the platform compiles, since an upload has no effect before `finish`. */
async function uploadBeside(run: Run, seen: Hashes): Promise<UploadTransaction> {
  const rehearsal = rehearseTexts(run, seen)
  const uploaded = upload(run, missingOf(run.wanted, seen))
  const [compiled] = await Promise.allSettled([rehearsal, uploaded])
  if (compiled.status === 'rejected') throw compiled.reason
  return uploaded
}

/** Files that are not text are not compiled. */
async function rehearseTexts(run: Run, seen: Hashes): Promise<void> {
  const compiles = ([path, bytes]: readonly [string, Uint8Array | null]): boolean =>
    path !== run.record.path && notForForks(bytes) === undefined
  if ([...run.changes].some(compiles)) await rehearse(run, seen)
}

async function upload(run: Run, paths: readonly string[]): Promise<UploadTransaction> {
  const { client, path, request, changes } = run
  const query = { branchName: request.branch }
  run.guard()
  run.emit({ type: 'step', step: 'upload', branch: request.branch })
  const { transaction } = await client.uploads.startUpload({ path, query })
  const text = JSON.stringify(transaction)
  const files = paths.flatMap((fileName) => {
    const file = changes.get(fileName)
    return file ? [{ fileName, file }] : []
  })
  let next = 0
  let done = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < files.length; at = next++) {
      const item = files[at]
      if (!item) return
      run.guard()
      try {
        const body = { transaction: text, fileName: item.fileName }
        await client.uploads.uploadFile({ path, query, body, file: item.file, fileName: item.fileName })
      } catch (cause) {
        next = files.length
        throw cause
      }
      done += 1
      run.emit({ type: 'progress', step: 'upload', done, total: files.length })
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: run.concurrency }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return transaction
}

/** Closes the transaction. Returns false if the branch moved at that moment, in which case nothing was written. */
async function finish(run: Run, transaction: UploadTransaction, live: Hashes): Promise<boolean> {
  const { client, path, request, wanted } = run
  let last = live
  const look = async (): Promise<{ lastHash: undefined } | undefined> => {
    last = await requireHashes(run, request.branch)
    return missingOf(wanted, last).length === 0 ? { lastHash: undefined } : undefined
  }
  run.guard()
  run.emit({ type: 'step', step: 'commit', branch: request.branch })
  let head: string | undefined
  try {
    const { lastHash } = await lookBeforeRepeating(
      run,
      async () => {
        const files = manifestOf(run, last)
        // Otherwise the platform would remove files that the manifest lacks, such as concurrent additions.
        const autoRemoveFiles = [...wanted.values()].includes(undefined)
        const body = { transaction, files, autoRemoveFiles, commitMessage: request.message, branchName: request.branch }
        return await client.uploads.finishUpload({ path, query: { branchName: request.branch }, body })
      },
      look,
    )
    head = lastHash ?? undefined
  } catch (cause) {
    if (!isError(cause, 'REJECTED', 'NOT_FOUND', 'CONFLICT')) throw cause
    // Either the transaction is closed, or the branch moved. The branch's files show which.
    const before = last
    if ((await look()) === undefined) {
      if (differences(before, last).length === 0) throw cause
      return false
    }
  }
  run.done.changed = true
  run.done.build = await waitForBuild(run, request.branch, head)
  return true
}

/** All files of the branch with our changes. The platform may remove a file that is missing here. */
function manifestOf({ wanted }: Run, live: Hashes): Record<string, { hash: string }> {
  const files = new Map(live)
  for (const [path, hash] of wanted) {
    if (hash === undefined) files.delete(path)
    else files.set(path, hash)
  }
  return Object.fromEntries([...files].map(([path, hash]) => [path, { hash }]))
}
