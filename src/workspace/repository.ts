import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { env } from 'node:process'
import { BoardwrightError } from '@boardwright/common'
import { askVersion, type GitEnd, lackingIn, type Setting, startGit } from '@boardwright/common/machine'
import { factsOf, isOnDisk } from './disk.ts'

export interface Checkout {
  /** The directory with `.git`. */
  readonly top: string
  /** Git's directory: `.git` itself, or the one that the `.git` file of a linked worktree or submodule names. */
  readonly directory: string
  /** Passed to every git call: the user's settings for file contents, and nothing that runs a program. */
  readonly settings: readonly Setting[]
}

/** Opened repositories, by the directory with `.git`. One that git refused is tried again. */
const known = new Map<string, Promise<Checkout>>()

/** The repository around a directory, or undefined. Throws if git refuses to open it. */
export async function repositoryAt(root: string): Promise<Checkout | undefined> {
  const top = topAbove(root)
  if (top === undefined) return undefined
  const opened = known.get(top) ?? openRepository(top)
  known.set(top, opened)
  opened.catch(() => known.delete(top))
  return opened
}

/**
 * The nearest `.git`, going up: a repository, or a file that names one. No commit can contain that name, so no pull
 * request can plant one. A commit could contain the files of a bare repository, which git would accept as one.
 */
export const topAbove = (root: string): string | undefined => nearest(root, (at) => isRepository(join(at, '.git')))

/** Whether a directory looks like a bare repository, or is inside one. */
export const isInBare = (root: string): boolean =>
  nearest(root, (at) => ['HEAD', 'objects', 'refs'].every((name) => isOnDisk(join(at, name)))) !== undefined

/** The nearest directory for which this is true, going up. */
function nearest(root: string, isIt: (at: string) => boolean): string | undefined {
  if (!isOnDisk(root)) return undefined
  for (let at = realpathSync(root); ; at = dirname(at)) {
    if (isIt(at)) return at
    if (dirname(at) === at) return undefined
  }
}

const isRepository = (place: string): boolean =>
  factsOf(place)?.isFile() === true || factsOf(join(place, 'HEAD')) !== undefined

/** The place of a directory in its repository, with a trailing slash; empty at the top. */
export function prefixIn({ top }: Pick<Checkout, 'top'>, root: string): string {
  const path = relative(top, realpathSync(root))
  return path === '' ? '' : `${path.split(sep).join('/')}/`
}

/** Whether the clone is shallow. */
export const isShallow = (repository: Checkout): boolean => isOnDisk(shallowFile(repository))

/** The commits whose parents a shallow clone lacks. */
export function shallowCommits(repository: Checkout): ReadonlySet<string> {
  if (!isShallow(repository)) return new Set()
  return new Set(readFileSync(shallowFile(repository), 'utf8').split('\n').filter(Boolean))
}

/** In the repository's common directory, which linked worktrees share. */
function shallowFile({ directory }: Checkout): string {
  const link = join(directory, 'commondir')
  const common = isOnDisk(link) ? resolve(directory, readFileSync(link, 'utf8').trim()) : directory
  return join(common, 'shallow')
}

/** Git itself checks whether to trust the repository: by owner, or by the user's `safe.directory`. */
async function openRepository(top: string): Promise<Checkout> {
  const ask = async (...args: string[]): Promise<string> => {
    const env = { GIT_CEILING_DIRECTORIES: dirname(top) }
    const end = await startGit({ args, cwd: top, settings: allowed(), reads: 'configuration', env })
    return answerOf(end).toString()
  }
  const [version, directory, config] = await Promise.all([
    askVersion().then(answerOf),
    ask('rev-parse', '--absolute-git-dir'),
    ask('config', '--list', '--null', '--includes'),
  ])
  requireRecent(version.toString())
  return { top, directory: directory.replace(/\r?\n$/, ''), settings: settingsFrom(config) }
}

/** Refuses an older git, which ignores the settings that keep it from running programs that a repository names. */
function requireRecent(version: string): void {
  const lacking = lackingIn(version)
  if (lacking !== undefined) throw new BoardwrightError('GIT_NEEDED', lacking)
}

/** The output of a successful git. */
export function answerOf({ status, stdout, stderr }: GitEnd): Buffer {
  if (status === 0) return stdout
  throw Object.assign(new Error(`git exited with ${status}`), { code: status, stderr })
}

/** The user decides how files are written and which are ignored. All other configuration is left out. */
const TAKEN_OVER: ReadonlySet<string> = new Set([
  'core.autocrlf',
  'core.eol',
  'core.excludesfile',
  'core.attributesfile',
])

/** Filters can have any name, so each configured one is disabled by its name. */
const FILTER = /^filter\.(.*)\.(clean|smudge|process|required)$/s

export function settingsFrom(list: string): Setting[] {
  const settings = list.split('\0').flatMap((entry): Setting[] => {
    const cut = entry.indexOf('\n')
    return cut < 0 ? [] : [[entry.slice(0, cut), entry.slice(cut + 1)]]
  })
  const names = new Set(settings.flatMap(([name]) => FILTER.exec(name)?.[1] ?? []))
  return [
    ...settings.filter(([name]) => TAKEN_OVER.has(name)),
    ...[...names].flatMap((name): Setting[] => [
      ...['clean', 'smudge', 'process'].map((verb): Setting => [`filter.${name}.${verb}`, '']),
      [`filter.${name}.required`, 'false'],
    ]),
  ]
}

/** Directories that the user marks as safe for this process, as CI containers do. */
const allowed = (): Setting[] =>
  Array.from(
    { length: Number(env['GIT_CONFIG_COUNT'] ?? 0) || 0 },
    (_, index): Setting => [env[`GIT_CONFIG_KEY_${index}`] ?? '', env[`GIT_CONFIG_VALUE_${index}`] ?? ''],
  ).filter(([name]) => name.toLowerCase() === 'safe.directory')
