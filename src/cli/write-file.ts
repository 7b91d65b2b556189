import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { BoardwrightError } from '../errors.ts'
import { givenPlace } from '../sync/given.ts'

/** Writes a file so that nobody ever sees half of it. */
export const writeWhole = (path: string, text: string): void =>
  writeBytes(path, Buffer.from(text.endsWith('\n') ? text : `${text}\n`))

/** The same for a file that is no text. */
export function writeBytes(path: string, bytes: Uint8Array): void {
  const place = givenPlace(path)
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
