import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { BoardwrightError } from '../errors.ts'

const run = promisify(execFile)

async function git(root: string, ...args: string[]): Promise<string> {
  const { stdout } = await run('git', ['-c', 'core.quotepath=off', ...args], {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
    windowsHide: true,
  })
  return stdout
}

export interface GitFacts {
  /** The commit that is checked out; undefined in a repository without one. */
  readonly commit: string | undefined
  /** Whether older commits are missing here. */
  readonly shallow: boolean
  /** Files below the root, from the root, that differ from the commit or are not in it. */
  readonly dirty: ReadonlySet<string>
}

/** What git knows of a project, or undefined where there is no repository or no git. */
export async function gitFacts(root: string): Promise<GitFacts | undefined> {
  const inside = await git(root, 'rev-parse', '--is-shallow-repository', '--show-prefix').catch(() => undefined)
  if (inside === undefined) return undefined
  const [shallow, prefix = ''] = inside.split('\n')
  const [commit, status] = await Promise.all([
    git(root, 'rev-parse', '--verify', '--quiet', 'HEAD').then(
      (text) => text.trim(),
      () => undefined,
    ),
    git(root, 'status', '--porcelain', '-z', '--untracked-files=all', '--', '.'),
  ])
  const dirty = status
    .split('\0')
    .filter((entry) => entry.length > 3 && entry[2] === ' ')
    .map((entry) => entry.slice(3))
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length))
  return { commit, shallow: shallow === 'true', dirty: new Set(dirty) }
}

export async function requireGitFacts(root: string): Promise<GitFacts> {
  const facts = await gitFacts(root)
  if (!facts) throw new BoardwrightError('NO_REPOSITORY', `${root} is not in a git repository`)
  return facts
}

/** Whether git leaves a path out. */
export const isIgnored = (root: string, path: string): Promise<boolean> =>
  git(root, 'check-ignore', '--quiet', '--', path).then(
    () => true,
    () => false,
  )
