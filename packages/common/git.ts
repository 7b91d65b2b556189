import { execFile } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { env, platform } from 'node:process'
import { createLimit } from './limit.ts'

/** The one place that starts git, with an allow-listed environment: git gets no token and runs no other program. */

export type Setting = readonly [name: string, value: string]

export interface GitStart {
  readonly args: readonly string[]
  readonly cwd?: string
  readonly settings?: readonly Setting[]
  /** Whether git reads the user's and the system's configuration and home. */
  readonly reads?: 'configuration' | 'home'
  /** Added to the environment of every call. */
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string | Uint8Array
  /** The largest output allowed, in bytes. */
  readonly most?: number
  /** A name to look up on PATH, or a path. */
  readonly program?: string
}

export interface GitEnd {
  readonly status: number
  readonly stdout: Buffer
  readonly stderr: string
}

/** Thousands of files may each have a question for git. Each git is a process with three open files. */
const AT_ONCE = createLimit(8)

/** Rejects if git did not start, was killed, or printed too much. */
export const startGit = (start: GitStart): Promise<GitEnd> => AT_ONCE.run(() => runGit(start))

function runGit(start: GitStart): Promise<GitEnd> {
  const { args, cwd, input = '', most = Number.POSITIVE_INFINITY, program = 'git' } = start
  return new Promise((resolve, reject) => {
    const options = { cwd, env: environmentOf(start), encoding: 'buffer', maxBuffer: most, windowsHide: true } as const
    const child = execFile(findProgram(program), [...args], options, (failure, stdout, stderr) => {
      if (failure && typeof failure.code !== 'number') reject(failure)
      else resolve({ status: Number(failure?.code ?? 0), stdout, stderr: stderr.toString() })
    })
    // A git that stops early closes its input. Its exit status says why.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

const versions = new Map<string, Promise<GitEnd>>()

/** `git --version`, run once for each git found on PATH. A failure is not kept. */
export function askVersion(): Promise<GitEnd> {
  const file = findProgram('git')
  const { mtimeMs, size } = statSync(file)
  const key = `${file} ${mtimeMs} ${size}`
  const asked = versions.get(key) ?? startGit({ args: ['--version'] })
  versions.set(key, asked)
  asked.then(
    ({ status }) => status === 0 || versions.delete(key),
    () => versions.delete(key),
  )
  return asked
}

/** The first version with `git merge-tree --write-tree`, which merges without a working tree. */
export const LEAST_GIT = '2.38'

/** `version` is what `git --version` prints. */
export function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = numbersIn(version.replace(/^git version /, ''))
  const [leastMajor = 0, leastMinor = 0] = numbersIn(LEAST_GIT)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}

const numbersIn = (version: string): number[] =>
  version
    .split('.')
    .slice(0, 2)
    .map((part) => Number.parseInt(part, 10) || 0)

/** What is wrong with a git of this version, if anything. */
export const lackingIn = (version: string): string | undefined =>
  isRecent(version)
    ? undefined
    : `${version.trim().replace(/^git version /, 'git ')} is too old: ${LEAST_GIT} or newer is needed`

/** Turns off what would make git run a program, prompt, or connect. If a name is given twice, the last one wins. */
const CLOSED: readonly Setting[] = [
  ['safe.bareRepository', 'explicit'],
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', ''],
  ['core.askPass', ''],
  ['core.pager', 'cat'],
  ['credential.helper', ''],
  ['diff.external', ''],
  ['protocol.allow', 'never'],
  ['submodule.recurse', 'false'],
  ['diff.ignoreSubmodules', 'all'],
  ['status.submoduleSummary', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['core.quotePath', 'false'],
]

/** Environment variables that any program needs to start. */
const NEEDED = ['SystemRoot', 'SYSTEMROOT', 'TEMP', 'TMP', 'TMPDIR', 'LD_LIBRARY_PATH']
/** For the user's ignores and attributes, and for `~` in paths. */
const HOME = ['HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH']
/** Also: where other configuration files are, and for whom sudo runs git. */
const CONFIGURATION = [...HOME, 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM', 'SUDO_UID']

const taken = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name): [string, string][] => (env[name] === undefined ? [] : [[name, env[name]]])))

const UNCONFIGURED = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }

function environmentOf({ settings = [], reads, env: own }: GitStart): Record<string, string> {
  const all = [...settings, ...CLOSED]
  const told = all.flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return {
    ...taken(NEEDED),
    PATH: directoriesOnPath().join(delimiter),
    ...(reads === 'configuration' ? taken(CONFIGURATION) : UNCONFIGURED),
    ...(reads === 'home' ? taken(HOME) : {}),
    ...{ GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', GIT_NO_REPLACE_OBJECTS: '1' },
    ...{ GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' },
    ...own,
    ...{ ...Object.fromEntries(told), GIT_CONFIG_COUNT: String(all.length) },
  }
}

/** Relative entries would be looked up in the project. */
const directoriesOnPath = (): string[] => (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(isAbsolute)

/** Otherwise the system would look in git's working directory too. */
function findProgram(name: string): string {
  if (isAbsolute(name)) return name
  const file = platform === 'win32' ? `${name}.exe` : name
  const found = directoriesOnPath().find((directory) => isProgram(join(directory, file)))
  if (found === undefined) throw Object.assign(new Error(`there is no ${name} on PATH`), { code: 'ENOENT' })
  return join(found, file)
}

/** As in a shell, whatever is wrong with one place leads to the next one. */
function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause
    return false
  }
}
