import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory, writeFiles } from '../../../../test/support/directory.ts'
import { runHere } from '../../../../test/support/in-process.ts'
import { ATTACKS } from '../viewer/attacks.ts'

const PROJECT = {
  version: 1,
  ...{ project: 'acme', projectId: '7f3kQ2m9' },
  targets: { dev: { url: 'https://acme.example', deployment: 1 } },
}

test('a chart in `draw` cannot write a file', async () => {
  const tree = temporaryDirectory()
  const reports = ATTACKS.map(([name, spec], index) => {
    const hit = join(tree, `hit-${index}`)
    const code = `process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(hit)}, "hit")`
    const text = JSON.stringify(spec).replaceAll('$CODE', JSON.stringify(code).slice(1, -1))
    const id = `report${String(index).padStart(6, '0')}`
    return {
      name,
      hit,
      path: `content/sales/r${index}.report.yaml`,
      text: `id: ${id}\nname: ${name}\nkind: vega\nspec: ${text}\n`,
    }
  })
  await writeFiles(tree, {
    'boardwright.yaml': JSON.stringify(PROJECT),
    'content/sales/folder.yaml': 'name: Sales\n',
    ...Object.fromEntries(reports.map(({ path, text }) => [path, text])),
  })
  const out = temporaryDirectory()
  const args = ['preview', '-C', tree, ...reports.map(({ path }) => path), '--image', 'svg', '--out', out]
  const { stderr } = await runHere(args, { env: { PATH: process.env['PATH'] ?? '' } })
  expect(readdirSync(out).length, stderr).toBe(ATTACKS.length)
  expect(reports.filter(({ hit }) => existsSync(hit)).map(({ name }) => name)).toEqual([])
})
