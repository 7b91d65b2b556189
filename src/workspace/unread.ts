import { join } from 'node:path'
import { BoardwrightError } from '../errors.ts'
import { type Looks, namesIn } from './looks.ts'
import { type Files, readWhole } from './tree.ts'

type Read = () => Uint8Array

/** Files of which each is read when somebody asks for it. Two of them are the same file where they are read the same way. */
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

/** The files that were looked at, at this moment. One that was written since is refused: it may not fit the others. */
export function unreadFiles(root: string, looks: Looks, lookedAt: number): UnreadFiles {
  const paths = [...looks].flatMap(([directory, { files }]) =>
    namesIn(files).map((name) => (directory === '' ? name : `${directory}/${name}`)),
  )
  return new UnreadFiles(new Map(paths.sort().map((path) => [path, once(() => readAsSeen(root, path, lookedAt))])))
}

function readAsSeen(root: string, path: string, lookedAt: number): Uint8Array {
  const bytes = readWhole(join(root, path), lookedAt)
  if (!bytes) throw new BoardwrightError('TREE_CHANGED', `${path} changed while it was read`)
  return bytes
}

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
