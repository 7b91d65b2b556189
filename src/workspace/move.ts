import { lstat, mkdir, rename } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { BoardwrightError } from '../errors.ts'
import { placeBelow } from './disk.ts'
import { removeEmptyAbove } from './tree.ts'

/**
 * Moves files and directories below the root, one after the other. Never overwrites anything, and never crosses a
 * symbolic link. Renames that only change case work on case-insensitive disks.
 */
export async function movePaths(root: string, paths: Iterable<readonly [from: string, to: string]>): Promise<void> {
  const base = resolve(root)
  for (const [from, to] of paths) {
    const source = placeBelow(base, from)
    const target = placeBelow(base, to)
    if ((await isThere(target)) && !(await isSame(source, target)))
      throw new BoardwrightError('PATH_TAKEN', `${to} already exists`)
    await mkdir(dirname(target), { recursive: true })
    await rename(source, target)
    await removeEmptyAbove(base, source)
  }
}

const factsOf = (path: string) => lstat(path).catch(() => undefined)

const isThere = async (path: string): Promise<boolean> => (await factsOf(path)) !== undefined

async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([factsOf(one), factsOf(other)])
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev
}
