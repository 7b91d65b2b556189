import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startForge } from '../forge/server.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { changedFiles, liveFiles } from './big-change.ts'
import { openStage } from './stage.ts'

/** Nobody waits for a clock: the time of `--timeout 600` is over when a test says so. */
const SECONDS = '600'
function holdTime(): () => void {
  const real = globalThis.setTimeout
  let end = (): void => {}
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number) => {
    if (ms === Number(SECONDS) * 1000) end = act
    return real(ms === Number(SECONDS) * 1000 ? () => {} : act, ms)
  }) as typeof setTimeout)
  return () => end()
}
afterEach(() => vi.restoreAllMocks())

const stage = openStage()
let root = ''
const run = (...args: string[]) =>
  runHere([...args, '--timeout', SECONDS, '-C', root], {
    env: { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: stage.sandbox().keys.admin },
  })
/** The time is over just before the nth request of these. */
function endBefore(nth: number, fits: (method: string) => boolean): void {
  const end = holdTime()
  let seen = 0
  stage.onRequest = ({ method, phase }) => {
    if (phase === 'before' && fits(method)) seen += 1
    if (seen === nth) end()
    return undefined
  }
}

describe('when the time is over', () => {
  beforeAll(async () => {
    const { url } = stage.sandbox()
    root = await stage.prepare(liveFiles(url), changedFiles(url))
  })
  beforeEach(() => stage.layOut())

  test('an apply that writes ends what it is at, says why, and is partly applied', async () => {
    endBefore(12, (method) => method !== 'GET')
    const { code, stdout, stderr } = await run('apply', '--target', 'production', '--yes', '--prune')
    expect([code, stderr]).toEqual([4, expect.stringContaining('The time of --timeout is over')])
    expect(stdout).toContain('STOPPED  because the time of --timeout is over: what was being written was ended\n')
    expect(stdout).toMatch(/^Next {4}run the same command again/m)
    expect(stdout).toContain('Exit 4.')
    expect(stdout + stderr).not.toContain('Ctrl-C')
  })

  test.each([['apply', '--yes'], ['plan'], ['status'], ['drift'], ['adopt', '--yes'], ['export']])(
    '%s that only reads is broken off, and nothing is written',
    async (...args) => {
      endBefore(2, () => true)
      const { code, stderr } = await run(...args, '--target', 'production')
      expect([code, stderr]).toEqual([1, expect.stringContaining(`not done after ${SECONDS} s`)])
      expect(stage.requests().filter((line) => !/^[+-] GET /.test(line))).toEqual([])
    },
  )

  test('of several targets none is begun any more', async () => {
    endBefore(2, () => true)
    const { code, stdout, stderr } = await run('apply', '--yes', '--target', '*')
    expect([code, stderr]).toEqual([1, expect.stringContaining('BW-E2002')])
    expect(stdout).not.toContain('BW-E2009')
  })

  test.each([
    ['propose', '--branch', 'topic'],
    ['comment', '--provider', 'github'],
  ])('%s waits no longer for the forge', async (...args) => {
    const forge = await startForge('github')
    const end = holdTime()
    forge.insteads.push(() => {
      end()
      return new Promise<boolean>(() => {})
    })
    const env = {
      ...{ GITHUB_ACTIONS: 'true', GITHUB_API_URL: forge.url, GITHUB_REPOSITORY: 'acme/analytics' },
      ...{ GITHUB_TOKEN: 'ghs_secret', GITHUB_REF: 'refs/pull/12/merge' },
    }
    const ended = await runHere([...args, '--timeout', SECONDS, '-C', root], { env })
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('BW-E2002  not done after') })
  })
})

test('init asks the platform no longer than that', async () => {
  stage.sandbox().controls.addFault({ path: '/api/v1/users/me', kind: 'delay', delayMs: 3_000 })
  const args = ['init', '--url', stage.sandbox().url, '--deployment', '2', '-C', temporaryDirectory()]
  const env = { BOARDWRIGHT_TOKEN: stage.sandbox().keys.admin }
  const { code, stderr } = await runHere([...args, '--timeout', '1'], { env })
  expect([code, stderr]).toEqual([1, expect.stringContaining('BW-E2002')])
})
