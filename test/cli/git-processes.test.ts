// Slow: it counts every git of every command.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { TREE } from './project.ts'

/** Starting git costs 3 to 20 ms each time, and more in a CI container, so every process a command starts is listed. */

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
})
afterAll(() => sandbox.close())

/**
 * The commit and what differs from it, and its files. In a repository that it has not seen before, a process needs
 * three more.
 */
const FACTS = ['ls-tree', 'status']
const MODEL = ['rev-list']
/** How the applied commits relate to this one. */
const PAST = ['cat-file', 'merge-base', 'rev-list']

/** What the branch of this commit changes, to tell it from what was there before. */
const BASE = ['rev-parse', 'for-each-ref']

const REPORT = 'content/sales/revenue-overview/reports/orders.yaml'

interface Case {
  readonly args: readonly string[]
  /** What changes before the step. */
  readonly before?: (root: string) => Promise<unknown>
  readonly git: readonly string[]
}

const CASES: Readonly<Record<string, Case>> = {
  'validate, on the branch that is shared': { args: ['validate'], git: ['status', 'rev-parse', 'for-each-ref'] },
  'plan, of the same commit': { args: ['plan'], git: ['status', ...MODEL, ...BASE] },
  'apply, of a new one': {
    args: ['apply', '--yes'],
    before: async (root) => {
      const text = readFileSync(join(root, REPORT), 'utf8')
      await writeFiles(root, { [REPORT]: text.replace(/^title: .*$/m, 'title: Ours') })
      commitAll(root)
    },
    git: [...FACTS, 'ls-files', ...MODEL, ...PAST, 'diff-tree', 'cat-file'],
  },
  'plan, of what is applied': { args: ['plan'], git: ['status', ...MODEL, ...PAST, ...BASE] },
  'plan, of a commit after the one that is applied': {
    args: ['plan'],
    before: async (root) => {
      await writeFiles(root, { 'README.md': 'ours' })
      commitAll(root)
    },
    git: [...FACTS, ...MODEL, ...PAST, ...BASE, 'rev-list', 'diff-tree'],
  },
  'validate, on a branch of one’s own': {
    args: ['validate'],
    before: async (root) => {
      git(root, 'switch', '--quiet', '--create', 'mine')
      commitAll(root)
    },
    git: [...FACTS, 'rev-parse', 'for-each-ref', 'merge-base', 'diff-tree'],
  },
}

/** Puts a git on the PATH that writes each start into a file. */
function logGit(): { readonly log: string } {
  const bin = temporaryDirectory()
  const log = join(bin, 'log')
  const real = process.env['PATH']
  writeFileSync(join(bin, 'git'), `#!/bin/sh\necho "$@" >> ${log}\nPATH=${real}\nexec git "$@"\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${bin}:${real}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  return { log }
}

test('a command starts no more git processes than needed', async () => {
  const root = temporaryDirectory()
  const { log } = logGit()
  // In an hour no file is too young for a change to be missed, so everything remembered counts.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000, shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  const init = ['init', '--url', sandbox.url, '--deployment', '2', '--project', 'acme']
  expect(await runHere(init, { cwd: root, env })).toMatchObject({ code: 0 })
  expect(await runHere(['export'], { cwd: root, env })).toMatchObject({ code: 0 })
  commitAll(root)

  expect(await runHere(['adopt', '--yes'], { cwd: root, env })).toMatchObject({ code: 0 })

  const started: Record<string, readonly string[]> = {}
  for (const [name, { args, before }] of Object.entries(CASES)) {
    await before?.(root)
    rmSync(log, { force: true })
    const { code, stderr } = await runHere(args, { cwd: root, env })
    expect({ name, code, stderr: code === 0 ? '' : stderr }).toEqual({ name, code: 0, stderr: '' })
    const lines = readFileSync(log, 'utf8').trim().split('\n')
    started[name] = lines
      .map((line) => line.replace(/^(--(git-dir|work-tree|literal-pathspecs)\S* )+/, '').split(' ')[0] ?? '')
      .sort()
  }
  expect(started).toEqual(Object.fromEntries(Object.entries(CASES).map(([name, each]) => [name, each.git.toSorted()])))
})

test('git is asked about the first twenty problems, however many there are', async () => {
  const many = Array.from({ length: 200 }, (_, nth) => String(nth).padStart(4, '0'))
  const reports = (id: (nth: string) => string): Record<string, string> =>
    Object.fromEntries(
      many.flatMap((nth) => {
        const file = `content/sales/board/reports/lost-${nth}`
        return [
          [`${file}.yaml`, `${id(nth)}name: Lost ${nth}\n`],
          [`${file}.sql`, 'select 1\n'],
        ]
      }),
    )
  const root = temporaryDirectory()
  await writeFiles(root, { ...TREE, ...reports((nth) => `id: LOSTLOST${nth}\n`) })
  commitAll(root)
  await writeFiles(
    root,
    reports(() => ''),
  )
  const { log } = logGit()
  const { code, stdout } = await runHere(['validate'], { cwd: root, env: { PATH: process.env['PATH'] ?? '' } })
  expect([code, stdout]).toEqual([1, expect.stringContaining('Write it back: id: LOSTLOST0000')])
  expect(stdout.match(/Write it back: id: /g)).toHaveLength(20)
  expect(stdout.match(/Write back what it was: git show HEAD:/g)).toHaveLength(180)
  expect(readFileSync(log, 'utf8').match(/ show HEAD:/g)).toHaveLength(20)
})
