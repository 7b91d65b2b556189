import { basename, dirname } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import { shellWord } from '../content/shell-word.ts'
import { isShallow, prefixIn, repositoryAt, topAbove } from './repository.ts'
import { askGit, gitLacking, gitReason } from './run-git.ts'
import { type Unfinished, unfinishedIn } from './unfinished.ts'

const git = (root: string, ...args: string[]): Promise<string> => askGit(root, args)

export interface GitFacts {
  /** HEAD; undefined in an empty repository. */
  readonly commit: string | undefined
  /** Whether HEAD is a commit, not a branch. */
  readonly detached: boolean
  readonly shallow: boolean
  /** The project's path in the repository, with a trailing slash, or empty at the top. */
  readonly prefix: string
  /** Changed or untracked files, from the project root. */
  readonly dirty: ReadonlySet<string>
  /** The untracked ones among them. */
  readonly untracked: ReadonlySet<string>
  /** What git ignores, from the project root: files, and directories with a slash at the end. */
  readonly ignored: ReadonlySet<string>
  /** A file of the project that a merge left with conflicts. */
  readonly unmerged: string | undefined
  /** The operation that git is in the middle of. */
  readonly unfinished: Unfinished | undefined
}

/** What git knows about a project; undefined without a repository or git. */
export async function gitFacts(root: string): Promise<GitFacts | undefined> {
  const repository = await repositoryAt(root).catch(() => undefined)
  if (!repository) return undefined
  const prefix = prefixIn(repository, root)
  const said = await git(root, ...STATUS).catch(async (cause: unknown) => {
    if ((await whyNoRepository(root)) === undefined) throw cause
  })
  if (said === undefined) return undefined
  const all = said.split('\0')
  const [, commit] = /^# branch\.oid ([0-9a-f]+)$/.exec(all[0] ?? '') ?? []
  const pathsOf = (entries: readonly string[], line: RegExp): string[] =>
    entries
      .flatMap((entry) => line.exec(entry)?.[1] ?? [])
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length))
  const detached = all[1] === '# branch.head (detached)'
  return {
    commit,
    detached,
    shallow: isShallow(repository),
    prefix,
    dirty: new Set(pathsOf(all, CHANGED)),
    untracked: new Set(pathsOf(all, UNTRACKED)),
    ignored: new Set(pathsOf(all, IGNORED)),
    unmerged: pathsOf(
      all.filter((entry) => entry.startsWith('u ')),
      CHANGED,
    )[0],
    unfinished: unfinishedIn(repository.directory),
  }
}

/** Whether git ignores a file, or a directory that it is in. */
export function isIgnoredBy({ ignored }: Pick<GitFacts, 'ignored'>, path: string): boolean {
  if (ignored.size === 0) return false
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
    if (ignored.has(path.slice(0, end + 1))) return true
  }
  return ignored.has(path)
}

/** Whether git could not bring back the contents of a file. */
export const isUncommitted = (facts: Pick<GitFacts, 'dirty' | 'ignored'>, path: string): boolean =>
  facts.dirty.has(path) || isIgnoredBy(facts, path)

const STATUS = [
  'status',
  '--porcelain=v2',
  '--branch',
  '--no-ahead-behind',
  '-z',
  '--no-renames',
  '--untracked-files=all',
  '--ignored=matching',
  '--ignore-submodules=all',
  '--',
  '.',
]
/** The path in a porcelain v2 line: changed, unmerged or untracked. */
const CHANGED = /^(?:1 (?:\S+ ){7}|u (?:\S+ ){9}|\? )(.*)$/s

const UNTRACKED = /^\? (.*)$/s

const IGNORED = /^! (.*)$/s

/** The project's path in its repository, with a trailing slash; empty at the top or outside. */
export const placeInRepository = (root: string): Promise<string> =>
  repositoryAt(root).then(
    (repository) => (repository ? prefixIn(repository, root) : ''),
    () => '',
  )

/** The facts, which may have been asked for already. Throws the reason if there are none. */
export async function requireGitFacts(root: string, asked = gitFacts(root)): Promise<GitFacts> {
  const facts = await asked
  if (facts) return facts
  throw await refusalOf(root)
}

async function refusalOf(root: string): Promise<BoardwrightError> {
  const reason = await whyNoRepository(root)
  if (reason === undefined) return new BoardwrightError('NO_REPOSITORY', `${root} is not in a git repository`)
  const message = `git cannot open ${root}: ${reason}`
  if (await gitLacking()) return new BoardwrightError('GIT_NEEDED', message)
  return new BoardwrightError('NO_REPOSITORY', message, { hint: stepFor(reason) })
}

