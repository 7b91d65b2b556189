import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'

/** No key of this tenant is in a tree. */
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'empty' })
})
afterAll(() => sandbox.close())

const writes = (): string[] =>
  sandbox.controls
    .requests()
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)

const ADDRESS = 'postgres://reader:hunter22@db.example/x'
const REPORT = 'content/sales/pipeline.report.yaml'

async function project(sql: string, deployment = 2) {
  const root = temporaryDirectory()
  const write = async (text: string): Promise<void> => {
    await writeFiles(root, {
      'boardwright.yaml': `version: 1\nproject: acme\nprojectId: 7f3kQ2m9\nhome: production\ntargets:\n  production: {url: "${sandbox.url}", deployment: ${deployment}, dataModel: off}\n`,
      '.gitignore': '.boardwright/\n',
      'content/sales/folder.yaml': 'name: Sales\n',
      [REPORT]: 'id: pipeline0001\nname: Pipeline\n',
      'content/sales/pipeline.report.sql': `${text}\n`,
    })
    commitAll(root, 'changed')
  }
  await write(sql)
  const run = (args: readonly string[], token = sandbox.keys.admin) =>
    runHere(args, { cwd: root, env: { BOARDWRIGHT_TOKEN: token } })
  return { root, run, write }
}

test('a secret of a known form is a warning of validate, and is not shown', async () => {
  const { run, root } = await project(`select '${ADDRESS}' from nowhere.at.all`)
  for (const args of [
    ['validate', '-v'],
    ['validate', '--json'],
  ]) {
    const { code, stdout, stderr } = await run(args, '')
    expect([code, stdout + stderr]).toEqual([0, expect.stringContaining('an address with a password is in this file')])
    expect(stdout + stderr).not.toContain('hunter22')
  }
  await writeFiles(root, { 'data-model/model/a.yml': `cubes:\n  - name: a\n    sql: "select '${ADDRESS}'" [\n` })
  const { code, stdout, stderr } = await run(['validate'], '')
  expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('BW-E1103')])
  expect(stdout + stderr).not.toContain('hunter22')
})

test('a plan neither shows nor saves one, changes with it, and is applied as saved', async () => {
  const { run, root, write } = await project(`select '${ADDRESS}'`)
  const saved = (): string => readFileSync(join(root, '.boardwright/plan.json'), 'utf8')
  const plans = [['plan'], ['plan', '--json'], ['plan', '--format', 'markdown'], ['plan', '--format', 'html']]
  for (const args of [...plans, ['plan', '--out', '.boardwright/plan.json']]) {
    const { code, stdout, stderr } = await run(args)
    expect(code, stderr).toBe(0)
    expect(stdout + stderr).not.toContain('hunter22')
  }
  expect(saved()).toMatch(/\(a secret, [0-9a-f]{4}\)/)
  expect(saved()).not.toContain('hunter22')
  const first = await run(['apply', '.boardwright/plan.json', '--yes'])
  expect(first.code, first.stderr).toBe(0)
  expect(first.stdout + first.stderr).not.toContain('hunter22')
  expect((await run(['plan', '--detailed-exitcode'])).code).toBe(0)
  await write(`select '${ADDRESS.replace('hunter22', 'hunter33')}'`)
  const second = await run(['plan', '--detailed-exitcode'])
  expect([second.code, second.stdout.match(/a secret, [0-9a-f]{4}/g)?.length]).toEqual([2, 2])
  expect(second.stdout + second.stderr).not.toMatch(/hunter/)
})

test('the token of the run is refused by validate and by plan, and is not shown', async () => {
  const token = sandbox.keys.admin
  const before = writes()
  const { run } = await project(`select '${token}'`, 1)
  for (const args of [['validate'], ['validate'], ['plan'], ['apply', '--yes'], ['plan', '--json']]) {
    const { code, stdout, stderr } = await run(args)
    expect([args, code, stdout + stderr]).toEqual([args, 1, expect.stringContaining('the token of this run is in')])
    expect(stdout + stderr).not.toContain(token)
  }
  expect((await run(['validate'], 'another-token')).code).toBe(0)
  expect(writes()).toEqual(before)
})
