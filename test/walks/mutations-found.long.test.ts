import { execFile } from 'node:child_process'
import process from 'node:process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { MUTATIONS } from './mutations.ts'

/** More walks than any mutation needs, always from the same seed. */
const MOST = 400
const VITEST = ['node_modules/vitest/vitest.mjs', 'run']
const WALKS = ['test/walks/in-process.test.ts', '-t', 'no promise is broken']

const FEW = {
  ...{ BOARDWRIGHT_LONG: '', BOARDWRIGHT_FROM: '1', BOARDWRIGHT_WALKS: `${MOST}`, BOARDWRIGHT_SHRINK: '0' },
  NO_COLOR: '1',
}

/** Returns what failed; empty if nothing did. */
async function failureOf(asked: readonly string[], mutation?: string): Promise<string> {
  const env = { ...process.env, ...FEW, ...(mutation !== undefined && { BOARDWRIGHT_MUTATION: mutation }) }
  const ended = promisify(execFile)(process.execPath, [...VITEST, ...asked], { env, maxBuffer: 1e8 })
  return ended.then(
    () => '',
    ({ stderr }: { stderr: string }) => stderr,
  )
}

test.each(MUTATIONS)(
  'a walk notices if $what, and writes a test that notices it, too',
  async ({ what }) => {
    const said = await failureOf(WALKS, what)
    const [, count, promise] = /of (\d+) walks the last broke a promise\s+walk \d+: ([^\n]*)/.exec(said) ?? []
    process.stderr.write(`${what}: found by ${count ?? `none of ${MOST}`} walks: ${promise}\n`)
    expect(count, said.slice(-2000)).toBeDefined()
    const [, file = ''] = /again: npx vitest run (\S+)/.exec(said) ?? []
    expect(await failureOf([file], what)).toContain(promise)
    expect(await failureOf([file])).toBe('')
  },
  1_800_000,
)
