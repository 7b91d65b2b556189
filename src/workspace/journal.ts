import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BoardwrightError, type Hide, isMap, jsonIn } from '@boardwright/common'
import { mayBeCommitted, placeBelow } from './disk.ts'
import { bytesSigned, signed } from './signature.ts'

/**
 * What a run did, line by line, with what was there before. For people and for `restore`; no run depends on it.
 * Readable by its owner only, and ignored by git.
 */
export interface Journal {
  readonly run: string
  readonly file: string
  /** Writes the first line, with the state before the run, and signs it. */
  readonly begin: (line: string) => void
  readonly write: (line: string) => void
  readonly close: () => void
}

const RUNS = '.boardwright/runs'

/** Two runs of the same plan may start in the same second: the later one gets a number. */
export async function openJournal(root: string, wanted: string, hide: Hide): Promise<Journal> {
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
  return journalOf(root, run, descriptor, hide)
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

function journalOf(root: string, run: string, descriptor: number, hide: Hide): Journal {
  const file = join(root, RUNS, `${run}.jsonl`)
  const write = (line: string): void => {
    try {
      writeSync(descriptor, `${hide(line)}\n`)
    } catch (cause) {
      throw failed(file, cause)
    }
  }
  return {
    run,
    file: `${RUNS}/${run}.jsonl`,
    write,
    begin(line) {
      const shown = hide(line)
      const [signature] = signed(run, Buffer.from(shown))
      write(shown)
      write(JSON.stringify({ type: SIGNATURE, signature: signature.trimEnd() }))
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

const SIGNATURE = 'signature'

const failed = (file: string, cause: unknown): BoardwrightError =>
  new BoardwrightError('JOURNAL_FAILED', `${file} cannot be written: ${BoardwrightError.from(cause).message}`)

interface Found {
  /** What a command can name it by. */
  readonly name: string
  readonly file: string
  readonly first: string
  readonly isTrusted: boolean
}

/**
 * The first line of a journal, found by the name of its run or by its path, and whether it can be trusted: a commit may
 * bring a journal that says anything. Trusted are those that this user signed, and files where no commit can put any.
 * Undefined if there is no such journal.
 */
export function readJournal(root: string, given: string): Found | undefined {
  const run = runOf(given)
  const apart = /[\\/]/.test(given) && !mayBeCommitted(root, given) ? textAt(given) : undefined
  const file = `${RUNS}/${run}.jsonl`
  const text = apart ?? textAt(placeBelow(root, file))
  if (text === undefined) return undefined
  const [first = '', second = ''] = text.split('\n')
  if (apart !== undefined) return { name: given, file: given, first, isTrusted: true }
  return { name: run, file, first, isTrusted: isSigned(run, first, second) }
}

function isSigned(run: string, first: string, second: string): boolean {
  const value = jsonIn(second)
  const { type, signature } = isMap(value) ? value : {}
  return type === SIGNATURE && bytesSigned(run, Buffer.from(`${signature}\n${first}`)) !== undefined
}

/** The run that a name or the path of its journal stands for. */
export const runOf = (given: string): string => given.replace(/^.*[\\/]/, '').replace(/\.jsonl$/, '')

function ifThere<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
}

const textAt = (place: string): string | undefined => ifThere(() => readFileSync(place, 'utf8'))

/** The runs with a journal here, newest last. */
export function listRuns(root: string): string[] {
  const names = ifThere(() => readdirSync(join(root, RUNS))) ?? []
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.slice(0, -'.jsonl'.length))
    .sort()
}
