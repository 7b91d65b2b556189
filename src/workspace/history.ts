import { once } from '../once.ts'
import { type Commits, readCommits, resolveCommits } from './commits.ts'
import { type GitFacts, gitFacts, whyNoRepository } from './git.ts'
import { findProject, isProjectFile, type KnownFiles, type Listing, listProject, readListing } from './old-files.ts'
import type { Files } from './tree.ts'

export interface Repository extends Pick<GitFacts, 'shallow'> {
  /** What commits are compared with. */
  readonly head: string
  /** Whether a file of the project differs from HEAD. */
  readonly dirty: boolean
  readonly commits: Commits
  /** The full name of a commit, if it is here. */
  readonly resolve: (commit: string) => Promise<string | undefined>
  /**
   * The files of the project at a commit, by its full name; undefined where it was not there. The same files are the
   * same map: that of the work tree, where nothing in it changed, is left out, or stands beside them.
   */
  readonly filesAt: (commit: string) => Promise<Files | undefined>
}

/** Why there is no history to look at. */
export interface NoRepository {
  readonly head: undefined
  readonly dirty: boolean
  /** Undefined: there is no repository, or nothing was committed to it. */
  readonly because: string | undefined
}

export interface RepositoryOptions {
  /** The files of the project in the work tree. */
  readonly files: Files
  /** Whether a boardwright.yaml is that of this project. */
  readonly isOurs: (config: Uint8Array) => boolean
  /** Names of commits, wherever they come from. */
  readonly commits: Iterable<string>
  /** Stands for what is checked out: the full name of a commit. */
  readonly at?: string | undefined
  /** What `startRepository` began, of the same project. */
  readonly started?: RepositoryStart | undefined
}

export interface RepositoryStart {
  readonly facts: Promise<GitFacts | undefined>
  /** The files of the commit that is checked out. */
  readonly listing: Promise<Listing | undefined>
}

/** What git is asked whatever the commits are. It is on its way while the tree is read. */
export function startRepository(root: string): RepositoryStart {
  const facts = gitFacts(root)
  const listing = facts.then((known) =>
    known?.commit === undefined ? undefined : listProject(root, known.commit, known.prefix),
  )
  // Whoever waits for it learns of a failure. Nobody does where the tree turns out to be wrong.
  void Promise.allSettled([facts, listing])
  return { facts, listing }
}

/** A project's repository, and how these commits relate to what is checked out. */
export async function openRepository(
  root: string,
  { files, isOurs, commits, at, started = startRepository(root) }: RepositoryOptions,
): Promise<Repository | NoRepository> {
  const facts = await started.facts
  if (!facts) return { head: undefined, dirty: false, because: await whyNoRepository(root) }
  const { commit: checkedOut, shallow } = facts
  const dirty = at === undefined && [...facts.dirty].some(isProjectFile)
  if (checkedOut === undefined) return { head: checkedOut, dirty, because: undefined }
  const head = at ?? checkedOut
  const read = await readCommits(root, head, commits)
  return {
    head,
    dirty,
    shallow,
    commits: read,
    resolve: async (commit) => read.found.get(commit) ?? (await resolveCommits(root, head, [commit])).get(commit),
    filesAt: createFilesAt(root, checkedOut, started.listing, { files, dirty: facts.dirty }, isOurs),
  }
}

function createFilesAt(
  root: string,
  head: string,
  listed: RepositoryStart['listing'],
  { files, dirty }: Omit<KnownFiles, 'listing'>,
  isOurs: RepositoryOptions['isOurs'],
): Repository['filesAt'] {
  const byMark = new Map<string, Promise<Files>>()
  const atHead = once(async () => {
    const listing = await listed
    if (!listing) return undefined
    const here = [...files.keys()].filter(isProjectFile)
    const isWorkTree = here.length === listing.blobs.size && here.every((path) => isAsCommitted(path, listing))
    if (isWorkTree) byMark.set(listing.mark, Promise.resolve(files))
    return listing
  })
  const isAsCommitted = (path: string, { blobs }: Listing): boolean => blobs.has(path) && !dirty.has(path)

  return async (commit) => {
    const now = await atHead()
    const then = now && (await findProject(root, [head, commit], now, isOurs))
    if (!now || !then) return undefined
    const known = byMark.get(then.mark) ?? readListing(root, then, { listing: now, files, dirty })
    byMark.set(then.mark, known)
    return known
  }
}
