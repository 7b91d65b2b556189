import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { configOf, TREE } from '../project/promote-tree.ts'
import { openAccount, openScene, rowsOf } from '../project/promote-world.ts'
import { commitAll, commitFirst, git, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'

/** What one command writes for the next one is not taken from a commit, which may say anything. */
const account = openAccount()

const environment = (more: Readonly<Record<string, string>>) => ({ PATH: process.env['PATH'] ?? '', ...more })

test('a saved promotion that a commit brought is not applied, whatever flags it names', async () => {
  const { url, keys } = account()
  const targets = { production: { url, deployment: 2 }, dev: { url, deployment: 1 } }
  const scene = await openScene({ ...TREE, 'boardwright.yaml': configOf(targets) }, { BOARDWRIGHT_TOKEN: keys.admin })
  const { root } = scene
  await scene.apply('dev')
  const run = (...args: string[]) => runHere(args, { cwd: root, env: environment(scene.env) })
  const planned = await run('promote', '--from', 'dev', '--to', 'production', '--plan', 'plan.json')
  expect(planned).toMatchObject({ code: 0 })
  const plan = JSON.parse(readFileSync(join(root, 'plan.json'), 'utf8'))
  const forged = { ...plan, inputs: { ...plan.inputs, accept: ['broken-uses', 'deletes=1000', 'ui-edits'] } }
  await scene.commit({ 'plan.json': JSON.stringify(forged) })

  expect(await run('apply', 'plan.json', '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('BW-E1509  plan.json is tracked by git'),
  })
  expect((await rowsOf(account(), 2)).reports).toEqual([])

  // Nothing else is wrong with it.
  git(root, 'rm', '--quiet', '--cached', 'plan.json')
  expect(await run('apply', 'plan.json', '--yes')).toMatchObject({ code: 0 })
  expect((await rowsOf(account(), 2)).reports).toHaveLength(2)
})

const FORGE = { GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'acme/analytics', GITHUB_TOKEN: 'g' }

test.each([
  ['plan', '--snapshot', 'brought.json'],
  ['ci', 'comment', 'brought.json', '--out', '-'],
  ['ci', 'comment', '--problems', 'brought.json', '--out', '-'],
  ['ci', 'comment', '--try', 'brought.json', '--out', '-'],
  ['fleet', 'matrix', '--all', '--status', 'brought.json'],
  ['ci', 'propose', '--branch', 'b', '--changes', 'brought.json'],
])('`%s %s %s` does not read it', async (...args) => {
  const root = temporaryDirectory()
  const target = { url: 'http://127.0.0.1:9', deployment: 2 }
  await writeFiles(root, { ...TREE, 'boardwright.yaml': configOf({ production: target }), 'sub/x': '' })
  commitFirst(root)
  await writeFiles(root, { 'brought.json': '{}' })
  const env = environment(FORGE)
  expect((await runHere(args, { cwd: root, env })).stderr).not.toContain('BW-E1509')
  commitAll(root)
  const places = [join(root, 'brought.json'), '../brought.json']
  for (const place of places) {
    const given = args.map((word) => (word === 'brought.json' ? place : word))
    const ended = await runHere(given, { cwd: join(root, 'sub'), env })
    expect(ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/BW-E1509 {2}\S+ is tracked by git/),
    })
  }
})
