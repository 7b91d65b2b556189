import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { isDirectoryOfOurs, isPart, isSkipped, LARGEST_FILE } from './parts.ts'

/** How a directory of a project looks without reading any file in it. */
export interface DirectoryLook {
  /** Names of the files directly in it, joined by `/`. */
  readonly files: string
  readonly directories: string
  /** Changes when a name is added to the directory or removed from it. Empty if we cannot tell. */
  readonly own: string
  /** Changes when a file in the directory is written. Empty if we cannot tell. */
  readonly stamp: string
}

/** Looks by directory, as a path from the project root. */
export type Looks = ReadonlyMap<string, DirectoryLook>

/** A file younger than this may be written once more within the same tick of its file system's clock. */
const UNSETTLED_MS = 2_000

/**
 * How a project on disk looks. A directory that looks as before is not listed again, and if its files look as before
 * too, its look is the same object. Undefined if there is something that looks cannot express: a symbolic link, or a
 * file that is too large or cannot be read.
 */
export function lookAt(root: string, before?: Looks, now: number = Date.now()): Looks | undefined {
  const looks = new Map<string, DirectoryLook>()
  const settled = now - UNSETTLED_MS

  function lookInto(directory: string): DirectoryLook | undefined {
    const place = directory === '' ? root : `${root}/${directory}`
    const facts = directory === '' ? statSync(place) : lstatSync(place)
    const own = isOlder(facts, settled) ? `${facts.mtimeMs} ${facts.ctimeMs} ${facts.ino}` : ''
    const known = before?.get(directory)
    const listed = known && own !== '' && known.own === own ? known : list(place, directory)
    if (!listed) return undefined
    const { files, directories } = listed
    const stamp = stampOfFiles(place, namesJoined(files), settled)
    if (stamp === undefined) return undefined
    return known !== undefined && listed === known && stamp === known.stamp ? known : { files, directories, own, stamp }
  }

  const waiting = ['']
  try {
    for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
      const look = lookInto(directory)
      if (!look) return undefined
      looks.set(directory, look)
      for (const name of namesJoined(look.directories).reverse()) {
        waiting.push(directory === '' ? name : `${directory}/${name}`)
      }
    }
  } catch (cause) {
    // Reading the tree reports what is wrong with it.
    if ((cause as NodeJS.ErrnoException).syscall !== undefined) return undefined
    throw cause
  }
  return looks
}

function list(place: string, directory: string): Pick<DirectoryLook, 'files' | 'directories'> | undefined {
  const files: string[] = []
  const directories: string[] = []
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    if (directory === '' ? !isPart(entry.name) : isSkipped(`${directory}/${entry.name}`)) continue
    if (directory === '' && entry.isFile() && isDirectoryOfOurs(entry.name)) return undefined
    if (entry.isFile()) files.push(entry.name)
    else if (entry.isDirectory()) directories.push(entry.name)
    else return undefined
  }
  return { files: joinNames(files), directories: joinNames(directories) }
}

export const joinNames = (names: readonly string[]): string => names.toSorted().join('/')
export const namesJoined = (joined: string): string[] => (joined === '' ? [] : joined.split('/'))

/** The stamp for these files of a directory. Undefined if one is not a file, or is too large to be read. */
export function stampOfFiles(
  place: string,
  files: readonly string[],
  settled = Number.POSITIVE_INFINITY,
): string | undefined {
  const facts = new Float64Array(4 * files.length)
  let at = 0
  let isSettled = true
  for (const name of files) {
    const each = lstatSync(`${place}/${name}`)
    if (!each.isFile() || each.size > LARGEST_FILE) return undefined
    isSettled &&= isOlder(each, settled)
    facts[at++] = each.mtimeMs
    facts[at++] = each.ctimeMs
    facts[at++] = each.size
    facts[at++] = each.ino
  }
  if (files.length === 0 || !isSettled) return ''
  return createHash('sha256').update(joinNames(files)).update(new Uint8Array(facts.buffer)).digest('base64url')
}

const isOlder = ({ mtimeMs, ctimeMs }: Stats, moment: number): boolean => mtimeMs < moment && ctimeMs < moment
