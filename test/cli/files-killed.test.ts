// Slow: it kills many runs, and repeats each.
import { cpSync } from 'node:fs'
import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { commitFirst, git, readFiles, temporaryDirectory } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { isLong } from '../support/long.ts'
import { endOf, start } from '../support/program.ts'

const env = { PATH: process.env['PATH'] ?? '' }

function openTree(): string {
  const root = temporaryDirectory()
  cpSync('examples/acme', root, { recursive: true })
  commitFirst(root)
  return root
}

/** Whether it was killed before its nth change to the disk. */
async function runKilled(root: string, args: readonly string[], nth: number): Promise<boolean> {
  const preload = { NODE_OPTIONS: `--require ${resolve('test/support/kill-at-write.cjs')}` }
  const child = start(args, { ...preload, KILL_AT: String(nth), KILL_BELOW: root }, root)
  return (await endOf(child)).code === null
}

/** A copy gets new ids each time. */
const asFound = (root: string, [command]: readonly string[]): unknown => {
  const files = readFiles(root)
  return command === 'copy' ? Object.keys(files) : files
}

const MOVING = ['rename', 'sales/revenue-overview', 'finance/']
const WRITING = ['rename', 'cash.closing', 'closing_balance', '--alias', '--yes']
const OTHERS = [
  WRITING,
  ['rename', 'sales/revenue-overview/reports/orders', 'finance/cash/'],
  ['copy', 'sales/revenue-overview', 'finance/'],
  ['rm', 'product/experiments/pricing-experiment'],
]

test.each([MOVING, ...(isLong ? OTHERS : [])].map((args) => [args]))(
  '%s, killed at any write, has done everything or nothing, and works when it is run again',
  async (args) => {
    const [before, whole] = [openTree(), openTree()]
    expect(await runHere(args, { cwd: whole, env })).toMatchObject({ code: 0 })
    const [nothing, all] = [asFound(before, args), asFound(whole, args)]
    let undone = 0
    for (let nth = isLong ? 1 : 3; ; nth += isLong ? 1 : 7) {
      const root = openTree()
      const wasKilled = await runKilled(root, args, nth)
      expect([nth, git(root, 'status', '--porcelain', '-uall')]).toEqual([nth, expect.not.stringContaining('.tmp')])
      expect([nth, await runHere(['validate'], { cwd: root, env })]).toMatchObject([nth, { code: 0 }])
      if (!wasKilled || !isDeepStrictEqual(asFound(root, args), nothing)) {
        expect([nth, asFound(root, args)]).toEqual([nth, all])
        if (!wasKilled) break
        continue
      }
      undone += 1
      expect([nth, await runHere(args, { cwd: root, env })]).toMatchObject([nth, { code: 0 }])
      expect([nth, asFound(root, args)]).toEqual([nth, all])
    }
    expect(undone).toBeGreaterThan(1)
  },
)
