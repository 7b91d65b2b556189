import { join } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import { isRecent, LEAST_GIT, type Setting, startGit } from '@boardwright/common/machine'

export class GitFailed extends Error {
  override readonly name = 'GitFailed'
  readonly status: number

  constructor(args: readonly string[], status: number, stderr: string) {
    super(`git ${args[0]} ended with ${status}: ${stderr.trim()}`)
    this.status = status
  }
}

export interface GitOptions {
  readonly input?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  /** Exit statuses that are results, not failures. */
  readonly accept?: readonly number[]
}

/** Keeps the user's own settings for file contents out of the sandbox. */
const ENVIRONMENT = { GIT_ATTR_NOSYSTEM: '1', GIT_DEFAULT_REF_FORMAT: 'files' }
const SETTINGS: readonly Setting[] = [
  ['core.autocrlf', 'false'],
  ['fastimport.unpackLimit', '100'],
  ['merge.renames', 'false'],
  ['merge.directoryRenames', 'false'],
]

let located: string | undefined

/** The path of git, looked up once. */
export const findGit = async (): Promise<string> => (located ??= await requireGit())

/** Runs git in a bare repository and returns its output. No shell is involved. */
export async function git(
  repository: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<{ status: number; stdout: Buffer }> {
  const { input, env = {}, accept = [] } = options
  const { status, stdout, stderr } = await startGit({
    program: await findGit(),
    args: [`--git-dir=${repository}`, ...args],
    settings: SETTINGS,
    env: { ...ENVIRONMENT, ...env },
    ...(input === undefined ? {} : { input }),
  })
  if (status !== 0 && !accept.includes(status)) throw new GitFailed(args, status, stderr)
  return { status, stdout }
}

/**
 * The path of git, or an error if there is none that can do what the sandbox needs. It is looked up on PATH once and
 * then run by its full path: the wrapper in front of it on some machines takes longer than git.
 */
export async function requireGit(program = 'git'): Promise<string> {
  try {
    const version = (await startGit({ program, args: ['--version'] })).stdout.toString().trim()
    if (!isRecent(version)) {
      throw new BoardwrightError('SANDBOX_NEEDS_GIT', `the sandbox needs git ${LEAST_GIT} or newer; this is ${version}`)
    }
    return join((await startGit({ program, args: ['--exec-path'] })).stdout.toString().trim(), 'git')
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    throw new BoardwrightError('SANDBOX_NEEDS_GIT', `git ${LEAST_GIT} or newer was not found on PATH`, { cause })
  }
}

const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'EACCES')
