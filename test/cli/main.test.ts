import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/directory.ts'
import { runProgram } from '../support/program.ts'

/** The exit status of the program when `run` replaces its commands. */
async function statusOf(run: string): Promise<number | null> {
  const root = temporaryDirectory()
  writeFileSync(join(root, 'package.json'), '{"type": "module"}')
  const outfile = join(root, 'main.js')
  await build({
    ...{ entryPoints: ['src/cli/main.ts'], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' },
    plugins: [
      {
        name: 'run',
        setup: ({ onLoad }) => onLoad({ filter: /[\\/]cli[\\/]run\.ts$/ }, () => ({ contents: `export ${run}` })),
      },
    ],
  })
  return (await runProgram(process.execPath, [outfile, 'plan'], { env: {} })).code
}

test.each([
  ['async function run() { return 0 }', 0],
  ['async function run() { return 5 }', 5],
  ['function run() { return new Promise(() => {}) }', 70],
  ['async function run() { throw new Error("no") }', 1],
])('%s ends with %d', async (run, status) => expect(await statusOf(run)).toBe(status))
