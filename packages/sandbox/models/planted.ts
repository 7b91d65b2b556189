import { rm } from 'node:fs/promises'
import type { Files } from './content.ts'
import { type Copy, readCopy, writeCopy } from './copy.ts'

interface Planted {
  readonly branch: string
  readonly files: Files
  readonly copy: Copy
}

const known = new WeakMap<ReadonlyMap<string, Uint8Array>, Planted>()

/**
 * Git makes the repository of a seed once; from then on it is copied: a dozen git processes are most of the cost of
 * starting over.
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
    writeCopy(repository, before.copy)
    return before.files
  }
  const files = await make()
  known.set(seed, { branch, files, copy: readCopy(repository) })
  return files
}
