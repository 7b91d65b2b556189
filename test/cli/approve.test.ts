import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'

/** Two identical deployments of one tenant: the same tree makes the same changes in both. */
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'empty' })
})
afterAll(() => sandbox.close())

const configOf = (projectId: string, host = sandbox.url): string => `version: 1
project: acme
projectId: ${projectId}
home: production
targets:
  production: {url: "${host}", deployment: 2, dataModel: off}
  dev: {url: "${host}", deployment: 1, dataModel: off}
`

async function project(projectId: string) {
  const root = temporaryDirectory()
  await writeFiles(root, {
    'boardwright.yaml': configOf(projectId),
    '.gitignore': '.boardwright/\n',
    'content/sales/folder.yaml': 'name: Sales\n',
    'content/sales/pipeline.report.yaml': 'id: pipeline0001\nname: Pipeline\nsql: select 1\n',
  })
  commitAll(root)
  const env = { BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  const run = (...args: readonly string[]) => runHere([...args, '-C', root], { env })
  return {
    root,
    run,
    async change(more: string): Promise<void> {
      await writeFiles(root, {
        'content/sales/pipeline.report.yaml': `id: pipeline0001\nname: Pipeline\nsql: select 1\n${more}`,
      })
      commitAll(root, 'changed')
    },
    async approved(target: string): Promise<string> {
      const { stdout } = await run('plan', '--target', target)
      const [, hash = ''] = /^Apply exactly this: {2}boardwright apply .*--approve ([0-9a-f]{64})$/m.exec(stdout) ?? []
      expect(hash, stdout).not.toBe('')
      return hash
    },
  }
}

const writes = (): string[] =>
  sandbox.controls
    .requests()
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)

describe('apply --approve', () => {
  test('takes the hash of this plan, in this project, for this target, and nothing shorter', async () => {
    const [ours, others] = [await project('7f3kQ2m9'), await project('0000Q2m9')]
    const hash = await ours.approved('production')
    const refused: [string, string, number, string][] = [
      ['the plan of another target', await ours.approved('dev'), 5, 'BW-E1503'],
      ['the plan of another project', await others.approved('production'), 5, 'BW-E1503'],
      ['what people read', `${hash.slice(0, 4)}-${hash.slice(4, 8)}`, 64, 'copy the whole line'],
      ['half of it', hash.slice(0, 32), 64, 'copy the whole line'],
      ['all but one character', hash.slice(1), 64, 'copy the whole line'],
      ['more than it', `${hash}0`, 64, 'copy the whole line'],
    ]
    sandbox.controls.clearRequests()
    for (const [what, approve, code, message] of refused) {
      const ended = await ours.run('apply', '--target', 'production', '--approve', approve)
      expect(ended.code, what).toBe(code)
      expect(ended.stderr.toLowerCase(), what).toContain(message.toLowerCase())
    }
    expect(writes()).toEqual([])

    expect(await ours.run('apply', '--target', 'production', '--approve', hash)).toMatchObject({ code: 0 })
    expect(writes()).toEqual([
      'POST /api/v1/deployments/2/folders',
      'POST /api/v1/deployments/2/reports',
      expect.stringMatching(/^PUT \/api\/v1\/deployments\/2\/reports\/\d+$/),
    ])
  })
})

test('a saved plan whose flags and hash were changed is not what was approved', async () => {
  await sandbox.controls.reset({ seed: 'empty' })
  const { root, run, change, approved } = await project('otherFlags1')
  await writeFiles(root, { 'content/sales/gone.report.yaml': 'id: gone00000001\nname: Gone\nsql: select 1\n' })
  await change('')
  expect(await run('apply', '--yes', '--target', 'production')).toMatchObject({ code: 0 })
  rmSync(join(root, 'content/sales/gone.report.yaml'))
  await change('title: Ours\n')
  const hash = await approved('production')
  const file = join(temporaryDirectory(), 'plan.json')
  const planned = async (...flags: readonly string[]) => {
    await run('plan', '--target', 'production', '--out', file, ...flags)
    return JSON.parse(readFileSync(file, 'utf8'))
  }
  const wider = await planned('--prune')
  expect((await planned()).fingerprint).toBe(hash)
  expect(wider.fingerprint).not.toBe(hash)
  await writeFiles(dirname(file), { 'plan.json': JSON.stringify(wider) })
  sandbox.controls.clearRequests()
  expect(await run('apply', file, '--approve', hash)).toMatchObject({ code: 5 })
  expect(writes()).toEqual([])
})

test('restore --approve takes the hash of what it would bring back, and no other', async () => {
  await sandbox.controls.reset({ seed: 'empty' })
  const { run, change, root } = await project('9f3kQ2m9')
  const id = 'pipeline0001'
  expect(await run('apply', '--target', 'production', '--yes')).toMatchObject({ code: 0 })
  const set = { title: 'Theirs' }
  await sandbox.controls.addPeople({
    as: 'ci-bot@acme.com',
    do: [{ do: 'edit-report', report: id, set }],
  })
  await change('title: Ours\n')
  const runs = (): string[] => readdirSync(join(root, '.boardwright/runs'))
  const before = runs()
  const overwritten = await run('apply', '--target', 'production', '--accept', 'ui-edits', '--yes')
  expect(overwritten, overwritten.stderr).toMatchObject({ code: 0 })
  const [name = ''] = runs().filter((each) => !before.includes(each))
  const shown = await run('restore', name)
  const line = /^Apply exactly this: {2}boardwright restore \S+ --approve ([0-9a-f]{64})$/m
  const [, hash = ''] = line.exec(shown.stdout) ?? []
  expect(hash, shown.stdout).not.toBe('')
  expect(await run('restore', name, '--approve', 'a'.repeat(64))).toMatchObject({ code: 5 })
  expect(await run('restore', name, '--approve', hash)).toMatchObject({ code: 0 })
})
