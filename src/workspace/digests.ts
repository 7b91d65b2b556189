import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type DirectoryLook, joinNames, type Looks, lookAt, namesJoined } from './looks.ts'
import { isOfProject, LARGEST_FILE } from './parts.ts'
import { PLAINLY } from './tree.ts'

/** The files directly in a directory of a project: how they look, and the digest of their bytes. */
export interface DirectoryDigest extends DirectoryLook {
  readonly bytes: string
}

/** Digests by directory, as a path from the project root. */
export type TreeDigests = ReadonlyMap<string, DirectoryDigest>

/**
 * The digests of a project on disk. This is many times faster than reading the project into memory, because files that
 * look as before are not read at all. Undefined if there is something that digests cannot express: a symbolic link, or
 * a file that is too large or cannot be read.
 */
export function digestTree(root: string, before?: TreeDigests, time?: number): TreeDigests | undefined {
  const looks = lookAt(root, before, time)
  if (!looks) return undefined
  const digests = new Map<string, DirectoryDigest>()
  const buffer = Buffer.allocUnsafe(1024 * 1024)
  try {
    for (const [directory, look] of looks) {
      const known = before?.get(directory)
      if (known && isSame(known, look)) {
        digests.set(directory, withBytes(known, look, known.bytes))
        continue
      }
      const place = directory === '' ? root : `${root}/${directory}`
      const { bytes, largest } = digestBytes(namesJoined(look.files), (name, use) =>
        readThrough(`${place}/${name}`, buffer, use),
      )
      if (largest > LARGEST_FILE) return undefined
      digests.set(directory, withBytes(known, look, bytes))
    }
  } catch (cause) {
    // Reading the tree reports what is wrong with it.
    if ((cause as NodeJS.ErrnoException).syscall !== undefined) return undefined
    throw cause
  }
  return digests
}

/** Returns the same object if nothing changed. */
const withBytes = (known: DirectoryDigest | undefined, look: DirectoryLook, bytes: string): DirectoryDigest =>
  known === look && known.bytes === bytes ? known : { ...look, bytes }

const isSame = (known: DirectoryLook, now: DirectoryLook): boolean =>
  now.stamp !== '' && known.stamp === now.stamp && known.files === now.files

/** The digests of a project that has been read. `looks` were taken before that. */
export function digestFiles(files: ReadonlyMap<string, Uint8Array>, looks: Looks = new Map()): TreeDigests {
  const names = new Map<string, string[]>([...looks.keys()].map((directory) => [directory, []]))
  for (const path of files.keys()) {
    if (!isOfProject(path)) continue
    const cut = path.lastIndexOf('/')
    const directory = path.slice(0, Math.max(0, cut))
    const own = names.get(directory) ?? []
    own.push(path.slice(cut + 1))
    names.set(directory, own)
  }
  const read = (directory: string, name: string): Uint8Array =>
    files.get(directory === '' ? name : `${directory}/${name}`) ?? new Uint8Array()
  return new Map(
    [...names].map(([directory, own]) => {
      const { bytes } = digestBytes(own.sort(), (name, use) => use(read(directory, name)))
      const files = joinNames(own)
      const look = looks.get(directory)
      return [directory, { ...(look?.files === files ? look : { files, directories: '', own: '', stamp: '' }), bytes }]
    }),
  )
}

/** A digest of the files in a directory, by their names: of its path, of their names and of their bytes. */
export function digestDirectory(directory: string, files: ReadonlyMap<string, Uint8Array>): string {
  const hash = createHash('sha256').update(
    JSON.stringify([directory, ...[...files].map(([name, { length }]) => [name, length])]),
  )
  for (const bytes of files.values()) hash.update(bytes)
  return hash.digest('base64url')
}

type Read = (name: string, use: (bytes: Uint8Array) => void) => void

function digestBytes(names: readonly string[], read: Read): { readonly bytes: string; readonly largest: number } {
  if (names.length === 0) return { bytes: '', largest: 0 }
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
  return { bytes, largest: sizes.reduce((a, b) => Math.max(a, b), 0) }
}

export const digestText = (text: string): string => createHash('sha256').update(text).digest('base64url')

function readThrough(file: string, buffer: Buffer, use: (bytes: Uint8Array) => void): void {
  const handle = openSync(file, PLAINLY)
  try {
    for (let size = buffer.length; size === buffer.length; ) {
      size = readSync(handle, buffer, 0, buffer.length, null)
      use(buffer.subarray(0, size))
    }
  } finally {
    closeSync(handle)
  }
}

/**
 * A stamp that differs for every version of the files below these directories, as far as names, times and sizes can
 * tell.
 */
export function stampOf(directories: readonly string[]): string {
  let [newest, size] = [0, 0]
  const names: string[] = []
  for (const directory of directories) {
    // In an archive, as Yarn keeps packages, entries with types do not say where they are.
    for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
      const facts = statSync(join(directory, name))
      if (!facts.isFile()) continue
      newest = Math.max(newest, facts.mtimeMs)
      size += facts.size
      names.push(name)
    }
  }
  return `${newest} ${size} ${digestText(names.sort().join('\n'))}`
}
