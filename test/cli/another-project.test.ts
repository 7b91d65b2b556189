// Slow: it reads four hundred objects with each command.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { selectTarget } from '../../src/config/targets.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { readTreeFor } from '../../src/project/local/render.ts'
import { appliedSeed } from '../scenarios/applied.ts'
import { commitAll, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { inWhole } from '../support/whole.ts'

const COUNT = 400
const SCREEN = 24

let running: Sandbox | undefined
const root = mkdtempSync(join(tmpdir(), 'boardwright-test-'))

const configOf = (url: string, projectId: string): string =>
  `version: 1\nproject: acme\nprojectId: ${projectId}\nhome: production\ntargets:\n  production: {url: ${url}, deployment: 2, dataModel: off}\n`

beforeAll(async () => {
  running = await startSandbox({ seed: 'empty' })
  const reports = Array.from({ length: COUNT }, (_, nth): [string, string] => [
    `content/sales/r${nth}.report.yaml`,
    `id: ${`report${String(nth).padStart(6, '0')}`}\nname: Report ${nth}\nsource: PLAYGROUND\nsql: select ${nth}\n`,
  ])
  const files = { ...Object.fromEntries(reports), 'content/sales/folder.yaml': 'name: Sales\n' }
  await writeFiles(root, {
    ...files,
    '.gitignore': '.boardwright/\n',
    'boardwright.yaml': configOf(running.url, '7f3kQ2m9'),
  })
  const commit = commitAll(root, 'theirs')
  const project = requireConfig(await openProject(root, '2026-11-20'))
  const { tree } = readTreeFor(project, project.config, selectTarget(project.config, 'production'))
  await running.controls.reset({ seed: appliedSeed(inWhole(tree).content, new Map(), commit) })
  await writeFiles(root, { 'boardwright.yaml': configOf(running.url, 'anotherProject') })
  commitAll(root, 'another projectId')
}, 60_000)
afterAll(async () => {
  await running?.close()
  rmSync(root, { recursive: true, force: true })
})

test.each([
  ['plan', 5, 'owned by project 7f3kQ2m9'],
  ['apply --yes', 5, 'owned by project 7f3kQ2m9'],
  ['adopt --yes', 5, 'owned by project 7f3kQ2m9'],
  ['export', 0, '400 objects are owned by another project'],
  ['status --ui-edits', 0, '400 objects held'],
  ['status', 0, '   400   '],
])('%s says once, in a screen, that all of the tree belongs to another project', async (line, code, words) => {
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: running?.keys.admin ?? '' }
  const ended = await runHere([...line.split(' '), '-C', root], { env })
  const said = `${ended.stdout}${ended.stderr}`.trim()
  expect([ended.code, said.split(words).length - 1], said).toEqual([code, 1])
  expect(said.split('\n').length, said).toBeLessThanOrEqual(SCREEN)
})
