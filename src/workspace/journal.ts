import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BoardwrightError } from '../errors.ts'
import { placeBelow } from './disk.ts'

/**
 * What a run did, line by line, with what was there before. For people and for `restore`; no run depends on it.
 * Readable by its owner only, and ignored by git.
 */
export interface Journal {
  readonly run: string
  readonly file: string
  readonly write: (line: string) => void
  readonly close: () => void
}

const RUNS = '.boardwright/runs'

/** Two runs of the same plan may start in the same second: the later one gets a number. */
export async function openJournal(root: string, wanted: string): Promise<Journal> {
  const directory = join(root, RUNS)
  let [run, descriptor]: [string, number | undefined] = [wanted, undefined]
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    for (let n = 2; descriptor === undefined; n += 1) {
      descriptor = openNew(join(directory, `${run}.jsonl`))
      if (descriptor === undefined) run = `${wanted}-${n}`
    }
  } catch (cause) {
    throw failed(join(directory, `${run}.jsonl`), cause)
  }
  return journalOf(root, run, descriptor)
}

/** Undefined if the file already exists. */
function openNew(file: string): number | undefined {
  try {
    return openSync(file, 'ax', 0o600)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return undefined
    throw cause
  }
}

function journalOf(root: string, run: string, descriptor: number): Journal {
  const file = join(root, RUNS, `${run}.jsonl`)
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
  new BoardwrightError('JOURNAL_FAILED', `${file} cannot be written: ${BoardwrightError.from(cause).message}`)

/** The lines of a run; `undefined` if there is none of this name. */
export function readJournal(root: string, run: string): readonly string[] | undefined {
  try {
    return readFileSync(placeBelow(root, `${RUNS}/${run}.jsonl`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
}

/** The runs with a journal here, newest last. */
export async function listRuns(root: string): Promise<string[]> {
  const names = await readdir(join(root, RUNS)).catch((): string[] => [])
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.slice(0, -'.jsonl'.length))
    .sort()
}
