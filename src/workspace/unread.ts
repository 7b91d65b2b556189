import { join } from 'node:path'
import { BoardwrightError, lazy } from '@boardwright/common'
import { type DirectoryLook, type Looks, namesJoined, stampOfFiles } from './looks.ts'
import { type Files, readWhole } from './tree.ts'

type Read = () => Uint8Array

/** Files that are each read on demand. Two entries are the same file if they have the same read function. */
export class UnreadFiles implements Files {
  readonly #reads: ReadonlyMap<string, Read>

  constructor(reads: ReadonlyMap<string, Read>) {
    this.#reads = reads
  }

  readOf(path: string): Read | undefined {
    return this.#reads.get(path)
  }

  get size(): number {
    return this.#reads.size
  }

  has(path: string): boolean {
    return this.#reads.has(path)
  }

  get(path: string): Uint8Array | undefined {
    return this.#reads.get(path)?.()
  }

  keys(): MapIterator<string> {
    return this.#reads.keys()
  }

  values(): MapIterator<Uint8Array> {
    return this.#all().values()
  }

  entries(): MapIterator<[string, Uint8Array]> {
    return this.#all().entries()
  }

  [Symbol.iterator](): MapIterator<[string, Uint8Array]> {
    return this.entries()
  }

  forEach(each: (bytes: Uint8Array, path: string, files: Files) => void): void {
    for (const [path, read] of this.#reads) each(read(), path, this)
  }

  #all(): Map<string, Uint8Array> {
    return new Map([...this.#reads].map(([path, read]) => [path, read()]))
  }
}

/** How to read a file. Two sets of files that share it return the same function. */
export function readOf(files: Files, path: string): Read {
  const known = files instanceof UnreadFiles ? files.readOf(path) : undefined
  return known ?? (() => files.get(path) ?? new Uint8Array())
}

export const filesWhere = (files: Files, test: (path: string) => boolean): Files =>
  new UnreadFiles(new Map([...files.keys()].filter(test).map((path) => [path, readOf(files, path)])))

export interface UnreadOptions {
  /** Whether files stay in memory once they are read. */
  readonly keepsAll?: boolean | undefined
  /** Called with the files of each directory that is read, by their names. */
  readonly onRead?: (directory: string, files: Files) => void
}

/**
 * The files of a project that was looked at. All files of a directory are read together. Throws if the directory looks
 * different by then, because its files may not fit the others.
 */
export function unreadFiles(root: string, looks: Looks, { keepsAll, onRead }: UnreadOptions = {}): UnreadFiles {
  const reads = new Map<string, Read>()
  const recent = keepRecent<ReadonlyMap<string, Uint8Array>>()
  for (const [directory, look] of looks) {
    const fresh = (): ReadonlyMap<string, Uint8Array> => {
      const read = readDirectory(root, directory, look)
      onRead?.(directory, read)
      return read
    }
    // Without a stamp, we could not tell later whether the directory is unchanged, so its files are kept.
    const read =
      keepsAll || look.stamp === '' ? lazy(fresh) : (): ReadonlyMap<string, Uint8Array> => recent(directory, fresh)
    for (const name of namesJoined(look.files)) {
      const path = directory === '' ? name : `${directory}/${name}`
      reads.set(path, () => read().get(name) ?? new Uint8Array())
    }
  }
  return new UnreadFiles(new Map([...reads.keys()].sort().map((path) => [path, reads.get(path) as Read])))
}

const REMEMBERED = 4

/** Keeps only the last few directories: their files are usually read one after another, and few are read again. */
function keepRecent<T>(): (key: string, make: () => T) => T {
  const recent = new Map<string, T>()
  return (key, make) => {
    const known = recent.get(key) ?? make()
    recent.delete(key)
    recent.set(key, known)
    const [oldest] = recent.keys()
    if (recent.size > REMEMBERED && oldest !== undefined) recent.delete(oldest)
    return known
  }
}

function readDirectory(root: string, directory: string, look: DirectoryLook): ReadonlyMap<string, Uint8Array> {
  const place = directory === '' ? root : join(root, directory)
  const names = namesJoined(look.files)
  const files = new Map<string, Uint8Array>()
  for (const name of names) {
    const bytes = readUnlessGone(join(place, name))
    if (!bytes) throw treeChanged(directory === '' ? name : `${directory}/${name}`)
    files.set(name, bytes)
  }
  if (look.stamp !== '' && stampOfFiles(place, names) !== look.stamp) throw treeChanged(directory || '.')
  return files
}

function readUnlessGone(file: string): Uint8Array | undefined {
  try {
    return readWhole(file)
  } catch (cause) {
    // It was removed or became something else.
    if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause
    return undefined
  }
}

export const treeChanged = (path: string): BoardwrightError =>
  new BoardwrightError('TREE_CHANGED', `${path} changed while it was read`)
