import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSandbox } from '../packages/sandbox/index.ts'
import { testRules } from '../src/check/rules.ts'
import { validateProject } from '../src/check/validate.ts'
import { validateTree } from '../src/check/validate-tree.ts'
import { exportTree } from '../src/project/export.ts'
import { openProject, requireConfig } from '../src/project/local/project.ts'
import { readFiles, temporaryDirectory, writeFiles } from './support/directory.ts'

const TODAY = '2026-11-20'
const ACME = 'examples/acme'
/** It names members, whom no export writes into a file that names none. */
const FINANCE = 'account/groups/finance.yaml'

/** `BOARDWRIGHT_UPDATE=1 npx vitest run test/examples.test.ts` writes the example anew. */
test('examples/acme is the export of the sandbox, byte for byte', async () => {
  const sandbox = await startSandbox({ seed: 'acme' })
  try {
    const root = temporaryDirectory()
    const { 'boardwright.yaml': config = '', ...example } = readFiles(ACME)
    await writeFiles(root, {
      'boardwright.yaml': config.replaceAll('https://acme.example', sandbox.url),
      [FINANCE]: example[FINANCE] ?? '',
    })
    const project = requireConfig(await openProject(root, TODAY))
    const env = { BOARDWRIGHT_TOKEN: sandbox.keys.admin }
    await exportTree(project, { target: 'production', takeNew: true, env })
    const { 'boardwright.yaml': _config, ...exported } = readFiles(root)
    if (process.env['BOARDWRIGHT_UPDATE']) {
      for (const part of ['account', 'content', 'data-model']) {
        rmSync(join(ACME, part), { recursive: true, force: true })
        cpSync(join(root, part), join(ACME, part), { recursive: true })
      }
      return
    }
    const { '.gitattributes': _attributes, '.gitignore': _ignored, ...files } = example
    const written = Object.entries(files).filter(([file]) => !file.startsWith('rules/'))
    expect(exported).toEqual(Object.fromEntries(written))
  } finally {
    await sandbox.close()
  }
})

/** An app of acme's names two reports by their public ids, as people do. */
test.for([
  ['acme', ['SQL_UNCHECKED', 'PLAIN_ID', 'PLAIN_ID']],
  ['minimal', []],
] as const)('examples/%s has no problems but these', async ([name, kinds]) => {
  const { problems } = validateProject(await openProject(`examples/${name}`, TODAY), undefined)
  expect(problems.map(({ kind }) => kind)).toEqual(kinds)
})

test('examples/acme has rules with examples, and one exception that does not end soon', async () => {
  const project = await openProject(ACME, TODAY)
  expect(testRules(project)).toMatchObject({ rules: 3, problems: [] })
  const { problems, waived } = await validateTree(ACME, { today: '2090-01-01' })
  expect(problems.filter(({ rule, kind }) => rule !== undefined || kind.startsWith('WAIVER'))).toEqual([])
  expect(waived.map(({ problem: { rule, at } }) => [rule, at.file])).toEqual([
    ['dates-move', 'content/sales/weekly-sales-meeting/reports/orders-by-region.yaml'],
  ])
})
