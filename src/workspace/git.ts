import { BoardwrightError } from '../errors.ts'
import { topAbove } from './repository.ts'
import { askGit, gitReason } from './run-git.ts'

const git = (root: string, ...args: string[]): Promise<string> => askGit(root, args)

export interface GitFacts {
  /** The commit that is checked out; undefined in a repository without one. */
  readonly commit: string | undefined
  /** Whether older commits are missing here. */
  readonly shallow: boolean
  /** The directory of the project from the top of the repository, with a slash at its end unless it is the top. */
  readonly prefix: string
  /** Files below the root, from the root, that differ from the commit or are not in it. */
  readonly dirty: ReadonlySet<string>
}

/** What git knows of a project, or undefined where there is no repository or no git. */
export async function gitFacts(root: string): Promise<GitFacts | undefined> {
  if (topAbove(root) === undefined) return undefined
  const inside = await git(root, 'rev-parse', '--is-shallow-repository', '--show-prefix').catch(() => undefined)
  if (inside === undefined) return undefined
  const [shallow, prefix = ''] = inside.split('\n')
  const all = (await git(root, ...STATUS)).split('\0')
  const [, commit] = /^# branch\.oid ([0-9a-f]+)$/.exec(all[0] ?? '') ?? []
  const dirty = all.flatMap((entry) => CHANGED.exec(entry)?.[1] ?? []).filter((path) => path.startsWith(prefix))
  return { commit, shallow: shallow === 'true', prefix, dirty: new Set(dirty.map((path) => path.slice(prefix.length))) }
}

/** What is checked out, then what differs from it. */
const STATUS = [
  'status',
  '--porcelain=v2',
  '--branch',
  '--no-ahead-behind',
  '-z',
  '--no-renames',
  '--untracked-files=all',
  '--ignore-submodules=all',
  '--',
  '.',
]
/** The path behind the fields of a changed file, of an unmerged one, and of one that git does not track. */
const CHANGED = /^(?:1 (?:\S+ ){7}|u (?:\S+ ){9}|\? )(.*)$/s

/** The directory of a project from the top of its repository, with a slash at its end; empty at the top, or outside. */
export const placeInRepository = (root: string): Promise<string> =>
  git(root, 'rev-parse', '--show-prefix').then(
    (text) => text.replace(/\n$/, ''),
    () => '',
  )

export async function requireGitFacts(root: string): Promise<GitFacts> {
  const facts = await gitFacts(root)
  if (facts) return facts
  const reason = await whyNoRepository(root)
  const message = reason === undefined ? `${root} is not in a git repository` : `git cannot open ${root}: ${reason}`
  throw new BoardwrightError(
    'NO_REPOSITORY',
    message,
    reason === undefined ? {} : { hint: 'Make `git status` work there.' },
  )
}

/** A repository that git does not open is not the same as none: what was applied from it is not seen. */
export async function whyNoRepository(root: string): Promise<string | undefined> {
  if (topAbove(root) === undefined) return undefined
  return askGit(root, ['rev-parse', '--git-dir']).then(() => undefined, gitReason)
}

/** Whether git leaves a path out. */
export const isIgnored = (root: string, path: string): Promise<boolean> =>
  git(root, 'check-ignore', '--quiet', '--', path).then(
    () => true,
    () => false,
  )

/** Files below a directory that git leaves out and does not track, from the root. None where there is no git. */
export const ignoredFiles = (root: string, below: string): Promise<ReadonlySet<string>> =>
  git(root, 'ls-files', '--others', '--ignored', '--exclude-standard', '-z', '--', below).then(
    (text) => new Set(text.split('\0').filter((path) => path !== '')),
    () => new Set(),
  )

const RECENT = 500

/** The newest commits that lead to one, or to what is checked out. None where there is no history. */
export const recentCommits = (root: string, from = 'HEAD'): Promise<string[]> =>
  git(root, 'rev-list', `--max-count=${RECENT}`, '--end-of-options', from).then(
    (text) => text.split('\n').filter((line) => line !== ''),
    () => [],
  )

/** The full name of the commit that somebody means: a branch, a tag, a part of a name. */
export const commitMeant = (root: string, revision: string): Promise<string | undefined> =>
  git(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`).then(
    (text) => text.trim(),
    () => undefined,
  )

/** How many commits lead from one to what is checked out; null where that is not known here. */
export const commitsBetween = (root: string, from: string): Promise<number | null> =>
  commitsApart(root, from).then((apart) => apart?.behind ?? null)

/** How many commits only the tree that is checked out has, and how many only another one; null where that is not known. */
export const commitsApart = (root: string, other: string): Promise<{ behind: number; ahead: number } | null> =>
  git(root, 'rev-list', '--count', '--left-right', '--end-of-options', `${other}...HEAD`).then(
    (text) => {
      const [ahead = 0, behind = 0] = text.trim().split('\t').map(Number)
      return { behind, ahead }
    },
    () => null,
  )

/** Commits that were merged one after another, the newest first, along what each of them was merged into. */
export const mergedBefore = (root: string, from: string, most: number): Promise<string[]> =>
  git(root, 'rev-list', '--first-parent', `--max-count=${most}`, '--end-of-options', from).then((text) =>
    text.split('\n').filter((line) => line !== ''),
  )

/** Files below the root, from the root, that the commits since another one changed. Undefined where it is not known here. */
export const changedSince = (root: string, since: string): Promise<string[] | undefined> =>
  git(root, 'diff', '--name-only', '-z', '--no-renames', '--relative', '--end-of-options', `${since}...HEAD`).then(
    (text) => text.split('\0').filter((path) => path !== ''),
    () => undefined,
  )
