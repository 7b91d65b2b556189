import { join } from 'node:path'
import { lazy } from '@boardwright/common'
import { isOnDisk } from './disk.ts'
import { type RepositoryStart, startRepository } from './history.ts'
import { type FilesThen, findProject, isProjectFile, readBlobs } from './old-files.ts'
import type { Files } from './tree.ts'

/** The project at an earlier commit. */
export interface Before {
  readonly paths: readonly string[]
  /** Whether every file of the project is as it was. */
  readonly isUnchanged: boolean
  /** Whether the file still exists. */
  readonly isHere: (path: string) => boolean
  /** Whether the file is unchanged. */
  readonly isSame: (path: string) => boolean
  /** The files that are not as they were, also those that are new or gone. */
  readonly changed: () => readonly string[]
  readonly read: (paths: readonly string[]) => Promise<Files>
}

/** The project at a commit; undefined if it had no content there yet. */
export async function projectBefore(
  root: string,
  commit: string,
  isOurs: (config: Uint8Array) => boolean,
  started: Pick<RepositoryStart, 'facts' | 'listing'> = startRepository(root),
): Promise<Before | undefined> {
  const [facts, now] = await Promise.all([started.facts, started.listing])
  if (facts?.commit === undefined || !now) return undefined
  const then = await findProject(root, [facts.commit, commit], now, isOurs)
  if (!then || !hasContent(then)) return undefined
  const { blobs, prefix } = then
  const isSame = (path: string): boolean => !facts.dirty.has(path) && blobs.get(path) === now.blobs.get(path)
  return {
    paths: [...blobs.keys()],
    isUnchanged: then === now && ![...facts.dirty].some(isProjectFile),
    isHere: (path) => isOnDisk(join(root, path)),
    isSame,
    changed: lazy(() =>
      [...new Set([...blobs.keys(), ...now.blobs.keys(), ...facts.dirty])].filter((path) => !isSame(path)),
    ),
    read: async (paths) => {
      const wanted = paths.flatMap((path): [string, string][] => {
        const id = blobs.get(path)
        return id === undefined ? [] : [[prefix + path, id]]
      })
      const read = await readBlobs(root, new Map(wanted))
      return new Map([...read].map(([path, bytes]) => [path.slice(prefix.length), bytes]))
    },
  }
}

const hasContent = ({ blobs }: FilesThen): boolean =>
  blobs.has('boardwright.yaml') && [...blobs.keys()].some((path) => path.startsWith('content/'))
