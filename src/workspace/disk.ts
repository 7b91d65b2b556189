import { randomBytes } from 'node:crypto'
import { lstatSync, readFileSync, realpathSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { BoardwrightError } from '@boardwright/common'

const NUL = '\u0000'

/** Resolves a path below a directory, if it stays below it and crosses no symbolic link. */
export function placeBelow(root: string, path: string, hint?: string): string {
  if (path.includes(NUL)) throw new BoardwrightError('USAGE', 'no path holds a NUL character', { hint })
  const base = resolve(root)
  const place = resolve(base, path)
  const below = relative(base, place)
  if (below === '' || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) {
    throw new BoardwrightError('LINK_REFUSED', `${path} is outside the project`, { hint })
  }
  const names = below.split(sep)
  for (const index of names.keys()) {
    const at = join(...names.slice(0, index + 1))
    const facts = factsOf(join(base, at))
    if (facts?.isSymbolicLink()) {
      throw new BoardwrightError('LINK_REFUSED', `${path} leads through a symbolic link`, { hint })
    }
    const isAbove = index + 1 < names.length
    if (facts && isAbove && !facts.isDirectory()) {
      throw new BoardwrightError('PATH_TAKEN', `${at} is a file, and ${path} needs a directory there`)
    }
  }
  return place
}

export function factsOf(place: string): Stats | undefined {
  if (place.includes(NUL)) return undefined
  try {
    return lstatSync(place, { throwIfNoEntry: false })
  } catch (cause) {
    // A parent directory is a file.
    if ((cause as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw cause
  }
}

/** The text of a file below a directory; undefined if there is none, or a larger one. */
export function textBelow(root: string, path: string, mostBytes: number): string | undefined {
  const place = placeBelow(root, path)
  const facts = factsOf(place)
  return facts?.isFile() && facts.size <= mostBytes ? readFileSync(place, 'utf8') : undefined
}

/** Whether something is there, through links. Unlike `existsSync`, throws if the system does not let us know. */
export const isOnDisk = (place: string): boolean => statSync(place, { throwIfNoEntry: false }) !== undefined

/** Says what something is that is neither a plain file nor a real directory. */
export function strangeness(facts: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink' | 'isFIFO' | 'isSocket'>) {
  if (facts.isFile() || facts.isDirectory()) return undefined
  if (facts.isSymbolicLink()) return 'is a symbolic link'
  return `is a ${facts.isFIFO() ? 'named pipe' : facts.isSocket() ? 'socket' : 'device'}, not a file`
}

/** The program's own directories in a project. They must be real directories. */
const STORE = '.boardwright'
const STORED = ['cache', 'runs', 'ci', 'answers', 'edits']

/** Refuses links there, because a commit may have placed them. Nothing is read or written through them. */
export function requireOwnStore(root: string): void {
  for (const path of [STORE, ...STORED.map((name) => join(STORE, name))]) {
    const facts = factsOf(join(root, path))
    const strange = facts && strangeness(facts)
    if (strange !== undefined) {
      throw new BoardwrightError('LINK_REFUSED', `${path} ${strange}`, {
        hint: 'Remove it: boardwright makes its own.',
      })
    }
  }
}

const PROBE = Buffer.alloc(4096)

/**
 * The first place where the program would have to write but cannot, and why. Tries it, because permissions alone do not
 * tell.
 */
export function whyNotWritable(root: string): { readonly place: string; readonly why: string } | undefined {
  requireOwnStore(root)
  const place = [join(STORE, 'cache'), STORE].find((each) => factsOf(join(root, each))) ?? '.'
  const file = placeBelow(root, join(place, `.boardwright-${randomBytes(6).toString('hex')}.tmp`))
  try {
    writeFileSync(file, PROBE, { flag: 'wx' })
    rmSync(file)
    return undefined
  } catch (cause) {
    const { kind, message } = BoardwrightError.from(cause)
    if (kind !== 'DISK_REFUSED') throw cause
    return { place: join(root, place), why: message }
  }
}

/**
 * Resolves a file named on the command line, which may be anywhere. Inside a project or repository, anybody may have
 * committed a link, so links there are not followed.
 */
export function givenPlace(path: string): string {
  const place = resolve(path)
  const root = enclosing(place)
  return root === undefined ? place : placeBelow(root, place)
}

/** Whether a commit could put a file there: it is in the project, or in the repository around it. */
export function mayBeCommitted(root: string, path: string): boolean {
  const outermost = enclosing(resolve(root)) ?? resolve(root)
  const below = relative(realPlace(outermost), realPlace(resolve(path)))
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below)
}

const realPlace = (place: string): string => (factsOf(place) ? realpathSync(place) : place)

/** The outermost project or repository around a path. */
function enclosing(place: string): string | undefined {
  let found: string | undefined
  for (let at = dirname(place); ; at = dirname(at)) {
    if (['.git', 'boardwright.yaml'].some((name) => factsOf(join(at, name)))) found = at
    if (dirname(at) === at) return found
  }
}
