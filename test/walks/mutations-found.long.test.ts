import { execFile } from 'node:child_process'
import process from 'node:process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { MUTATIONS } from './mutations.ts'

/** More walks than any mutation needs, always from the same seed. */
const MOST = 400
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', 'test/walks/in-process.test.ts', '-t', 'no promise is broken']

test.each(MUTATIONS)(
  'a walk notices if $what',
  async ({ what }) => {
    const settings = {
      BOARDWRIGHT_MUTATION: what,
      BOARDWRIGHT_LONG: '',
      BOARDWRIGHT_FROM: '1',
      BOARDWRIGHT_WALKS: `${MOST}`,
      BOARDWRIGHT_SHRINK: '0',
      NO_COLOR: '1',
    }
    const ended = promisify(execFile)(process.execPath, VITEST, {
      env: { ...process.env, ...settings },
      maxBuffer: 1e8,
    })
    const { stderr: said } = await ended.catch((failed: { stderr: string }) => failed)
    const [, count, promise] = /of (\d+) walks the last broke a promise\s+walk \d+: ([^\n]*)/.exec(said) ?? []
    process.stderr.write(`${what}: found by ${count ?? `none of ${MOST}`} walks: ${promise}\n`)
    expect(count, said.slice(-2000)).toBeDefined()
  },
  1_800_000,
)
