import { randomBytes } from 'node:crypto'
import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { givenPlace } from '../sync/given.ts'
import { refusedPath } from './refused-path.ts'

/** Writes a file atomically. */
export const writeWhole = (path: string, text: string): void =>
  writeBytes(path, Buffer.from(text.endsWith('\n') ? text : `${text}\n`))

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
