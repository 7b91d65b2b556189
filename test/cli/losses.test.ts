import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'empty' })
})
afterAll(() => sandbox.close())

const SQL = 'content/sales/pipeline.report.sql'
const board = (y: number): string =>
  `title: Board\nwidgets:\n${[0, y]
    .map(
      (top, index) => `  - {id: w${index}, type: TEXT, config: {text: x}, position: {x: 0, y: ${top}, w: 6, h: 4}}\n`,
    )
    .join('')}`

test('validate and a plan stop at what a commit lost, though it was committed, and not at what is new and unfinished', async () => {
  const root = temporaryDirectory()
  const commit = async (files: Readonly<Record<string, string>>): Promise<void> => {
    await writeFiles(root, files)
    commitAll(root, 'changed')
    commitAll(root, 'one more')
  }
  const run = (...args: readonly string[]) =>
    runHere(args, { cwd: root, env: { BOARDWRIGHT_TOKEN: sandbox.keys.admin } })
  await commit({
    'boardwright.yaml': `version: 1\nproject: acme\nprojectId: 7f3kQ2m9\nhome: production\ntargets:\n  production: {url: "${sandbox.url}", deployment: 2, dataModel: off}\n`,
    '.gitignore': '.boardwright/\n',
    'content/sales/folder.yaml': 'name: Sales\n',
    'content/sales/pipeline.report.yaml': 'id: pipeline0001\nname: Pipeline\n',
    [SQL]: 'select 1\n',
    'content/sales/new.report.yaml': 'id: pipeline0002\nname: New\n',
    'content/sales/board/workbook.yaml': 'slug: board\nname: Board\n',
    'content/sales/board/dashboard.yaml': board(4),
  })
  const first = await run('apply', '--yes')
  expect(first.code, first.stderr).toBe(0)
  const before = git(root, 'rev-parse', 'HEAD').trim()
  rmSync(join(root, SQL))
  await commit({ 'content/sales/board/dashboard.yaml': board(2) })
  const offline = await run('validate', '--base', before, '--json')
  const { problems } = JSON.parse(offline.stdout) as { problems: readonly Record<string, unknown>[] }
  expect(problems.filter(({ severity }) => severity === 'error').map(({ code, file }) => `${code} ${file}`)).toEqual([
    'BW-E1208 content/sales/board/dashboard.yaml',
    'BW-E1201 content/sales/pipeline.report.yaml',
  ])
  const { code, stdout, stderr } = await run('plan')
  expect(code, stdout).toBe(1)
  expect(stdout + stderr).toContain('content/sales/pipeline.report.yaml:2:1  BW-E1201  the report asks for nothing yet')
  expect(stdout + stderr).toContain('BW-E1208  widget "w1" overlaps widget "w0"')
  expect(stdout + stderr).not.toContain('new.report.yaml')
  await commit({ [SQL]: 'select 2\n', 'content/sales/board/dashboard.yaml': board(8) })
  const mended = await run('plan')
  expect(mended.code, mended.stderr).toBe(0)
})
