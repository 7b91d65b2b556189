import { readFileSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'

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

const REPORT = 'content/sales/revenue-overview/reports/orders.yaml'

interface Case {
  readonly args: readonly string[]
  /** What changes before the step. */
  readonly before?: (root: string) => Promise<unknown>
  readonly git: readonly string[]
}

const CASES: Readonly<Record<string, Case>> = {
  'validate, on the branch that is shared': { args: ['validate'], git: ['status', 'for-each-ref'] },
  'plan, of the same commit': { args: ['plan'], git: ['status', 'for-each-ref', ...MODEL] },
  'apply, of a new one': {
    args: ['apply', '--yes'],
    before: async (root) => {
      const text = readFileSync(join(root, REPORT), 'utf8')
      await writeFiles(root, { [REPORT]: text.replace(/^title: .*$/m, 'title: Ours') })
      commitAll(root)
    },
    git: [...FACTS, 'ls-files', ...MODEL, ...PAST, 'for-each-ref', 'cat-file', 'diff-tree', 'cat-file'],
  },
  'plan, of what is applied': { args: ['plan'], git: ['status', ...MODEL, ...PAST] },
  'plan, of a commit after the one that is applied': {
    args: ['plan'],
    before: async (root) => {
      await writeFiles(root, { 'README.md': 'ours' })
      commitAll(root)
    },
    git: [...FACTS, ...MODEL, ...PAST, 'rev-list', 'diff-tree'],
  },
  'validate, on a branch of one’s own': {
    args: ['validate'],
    before: async (root) => {
      git(root, 'switch', '--quiet', '--create', 'mine')
      commitAll(root)
    },
    git: [...FACTS, 'for-each-ref', 'merge-base', 'cat-file'],
  },
}

test('a command starts no more git processes than needed', async () => {
  const root = temporaryDirectory()
  const bin = temporaryDirectory()
  const log = join(bin, 'log')
  await writeFiles(bin, { git: `#!/bin/sh\necho "$@" >> ${log}\nPATH=${process.env['PATH']}\nexec git "$@"\n` })
  await chmod(join(bin, 'git'), 0o755)
  vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`)
  // In an hour no file is too young for a change to be missed, so everything remembered counts.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000, shouldAdvanceTime: true })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })
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
