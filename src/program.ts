import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getAsset, isSea } from 'node:sea'
import { BoardwrightError } from './errors.ts'

/**
 * Where the program's files are. Bundling moves code, and the standalone program contains its files, so others ask
 * here.
 */

/** The directory of the running code: `src`, or that of the bundles. The standalone program has none. */
export const CODE: string = import.meta.dirname

let found: string | undefined

/** The directory of the package, somewhere above. */
export function packageDirectory(): string {
  found ??= isSea() ? CODE : packageAbove(CODE)
  return found
}

/** A digest of what the standalone program was built from. */
export const readBuild = (): string | undefined => (isSea() ? getAsset('build', 'utf8') : undefined)

/** A file of the package by its path, if it exists. */
export function readPackageFile(path: string): Uint8Array | undefined {
  if (isSea()) return readHeld(path)
  const file = join(packageDirectory(), path)
  return existsSync(file) ? readFileSync(file) : undefined
}

function readHeld(path: string): Uint8Array | undefined {
  try {
    return new Uint8Array(getAsset(path))
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'ERR_SINGLE_EXECUTABLE_APPLICATION_ASSET_NOT_FOUND') return undefined
    throw cause
  }
}

function packageAbove(directory: string): string {
  if (existsSync(join(directory, 'package.json'))) return directory
  const above = dirname(directory)
  if (above !== directory) return packageAbove(above)
  throw new BoardwrightError('PROGRAM_INCOMPLETE', `the program is not whole: no package.json in ${CODE} or above it`)
}
