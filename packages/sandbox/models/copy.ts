import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Every file of a repository, by its path there. */
export type Copy = ReadonlyMap<string, Uint8Array>

/** Read synchronously: the files are small and many, and asking another thread would take longer. */
export function readCopy(repository: string): Copy {
  const entries = readdirSync(repository, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(paths.map((path) => [relative(repository, path), readFileSync(path)] as const))
}

/** Directories that git must find even if they are empty. */
const NEEDED = ['refs/heads', 'objects/info', 'objects/pack']

export function writeCopy(repository: string, copy: Copy): void {
  const directories = new Set([...copy.keys()].map(dirname))
  for (const directory of [...NEEDED, ...directories]) mkdirSync(join(repository, directory), { recursive: true })
  for (const [path, bytes] of copy) writeFileSync(join(repository, path), bytes)
}
