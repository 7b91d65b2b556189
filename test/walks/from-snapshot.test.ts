import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSandbox } from '../../packages/sandbox/index.ts'
import { exportTree } from '../../src/project/export.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { takeSnapshot } from '../../src/project/snapshot.ts'
import { readFiles, writeFiles } from '../support/directory.ts'
import { treeFromSnapshot } from './from-snapshot.ts'
import { TODAY } from './start.ts'

test('the tree of a snapshot is what an export of that tenant writes', async () => {
  const sandbox = await startSandbox({ seed: 'acme' })
  const root = mkdtempSync(join(tmpdir(), 'boardwright-test-'))
  const target = `{url: "${sandbox.url}", deployment: 2, dataModel: {branch: main}}`
  await writeFiles(root, {
    'boardwright.yaml': `version: 1\nproject: acme\nprojectId: 7f3kQ2m9\nhome: production\ntargets: {production: ${target}}\n`,
  })
  const env = { BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  const open = async () => requireConfig(await openProject(root, TODAY))
  const { text } = await takeSnapshot(await open(), { env })
  await exportTree(await open(), { env })
  await sandbox.close()
  const exported = Object.entries(readFiles(root)).filter(([path]) => /^(?:content|data-model)\//.test(path))
  const file = join(root, 'snapshot.json')
  writeFileSync(file, text)
  expect(await treeFromSnapshot(file, TODAY)).toEqual(Object.fromEntries(exported))
  rmSync(root, { recursive: true })
})
