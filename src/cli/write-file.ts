import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { BoardwrightError } from '../errors.ts'

/** Writes a file so that nobody ever sees half of it. */
export function writeWhole(path: string, text: string): void {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`
  try {
    writeFileSync(temporary, text.endsWith('\n') ? text : `${text}\n`, { mode: 0o600 })
    renameSync(temporary, path)
  } catch (cause) {
    rmSync(temporary, { force: true })
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new BoardwrightError('USAGE', `${path} cannot be written: ${reason}`, { hint: 'Check the path.' })
  }
}
