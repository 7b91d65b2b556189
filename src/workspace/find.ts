import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { factsOf, isOnDisk } from './disk.ts'

/** The nearest directory, going up, that has a file of this name. */
export function findUpwards(start: string, name: string): string | undefined {
  for (let at = resolve(start); ; at = dirname(at)) {
    // A dangling link counts too: reading it reports the problem.
    if (factsOf(join(at, name))) return at
    if (dirname(at) === at) return undefined
  }
}

/** The text of a file; undefined if it does not exist. */
export const readTextIfAny = (file: string): Promise<string | undefined> =>
  isOnDisk(file) ? readFile(file, 'utf8') : Promise.resolve(undefined)
