import { shortHash, slugOf } from '../content/slug.ts'
import { directoryOf } from './layout.ts'

/**
 * Names of files and directories, made from names that strangers chose. Lower-case ASCII words joined by `-`: the same
 * on every disk, and never a path.
 */

const LONGEST = 80

/** Device names of one system, and names that mean something in a tree. */
const RESERVED = new Set([
  ...['con', 'prn', 'aux', 'nul', 'app', 'reports'],
  ...Array.from({ length: 10 }, (_, n) => [`com${n}`, `lpt${n}`]).flat(),
])

/** The slug of a name that may be the name of a directory or a file. */
export function fileSlugOf(name: string): string {
  const slug = slugOf(name)
  return RESERVED.has(slug) ? `${slug}-${shortHash(name)}` : slug
}

/** Names that are taken in one directory, without regard to case. */
export interface Names {
  /** Reserves a name that is in use already. */
  take(name: string): void
  /** A name of this object that nobody has: its slug, with a short hash of `exact` where that is taken. */
  give(slug: string, exact: string): string
}

export function createNames(): Names {
  const taken = new Set<string>()
  const reserve = (name: string): string => {
    taken.add(name.toLowerCase())
    return name
  }
  return {
    take: reserve,
    give(slug, exact) {
      if (!taken.has(slug.toLowerCase())) return reserve(slug)
      const stem = slug.slice(0, LONGEST - 7).replace(/-+$/, '')
      for (let salt = 0; ; salt += 1) {
        const name = `${stem}-${shortHash(salt === 0 ? exact : `${exact}\n${salt}`)}`
        if (!taken.has(name)) return reserve(name)
      }
    },
  }
}

export const LONGEST_PATH = 1024

/**
 * Whether every disk can hold a file of this name, inside the tree. The name may have directories in it. Case twins are
 * for the caller to find.
 */
export const isSafePath = (path: string): boolean =>
  path.length > 0 && path.length <= LONGEST_PATH && path.split('/').every(isSafeSegment)

const isSafeSegment = (segment: string): boolean =>
  segment.length > 0 &&
  segment.length <= 200 &&
  segment !== '.' &&
  segment !== '..' &&
  segment.toLowerCase() !== '.git' &&
  segment === segment.normalize('NFC') &&
  segment.isWellFormed() &&
  !/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"\\|?*]|[. ]$/.test(segment) &&
  !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(segment)

/** Whether people may call the directory of an object, or the file of a report, so. */
export const isSafeName = (name: string): boolean =>
  isSafePath(name) &&
  !name.includes('/') &&
  !name.startsWith('.') &&
  !/\.(report|query)$/i.test(name) &&
  !RESERVED.has(name.toLowerCase())

/**
 * The paths that cannot all stand on every disk: those that are one file where case does not count, those whose
 * directories are, and a file with the name of another's directory.
 */
export function caseTwins(paths: Iterable<string>): Set<string> {
  const all = [...paths]
  const seen = new Map<string, { exact: string; isFile: boolean }>()
  const twins = new Set<string>()
  const clashes = (exact: string, isFile: boolean): boolean => {
    const other = seen.get(exact.toLowerCase())
    seen.set(exact.toLowerCase(), other ?? { exact, isFile })
    return other !== undefined && (other.isFile || isFile || other.exact !== exact)
  }
  const directories = new Map([['', false]])
  const isTwin = (directory: string): boolean => {
    const known = directories.get(directory)
    if (known !== undefined) return known
    const found = isTwin(directoryOf(directory)) || clashes(directory, false)
    directories.set(directory, found)
    return found
  }
  // The first of two twins is known as one only once the second was met: hence the second round.
  for (const path of all) if (isTwin(directoryOf(path)) || clashes(path, true)) twins.add(path)
  if (twins.size === 0) return twins
  const taken = new Set([...twins].flatMap((path) => prefixes(path.toLowerCase())))
  for (const path of all) {
    const folded = path.toLowerCase()
    const meets = taken.has(folded) || [...twins].some((twin) => folded.startsWith(`${twin.toLowerCase()}/`))
    if (meets && !twins.has(path)) twins.add(path)
  }
  return twins
}

/** A path and the directories above it, from the top. */
const prefixes = (path: string): string[] =>
  path.split('/').map((_, index, segments) => segments.slice(0, index + 1).join('/'))
