import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { expect, test } from 'vitest'
import { MISTAKES } from './list.ts'

/** The lowest first. The built program has no mistake in it, so `flows` would find none. */
const RUNGS = ['unit', 'parts', 'slow']

async function fails(what: string, rung: string): Promise<boolean> {
  const env = { ...process.env, BOARDWRIGHT_MUTATION: what, BOARDWRIGHT_LONG: '' }
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--project', rung]
  const [code] = await once(spawn(process.execPath, args, { env, stdio: 'ignore' }), 'exit')
  return code !== 0
}

test.each(MISTAKES)('is found: $what', async ({ what, file }) => {
  for (const rung of RUNGS) {
    if (await fails(what, rung)) {
      process.stderr.write(`${rung.padEnd(5)}  ${what}  (${file})\n`)
      return
    }
  }
  expect.fail(`no test notices: ${what}`)
})
