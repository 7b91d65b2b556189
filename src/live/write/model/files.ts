import { BoardwrightError, lazy } from '@boardwright/common'
import type { Run } from './run.ts'
import { exactText, notForForks } from './text.ts'

const MOST_BYTES = 4 * 1024 * 1024
const MOST_FILES = 2_000

interface TextFile {
  readonly path: string
  readonly content: string
}

/** As few batches as possible. Each has at most a few megabytes, unless a single file is larger. */
export function batchesOf<T>(items: readonly T[], sizeOf: (item: T) => number): T[][] {
  const batches: T[][] = []
  let room = 0
  for (const item of items) {
    const size = sizeOf(item)
    const last = batches.at(-1)
    if (last && size <= room && last.length < MOST_FILES) {
      last.push(item)
      room -= size
    } else {
      batches.push([item])
      room = MOST_BYTES - size
    }
  }
  return batches
}

/**
 * Writes files to a fork without committing them. Removals come first, because a directory may replace a file. The
 * record comes last. If that takes several requests, the record first says that they are pending: a run may be cut off
 * in between, and without it nobody could tell whose changes these are.
 */
export async function writeToFork(run: Run, branchName: string, paths: readonly string[]): Promise<void> {
  const gone = paths.filter((path) => run.changes.get(path) === null)
  const texts = paths.flatMap((path): TextFile[] => {
    const bytes = run.changes.get(path)
    const content = bytes && notForForks(bytes) === undefined ? exactText(bytes) : undefined
    return content === undefined ? [] : [{ path, content }]
  })
  const [removals, writes] = [batchesOf(gone, (path) => path.length), batchesOf(texts, ({ content }) => content.length)]
  const begin = lazy(() => beginRecord(run, branchName, paths))
  if (removals.length + writes.length > 1) await begin()
  const total = gone.length + texts.length
  let done = 0
  const count = (files: readonly unknown[]): void => {
    done += files.length
    run.emit({ type: 'progress', step: 'write', done, total })
  }
  for (const files of removals) {
    run.guard()
    const body = { files: files.map((path) => ({ path })), branchName }
    requireSuccess(await run.client.dataModel.removeFiles({ path: run.path, body }), 'removing files')
    count(files)
  }
  for (const files of writes) {
    run.guard()
    await putFiles(run, branchName, files, begin)
    count(files)
  }
}

async function beginRecord(run: Run, branchName: string, paths: readonly string[]): Promise<void> {
  const { path, begun } = run.record
  if (begun === undefined || !paths.includes(path)) return
  run.guard()
  await put(run, branchName, [{ path, content: begun }])
}

const TOO_LARGE = 413

/** If the platform rejects a batch as too large, sends it in halves. */
async function putFiles(
  run: Run,
  branchName: string,
  files: readonly TextFile[],
  begin: () => Promise<void>,
): Promise<void> {
  try {
    await put(run, branchName, files)
  } catch (cause) {
    const isTooLarge = cause instanceof BoardwrightError && cause.http?.status === TOO_LARGE
    if (!isTooLarge || files.length < 2) throw cause
    await begin()
    const half = Math.ceil(files.length / 2)
    await putFiles(run, branchName, files.slice(0, half), begin)
    await putFiles(run, branchName, files.slice(half), begin)
  }
}

async function put({ client, path }: Run, branchName: string, files: readonly TextFile[]): Promise<void> {
  const body = { files: files.map(({ path, content }) => ({ path, content })), branchName }
  requireSuccess(await client.dataModel.updateFiles({ path, body }), 'writing files')
}

export function requireSuccess({ success }: { readonly success: boolean }, what: string): void {
  if (!success) throw new BoardwrightError('REJECTED', `the platform reports that ${what} failed`)
}
