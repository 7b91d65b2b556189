import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import { printableName } from '../content/printable.ts'
import { givenPlace, isOnDisk } from '../workspace/disk.ts'
import { isTracked } from '../workspace/git.ts'
import { withoutKeys } from './environment.ts'
import { warn } from './output.ts'

/** Writes a file atomically. */
export const writeWhole = (path: string, text: string): void =>
  writeBytes(path, Buffer.from(text.endsWith('\n') ? text : `${text}\n`))

/**
 * Checks a file to write that the command line names, so that errors come before the work and not after it. The
 * program's own directory is skipped, because the work or the writing creates it.
 */
export function fileToWrite(path: string): string {
  if (path === '-' || /\{|(^|[\\/])\.boardwright$/.test(dirname(path))) return path
  const place = givenPlace(resolve(path))
  try {
    if (statSync(place, { throwIfNoEntry: false })?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
    if (!isDevice(place)) accessSync(dirname(place), constants.W_OK)
    if (!statSync(dirname(place)).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
  } catch (cause) {
    throw refusedPath(Object.assign(cause as Error, { path }), path, 'written')
  }
  return path
}

/** `/dev/null` and pipes are written to directly, because replacing them would turn them into files. */
function isDevice(place: string): boolean {
  const facts = lstatSync(place, { throwIfNoEntry: false })
  return facts !== undefined && !facts.isFile() && !facts.isDirectory() && !facts.isSymbolicLink()
}

/** What only this user may read, and what a server of files may hand to everybody; the umask takes from both. */
type Mode = 0o600 | 0o666

export function writeBytes(path: string, bytes: Uint8Array, mode: Mode = 0o600): void {
  // A key is ASCII, so one character for each byte will do for any file.
  const text = Buffer.from(bytes).toString('latin1')
  const shown = withoutKeys(text)
  writeContent(path, Buffer.from(shown, 'latin1'), mode)
  if (shown !== text)
    warn(
      `${printableName(path)} would hold a key of yours: [token] stands in its place. Replace the key on the platform.`,
    )
}

/** Makes the program's own directory of a project if nothing has yet. Makes no other. */
function makeStore(directory: string): void {
  const isStore = basename(directory) === '.boardwright' && isOnDisk(join(dirname(directory), 'boardwright.yaml'))
  if (isStore) mkdirSync(directory, { recursive: true, mode: 0o700 })
}

/** For a file of the tree, which says what its authors say. */
export function writeContent(path: string, bytes: Uint8Array, mode: Mode = 0o600): void {
  const place = givenPlace(path)
  const temporary = isDevice(place) ? undefined : `${place}.${randomBytes(4).toString('hex')}.tmp`
  try {
    makeStore(dirname(place))
    writeFileSync(temporary ?? place, bytes, { mode })
    if (temporary !== undefined) renameSync(temporary, place)
  } catch (cause) {
    if (temporary !== undefined) rmSync(temporary, { force: true })
    throw refusedPath(Object.assign(cause as Error, { path }), path, 'written')
  }
}

/** Reads a file named on the command line; `-` is standard input. */
export function readGiven(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : givenPlace(file), 'utf8')
  } catch (cause) {
    throw refusedPath(cause, file === '-' ? 'the input' : file, 'read')
  }
}

/** Reads what another command wrote. A commit could bring a file that says anything, so none that git tracks is read. */
export async function readMade(file: string): Promise<string> {
  const text = readGiven(file)
  if (file === '-' || !(await isTracked(givenPlace(file)))) return text
  throw new BoardwrightError('GIVEN_TRACKED', `${file} is tracked by git, so it may come from a commit`)
}

type Doing = 'read' | 'written' | 'made'
type Answer = (given: string, doing: Doing) => readonly [what: string, hint: string]

/** What is wrong with a path from the command line, and what to do. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  ENOENT: (given, doing) =>
    doing === 'read'
      ? ['there is no such file', 'Check the name, or run the command that writes it.']
      : [`there is no directory ${dirname(given)}`, `Create it first: mkdir -p ${dirname(given)}`],
  EISDIR: (given) => ['it is a directory', `Name a file in it: ${given.replace(/(?<![\\/])[\\/]+$/, '')}/NAME`],
  ENOTDIR: () => ['a part of the path is a file', 'Name a path below a directory.'],
  EEXIST: () => ['a file of that name exists', 'Choose another name, or remove the file.'],
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''

/** The error for a path from the command line that cannot be used. Errors of the disk itself are passed on. */
export function refusedPath(cause: unknown, given: string, doing: Doing): BoardwrightError {
  const error = BoardwrightError.from(cause)
  const answer = ANSWERS[error.kind === 'PATH_TAKEN' ? 'ENOTDIR' : codeOf(cause)]
  if (answer === undefined && error.kind !== 'INTERNAL') return error
  const [what, hint] = answer?.(given, doing) ?? [error.message, 'Choose another path.']
  return new BoardwrightError('USAGE', `${given} cannot be ${doing}: ${what}`, { hint, cause })
}
