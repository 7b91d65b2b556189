import { BoardwrightError } from '../../../errors.ts'
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

/** Writes files to a fork without committing them. Removals come first, because a directory may replace a file. */
export async function writeToFork(run: Run, branchName: string, paths: readonly string[]): Promise<void> {
  const gone = paths.filter((path) => run.changes.get(path) === null)
  const texts = paths.flatMap((path): TextFile[] => {
    const bytes = run.changes.get(path)
    const content = bytes && notForForks(bytes) === undefined ? exactText(bytes) : undefined
    return content === undefined ? [] : [{ path, content }]
  })
  const total = gone.length + texts.length
  let done = 0
  const count = (files: readonly unknown[]): void => {
    done += files.length
    run.emit({ type: 'progress', step: 'write', done, total })
  }
  for (const files of batchesOf(gone, (path) => path.length)) {
    run.guard()
    const body = { files: files.map((path) => ({ path })), branchName }
    requireSuccess(await run.client.dataModel.removeFiles({ path: run.path, body }), 'removing files')
    count(files)
  }
  for (const files of batchesOf(texts, ({ content }) => content.length)) {
    run.guard()
    await putFiles(run, branchName, files)
    count(files)
  }
}

const TOO_LARGE = 413

/** If the platform rejects a batch as too large, sends it in halves. */
async function putFiles(run: Run, branchName: string, files: readonly TextFile[]): Promise<void> {
  try {
    const body = { files: files.map(({ path, content }) => ({ path, content })), branchName }
    requireSuccess(await run.client.dataModel.updateFiles({ path: run.path, body }), 'writing files')
  } catch (cause) {
    const isTooLarge = cause instanceof BoardwrightError && cause.http?.status === TOO_LARGE
    if (!isTooLarge || files.length < 2) throw cause
    const half = Math.ceil(files.length / 2)
    await putFiles(run, branchName, files.slice(0, half))
    await putFiles(run, branchName, files.slice(half))
  }
}

export function requireSuccess({ success }: { readonly success: boolean }, what: string): void {
  if (!success) throw new BoardwrightError('REJECTED', `the platform reports that ${what} failed`)
}
