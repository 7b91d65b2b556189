import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../packages/platform/client/client.ts'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { cliProject } from './project.ts'

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'empty' })
  sandbox.controls.setSwitches({ buildMs: 0 })
})
afterAll(() => sandbox.close())

const BROKEN = 'cubes:\n  - name: a\n'
const WHOLE = 'cubes:\n  - name: a\n    sql_table: public.a\n'

async function projectWith(model: string, settings = ', dataModel: {branch: main}') {
  const { root } = await cliProject({
    'analytics/boardwright.yaml': `version: 1
project: acme
projectId: abcd1234
home: production
mergeInto: main
targets:
  production: {url: '${sandbox.url}', deployment: 2${settings}}
`,
    'analytics/data-model/model/cubes/a.yml': model,
    'analytics/content/board/workbook.yaml': 'slug: board\nname: Board\n',
    'analytics/content/board/dashboard.yaml': 'title: Board\nwidgets: []\n',
  })
  commitAll(root)
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  return (...args: string[]) => runHere(['try', ...args, '-C', `${root}/analytics`], { env })
}

async function branches(): Promise<unknown[]> {
  const client = createClient({ url: sandbox.url, token: sandbox.keys.admin, env: {} })
  try {
    const { items } = await client.branches.listBranches({ path: { deploymentId: 2 }, query: {} })
    return items.map(({ name }) => name)
  } finally {
    await client.close()
  }
}
const names = async (): Promise<string> => {
  const headers = { authorization: `Bearer ${sandbox.keys.admin}` }
  return (await fetch(`${sandbox.url}/api/v1/deployments/2/workbooks?first=1000`, { headers })).text()
}

test('a model that does not compile: its problems with their lines, exit 1, and no copy of a dashboard on it', async () => {
  const tryIt = await projectWith(BROKEN)
  const text = await tryIt('--name', 'pr-1')
  expect(text.code).toBe(1)
  expect(text.stdout).toContain('data-model/model/cubes/a.yml:2  BW-E2221  a cube: the cube "a" reads no table')
  expect(text.stdout).toContain('name: a')
  expect(text.stderr).toMatch(
    /^1 problem in 1 file\. Nothing was committed to branch \S+-pr-1 of production, and no dashboard was copied\.$/m,
  )
  const json = JSON.parse((await tryIt('--name', 'pr-1', '--json')).stdout)
  expect(json).toMatchObject({ problems: [{ code: 'BW-E2221', line: 2 }], directory: 'analytics/' })
  expect(json).toMatchObject({ model: null, copies: null, numbers: null })
  expect(await names()).not.toContain('-board"')
  await tryIt('drop', '--name', 'pr-1')
  expect(await branches()).not.toContainEqual(expect.stringContaining('pr-1'))
})

test('the model alone: it is compiled, nothing else is touched, and drop and sweep remove its branch', async () => {
  const tryIt = await projectWith(WHOLE)
  const before = await names()
  for (const [remove, said] of [
    [['drop', '--name', 'pr-2'], 'pr-2: its branch was removed\n'],
    [['sweep'], 'pr-2: its branch was removed\n'],
  ] as const) {
    const model = await tryIt('model', '--name', 'pr-2')
    expect(model).toMatchObject({ code: 0, stdout: '' })
    expect(model.stderr).toMatch(
      /^The data model compiles on branch \S+-pr-2 of production, created from main: 1 file written, 0 deleted\.\n/,
    )
    expect(await names()).toBe(before)
    expect((await tryIt(...remove)).stdout).toBe(said)
    expect(await branches()).not.toContainEqual(expect.stringContaining('pr-2'))
  }
})

test('the model alone, of a target that has none', async () => {
  const tryIt = await projectWith(WHOLE, '')
  expect(await tryIt('model', '--name', 'x')).toMatchObject({ code: 1, stderr: expect.stringContaining('"dataModel"') })
})
