import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { oncePerKey } from '../../packages/common/lazy.ts'
import { behind, doorOf } from '../../scripts/doors.mjs'
import { type Import, importsIn } from '../../scripts/imports.mjs'
import { isLong } from './long.ts'

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
  ['alone', /^packages\/pictures\/viewer\/vega\/expression\/realm\.ts$/],
  ['flows', /^test\/support\/program\.ts$/],
  [
    'parts',
    /^node:(?:child_process|dgram|http|https|net|tls|worker_threads)$|^test\/support\/(?:built|directory)\.ts$/,
  ],
]

/** The row that fits what is imported; one too high if none does. */
const rowOf = oncePerKey((imported: string): number => {
  const row = BECAUSE.findIndex(([, what]) => what.test(imported))
  return row < 0 ? BECAUSE.length : row
})

/** The first line of a slow test says why it is slow. A browser is slow anyway. */
const SLOW = /^\/\/ Slow: \S.*\.\n/

/** The test files on each rung. */
export function rungsOf(files: readonly string[]): Readonly<Record<Rung, readonly string[]>> {
  const rungs = Object.fromEntries(RUNGS.map((rung): [Rung, string[]] => [rung, []])) as Record<Rung, string[]>
  for (const file of files) {
    const rung = BECAUSE[Math.min(...[...reachedFrom(file)].map(rowOf))]?.[0] ?? 'unit'
    const isSlow = rung !== 'browser' && SLOW.test(readFileSync(file, 'utf8'))
    rungs[isSlow ? 'slow' : rung].push(file)
  }
  return rungs
}

/** What only a script of its own runs: `npm run test:long`, `test:clients`, `test:release`, `test:shells`, `golden`. */
const BY_SCRIPT: readonly (readonly [file: RegExp, isAsked: boolean])[] = [
  [/\.long\.test\.ts$/, isLong],
  [/\/release\/release\.test\.ts$/, Boolean(process.env['BOARDWRIGHT_INSTALL'])],
  [/\/shells\/[^/]+$/, Boolean(process.env['BOARDWRIGHT_SHELLS'])],
  [/\/clients\/engine\/[^/]+$/, Boolean(process.env['BOARDWRIGHT_ENGINE'])],
  [/\/golden\/golden\.test\.ts$/, Boolean(process.env['BOARDWRIGHT_GOLDEN'])],
]

export const testFilesBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .map((file) => join(directory, file))
    .filter((file) => !BY_SCRIPT.some(([what, isAsked]) => !isAsked && what.test(file)))
    .sort()

/** Through the door of a package only that file is imported in which the name is written. */
function leadTo(file: string, { from, names }: Import): string[] {
  if (from.startsWith('.')) return [join(dirname(file), from)]
  const door = doorOf(from)
  if (door === undefined) return [from]
  const used = names.filter(({ isType }) => !isType)
  return used.length === 0 ? [door] : used.map(({ there }) => behind(door, there).file)
}

/** What a file imports when it runs. */
const importedBy = oncePerKey((file: string): readonly string[] =>
  file.endsWith('.ts') && existsSync(file)
    ? importsIn(file)
        .filter(({ isOfTypes }) => !isOfTypes)
        .flatMap((each) => leadTo(file, each))
    : [],
)

/** A file with all that it imports when it runs, directly or not. */
function reachedFrom(file: string): ReadonlySet<string> {
  const all = new Set([file])
  for (const each of all) for (const name of importedBy(each)) all.add(name)
  return all
}
