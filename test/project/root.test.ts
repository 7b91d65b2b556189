import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openProject } from '../../src/project/project.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../support/directory.ts'

test('a project without its boardwright.yaml is brought back from git, where git has it', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, { 'boardwright.yaml': 'version: 1\n', 'notes.md': 'notes\n' })
  commitAll(root)
  rmSync(join(root, 'boardwright.yaml'))
  mkdirSync(join(root, 'content/sales'), { recursive: true })
  for (const start of [root, join(root, 'content/sales')]) {
    await expect(openProject(start, '2026-01-01')).rejects.toMatchObject({
      message: `boardwright.yaml is gone from ${root}, and git still has it`,
      hint: `Bring it back: git -C ${root} restore boardwright.yaml`,
    })
  }
  const other = temporaryDirectory()
  await expect(openProject(other, '2026-01-01')).rejects.toMatchObject({
    message: `no boardwright.yaml in ${other} or above it`,
  })
})
