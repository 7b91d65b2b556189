import { randomBytes } from 'node:crypto'
import { closeSync, constants, type Dirent, fstatSync, lstatSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, open, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Problem } from '../content/problem.ts'
import { factsOf, strangeness } from './disk.ts'
import { isDirectoryOfOurs, isSkipped, LARGEST_FILE, ROOTS, SKIPPED } from './parts.ts'

export type Files = ReadonlyMap<string, Uint8Array>

export interface TreeRead {
  readonly files: Files
  readonly problems: readonly Problem[]
}

const taken = (file: string): Problem => ({
  ...{ kind: 'PATH_TAKEN', at: { file }, message: `is a file, and must be a directory` },
  hint: `Give the file another name.`,
})

export type OnFiles = (done: number, all: number) => void

/** Reads everything that belongs to a project. Symbolic links are refused, not followed. */
export async function readTree(root: string): Promise<TreeRead> {
  const { default: fastGlob } = await import('fast-glob')
  const options = { cwd: root, dot: true, onlyFiles: false, followSymbolicLinks: false, objectMode: true } as const
  // fast-glob enters the first directory of a pattern even if it is a link.
  const roots = ROOTS.filter((name) => factsOf(join(root, name))?.isDirectory())
  const strangers = ROOTS.flatMap((path): Entry[] => {
    const facts = factsOf(join(root, path))
    return facts && !facts.isDirectory() ? [{ path, dirent: facts }] : []
  })
  const { passedOver, fs } = watchListing(root)
  const entries: Entry[] = [
    ...strangers,
    ...fastGlob.sync(['boardwright.yaml', ...roots.map((name) => `${name}/**`)], { ...options, ignore: SKIPPED, fs }),
    ...passedOver,
    ...(roots.includes('data-model') ? fastGlob.sync('data-model/**/.gitignore', options) : []),
  ]
  const problems = entries.flatMap(({ path, dirent }): Problem[] => {
    const message = strangeness(dirent)
    if (message !== undefined) return [{ kind: 'LINK_REFUSED', at: { file: path }, message }]
    return dirent.isFile() && isDirectoryOfOurs(path) ? [taken(path)] : []
  })
  const wanted = entries.filter(({ dirent }) => dirent.isFile()).map(({ path }) => path)
  const files = await readFiles(root, wanted.sort(), (file) => {
    problems.push({
      kind: 'FILE_TOO_LARGE',
      at: { file },
      message: `is larger than ${LARGEST_FILE / 1024 / 1024} MB`,
    })
  })
  return { files, problems: problems.sort((a, b) => (a.at.file < b.at.file ? -1 : 1)) }
}

/** fast-glob enters every directory, but its `**` matches no path with a line feed. Collects what it passes over. */
function watchListing(root: string) {
  const passedOver: Entry[] = []
  const list = (directory: string, options: { readonly withFileTypes: true }): Dirent[] => {
    const all = readdirSync(directory, options)
    for (const dirent of all) {
      const path = relative(root, join(directory, dirent.name))
      if (path.includes('\n') && !isSkipped(path)) passedOver.push({ path, dirent })
    }
    return all
  }
  return { passedOver, fs: { readdirSync: list as typeof readdirSync } }
}

