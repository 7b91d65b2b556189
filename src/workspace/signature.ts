import { createHmac, randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { isOnDisk } from './disk.ts'

/**
 * Files that are kept in a project between runs are signed with a secret of this user, which is in no project.
 * Otherwise a file that somebody else committed there could tell a plan what the tree and the platform contain, or what
 * to write.
 */
export const signed = (name: string, bytes: Uint8Array): [string, Uint8Array] => [
  `${signatureOf(name, bytes)}\n`,
  bytes,
]

/**
 * The bytes that were signed under this name. Undefined if they were cut short or edited, or written by somebody else.
 */
export function bytesSigned(name: string, stored: Buffer): Buffer | undefined {
  const cut = stored.indexOf('\n')
  const bytes = stored.subarray(cut + 1)
  return cut > 0 && stored.toString('latin1', 0, cut) === signatureOf(name, bytes) ? bytes : undefined
}

const signatureOf = (name: string, bytes: Uint8Array): string =>
  createHmac('sha512-256', secret()).update(`${name}\n`).update(bytes).digest('base64url')

const LENGTH = 32

let known: Buffer | undefined

function secret(): Buffer {
  const home = homeOfUser()
  known ??= home === undefined ? randomBytes(LENGTH) : secretAt(join(home, '.cache', 'boardwright', 'key'))
  return known
}

/**
 * The user's home directory. Undefined if it does not exist, or if it is a relative path, which would depend on where
 * the program starts.
 */
function homeOfUser(): string | undefined {
  try {
    const home = homedir()
    return isAbsolute(home) && lstatSync(realpathSync(home)).isDirectory() ? home : undefined
  } catch (cause) {
    if (!isOfSystem(cause)) throw cause
    return undefined
  }
}

/**
 * The secret in a file, which is created if missing. If it cannot be stored, the next run will not trust anything
 * signed with it.
 */
export function secretAt(file: string): Buffer {
  const fresh = randomBytes(LENGTH)
  try {
    const kept = readFileSync(file)
    if (kept.length === LENGTH && isPrivate(file)) return kept
  } catch (cause) {
    if (!isOfSystem(cause)) throw cause
  }
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  try {
    makeDirectory(dirname(dirname(file)))
    makeDirectory(dirname(file))
    writeFileSync(temporary, fresh, { mode: 0o600, flag: 'wx' })
    renameSync(temporary, file)
  } catch (cause) {
    if (!isOfSystem(cause)) throw cause
    removeIfThere(temporary)
  }
  return fresh
}

/**
 * Does not create parent directories: with `recursive`, Node never returns for places where none can exist, as in
 * /proc.
 */
function makeDirectory(directory: string): void {
  if (!isOnDisk(directory)) mkdirSync(directory, { mode: 0o700 })
}

function removeIfThere(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch (cause) {
    if (!isOfSystem(cause)) throw cause
  }
}

/**
 * Whether only its owner may use the file. Otherwise something else made it, such as a checkout. On Windows we cannot
 * tell.
 */
function isPrivate(file: string): boolean {
  const look = lstatSync(file)
  return look.isFile() && (platform() === 'win32' || (look.mode & 0o077) === 0)
}

const isOfSystem = (cause: unknown): boolean => (cause as NodeJS.ErrnoException).syscall !== undefined
