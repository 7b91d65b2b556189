import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { mergeBase } from './commits.ts'
import { gitFacts } from './git.ts'
import { type Listing, listProject, readBlobs } from './old-files.ts'
import { askGit } from './run-git.ts'
import type { Files } from './tree.ts'

/** The project before the change under review. */
export interface Before {
  readonly paths: Iterable<string>
  /** Whether the file still exists. */
  readonly isHere: (path: string) => boolean
  /** Whether it is what it was. */
  readonly isSame: (path: string) => boolean
  readonly read: (paths: readonly string[]) => Promise<Files>
}

/** Shared branches, in order of preference. */
const SHARED = [
  'remotes/origin/HEAD',
  'remotes/origin/main',
  'remotes/origin/master',
  'heads/main',
  'heads/master',
].map((name) => `refs/${name}`)

/**
 * The commit where a branch left the shared history. On the shared branch itself: HEAD if there are uncommitted
 * changes, else the commit before. `since`, if given, replaces it. Undefined if there is nothing to compare with; `empty` if that had no content yet.
 */
export async function projectBefore(root: string, since?: string): Promise<Before | 'empty' | undefined> {
  const facts = await gitFacts(root)
  if (facts?.commit === undefined) return undefined
  const { commit: head, prefix, shallow, dirty } = facts
  const now = await listProject(root, head, prefix)
  if (!isProject(now)) return undefined
  const base = since ?? (await forkOf(root, head)) ?? (dirty.size > 0 ? head : await parentOf(root, head))
  if (base === undefined) return shallow ? undefined : 'empty'
  const listing = base === head ? now : await listProject(root, base, prefix)
  if (!hasContent(listing)) return 'empty'
  const { blobs } = listing
  return {
    paths: blobs.keys(),
    isHere: (path) => existsSync(join(root, path)),
    isSame: (path) => !dirty.has(path) && blobs.get(path) === now.blobs.get(path),
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

const hasContent = (listing: Listing): boolean =>
  isProject(listing) && [...listing.blobs.keys()].some((path) => path.startsWith('content/'))

const isProject = ({ blobs }: Listing): boolean => blobs.has('boardwright.yaml')

/** Undefined if nothing was committed since. */
async function forkOf(root: string, head: string): Promise<string | undefined> {
  const answer = await askGit(root, ['for-each-ref', '--format=%(refname) %(objectname)', ...SHARED])
  const commits = new Map(answer.split('\n').map((line) => line.split(' ') as [string, string]))
  const shared = SHARED.flatMap((name) => commits.get(name) ?? [])[0]
  const fork = shared === undefined ? undefined : await mergeBase(root, head, shared)
  return fork === head ? undefined : fork
}

async function parentOf(root: string, head: string): Promise<string | undefined> {
  const [, parent] = (await askGit(root, ['rev-list', '--parents', '--max-count=1', head])).trim().split(' ')
  return parent
}
