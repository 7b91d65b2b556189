import { existsSync, statfsSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import './scripts/linked.mjs'
import { mutating } from './test/mutations/mutating.ts'
import { isLong } from './test/support/long.ts'
import { RUNGS, type Rung, rungsOf, testFilesBelow } from './test/support/rungs.ts'

const MEMORY = '/dev/shm'
const ENOUGH = 2 * 1024 ** 3

/** Repositories and databases of tests are small and many: memory holds them, where there is enough of it. */
function placeForTests(): Record<string, string> {
  if (!existsSync(MEMORY)) return {}
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ENOUGH ? { TMPDIR: MEMORY } : {}
}

/**
 * Vitest begins with the largest files. These are small and take longest: as the last ones they would leave a worker
 * alone at the end.
 */
const SMALL_AND_LONG = /\/test\/(scenarios|walks|new-kind|guide)\b/

/** A worker goes on only with a file of the same rung, so those of one rung stand together, the slow ones first. */
const SLOWEST_FIRST: readonly string[] = ['slow', 'browser', 'parts', 'flows', 'alone', 'unit'] satisfies Rung[]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ project, moduleId }: TestSpecification): number =>
      2 * SLOWEST_FIRST.indexOf(project.name) + (SMALL_AND_LONG.test(moduleId) ? 0 : 1)
    return sorted.sort((one, other) => place(one) - place(other))
  }
}

/** A search takes as long as it takes. */
const TIMEOUT = isLong ? 7_200_000 : 180_000

/** A test that a walk wrote runs only if it is named. */
const written = process.argv.filter((name) => name.startsWith('build/walks/'))

const rungs = rungsOf([...['test', 'packages', 'examples/library'].flatMap(testFilesBelow), ...written])

/** Tests of functions can start before the program is built. */
const isOfFunctions = (rung: Rung): boolean => rung === 'unit' || rung === 'alone'

/** Tests that start a sandbox are watched for messages as well. */
const watching = (rung: Rung): string[] => [
  'test/support/unchanged.ts',
  ...(isOfFunctions(rung) ? [] : ['test/support/no-messages.ts']),
]

const shared = {
  // As long as a busy machine may need: only what never comes takes all of it.
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ['test/support/worker.ts'],
  // Files share what they import: nothing is mocked, and starting afresh for each file would cost more than the tests.
  isolate: false,
  // What a test expects is what a person sees, also where CI runs it. A test of CI says that it is one.
  env: { ...placeForTests(), CI: '', GIT_CONFIG_GLOBAL: resolve('test/support/gitconfig'), GIT_CONFIG_NOSYSTEM: '1' },
  // In megabytes. `test/support/collector.ts` takes it back. No core is free to help the collector.
  execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=64', '--single-threaded-gc'],
  testTimeout: TIMEOUT,
  hookTimeout: TIMEOUT,
}

const plugins = mutating(process.env['BOARDWRIGHT_MUTATION'])

/** Says everything itself: a project that extends this file would have it read once more. */
const project = (rung: Rung) => ({
  plugins,
  test: {
    ...shared,
    name: rung,
    include: [...rungs[rung]],
    ...(rung === 'alone' ? { isolate: true } : { setupFiles: [...shared.setupFiles, ...watching(rung)] }),
    ...(isOfFunctions(rung) ? {} : { globalSetup: ['test/support/setup.ts'] }),
  },
})

export default defineConfig({
  test: {
    projects: RUNGS.map(project),
    sequence: { sequencer: LongestFirst },
    // What is made of a file is kept for the next run, such as that of the browser after this one. A mutation is not.
    experimental: { fsModuleCache: !process.env['BOARDWRIGHT_MUTATION'] },
    // On two cores one worker only is the default. Tests wait for processes and clocks a lot.
    maxWorkers: 3,
  },
})
