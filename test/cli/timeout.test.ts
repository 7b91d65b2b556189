// Slow: it waits until the time of a command is up.
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startForge } from '../../packages/ci/test/server.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { applySettings, resetSettings, settings } from '../../src/cli/settings.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { COMMAND_NAMES } from '../support/docs/program.ts'
import { runHere } from '../support/in-process.ts'
import { boardwright } from '../support/program.ts'
import { changedFiles, liveFiles } from './big-change.ts'
import { openStage } from './stage.ts'

/** Nobody waits for a real clock: the time of `--timeout 600` is over when a test says so. */
const SECONDS = '600'
function holdTime(seconds = Number(SECONDS)): () => void {
  const real = globalThis.setTimeout
  let end = (): void => {}
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number) => {
    if (ms === seconds * 1000) end = act
    return real(ms === seconds * 1000 ? () => {} : act, ms)
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
/** The time is over just before the nth matching request. */
function endBefore(nth: number, fits: (method: string) => boolean, seconds?: number): void {
  const end = holdTime(seconds)
  let seen = 0
  stage.onRequest = ({ method, phase }) => {
    if (phase === 'before' && fits(method)) seen += 1
    if (seen === nth) end()
    return undefined
  }
}

describe('when the time is up', () => {
  beforeAll(async () => {
    const { url } = stage.sandbox()
    root = await stage.prepare(liveFiles(url), changedFiles(url))
  })
  beforeEach(() => stage.layOut())

  test('an apply finishes the writes in progress, says why it stopped, and is partly applied', async () => {
    endBefore(12, (method) => method !== 'GET')
    const { code, stdout, stderr } = await run('apply', '--target', 'production', '--yes', '--prune')
    expect([code, stderr]).toEqual([4, expect.stringContaining('Time is up: finishing the writes in progress')])
    expect(stdout).toContain('STOPPED    because time ran out: the writes in progress were finished\n')
    expect(stdout).toMatch(/^Next {7}Do the \d+ steps left: {2}boardwright apply --target production --prune$/m)
    expect(stdout).toContain('Exit 4.')
    expect(stdout + stderr).not.toContain('Ctrl-C')
  })

  test.each([['apply', '--yes'], ['plan'], ['status'], ['status', '--ui-edits'], ['adopt', '--yes'], ['export']])(
    '%s, which only reads, ends at once, and nothing is written',
    async (...args) => {
      endBefore(2, () => true)
      const { code, stderr } = await run(...args, '--target', 'production')
      const said = `not finished after ${SECONDS} s, the limit of --timeout; nothing was written`
      expect([code, stderr]).toEqual([1, expect.stringContaining(said)])
      expect(stderr).toContain('Run the same command again with more time: --timeout 1200.')
      expect(stage.requests().filter((line) => !/^[+-] GET /.test(line))).toEqual([])
    },
  )

  test.each([
    ['adopt', '--undo', 'sales/revenue', '--yes'],
    ['adopt', '--yes'],
  ])('%s, which writes, says that it was stopped, and what to run next', async (...args) => {
    if (args[1] !== '--undo') await run('adopt', '--undo', 'sales/revenue', '--yes', '--target', 'production')
    endBefore(1, (method) => method !== 'GET')
    const { code, stdout, stderr } = await run(...args, '--target', 'production')
    expect([code, stderr]).toEqual([4, expect.stringContaining('Time is up: finishing the writes in progress')])
    expect(stdout).toMatch(/^STOPPED /m)
    expect(stdout).toMatch(/Next.* run the same command again/i)
  })

  test('commands have default limits in CI, and nowhere else', async () => {
    const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: stage.sandbox().keys.admin }
    const plan = (more: Record<string, string>) =>
      runHere(['plan', '--target', 'production', '-C', root], { env: { ...env, ...more } })
    endBefore(2, () => true, 30 * 60)
    expect((await plan({ CI: 'false' })).code).toBe(0)
    vi.restoreAllMocks()
    endBefore(2, () => true, 30 * 60)
    const { code, stderr } = await plan({ CI: 'true' })
    expect([code, stderr]).toEqual([1, expect.stringContaining('not finished after 1800 s, the limit in CI')])
    expect(stderr).toContain('--timeout 3600')
  })

  test('no further target is started', async () => {
    endBefore(2, () => true)
    const { code, stdout, stderr } = await run('apply', '--yes', '--target', '*')
    expect([code, stderr]).toEqual([1, expect.stringContaining('BW-E2002')])
    expect(stdout).not.toContain('BW-E2009')
  })

  test.each([
    ['ci', 'propose', '--branch', 'topic'],
    ['ci', 'comment', '--provider', 'github'],
  ])('%s stops waiting for the forge', async (...args) => {
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
    expect(ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('BW-E2002  not finished after'),
    })
  })
})

test.each(COMMAND_NAMES)('%s: its help tells of its limit in CI', async (name) => {
  const { stdout } = await runHere([...name.split(' '), '--help'], { env: {} })
  const minutes = COMMANDS[name].ciMinutes
  expect(stdout).toMatch(
    minutes === 'no limit'
      ? /^It runs until it is stopped, in CI too; --timeout SECONDS stops it\.$/m
      : new RegExp(`^In CI it stops after ${minutes} minutes, or after --timeout SECONDS\\.$`, 'm'),
  )
})

test('a sandbox shuts down in order', async () => {
  const { code, stderr } = await boardwright(['sandbox', '--seed', 'empty', '--port', '0', '--timeout', '1'])
  expect([code, stderr]).toEqual([0, 'Sandbox stopped.\n'])
})

test('a command that has not stopped a few seconds later is ended, one that has stopped is not', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const end = vi.fn()
  const watch = vi.fn(() => ({ noteWrite: () => {}, end }))
  applySettings({ timeout: 5 }, 600, watch)
  expect(watch).toHaveBeenCalledWith(10_000)
  vi.advanceTimersByTime(5_000)
  expect([settings().deadline?.aborted, end.mock.calls]).toEqual([true, []])
  resetSettings()
  expect(end).toHaveBeenCalledOnce()
})

test('init stops waiting for the platform', async () => {
  stage.sandbox().controls.addFault({ path: '/api/v1/users/me', kind: 'delay', delayMs: 3_000 })
  const args = ['init', '--url', stage.sandbox().url, '--deployment', '2', '-C', temporaryDirectory()]
  const env = { BOARDWRIGHT_TOKEN: stage.sandbox().keys.admin }
  const { code, stderr } = await runHere([...args, '--timeout', '1'], { env })
  expect([code, stderr]).toEqual([1, expect.stringContaining('BW-E2002')])
})
