import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execPath, getBuiltinModule } from 'node:process'
import { getAsset, isSea } from 'node:sea'
import { compileFunction } from 'node:vm'
import { BoardwrightError } from './errors.ts'

/**
 * Where the program's files are. Bundling moves code, and the standalone program contains its files, so others ask
 * here.
 */

/** The directory of the running code: of this file, or of the bundles. The standalone program has none. */
const CODE: string = import.meta.dirname

/** The directories with the running code. */
export const codeDirectories = (): readonly string[] =>
  import.meta.url.endsWith('.ts') ? ['src', 'packages'].map((name) => join(packageDirectory(), name)) : [CODE]

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
  return statSync(file, { throwIfNoEntry: false }) ? readFileSync(file) : undefined
}

export interface ScriptCommand {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const SCRIPT = '--run-script'

/**
 * How to start a script of the package as a process of its own. If Node's permission model is among the options, it may
 * read nothing but that script. The standalone program holds its scripts, and takes Node's options from the environment.
 */
export function scriptCommand(path: string, options: readonly string[]): ScriptCommand {
  const file = execPath
  if (isSea()) return { file, args: [SCRIPT, path], env: { NODE_OPTIONS: inOneText(options) } }
  const script = realpathSync(join(packageDirectory(), path))
  const reads = options.some((option) => option.endsWith('permission')) ? [`--allow-fs-read=${script}`] : []
  return { file, args: [...options, ...reads, script], env: {} }
}

/** In the standalone program: runs one of its scripts, if that is what this process was started for. */
export function runScript([first, path = '']: readonly string[]): boolean {
  if (!isSea() || first !== SCRIPT) return false
  compileFunction(getAsset(path, 'utf8'), ['require'], { filename: path })(getBuiltinModule)
  return true
}

function readHeld(path: string): Uint8Array | undefined {
  try {
    return new Uint8Array(getAsset(path))
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'ERR_SINGLE_EXECUTABLE_APPLICATION_ASSET_NOT_FOUND') return undefined
    throw cause
  }
}

/** The packages of the sources have manifests too, and lie in the one that is published. */
const isProgram = (manifest: string): boolean =>
  existsSync(manifest) && !/"name": "@boardwright\//.test(readFileSync(manifest, 'utf8'))

function packageAbove(directory: string): string {
  if (isProgram(join(directory, 'package.json'))) return directory
  const above = dirname(directory)
  if (above !== directory) return packageAbove(above)
  throw new BoardwrightError('PROGRAM_INCOMPLETE', `the program is not whole: no package.json in ${CODE} or above it`)
}

/** Options of Node in the text of its variable, where blanks part them. */
export const inOneText = (options: readonly string[]): string =>
  options.map((option) => (/[\s"\\]/.test(option) ? `"${option.replace(/["\\]/g, '\\$&')}"` : option)).join(' ')
