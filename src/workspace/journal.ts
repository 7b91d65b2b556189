import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BoardwrightError } from '../errors.ts'

/**
 * What a run did, line by line, with what was there before. For people and for `restore`; no run needs it to go on.
 * Only its owner reads it, and git never sees it.
 */
export interface Journal {
  readonly run: string
  readonly file: string
  readonly write: (line: string) => void
  readonly close: () => void
}

const RUNS = '.boardwright/runs'

export async function openJournal(root: string, run: string): Promise<Journal> {
  const directory = join(root, RUNS)
  const file = join(directory, `${run}.jsonl`)
  let descriptor: number
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    descriptor = openSync(file, 'ax', 0o600)
  } catch (cause) {
    throw failed(file, cause)
  }
  return {
    run,
    file: `${RUNS}/${run}.jsonl`,
    write(line) {
      try {
        writeSync(descriptor, `${line}\n`)
      } catch (cause) {
        throw failed(file, cause)
      }
    },
    close() {
      try {
        fsyncSync(descriptor)
      } catch (cause) {
        throw failed(file, cause)
      } finally {
        closeSync(descriptor)
      }
    },
  }
}

const failed = (file: string, cause: unknown): BoardwrightError =>
  new BoardwrightError('JOURNAL_FAILED', `${file} cannot be written: ${cause instanceof Error ? cause.message : cause}`)

/** The lines of a run that was written here; `undefined` when there is none of this name. */
export function readJournal(root: string, run: string): readonly string[] | undefined {
  try {
    return readFileSync(join(root, RUNS, `${run}.jsonl`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
}

/** The runs that are written here, the newest last. */
export async function listRuns(root: string): Promise<string[]> {
  const names = await readdir(join(root, RUNS)).catch((): string[] => [])
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.slice(0, -'.jsonl'.length))
    .sort()
}
