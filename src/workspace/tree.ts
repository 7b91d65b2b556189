import { randomBytes } from 'node:crypto'
import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Problem } from '../content/problem.ts'
import { strangeness } from './disk.ts'
import { isDirectoryOfOurs, isPart, isSkipped, LARGEST_FILE, ROOTS } from './parts.ts'

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
  const entries = entriesOf(root, isPart)
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

/** Only the configuration files. Undefined if not all are plain files: reading the tree reports why. */
export function readSettings(root: string): Files | undefined {
  const files = new Map<string, Uint8Array>()
  for (const { path, dirent } of entriesOf(root, (name) => name === 'boardwright.yaml' || name === 'targets')) {
    if (dirent.isDirectory()) continue
    const bytes = dirent.isFile() ? readWhole(join(root, path)) : undefined
    if (!bytes) return undefined
    files.set(path, bytes)
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
}

export const isSetting = (file: string): boolean => file === 'boardwright.yaml' || file.startsWith('targets/')

interface Entry {
  readonly path: string
  readonly dirent: Dirent
}

/** These parts of a project, and everything below them. Links are entries, and are not followed. */
const entriesOf = (root: string, isWanted: (name: string) => boolean): Entry[] =>
  readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => isWanted(name))
    .flatMap((dirent) => [
      { path: dirent.name, dirent },
      ...(dirent.isDirectory() && ROOTS.includes(dirent.name) ? entriesBelow(root, dirent.name) : []),
    ])

const entriesBelow = (root: string, directory: string): Entry[] =>
  readdirSync(join(root, directory), { withFileTypes: true }).flatMap((dirent): Entry[] => {
    const path = `${directory}/${dirent.name}`
    if (isSkipped(path)) return []
    return [{ path, dirent }, ...(dirent.isDirectory() ? entriesBelow(root, path) : [])]
  })

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
    await writeFile(temporary, content, { flag: 'wx' })
    await rename(temporary, target)
  } catch (cause) {
    // If nothing can be written, nothing can be removed either. Report the first failure.
    await rm(temporary, { force: true }).catch(() => undefined)
    throw Object.assign(cause as Error, { path: target })
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
