// Slow: it waits until the time of a command is up.
import { once } from 'node:events'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Ended, endOf, start } from '../support/program.ts'
import { changedFiles, liveFiles } from './big-change.ts'
import { openStage } from './stage.ts'

/** Runs the real program, whose thread does not come back from what it is doing. */

const stage = openStage()
let root = ''
beforeAll(async () => {
  const { url } = stage.sandbox()
  root = await stage.prepare(liveFiles(url), changedFiles(url))
})

const LIMIT_S = 4
/** The time in which the process must end after its limit, on a machine where other tests run. */
const FEW_S = 15

interface Stopped extends Ended {
  readonly seconds: number
  readonly signal: NodeJS.Signals | null
}

/** Runs a command that becomes busy in this way at the first request that fits. */
async function runBusy(way: string, args: readonly string[], fits: (method: string) => boolean): Promise<Stopped> {
  const env = {
    ...{ BOARDWRIGHT_TOKEN: stage.sandbox().keys.admin, BUSY: way },
    NODE_OPTIONS: `--require ${resolve('test/support/busy-on-signal.cjs')}`,
  }
  const begun = Date.now()
  const child = start([...args, '--target', 'production', '--timeout', String(LIMIT_S), '-C', root], env)
  stage.onRequest = ({ method, phase }) => {
    if (phase === 'before' && fits(method)) child.kill('SIGUSR2')
    return undefined
  }
  const [ended, [, signal]] = await Promise.all([endOf(child), once(child, 'close')])
  stage.onRequest = () => undefined
  return { ...ended, signal: signal as NodeJS.Signals | null, seconds: (Date.now() - begun) / 1000 }
}

const WORDS = `error BW-E2002  not finished after ${LIMIT_S} s, the limit of --timeout; it was stopped in the middle of its work`

describe('a process whose thread is busy when its time is up', () => {
  beforeAll(() => stage.layOut())

  test.each(['loop', 'backtracking', 'promises', 'caught'])(
    'ends with the words and the exit status of the limit: %s',
    async (way) => {
      const { code, stdout, stderr, seconds } = await runBusy(way, ['plan'], () => true)
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(`${WORDS}; no platform was written to`)])
      expect(stderr).toContain('Run the same command again with more time: --timeout 8.')
      expect(stderr).not.toContain('debugger')
      expect(seconds).toBeLessThan(LIMIT_S + FEW_S)
    },
  )

  test('ends by a signal if it waits inside a call to the system, after the same words', async () => {
    const { signal, stderr, seconds } = await runBusy('child', ['plan'], () => true)
    expect([signal, stderr]).toEqual(['SIGKILL', expect.stringContaining(WORDS)])
    expect(seconds).toBeLessThan(LIMIT_S + FEW_S)
  })

  test('says so in a document if it is for a program', async () => {
    const { code, stderr } = await runBusy('loop', ['plan', '--json'], () => true)
    expect(code).toBe(1)
    expect(JSON.parse(stderr)).toMatchObject({ format: 1, error: { code: 'BW-E2002' } })
  })

  test('is partly applied if it had started writing, and the next run finishes it', async () => {
    const args = ['apply', '--yes', '--prune', '--accept', 'uncommitted']
    const { code, stderr, seconds } = await runBusy('loop', args, (method) => method !== 'GET')
    expect([code, stderr]).toEqual([4, expect.stringContaining(`${WORDS}; it had started writing`)])
    expect(seconds).toBeLessThan(LIMIT_S + FEW_S)
    expect(await stage.apply({ prune: true })).toMatchObject({ code: 0 })
    expect(await stage.plan({ prune: true })).toEqual([])
  })
})