/** Whether git tracks a file, so that a commit may have brought it. */
export async function isTracked(file: string): Promise<boolean> {
  const directory = dirname(file)
  if (topAbove(directory) === undefined) return false
  const listed = await git(directory, 'ls-files', '-z', '--', basename(file)).catch(async () => {
    throw await refusalOf(directory)
  })
  return listed !== ''
}

const NOT_OWNED = /dubious ownership in repository at '(.+)'/

/** What to do about a repository that git does not open, according to git's message. */
export function stepFor(reason: string): string {
  const directory = NOT_OWNED.exec(reason)?.[1]
  if (directory === undefined) return 'Make `git status` work there.'
  return `It belongs to another user. If you trust it, run: git config --global --add safe.directory ${shellWord(directory)}`
}

/**
 * Why git refuses the repository around a directory. Undefined if there is none, which is not the same: a refused one
 * has a history.
 */
export async function whyNoRepository(root: string): Promise<string | undefined> {
  if (topAbove(root) === undefined) return undefined
  return askGit(root, ['rev-parse', '--git-dir']).then(
    () => gitLacking(),
    async (cause) => (await gitLacking()) ?? gitReason(cause),
  )
}

export const isIgnored = (root: string, path: string): Promise<boolean> =>
  git(root, 'check-ignore', '--quiet', '--', path).then(
    () => true,
    () => false,
  )

const RECENT = 500

/** The newest commits leading to this one, or to HEAD. None without history. */
export const recentCommits = (root: string, from = 'HEAD'): Promise<string[]> =>
  git(root, 'rev-list', `--max-count=${RECENT}`, '--end-of-options', from).then(
    (text) => text.split('\n').filter((line) => line !== ''),
    () => [],
  )

/** The full name behind a branch, tag or abbreviation. */
export const commitMeant = (root: string, revision: string): Promise<string | undefined> =>
  git(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`).then(
    (text) => text.trim(),
    () => undefined,
  )

/** Commits from one to HEAD; null if unknown. */
export const commitsBetween = (root: string, from: string): Promise<number | null> =>
  commitsApart(root, from).then((apart) => apart?.behind ?? null)

/** Commits that only HEAD has, and that only the other one has; null if unknown. */
export const commitsApart = (root: string, other: string): Promise<{ behind: number; ahead: number } | null> =>
  git(root, 'rev-list', '--count', '--left-right', '--end-of-options', `${other}...HEAD`).then(
    (text) => {
      const [ahead = 0, behind = 0] = text.trim().split('\t').map(Number)
      return { behind, ahead }
    },
    () => null,
  )

/** First-parent history, newest first. */
export const mergedBefore = (root: string, from: string, most: number): Promise<string[]> =>
  git(root, 'rev-list', '--first-parent', `--max-count=${most}`, '--end-of-options', from).then((text) =>
    text.split('\n').filter((line) => line !== ''),
  )

/** Files changed since a commit, from the project root. Undefined if unknown. */
export const changedSince = (root: string, since: string): Promise<string[] | undefined> =>
  git(root, 'diff', '--name-only', '-z', '--no-renames', '--relative', '--end-of-options', `${since}...HEAD`).then(
    (text) => text.split('\0').filter((path) => path !== ''),
    () => undefined,
  )

export interface CommitChanges {
  readonly commit: string
  /** From the project root. */
  readonly files: readonly string[]
}

/** What each commit changed on the way from this one to HEAD, oldest first. None if HEAD does not descend from it. */
export async function changesUpToHead(root: string, commit: string): Promise<readonly CommitChanges[]> {
  if ((await commitsApart(root, commit))?.ahead !== 0) return []
  const text = await git(
    root,
    ...['log', '--first-parent', '--diff-merges=first-parent', '--reverse', '--format=%x1e%H'],
    ...['--name-only', '-z', '--no-renames', '--relative', '--end-of-options', `${commit}..HEAD`],
  )
  return text.split('\x1e').flatMap((each) => {
    const [commit, ...files] = each.split(/[\0\n]/).filter((line) => line !== '')
    return commit === undefined ? [] : [{ commit, files }]
  })
}

export interface FileCommit {
  readonly commit: string
  readonly day: string
  readonly subject: string
}

/** The last commits that changed one of these files or directories, newest first. None without history. */
export const commitsChanging = (root: string, paths: readonly string[], most: number): Promise<FileCommit[]> =>
  git(
    root,
    ...['log', '-z', `--max-count=${most}`, '--format=%H%x1f%cs%x1f%s'],
    ...['--end-of-options', 'HEAD', '--', ...paths],
  ).then(
    (text) =>
      text.split('\0').flatMap((line) => {
        const [commit = '', day = '', subject = ''] = line.split('\x1f')
        return commit === '' ? [] : [{ commit, day, subject }]
      }),
    () => [],
  )

/** Whether there is anywhere to fetch from. */
export const hasRemote = async (root: string): Promise<boolean> => (await git(root, 'remote')).trim() !== ''
