import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Files } from './content.ts'

interface Planted {
  readonly branch: string
  readonly files: Files
  /** Every file of the repository, by its path there. */
  readonly copy: ReadonlyMap<string, Buffer>
}

const known = new WeakMap<ReadonlyMap<string, Uint8Array>, Planted>()

/**
 * A repository of the same seed is made by git once and copied from then on: a dozen processes of git are most of what
 * it takes to begin again.
 */
export async function makeOnce(
  repository: string,
  branch: string,
  seed: ReadonlyMap<string, Uint8Array>,
  make: () => Promise<Files>,
): Promise<Files> {
  const before = known.get(seed)
  if (before?.branch === branch) {
    await rm(repository, { recursive: true, force: true })
    await writeCopy(repository, before.copy)
    return before.files
  }
  const files = await make()
  known.set(seed, { branch, files, copy: await readCopy(repository) })
  return files
}

async function readCopy(repository: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(repository, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(paths.map(async (path) => [relative(repository, path), await readFile(path)] as const)),
  )
}

/** The directories that git has to find, also where nothing is in them. */
const NEEDED = ['refs/heads', 'objects/info', 'objects/pack']

async function writeCopy(repository: string, copy: ReadonlyMap<string, Buffer>): Promise<void> {
  const directories = new Set([...copy.keys()].map(dirname))
  for (const directory of [...NEEDED, ...directories]) await mkdir(join(repository, directory), { recursive: true })
  await Promise.all([...copy].map(([path, bytes]) => writeFile(join(repository, path), bytes)))
}
