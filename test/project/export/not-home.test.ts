// Slow: it exports a target again and again.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { derivedId } from '../../../src/content/identity.ts'
import { takeDrift } from '../../../src/project/drift.ts'
import { exportTree } from '../../../src/project/export.ts'
import { readFiles } from '../../support/directory.ts'
import { configOf, REPORT, TREE } from '../promote-tree.ts'
import { at, openAccount, openScene } from '../promote-world.ts'

const account = openAccount()

const SQL = 'content/sales/revenue/reports/in-sql.sql'
const OVERLAY = `overlays/dev/${SQL}`
const FILES = {
  ...TREE,
  'content/sales/revenue/reports/in-sql.yaml': 'id: inSql0000001\nname: In SQL\n',
  [SQL]: 'select 1\n',
}

/** The tree with these files, applied to dev, where somebody then edits a report. */
async function exported(files: Readonly<Record<string, string>>, id: string, set: Record<string, unknown>) {
  const { url, keys, controls } = account()
  const targets = configOf({ production: { url, deployment: 2 }, dev: { url, deployment: 1 } })
  const scene = await openScene({ 'boardwright.yaml': targets, ...FILES, ...files }, { BOARDWRIGHT_TOKEN: keys.admin })
  await scene.apply('dev')
  await controls.addPeople({
    do: [
      { do: 'edit-report', report: derivedId('7f3kQ2m9', 1, id), set, deployment: 1 },
      { do: 'publish', workbook: 'revenue', deployment: 1 },
    ],
  } as never)
  const before = readFiles(at(scene.root, 'content'))
  const drift = await takeDrift(await scene.open(), await scene.plan('dev'))
  const { written, removed, problems } = await exportTree(await scene.open(), { env: scene.env, target: 'dev' })
  expect(readFiles(at(scene.root, 'content'))).toEqual(before)
  expect(removed).toEqual([])
  expect(drift).toMatchObject({ isTaken: written.length > 0, notWritten: problems })
  return {
    written,
    named: problems.map((problem) => [problem.at.file, problem.message.split(' ')[0]]),
    root: scene.root,
  }
}

test.each([
  ['changed', 'inSql0000001', { sqlQuery: 'select 2' }, [[SQL, '"sql"']]],
  ['removed', 'inSql0000001', { sqlQuery: null }, [[SQL, '"sql"']]],
  ['written inside, for its line ends,', 'inSql0000001', { sqlQuery: 'select 2\r\n' }, [[SQL, '"sql"']]],
  ['added', 'byMonth00001', { sqlQuery: 'select 2' }, [[REPORT, '"sql"']]],
])(
  'a text in a file of its own, %s in a target that is not home, stays as it is for all targets',
  async (_, id, set, named) => {
    const result = await exported({}, id, set)
    expect(result.written).toEqual([])
    expect(result.named).toEqual(named)
  },
)

test('an edit is taken into the overlay that has the key', async () => {
  const result = await exported({ [OVERLAY]: 'select 3\n' }, 'inSql0000001', { sqlQuery: 'select 4' })
  expect(result.written).toEqual([OVERLAY])
  expect(readFileSync(at(result.root, OVERLAY), 'utf8')).toBe('select 4\n')
})
