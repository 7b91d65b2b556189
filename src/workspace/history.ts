import { lazy } from '@boardwright/common'
import { type Commits, readCommits, resolveCommits } from './commits.ts'
import { type GitFacts, gitFacts, whyNoRepository } from './git.ts'
import { type FilesThen, findProject, isProjectFile, type KnownFiles, listProject, readListing } from './old-files.ts'
import type { Files } from './tree.ts'

export interface Repository extends Pick<GitFacts, 'shallow' | 'ignored'> {
  /** HEAD. */
  readonly head: string
  /** Whether a file of the project differs from HEAD. */
  readonly dirty: boolean
  readonly commits: Commits
  readonly resolve: (commit: string) => Promise<string | undefined>
  /**
   * The project's files at a commit, by its full name; undefined if it was not there. Equal files are the same map.
   * Files unchanged in the work tree share its bytes.
   */
  readonly filesAt: (commit: string) => Promise<Files | undefined>
}

/** Why there is no history. */
export interface NoRepository extends Pick<GitFacts, 'ignored'> {
  readonly head: undefined
  readonly dirty: boolean
  /** Undefined if there is no repository or it has no commits. */
  readonly because: string | undefined
}

export interface RepositoryOptions {
  readonly files: Files
  /** Whether a boardwright.yaml belongs to this project. */
  readonly isOurs: (config: Uint8Array) => boolean
  /** Commit names from ledgers, possibly invalid. */
  readonly commits: Iterable<string>
  /** A full commit name to use instead of HEAD. */
  readonly at?: string | undefined
  /** From `startRepository`, for the same project. */
  readonly started?: RepositoryStart | undefined
}

export interface RepositoryStart {
  readonly facts: Promise<GitFacts | undefined>
  readonly listing: Promise<FilesThen | undefined>
  /** What has been found out since, so that git is not asked twice. */
  readonly commits: Map<string, Promise<Commits>>
  readonly files: Map<string, Promise<Files | undefined>>
}

/** Asks git for what is always needed, while the tree is read. */
export function startRepository(root: string): RepositoryStart {
  const facts = gitFacts(root)
  const listing = facts.then((known) =>
    known?.commit === undefined ? undefined : listProject(root, known.commit, known.prefix),
  )
  // Failures surface where these are awaited. If the tree turns out to be wrong, nobody awaits them.
  void Promise.allSettled([facts, listing])
  return { facts, listing, commits: new Map(), files: new Map() }
}

/** A project's repository, and how these commits relate to HEAD. */
export async function openRepository(
  root: string,
  { files, isOurs, commits, at, started = startRepository(root) }: RepositoryOptions,
): Promise<Repository | NoRepository> {
  const facts = await started.facts
  if (!facts) return { head: undefined, dirty: false, ignored: new Set(), because: await whyNoRepository(root) }
  const { commit: checkedOut, shallow, ignored } = facts
  const dirty = at === undefined && [...facts.dirty].some(isProjectFile)
  if (checkedOut === undefined) return { head: checkedOut, dirty, ignored, because: undefined }
  const head = at ?? checkedOut
  const names = [...new Set(commits)]
  const key = [head, ...names.toSorted()].join(' ')
  const read = await recalled(started.commits, key, () => readCommits(root, head, names))
  const filesAt = createFilesAt(root, checkedOut, started.listing, { files, dirty: facts.dirty }, isOurs)
  return {
    head,
    dirty,
    ignored,
    shallow,
    commits: read,
    resolve: async (commit) => read.found.get(commit) ?? (await resolveCommits(root, head, [commit])).get(commit),
    filesAt: (commit) => recalled(started.files, commit, () => filesAt(commit)),
  }
}

function recalled<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const answer = known.get(key) ?? ask()
  known.set(key, answer)
  return answer
}

function createFilesAt(
  root: string,
  head: string,
  listed: RepositoryStart['listing'],
  { files, dirty }: Omit<KnownFiles, 'listing'>,
  isOurs: RepositoryOptions['isOurs'],
): Repository['filesAt'] {
  const byMark = new Map<string, Promise<Files>>()
  const atHead = lazy(async () => {
    const listing = await listed
    if (!listing) return undefined
    const here = [...files.keys()].filter(isProjectFile)
    const isWorkTree = here.length === listing.blobs.size && here.every((path) => isAsCommitted(path, listing))
    if (isWorkTree) byMark.set(listing.mark, Promise.resolve(files))
    return listing
  })
  const isAsCommitted = (path: string, { blobs }: FilesThen): boolean => blobs.has(path) && !dirty.has(path)

  return async (commit) => {
    const now = await atHead()
    const then = now && (await findProject(root, [head, commit], now, isOurs))
    if (!now || !then) return undefined
    const known = byMark.get(then.mark) ?? readListing(root, then, { listing: now, files, dirty })
    byMark.set(then.mark, known)
    return known
  }
}
