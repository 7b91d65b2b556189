import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commitAll, git } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { openStage } from './stage.ts'

const stage = openStage()
const report = (name: string): string => `id: shown0000001\nname: ${name}\nsql: select 1\n`
const filesOf = (url: string, name: string): Record<string, string> => ({
  'boardwright.yaml': `version: 1\nproject: acme\nprojectId: 7f3kQ2m9\nhome: production\ntargets:\n  production: {url: ${url}, deployment: 2, dataModel: off}\n`,
  '.gitignore': '.boardwright/\n',
  'content/sales/folder.yaml': 'name: Sales\n',
  'content/sales/board/workbook.yaml': 'slug: board\nname: Board\npublish: false\n',
  'content/sales/board/reports/shown.yaml': report(name),
})
const COPY = /it looks like a copy without its history, such as an unpacked archive\. Run `git clone`/

test('a copy without its history is reported as such, before apply records a commit of its own', async () => {
  const { url, keys } = stage.sandbox()
  const root = await stage.prepare(filesOf(url, 'First'), filesOf(url, 'First'))
  await stage.layOut()
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: keys.admin }
  const run = (...args: string[]) => runHere([...args, '-C', root], { env })
  expect((await run('plan')).stdout).not.toMatch(COPY)

  rmSync(join(root, '.git'), { recursive: true })
  commitAll(root, 'unpacked')
  const planned = await run('plan')
  expect(planned.stdout).toMatch(COPY)
  expect(planned.stdout).toContain('not yet recorded as applied')
  git(root, 'remote', 'add', 'origin', 'https://acme.example/board.git')
  expect((await run('plan')).stdout, 'there is somewhere to fetch from').not.toMatch(COPY)
  git(root, 'remote', 'remove', 'origin')

  const applied = await run('apply', '--yes')
  expect(applied.stderr).toMatch(COPY)
  expect(applied.code).toBe(0)
  expect((await run('plan')).stdout, 'its history begins here').not.toMatch(COPY)
})
