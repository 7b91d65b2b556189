import { randomBytes } from 'node:crypto'
import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { BoardwrightError } from '../errors.ts'
import { givenPlace } from '../sync/given.ts'

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
  if (isDevice(place)) {
    writeFileSync(place, bytes)
    return
  }
  const temporary = `${place}.${randomBytes(4).toString('hex')}.tmp`
  try {
    writeFileSync(temporary, bytes, { mode: 0o600 })
    renameSync(temporary, place)
  } catch (cause) {
    rmSync(temporary, { force: true })
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new BoardwrightError('USAGE', `${path} cannot be written: ${reason}`, { hint: 'Check the path.' })
  }
}
