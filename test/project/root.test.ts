import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeOfProject } from '../../src/agents/place.ts'
import { readPartOf } from '../../src/agents/read.ts'
import { validateTree } from '../../src/check/validate-tree.ts'
import { drawPages } from '../../src/previews/draw.ts'
import { openPreview } from '../../src/previews/page/open.ts'
import { projectIdOf } from '../../src/project/local/id.ts'
import { openProject } from '../../src/project/local/project.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../support/directory.ts'

const ISOLATED = { today: '2026-01-01', env: {}, data: 'sample' } as const

/** All that begins with the project around a directory. */
const BEGINNINGS: Readonly<Record<string, (start: string) => Promise<unknown>>> = {
  plan: (start) => openProject(start, '2026-01-01'),
  validate: (start) => validateTree(start, { today: '2026-01-01' }),
  preview: (start) => openPreview(start, { ...ISOLATED, onChange: () => undefined }),
  draw: (start) => drawPages(start, [], { ...ISOLATED, format: 'svg', width: 800, isDark: false, scale: 1 }).next(),
  mcp: (start) => readPartOf(start, 'notes.md', { offset: 0, length: 10 }),
  'a comment': projectIdOf,
  annotations: placeOfProject,
}

test.each(Object.entries(BEGINNINGS))(
  'for %s, a project without its boardwright.yaml is brought back from git, where git has it',
  async (_, begin) => {
    const root = temporaryDirectory()
    await writeFiles(root, { 'boardwright.yaml': 'version: 1\n', 'notes.md': 'notes\n' })
    commitAll(root)
    rmSync(join(root, 'boardwright.yaml'))
    mkdirSync(join(root, 'content/sales'), { recursive: true })
    for (const start of [root, join(root, 'content/sales')]) {
      await expect(begin(start)).rejects.toMatchObject({
        message: `boardwright.yaml is gone from ${root}, and git still has it`,
        hint: `Bring it back: git -C ${root} restore boardwright.yaml`,
      })
    }
    const other = temporaryDirectory()
    await expect(begin(other)).rejects.toMatchObject({
      message: `no boardwright.yaml in ${other} or above it`,
    })
  },
)
