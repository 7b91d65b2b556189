import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { kill, pid } from 'node:process'
import { BoardwrightError } from '@boardwright/common'
import { factsOf, placeBelow } from './disk.ts'
import { type FileMove, isFree, movePaths } from './move.ts'
import { bytesSigned, signed } from './signature.ts'
import { bytesOrNothing, type OnFiles, readWhole, removeEmptyAbove, removeFile, replaceFile } from './tree.ts'

type Content = string | Uint8Array | null
type Changes = ReadonlyMap<string, Content>

/**
 * Writes files below the root; `null` removes one. Each file is replaced atomically. In a project, either all files are
 * written or none: the next command takes back what a killed one left. Never writes through a symbolic link or outside
 * the root.
 */
export const writeTree = (root: string, written: Changes, onProgress: OnFiles = () => {}): Promise<void> =>
  editTree(root, { moved: [], written }, onProgress)

/** Like `writeTree`, but moves files and directories first. */
export async function editTree(
  root: string,
  { moved, written }: { readonly moved: readonly FileMove[]; readonly written: Changes },
  onProgress: OnFiles = () => {},
): Promise<void> {
  const base = resolve(root)
  const entries = [...written].map(([path, content]) => ({ path, content, place: placeFor(base, path, content) }))
  if (!factsOf(join(base, 'boardwright.yaml'))) {
    await movePaths(base, moved)
    await put(base, entries, onProgress)
    return
  }
  const scratch = await makeScratch(base)
  try {
    if (moved.length + entries.length > 1) await keepBefore(base, scratch, moved, entries)
    await movePaths(base, moved)
    await put(base, entries, onProgress, scratch)
  } catch (cause) {
    await takeBack(base, scratch)
    throw cause
  }
  // From here on the edit is final: without the list, nothing is taken back.
  await rm(join(scratch, LIST), { force: true })
  await drop(base, scratch)
}

/** A file to write, or to remove if its content is null. */
interface Entry {
  readonly path: string
  readonly content: Content
  readonly place: string
}

function placeFor(base: string, path: string, content: Content): string {
  const place = placeBelow(base, path)
  if (content !== null && factsOf(place)?.isDirectory())
    throw new BoardwrightError('PATH_TAKEN', `${path} is a directory, not a file`)
  return place
}

const AT_ONCE = 64

async function inTurns<T>(items: readonly T[], act: (item: T, index: number) => Promise<unknown>, onProgress: OnFiles) {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    await Promise.all(items.slice(start, start + AT_ONCE).map((item, index) => act(item, start + index)))
    onProgress(Math.min(start + AT_ONCE, items.length), items.length)
  }
}

async function put(base: string, entries: readonly Entry[], onProgress: OnFiles, scratch?: string): Promise<void> {
  const write = async ({ place, content }: Entry): Promise<void> => {
    if (content !== null) await replaceFile(place, content, scratch)
  }
  await inTurns(entries, write, onProgress)
  for (const { path, content } of entries) if (content === null) await removeFile(base, placeBelow(base, path))
}

/** Holds new files and copies of old ones until everything is written. Git ignores it. */
const EDITS = '.boardwright/edits'
/** Tells apart processes with the same pid, because the system reuses pids. */
const RUN = randomBytes(6).toString('hex')
const LIST = 'before.json'

async function makeScratch(base: string): Promise<string> {
  const scratch = placeBelow(base, `${EDITS}/${pid}-${RUN}-${randomBytes(3).toString('hex')}`)
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  return scratch
}

/**
 * A file in an edit: the name of the copy from before it, and the digest from after it. Null if there is no such file.
 */
interface Before {
  readonly file: string
  readonly copy: string | null
  readonly after: string | null
}

interface Edit {
  readonly moved: readonly FileMove[]
  readonly files: readonly Before[]
}

async function keepBefore(
  base: string,
  scratch: string,
  moved: readonly FileMove[],
  entries: readonly Entry[],
): Promise<void> {
  const files: Before[] = []
  const keep = async ({ path: file, content }: Entry, index: number): Promise<void> => {
    const source = placeBelow(base, sourceOf(file, moved))
    const copy = factsOf(source)?.isFile() ? String(index) : null
    if (copy !== null) await copyFile(source, join(scratch, copy))
    files.push({ file, copy, after: content === null ? null : digestOf(content) })
  }
  await inTurns(entries, keep, () => {})
  const list: Edit = { moved, files }
  await replaceFile(join(scratch, LIST), signed(basename(scratch), Buffer.from(JSON.stringify(list))))
}

/** The path of a file before the moves. */
function sourceOf(file: string, moved: readonly FileMove[]): string {
  const [from, to] = moved.find(([, each]) => file === each || file.startsWith(`${each}/`)) ?? ['', '']
  return `${from}${file.slice(to.length)}`
}

const digestOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** Takes back what a killed command left half written. Called before a tree is read. */
export async function takeBackCutOff(root: string): Promise<void> {
  const base = resolve(root)
  if (!factsOf(join(base, EDITS))) return
  for (const name of await readdir(placeBelow(base, EDITS))) {
    if (!isRunning(name)) await takeBack(base, placeBelow(base, `${EDITS}/${name}`))
  }
}

function isRunning(name: string): boolean {
  const [number, run] = name.split('-')
  const id = Number(number)
  if (id === pid) return run === RUN
  if (!Number.isSafeInteger(id) || id < 1) return false
  try {
    return kill(id, 0)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Takes back an edit, but skips files that somebody has changed since. */
async function takeBack(base: string, scratch: string): Promise<void> {
  const { moved, files } = readEdit(scratch)
  for (const { file, copy, after } of files) {
    const place = placeBelow(base, file)
    const bytes = factsOf(place)?.isFile() ? readWhole(place) : undefined
    if ((bytes === undefined ? null : digestOf(bytes)) !== after) continue
    if (copy === null) await removeFile(base, place)
    else if (factsOf(join(scratch, copy))?.isFile()) {
      await mkdir(dirname(place), { recursive: true })
      await rename(join(scratch, copy), place)
    }
  }
  for (const [from, to] of moved.toReversed()) {
    if (factsOf(placeBelow(base, to)) && isFree(placeBelow(base, to), placeBelow(base, from)))
      await movePaths(base, [[to, from]])
  }
  await drop(base, scratch)
}

async function drop(base: string, scratch: string): Promise<void> {
  await rm(scratch, { recursive: true, force: true })
  await removeEmptyAbove(base, scratch)
}

/** Only signed lists count, so that a list from a commit takes nothing back. */
function readEdit(scratch: string): Edit {
  const bytes = bytesSigned(basename(scratch), bytesOrNothing(join(scratch, LIST)))
  return bytes === undefined ? { moved: [], files: [] } : JSON.parse(bytes.toString())
}
