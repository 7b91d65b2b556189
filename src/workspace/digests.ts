import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A digest of the files in a directory, by their names: of its path, of their names and of their bytes. */
export function digestDirectory(directory: string, files: ReadonlyMap<string, Uint8Array>): string {
  const hash = createHash('sha256').update(
    JSON.stringify([directory, ...[...files].map(([name, { length }]) => [name, length])]),
  )
  for (const bytes of files.values()) hash.update(bytes)
  return hash.digest('base64url')
}

export const digestText = (text: string): string => createHash('sha256').update(text).digest('base64url')

/**
 * A stamp that differs for every version of the files below these directories, as far as names, times and sizes can
 * tell.
 */
export function stampOf(directories: readonly string[]): string {
  let [newest, size] = [0, 0]
  const names: string[] = []
  for (const directory of directories) {
    // In an archive, as Yarn keeps packages, entries with types do not say where they are.
    for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
      const facts = statSync(join(directory, name))
      if (!facts.isFile()) continue
      newest = Math.max(newest, facts.mtimeMs)
      size += facts.size
      names.push(name)
    }
  }
  return `${newest} ${size} ${digestText(names.sort().join('\n'))}`
}
