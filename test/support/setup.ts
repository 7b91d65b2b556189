import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Builds the program for the tests that need it built, unless what is there was built from what is here. Types are not
 * checked: `npm run types` does that.
 */
export default async function setup(): Promise<void> {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp()) return
  // With one thread the compiler takes half the processor time, and on two cores no longer.
  const compiler = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck', '--singleThreaded']
  try {
    await Promise.all([
      run(...compiler).then(() => run('scripts/bundle-program.mjs')),
      run('scripts/bundle-viewer.mjs'),
      run('scripts/bundle-draw.mjs'),
      run('scripts/bundle-compiler.mjs'),
      run('scripts/bundle-engine.mjs'),
    ])
  } catch (cause) {
    // Vitest would fail while it prints this, and only tell of that.
    process.stderr.write(`The tests cannot start: ${cause}\n`)
    process.exit(1)
  }
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, stamp())
}

const STAMP = join('node_modules', '.cache', 'built-for-tests')
const SOURCES = ['src', 'packages', 'scripts', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']

/** Stands for the bytes of what is built from, and for when each file was built. */
function stamp(): string {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesBelow)) hash.update(file).update(readFileSync(file))
  for (const file of filesBelow('dist')) hash.update(`${file} ${statSync(file).mtimeMs}`)
  return hash.digest('hex')
}

const filesBelow = (place: string): string[] =>
  !existsSync(place)
    ? []
    : statSync(place).isFile()
      ? [place]
      : readdirSync(place, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()

async function run(...command: readonly string[]): Promise<void> {
  const [code] = await once(spawn(process.execPath, command, { stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error(`${command[0]} failed`)
}
