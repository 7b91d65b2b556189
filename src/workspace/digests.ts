import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isOfProject, isPart, isSkipped, LARGEST_FILE } from './parts.ts'

/** What stands directly in a directory of a project: the digest of the names, and that of the bytes. */
export interface DirectoryDigest {
  readonly names: string
  readonly bytes: string
}

/** By the path of the directory from the project root. */
export type TreeDigests = ReadonlyMap<string, DirectoryDigest>

/**
 * The digests of a project on disk, many times faster than reading it for keeps. Undefined where there is more to say
 * than digests can: a symbolic link, a file that is too large, or one that cannot be read.
 */
export function digestTree(root: string): TreeDigests | undefined {
  const digests = new Map<string, DirectoryDigest>()
  const buffer = Buffer.allocUnsafe(1024 * 1024)

  function visit(directory: string): boolean {
    const above = directory === '' ? root : `${root}/${directory}`
    const entries = readdirSync(above, { withFileTypes: true })
    const files: string[] = []
    for (const entry of entries) {
      const path = directory === '' ? entry.name : `${directory}/${entry.name}`
      if (directory === '' ? !isPart(entry.name) : isSkipped(path)) continue
      if (entry.isFile()) files.push(entry.name)
      else if (!entry.isDirectory() || !visit(path)) return false
    }
    if (files.length === 0) return true
    const digest = digestDirectory(files.sort(), (name, use) => readThrough(`${above}/${name}`, buffer, use))
    if (digest.largest > LARGEST_FILE) return false
    digests.set(directory, digest)
    return true
  }

  try {
    return visit('') ? digests : undefined
  } catch (cause) {
    // Whoever reads the tree says what is wrong with it.
    if ((cause as NodeJS.ErrnoException).syscall !== undefined) return undefined
    throw cause
  }
}

/** The same, of a project that was read. */
export function digestFiles(files: ReadonlyMap<string, Uint8Array>): TreeDigests {
  const names = new Map<string, string[]>()
  for (const path of files.keys()) {
    if (!isOfProject(path)) continue
    const cut = path.lastIndexOf('/')
    const directory = path.slice(0, Math.max(0, cut))
    names.set(directory, [...(names.get(directory) ?? []), path.slice(cut + 1)])
  }
  const read = (directory: string, name: string): Uint8Array =>
    files.get(directory === '' ? name : `${directory}/${name}`) ?? new Uint8Array()
  return new Map(
    [...names].map(([directory, own]) => [
      directory,
      digestDirectory(own.sort(), (name, use) => use(read(directory, name))),
    ]),
  )
}

type Read = (name: string, use: (bytes: Uint8Array) => void) => void

function digestDirectory(names: readonly string[], read: Read): DirectoryDigest & { readonly largest: number } {
  const hash = createHash('sha256')
  const sizes = names.map((name) => {
    let size = 0
    read(name, (bytes) => {
      size += bytes.length
      hash.update(bytes)
    })
    return size
  })
  const bytes = hash.update(sizes.join(' ')).digest('base64url')
  return { names: digestText(names.join('/')), bytes, largest: sizes.reduce((a, b) => Math.max(a, b), 0) }
}

export const digestText = (text: string): string => createHash('sha256').update(text).digest('base64url')

function readThrough(file: string, buffer: Buffer, use: (bytes: Uint8Array) => void): void {
  const handle = openSync(file, 'r')
  try {
    for (let size = buffer.length; size === buffer.length; ) {
      size = readSync(handle, buffer, 0, buffer.length, null)
      use(buffer.subarray(0, size))
    }
  } finally {
    closeSync(handle)
  }
}

/** Another one for every other version of the files below these directories, as far as their times and sizes tell. */
export function stampOf(directories: readonly string[]): string {
  let [newest, size, count] = [0, 0, 0]
  for (const directory of directories) {
    for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const facts = statSync(join(entry.parentPath, entry.name))
      newest = Math.max(newest, facts.mtimeMs)
      size += facts.size
      count += 1
    }
  }
  return `${newest} ${size} ${count}`
}