/** Only the configuration files. Undefined if not all are plain files: reading the tree reports why. */
export function readSettings(root: string): Files | undefined {
  const entries = ['boardwright.yaml', 'targets'].flatMap((name) => entryOf(root, name) ?? [])
  const below = entries.some(({ name, isDirectory }) => name === 'targets' && isDirectory)
    ? entriesIn(root, 'targets')
    : []
  const files = new Map<string, Uint8Array>()
  for (const { name, isFile, isDirectory } of [...entries, ...below]) {
    if (isDirectory) continue
    const bytes = isFile ? readWhole(join(root, name)) : undefined
    if (!bytes) return undefined
    files.set(name, bytes)
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
}

export const isSetting = (file: string): boolean => file === 'boardwright.yaml' || file.startsWith('targets/')

type Entry = { readonly path: string; readonly dirent: Parameters<typeof strangeness>[0] }

interface Named {
  readonly name: string
  readonly isFile: boolean
  readonly isDirectory: boolean
}

function entryOf(root: string, name: string): Named | undefined {
  const facts = lstatSync(join(root, name), { throwIfNoEntry: false })
  return facts && { name, isFile: facts.isFile(), isDirectory: facts.isDirectory() }
}

const entriesIn = (root: string, directory: string): Named[] =>
  readdirSync(join(root, directory), { recursive: true, withFileTypes: true })
    .map((entry) => ({
      name: relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'),
      ...{ isFile: entry.isFile(), isDirectory: entry.isDirectory() },
    }))
    .filter(({ name }) => !isSkipped(name) && !name.includes('/.git/'))

const BATCH = 500

/**
 * Reads these files synchronously, one after another. For thousands of small files this takes a fifth of the time that
 * promises do. Other work gets its turn in between.
 */
export async function readFiles(
  root: string,
  paths: readonly string[],
  onTooLarge: (path: string) => void = () => {},
): Promise<Files> {
  const files = new Map<string, Uint8Array>()
  for (const [index, path] of paths.entries()) {
    if (index % BATCH === BATCH - 1) await nextTurn()
    const bytes = readWhole(join(root, path))
    if (bytes) files.set(path, bytes)
    else onTooLarge(path)
  }
  return files
}

/** Opens a file without following a symbolic link or blocking on a pipe. */
export const PLAINLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** The bytes of a file. Undefined if it is too large or no longer a file. */
export function readWhole(file: string): Uint8Array | undefined {
  const handle = openSync(file, PLAINLY)
  try {
    const facts = fstatSync(handle)
    return facts.size > LARGEST_FILE || !facts.isFile() ? undefined : readFileSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** The bytes of a file; empty if it cannot be read. */
export function bytesOrNothing(file: string): Buffer {
  try {
    const handle = openSync(file, PLAINLY)
    try {
      return fstatSync(handle).isFile() ? readFileSync(handle) : Buffer.alloc(0)
    } finally {
      closeSync(handle)
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause
    return Buffer.alloc(0)
  }
}

/** Writes a cache piece by piece. Ignores failures, because a missing cache costs only time. */
export async function keepFile(target: string, content: Iterable<string | Uint8Array>): Promise<void> {
  try {
    await replaceFile(target, content)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause
  }
}

/**
 * Writes a temporary file, next to the target or in `scratch`, and renames it to the target. Readers see either the old
 * file or the new one.
 */
export async function replaceFile(
  target: string,
  content: Uint8Array | string | Iterable<string | Uint8Array>,
  scratch: string = dirname(target),
): Promise<void> {
  const temporary = join(scratch, `.boardwright-${randomBytes(6).toString('hex')}.tmp`)
  try {
    await mkdir(dirname(target), { recursive: true })
    await writePieces(temporary, typeof content === 'string' || content instanceof Uint8Array ? [content] : content)
    await rename(temporary, target)
  } catch (cause) {
    // If nothing can be written, nothing can be removed either. Report the first failure.
    await rm(temporary, { force: true }).catch(() => undefined)
    throw Object.assign(cause as Error, { path: target })
  }
}

/** Yarn, where it keeps packages in archives, has a `writeFile` that takes no pieces. */
async function writePieces(file: string, pieces: Iterable<string | Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    for (const piece of pieces) await handle.writeFile(piece)
  } finally {
    await handle.close()
  }
}

export async function removeFile(base: string, target: string): Promise<void> {
  await rm(target, { force: true })
  await removeEmptyAbove(base, target)
}

/** Removes the directories above a removed file, as long as they are empty. */
export async function removeEmptyAbove(base: string, target: string): Promise<void> {
  for (let at = dirname(target); at.length > base.length; at = dirname(at)) {
    try {
      await rmdir(at)
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException
      if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOENT') return
      throw cause
    }
  }
}
