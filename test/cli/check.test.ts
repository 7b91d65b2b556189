import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { runHere } from '../support/in-process.ts'
import { cliProject } from './project.ts'

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'empty' })
})
afterAll(() => sandbox.close())

const BROKEN = 'cubes:\n  - name: a\n'
const WHOLE = 'cubes:\n  - name: a\n    sql_table: public.a\n'

async function projectWith(model: string) {
  const { root } = await cliProject({
    'analytics/boardwright.yaml': `version: 1
project: acme
projectId: abcd1234
home: production
targets:
  production: {url: '${sandbox.url}', deployment: 2, dataModel: {branch: main}}
`,
    'analytics/data-model/model/cubes/a.yml': model,
  })
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  return (...args: string[]) => runHere(['check', '-C', `${root}/analytics`, ...args], { env })
}

test('check prints problems with their lines in the tree and exits with 1', async () => {
  const check = await projectWith(BROKEN)
  const text = await check('--branch', 'pr-1')
  expect(text.code).toBe(1)
  expect(text.stdout).toContain('data-model/model/cubes/a.yml:2  BW-E2221  a cube: the cube "a" reads no table')
  expect(text.stdout).toContain('name: a')
  expect(text.stderr).toMatch(
    /^1 problem in 1 file\. Nothing was committed to branch pr-1 of production\.\nSent \d+ requests, \d+ of them writes\.\n$/,
  )
  const github = await check('--branch', 'pr-1', '--format', 'github')
  expect(github.stdout).toMatch(/^::error file=analytics\/data-model\/model\/cubes\/a\.yml,line=2,title=BW-E2221::/)
  const json = await check('--branch', 'pr-1', '--json')
  expect(JSON.parse(json.stdout)).toMatchObject({ format: 1, problems: [{ code: 'BW-E2221', line: 2 }] })
})

test('check says that the model compiles, how to look at it, and removes its branch', async () => {
  const check = await projectWith(WHOLE)
  const served = await check('--branch', 'pr-2', '--serve')
  expect(served).toMatchObject({ code: 0, stdout: '' })
  expect(served.stderr).toMatch(
    /^The data model compiles on branch pr-2 of production, created from main: 1 file written, 0 deleted\.\n/,
  )
  expect(served.stderr).toContain('choose the branch pr-2')
  expect(served.stderr).toContain('/dev-mode/pr-2/v1')
  expect(await check('--branch', 'pr-2', '--drop')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(
      /^Branch pr-2 of production was removed\.\nSent \d+ requests, 1 of them a write\.\n$/,
    ),
  })
  expect((await check('--branch', 'pr-2', '--drop')).stderr).toMatch(
    /^Branch pr-2 of production does not exist\.\nSent \d+ requests?\. 0 write requests\.\n$/,
  )
})

test('check refuses a branch that is not its own', async () => {
  const check = await projectWith(WHOLE)
  expect(await check()).toMatchObject({ code: 64 })
  expect(await check('--branch', 'x', '--drop', '--serve')).toMatchObject({ code: 64 })
  const main = await check('--branch', 'main')
  expect(main).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('BW-E2231') })
})
