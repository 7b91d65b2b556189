import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll, readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { CONFIG, config } from './mistakes/mistake.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
  sandbox.controls.setSwitches({ buildMs: 0 })
})
afterAll(() => sandbox.close())

async function branches(): Promise<string[]> {
  const answer = await fetch(`${sandbox.url}/build/api/v1/deployments/2/branches`, {
    headers: { authorization: `Bearer ${sandbox.keys.admin}` },
  })
  const { items } = (await answer.json()) as { items: { name: string }[] }
  return items.map(({ name }) => name)
}

test('a missing branch is reported, matches nothing, and is created only on request', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, { [CONFIG]: config(`{url: "${sandbox.url}", deployment: 2, dataModel: {branch: main}}`) })
  commitAll(root)
  const run = (...args: string[]) =>
    runHere([...args, '-C', root], { env: { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin } })
  expect((await run('export')).code).toBe(0)
  commitAll(root, 'what is live')
  const unchanged = async () => JSON.parse((await run('plan', '--json')).stdout).summary.unchanged as number
  const all = await unchanged()

  await writeFiles(root, { [CONFIG]: config(`{url: "${sandbox.url}", deployment: 2, dataModel: {branch: trunk}}`) })
  commitAll(root, 'another branch')
  const seen = await unchanged()
  expect([seen > 0, seen < all]).toEqual([true, true])
  expect((await run('plan')).stdout).toContain('the branch trunk does not exist (there is main)')

  const cube = 'data-model/model/cubes/orders.yml'
  await writeFiles(root, { [cube]: `# edited\n${readFiles(root)[cube]}` })
  commitAll(root, 'an edit')
  for (const more of [[], ['--accept', 'ui-edits']]) {
    const held = await run('apply', '--yes', ...more)
    expect([held.code, held.stdout.includes('--accept model creates it from main')]).toEqual([5, true])
  }
  expect(await branches()).toEqual(['main'])
  const made = await run('apply', '--yes', '--accept', 'model')
  expect(made.stdout).toContain('The branch trunk is new: made from main.')
  expect(made.code).toBe(0)
  expect(await branches()).toEqual(expect.arrayContaining(['main', 'trunk']))
  expect((await run('plan')).stdout).not.toContain('does not exist')
  expect(await unchanged()).toBe(all)
})
