import { mkdir, rename } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import { factsOf, placeBelow } from './disk.ts'
import { removeEmptyAbove } from './tree.ts'

export type FileMove = readonly [from: string, to: string]

/**
 * Moves files and directories below the root, one after another. Never overwrites anything, and never crosses a
 * symbolic link. Renames that only change case work on case-insensitive disks.
 */
export async function movePaths(root: string, paths: Iterable<FileMove>): Promise<void> {
  const base = resolve(root)
  for (const [from, to] of paths) {
    const source = placeBelow(base, from)
    const target = placeBelow(base, to)
    if (!isFree(source, target)) throw new BoardwrightError('PATH_TAKEN', `${to} already exists`)
    await mkdir(dirname(target), { recursive: true })
    await rename(source, target)
    await removeEmptyAbove(base, source)
  }
}

/** Whether nothing but the source itself is at the target. */
export function isFree(source: string, target: string): boolean {
  const [from, to] = [factsOf(source), factsOf(target)]
  return to === undefined || (to.ino === from?.ino && to.dev === from.dev)
}
