import { createHmac, randomBytes } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, platform } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

/**
 * What is kept in a project until the next time is signed with a secret of this user, which is in no project. A file that
 * somebody else committed there would otherwise tell a plan what the tree and the platform say, or what to write.
 */
export const signed = (name: string, bytes: Uint8Array): [string, Uint8Array] => [
  `${signatureOf(name, bytes)}\n`,
  bytes,
]

/** What was signed under that name. What was cut or edited, or was written by somebody else, is as good as nothing. */
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

/** Undefined for a user without one, and for one that is wherever the program was started. It is not made. */
function homeOfUser(): string | undefined {
  try {
    const home = homedir()
    return isAbsolute(home) && lstatSync(realpathSync(home)).isDirectory() ? home : undefined
  } catch (cause) {
    if (!isOfSystem(cause)) throw cause
    return undefined
  }
}

/** The secret in a file, which is made where there is none. Where none can be kept, nothing is believed the next time. */
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

/** Not with all above it: Node never returns from that where the system has no place for one, as in /proc. */
function makeDirectory(directory: string): void {
  if (!existsSync(directory)) mkdirSync(directory, { mode: 0o700 })
}

function removeIfThere(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch (cause) {
    if (!isOfSystem(cause)) throw cause
  }
}

/** A file that others may read or write was made by something else, such as a checkout. Windows does not tell. */
function isPrivate(file: string): boolean {
  const look = lstatSync(file)
  return look.isFile() && (platform() === 'win32' || (look.mode & 0o077) === 0)
}

const isOfSystem = (cause: unknown): boolean => (cause as NodeJS.ErrnoException).syscall !== undefined
