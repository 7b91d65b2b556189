import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryDirectory } from '../../../test/support/directory.ts'
import { asOrdinaryUser } from '../../../test/support/program.ts'
import { startGit } from '../git.ts'

/** Puts a git of ours on the PATH, which runs this line. */
function putGit(line: string): string {
  const bin = temporaryDirectory()
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH']}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  return bin
}

describe('git', () => {
  test('runs in at most eight processes at once, also if some of them fail', async () => {
    const log = join(temporaryDirectory(), 'log')
    putGit(`echo + >> ${log}; sleep 0.05; echo - >> ${log}; exit $1`)
    const ended = await Promise.all(Array.from({ length: 60 }, (_, nth) => startGit({ args: [String(nth % 3)] })))
    expect(ended.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, (_, nth) => nth % 3))
    let [running, most] = [0, 0]
    for (const line of readFileSync(log, 'utf8').trim().split('\n')) {
      running += line === '+' ? 1 : -1
      most = Math.max(most, running)
    }
    expect([running, most]).toEqual([0, 8])
  })

  test('a git that does not start leaves its place to the next one', async () => {
    const failed = await Promise.allSettled(
      Array.from({ length: 20 }, () => startGit({ args: ['--version'], program: '/no/such/git' })),
    )
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect((await startGit({ args: ['--version'] })).status).toBe(0)
  })
})

/** Places on the PATH where a shell finds no git and goes on to the next one. */
const PASSED_OVER: Readonly<Record<string, (place: string) => void>> = {
  'is not there': () => {},
  'is a file': (place) => writeFileSync(place, ''),
  'is a link to itself': (place) => symlinkSync(place, place),
  'has a name that is too long': () => {},
  'has a directory of that name': (place) => mkdirSync(join(place, 'git'), { recursive: true }),
  'has a file of that name that is not a program': (place) => {
    mkdirSync(place)
    writeFileSync(join(place, 'git'), 'not a program', { mode: 0o644 })
  },
}

describe('the search for git goes on after a directory on the PATH that', () => {
  test.each(Object.entries(PASSED_OVER))('%s', async (name, make) => {
    const place = join(temporaryDirectory(), name.includes('too long') ? 'x'.repeat(300) : 'bin')
    make(place)
    vi.stubEnv('PATH', `${place}${delimiter}${process.env['PATH']}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect((await startGit({ args: ['--version'] })).stdout.toString()).toMatch(/^git version /)
  })

  test('may not be entered', async () => {
    const place = join(temporaryDirectory(), 'bin')
    mkdirSync(place, { mode: 0o000 })
    const path = { PATH: `${place}${delimiter}${process.env['PATH']}` }
    const { stdout } = await asOrdinaryUser(['--version', '--verbose'], path, temporaryDirectory())
    expect(stdout).toMatch(/^git +\d/m)
  })
})
