import { shortHash, slugOf } from '../content/slug.ts'
import { directoryOf } from './layout.ts'

/**
 * File and directory names made from arbitrary names: lower-case ASCII words joined by `-`, the same on every file
 * system, and never a path.
 */

const LONGEST = 80

/** Windows device names, and names with a meaning in a tree. */
const RESERVED = new Set([
  ...['con', 'prn', 'aux', 'nul', 'app', 'reports'],
  ...Array.from({ length: 10 }, (_, n) => [`com${n}`, `lpt${n}`]).flat(),
])

export function fileSlugOf(name: string): string {
  const slug = slugOf(name)
  return RESERVED.has(slug) ? `${slug}-${shortHash(name)}` : slug
}

/** Names taken in one directory, ignoring case. */
export interface Names {
  take(name: string): void
  /** A free name for this object: its slug, with a short hash of `exact` if that is taken. */
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
      const stem = slug.slice(0, LONGEST - 7).replace(/(?<!-)-+$/, '')
      for (let salt = 0; ; salt += 1) {
        const name = `${stem}-${shortHash(salt === 0 ? exact : `${exact}\n${salt}`)}`
        if (!taken.has(name)) return reserve(name)
      }
    },
  }
}

export const LONGEST_PATH = 1024

/**
 * Whether every file system accepts this name inside the tree, possibly with directories. The caller checks for names
 * that differ only in case.
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

/** Whether an object's directory or a report's file may have this name. */
export const isSafeName = (name: string): boolean =>
  isSafePath(name) &&
  !name.includes('/') &&
  !name.startsWith('.') &&
  !/\.(report|query)$/i.test(name) &&
  !RESERVED.has(name.toLowerCase())

/**
 * Paths that cannot coexist on every file system: equal except for case, in directories that are, or a file with the
 * name of a directory.
 */
export function caseTwins(paths: Iterable<string>): Set<string> {
  const all = [...paths]
  const seen = new Map<string, { exact: string; isFile: boolean }>()
  const twins = new Set<string>()
  const clashes = (exact: string, isFile: boolean): boolean => {
    const folded = exact.toLowerCase()
    const other = seen.get(folded)
    if (!other) seen.set(folded, { exact, isFile })
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
  // The first round only finds the second of two clashing paths: hence two rounds.
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

const prefixes = (path: string): string[] =>
  path.split('/').map((_, index, segments) => segments.slice(0, index + 1).join('/'))
