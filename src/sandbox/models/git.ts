import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { BoardwrightError } from '../../errors.ts'

/** `git merge-tree --write-tree`, which merges without a working tree, is of this version. */
const LEAST_GIT = [2, 38] as const

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
  /** Exit statuses that are an answer, not a failure. */
  readonly accept?: readonly number[]
}

/**
 * Whatever the user has set up for git does not reach the sandbox: no config, hooks, signing, prompts or network, and
 * none of the variables that a hook would have set around us.
 */
const ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_DEFAULT_REF_FORMAT: 'files',
  LC_ALL: 'C',
}
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.autocrlf=false',
  'core.quotePath=false',
  'gc.auto=0',
  'fastimport.unpackLimit=100',
  'merge.renames=false',
  'merge.directoryRenames=false',
].flatMap((setting) => ['-c', setting])

let located: string | undefined

/** Where git is, looked for once. */
export const findGit = async (): Promise<string> => (located ??= await requireGit())

/** Runs git in a bare repository and gives its output. No shell is involved. */
export async function git(
  repository: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<{ status: number; stdout: Buffer }> {
  const { input, env = {}, accept = [] } = options
  const full = [`--git-dir=${repository}`, ...SETTINGS, ...args]
  const { status, stdout, stderr } = await run(await findGit(), full, { ...ENVIRONMENT, ...env }, input)
  if (status !== 0 && !accept.includes(status)) throw new GitFailed(args, status, stderr)
  return { status, stdout }
}

/**
 * Where git is, or a refusal when there is none that can do what the sandbox needs. Only this one call sees the user's
 * environment: git is found on the PATH once, and then run by its own full path with an environment of ours.
 */
export async function requireGit(command = 'git'): Promise<string> {
  const least = LEAST_GIT.join('.')
  try {
    const version = (await run(command, ['--version'])).stdout.toString().trim()
    if (!isRecent(version)) {
      throw new BoardwrightError('SANDBOX_NEEDS_GIT', `the sandbox needs git ${least} or newer; this is ${version}`)
    }
    return join((await run(command, ['--exec-path'])).stdout.toString().trim(), 'git')
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    throw new BoardwrightError('SANDBOX_NEEDS_GIT', `git ${least} or newer was not found on PATH`, { cause })
  }
}

export function isRecent(version: string): boolean {
  const [, major, minor] = /^git version (\d+)\.(\d+)/.exec(version) ?? []
  const [leastMajor, leastMinor] = LEAST_GIT
  return Number(major) > leastMajor || (Number(major) === leastMajor && Number(minor) >= leastMinor)
}

const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'EACCES')

interface Ended {
  readonly status: number
  readonly stdout: Buffer
  readonly stderr: string
}

function run(
  program: string,
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
  input?: string | Uint8Array,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      args,
      { ...(env && { env }), encoding: 'buffer', maxBuffer: Number.POSITIVE_INFINITY, windowsHide: true },
      (failure, stdout, stderr) => {
        if (failure && typeof failure.code !== 'number') reject(failure)
        else resolve({ status: failure ? Number(failure.code) : 0, stdout, stderr: stderr.toString() })
      },
    )
    // A git that stops early closes its input. Its exit status says why; the broken pipe would only hide that.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input ?? '')
  })
}
