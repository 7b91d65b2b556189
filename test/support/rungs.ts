import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * How far a test goes for its answer: `unit` calls functions, `parts` uses a disk, git, a server or a sandbox in its
 * own process, `flows` runs the built program, and `browser` a browser. What is `alone` changes its process for good.
 * What is `slow` needs more than two seconds, on whichever rung it would be, so `npm test` leaves it out.
 */
export const RUNGS = ['unit', 'alone', 'parts', 'flows', 'slow', 'browser'] as const
export type Rung = (typeof RUNGS)[number]

/** A test is on a rung because of what it imports, directly or not. The first row that fits decides. */
const BECAUSE: readonly (readonly [rung: Rung, imported: RegExp])[] = [
  ['browser', /^playwright-core$/],
  ['alone', /^src\/viewer\/vega\/expression\/realm\.ts$/],
  ['flows', /^test\/support\/program\.ts$/],
  [
    'parts',
    /^node:(?:child_process|dgram|http|https|net|tls|worker_threads)$|^test\/support\/(?:built|directory)\.ts$/,
  ],
]

/** The first line of a slow test says why it is slow. A browser is slow anyway. */
const SLOW = /^\/\/ Slow: \S.*\.\n/

/** The test files on each rung. */
export function rungsOf(files: readonly string[]): Readonly<Record<Rung, readonly string[]>> {
  const imports = importsOf()
  const rungs = Object.fromEntries(RUNGS.map((rung): [Rung, string[]] => [rung, []])) as Record<Rung, string[]>
  for (const file of files) {
    const imported = [...imports(file)]
    const [rung] = BECAUSE.find(([, what]) => imported.some((each) => what.test(each))) ?? ['unit']
    const isSlow = rung !== 'browser' && SLOW.test(readFileSync(file, 'utf8'))
    rungs[isSlow ? 'slow' : rung].push(file)
  }
  return rungs
}

export const testFilesBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join(directory, file))
    .sort()

const IMPORT = /^(?:import|export) (?!type )(?:[^'";]*? from )?'([^']+)'|\bimport\('([^']+)'\)/gm

/** A function that answers what a file imports when it runs, with what that imports in turn. */
function importsOf(): (file: string) => ReadonlySet<string> {
  const direct = new Map<string, readonly string[]>()
  const read = (file: string): readonly string[] => {
    const known = direct.get(file)
    if (known) return known
    const text = file.endsWith('.ts') && existsSync(file) ? readFileSync(file, 'utf8') : ''
    const found = [...text.matchAll(IMPORT)].map(([, still = '', asked = '']) => still + asked)
    const names = found.map((name) => (name.startsWith('.') ? join(dirname(file), name) : name))
    direct.set(file, names)
    return names
  }
  return (file) => {
    const all = new Set([file])
    for (const each of all) for (const name of read(each)) all.add(name)
    return all
  }
}
