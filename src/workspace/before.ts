import { join } from 'node:path'
import { mergeBase } from './commits.ts'
import { isThere } from './disk.ts'
import { type RepositoryStart, startRepository } from './history.ts'
import { isProjectFile, type Listing, listProject, readBlobs } from './old-files.ts'
import { askGit } from './run-git.ts'
import type { Files } from './tree.ts'

/** The project before the change under review. */
export interface Before {
  readonly paths: readonly string[]
  /** Whether the file still exists. */
  readonly isHere: (path: string) => boolean
  /** Whether the file is unchanged. */
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
 * The project at the commit where this branch left the shared history. On the shared branch itself: at HEAD if the
 * project has uncommitted changes, or else at the commit before. `since`, if given, replaces that commit. Returns
 * undefined if there is nothing to compare with, `shallow` if the clone does not reach that far, and `empty` if there
 * was no content yet.
 */
export async function projectBefore(
  root: string,
  since?: string,
  started: Pick<RepositoryStart, 'facts' | 'listing'> = startRepository(root),
): Promise<Before | 'empty' | 'shallow' | undefined> {
  const facts = await started.facts
  if (facts?.commit === undefined) return undefined
  const { commit: head, prefix, shallow, dirty } = facts
  const now = await started.listing
  if (!now || !isProject(now)) return undefined
  const base = since ?? (await baseOf(root, head, [...dirty].some(isProjectFile)))
  if (base === undefined) return shallow ? 'shallow' : 'empty'
  const listing = base === head ? now : await listProject(root, base, prefix)
  if (!hasContent(listing)) return 'empty'
  const { blobs } = listing
  return {
    paths: [...blobs.keys()],
    isHere: (path) => isThere(join(root, path)),
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

/** Takes only one git process if the shared branch is checked out, as it is after a merge. */
async function baseOf(root: string, head: string, isDirty: boolean): Promise<string | undefined> {
  const answer = await askGit(root, ['for-each-ref', '--format=%(refname) %(objectname) %(parent)', ...SHARED])
  const found = new Map(answer.split('\n').map((line): [string, string[]] => splitFirst(line.split(' '))))
  const [shared, parent] = SHARED.flatMap((name) => [found.get(name) ?? []]).find(({ length }) => length > 0) ?? []
  const fork = shared === undefined || shared === head ? shared : await mergeBase(root, head, shared)
  if (fork !== undefined && fork !== head) return fork
  if (isDirty) return head
  return shared === head ? parent || undefined : parentOf(root, head)
}

const splitFirst = ([first = '', ...rest]: readonly string[]): [string, string[]] => [first, rest]

async function parentOf(root: string, head: string): Promise<string | undefined> {
  const [, parent] = (await askGit(root, ['rev-list', '--parents', '--max-count=1', head])).trim().split(' ')
  return parent
}
