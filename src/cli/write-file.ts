import { randomBytes } from 'node:crypto'
import { accessSync, constants, lstatSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { givenPlace } from '../sync/given.ts'
import { refusedPath } from './refused-path.ts'

/** Writes a file atomically. */
export const writeWhole = (path: string, text: string): void =>
  writeBytes(path, Buffer.from(text.endsWith('\n') ? text : `${text}\n`))

/**
 * A file that the command line names, to be written later: what is wrong with it is said before the work, not after. The
 * program's own directory is made by the work.
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

/** `/dev/null` and pipes are written to directly: replacing them would change what they are. */
function isDevice(place: string): boolean {
  const facts = lstatSync(place, { throwIfNoEntry: false })
  return facts !== undefined && !facts.isFile() && !facts.isDirectory() && !facts.isSymbolicLink()
}

export function writeBytes(path: string, bytes: Uint8Array): void {
  const place = givenPlace(path)
  const temporary = isDevice(place) ? undefined : `${place}.${randomBytes(4).toString('hex')}.tmp`
  try {
    writeFileSync(temporary ?? place, bytes, { mode: 0o600 })
    if (temporary !== undefined) renameSync(temporary, place)
  } catch (cause) {
    if (temporary !== undefined) rmSync(temporary, { force: true })
    throw refusedPath(Object.assign(cause as Error, { path }), path, 'written')
  }
}
