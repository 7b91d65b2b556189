import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { startGit } from './start-git.ts'

export interface Checkout {
  /** The directory that has `.git`. */
  readonly top: string
  /** Where git keeps the repository: `.git` itself, or what the file `.git` of a linked worktree or submodule names. */
  readonly directory: string
  /** What every git call is told: what the user set up for the contents of files, and nothing that runs a program. */
  readonly settings: readonly Setting[]
}

type Setting = readonly [name: string, value: string]

/** By the directory that has `.git`. One that git refused is asked about again. */
const known = new Map<string, Promise<Checkout>>()

/** The repository around a directory, or undefined where there is none. One that git does not open is an error. */
export async function repositoryAt(root: string): Promise<Checkout | undefined> {
  const top = topAbove(root)
  if (top === undefined) return undefined
  const opened = known.get(top) ?? openRepository(top)
  known.set(top, opened)
  opened.catch(() => known.delete(top))
  return opened
}

/**
 * The nearest directory upwards with `.git`, a directory or a file that names one. A commit cannot hold that name, so no
 * pull request can put one there; the files of a bare repository it can, and git would take those for the repository.
 */
export function topAbove(root: string): string | undefined {
  if (!existsSync(root)) return undefined
  for (let at = realpathSync(root); ; at = dirname(at)) {
    const facts = lstatSync(join(at, '.git'), { throwIfNoEntry: false })
    if (facts) return at
    if (dirname(at) === at) return undefined
  }
}

/** Git itself looks whether it may be trusted: who owns it, or what `safe.directory` of the user allows. */
async function openRepository(top: string): Promise<Checkout> {
  const ask = (...args: string[]): Promise<Buffer> =>
    startGit({
      cwd: top,
      args: ['--no-optional-locks', '--no-pager', ...args],
      env: environmentOf(USERS, [...CLOSED, ...allowed()]),
    })
  const [place, config] = await Promise.all([
    ask('rev-parse', '--absolute-git-dir'),
    ask('config', '--list', '--null', '--includes'),
  ])
  const directory = place.toString().replace(/\r?\n$/, '')
  return { top, directory, settings: [...ownIgnores(), ...settingsFrom(config.toString())] }
}

/** Where git looks when no setting names a file of the user's own ignores. */
function ownIgnores(): Setting[] {
  const file = join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'git', 'ignore')
  return existsSync(file) ? [['core.excludesfile', file]] : []
}

/** How files are written and which are ignored is the user's to say. All else of the configuration stays out. */
const TAKEN_OVER: ReadonlySet<string> = new Set([
  'core.autocrlf',
  'core.eol',
  'core.excludesfile',
  'core.attributesfile',
])

/** Filters have names that only the configuration knows, and each is turned off by its name. */
const FILTER = /^filter\.(.*)\.(clean|smudge|process|required)$/s

export function settingsFrom(list: string): Setting[] {
  const settings = list.split('\0').flatMap((entry): Setting[] => {
    const cut = entry.indexOf('\n')
    return cut < 0 ? [] : [[entry.slice(0, cut), entry.slice(cut + 1)]]
  })
  const names = new Set(settings.flatMap(([name]) => FILTER.exec(name)?.[1] ?? []))
  return [
    ...settings.filter(([name]) => TAKEN_OVER.has(name)).map(([name, value]): Setting => [name, inHome(value)]),
    ...[...names].flatMap((name): Setting[] => [
      ...['clean', 'smudge', 'process'].map((verb): Setting => [`filter.${name}.${verb}`, '']),
      [`filter.${name}.required`, 'false'],
    ]),
  ]
}

/** Git gets no home, so a path in it is written out. */
const inHome = (value: string): string => (value.startsWith('~/') ? join(homedir(), value.slice('~/'.length)) : value)

/** What would have git run a program, ask somebody, or reach out. */
const CLOSED: readonly Setting[] = [
  ['safe.bareRepository', 'explicit'],
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', ''],
  ['core.askPass', ''],
  ['core.pager', 'cat'],
  ['core.quotePath', 'false'],
  ['credential.helper', ''],
  ['diff.external', ''],
  ['protocol.allow', 'never'],
  ['submodule.recurse', 'false'],
  ['diff.ignoreSubmodules', 'all'],
  ['status.submoduleSummary', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
]

/** What the user allows for this one process, as containers of CI do. */
const allowed = (): Setting[] =>
  Array.from(
    { length: Number(env['GIT_CONFIG_COUNT'] ?? 0) || 0 },
    (_, index): Setting => [env[`GIT_CONFIG_KEY_${index}`] ?? '', env[`GIT_CONFIG_VALUE_${index}`] ?? ''],
  ).filter(([name]) => name.toLowerCase() === 'safe.directory')

/** What git needs to start, and to find what the user allows. Never a token. */
const SYSTEM = ['PATH', 'Path', 'SystemRoot', 'SYSTEMROOT', 'TEMP', 'TMP', 'TMPDIR', 'LD_LIBRARY_PATH']
const USERS = [
  ...SYSTEM,
  ...['HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'SUDO_UID'],
  ...['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM'],
]

/** The user's and the system's configuration are not read again, and neither are their attributes. */
export const environmentFor = ({ settings }: Checkout): Record<string, string> => ({
  ...environmentOf(SYSTEM, [...settings, ...CLOSED]),
  ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_ATTR_NOSYSTEM: '1' },
})

function environmentOf(names: readonly string[], settings: readonly Setting[]): Record<string, string> {
  const given = names.flatMap((name): [string, string][] => {
    const value = env[name]
    return value === undefined ? [] : [[name, value]]
  })
  const told = settings.flatMap(([name, value], index): [string, string][] => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return {
    ...Object.fromEntries([...given, ...told]),
    ...{ GIT_CONFIG_COUNT: String(settings.length), GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' },
    ...{ GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' },
  }
}
