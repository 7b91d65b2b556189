import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * What is kept in a project to be faster the next time is signed with a secret of this user, which is in no project. A
 * file that somebody else committed there would otherwise tell a plan what the tree and the platform say.
 */
export const signatureOf = (text: string): string => createHmac('sha256', secret()).update(text).digest('base64url')

const LENGTH = 32

let known: Buffer | undefined

function secret(): Buffer {
  known ??= secretAt(join(homedir(), '.cache', 'boardwright', 'key'))
  return known
}

/** The secret in a file, which is made where there is none. Where none can be kept, nothing is believed the next time. */
export function secretAt(file: string): Buffer {
  const fresh = randomBytes(LENGTH)
  try {
    const kept = readFileSync(file)
    if (kept.length === LENGTH) return kept
  } catch (cause) {
    if (!isOfSystem(cause)) throw cause
  }
  try {
    const temporary = `${file}.${randomBytes(6).toString('hex')}`
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(temporary, fresh, { mode: 0o600, flag: 'wx' })
    renameSync(temporary, file)
  } catch (cause) {
    if (!isOfSystem(cause)) throw cause
  }
  return fresh
}

const isOfSystem = (cause: unknown): boolean => (cause as NodeJS.ErrnoException).syscall !== undefined
