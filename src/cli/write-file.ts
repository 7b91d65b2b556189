import { randomBytes } from 'node:crypto'
import { accessSync, constants, lstatSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { givenPlace } from '../sync/given.ts'
import { refusedPath } from './refused-path.ts'

/** Writes a file atomically. */
export const writeWhole = (path: string, text: string): void =>
  writeBytes(path, Buffer.from(text.endsWith('\n') ? text : `${text}\n`))

/**
 * Checks a file to write that the command line names, so that errors come before the work and not after it. The
 * program's own directory is skipped, because the work creates it.
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
