import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rememberExported } from '../../src/project/faults.ts'
import { validateTree } from '../../src/sync/validate-tree.ts'
import { commitAll, commitFirst, git, readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'

const SALES = 'content/sales/revenue-overview'
const BOARD = `${SALES}/dashboard.yaml`
const REPORT = `${SALES}/reports/old.yaml`
const SQL = `${SALES}/reports/old.sql`
const SETTINGS = readFiles('examples/acme')['boardwright.yaml'] ?? ''

const query = (measure: string, more = ''): string =>
  `id: ooooooooooo1\nname: Old\nkind: table\nquery:\n  measures: ["${measure}"]\n${more}`
const sql = (text: string): Record<string, string> => ({
  [REPORT]: 'id: ooooooooooo1\nname: Old\nkind: table\n',
  [SQL]: text,
})

/** Each has one mistake that a tenant may hold, in a text that is read with variables. */
const OLD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a member': { [REPORT]: query('orders.gone') },
  'a member of a cube that a variable names': { [REPORT]: query('${var.cube}.gone') },
  'a member that looks like a variable': sql('select measure("$${var.cube}") from orders\n'),
  'a kind that is not a text, as live may hold it': {
    [REPORT]: 'id: ooooooooooo1\nname: Old\nsql: select 1\nkind: {toString: 1}\n',
  },
  'a key that a variable names': {
    [REPORT]: query('orders.count', '  filters: [{member: orders.count, operator: "${var.cube}"}]\n'),
  },
  'a widget that is called like a variable': {
    [BOARD]:
      'title: Old\nwidgets:\n  - {id: "$${var.cube}", type: TEXT, config: {text: x}, position: {x: 0, y: 0, w: 0, h: 1}}\n',
  },
  'a member in SQL': sql('select measure(gone) from orders\n'),
  'a member in SQL that a variable names': sql('select measure(${var.missing}) from ${var.cube}\n'),
}

async function acme(files: Readonly<Record<string, string>>): Promise<string> {
  const root = temporaryDirectory()
  for (const path of ['.gitignore', 'data-model', 'content/sales/folder.yaml', SALES])
    cpSync(join('examples/acme', path), join(root, path), { recursive: true })
  const variables = 'variables:\n  cube: orders\n  missing: gone\n'
  await writeFiles(root, { 'boardwright.yaml': SETTINGS.replace('version: 1\n', `version: 1\n${variables}`), ...files })
  return root
}

const told = async (root: string) =>
  (await validateTree(root, { today: '2026-11-20' })).problems
    .filter(({ at }) => [BOARD, REPORT, SQL].includes(at.file))
    .map(({ message, warning, before }) => ({ message, warning, before }))

test.each(Object.entries(OLD))('%s that was wrong before is a warning, and a new one is not', async (_, files) => {
  const root = await acme(files)
  commitAll(root)
  await writeFiles(root, { 'content/sales/folder.yaml': 'name: Later\n' })
  commitAll(root)
  const old = await told(root)
  expect(old).toEqual([{ message: expect.any(String), warning: true, before: true }])

  const fresh = await acme({})
  commitFirst(fresh)
  await writeFiles(fresh, files)
  expect(await told(fresh)).toEqual([{ message: old[0]?.message, warning: undefined, before: undefined }])
})

test('a mistake in the last commit is new, even next to files that do not belong to the project', async () => {
  const root = await acme({})
  commitAll(root)
  await writeFiles(root, { [REPORT]: query('orders.gone'), '.gitignore': '' })
  commitAll(root)
  const fresh = [{ message: expect.any(String), warning: undefined, before: undefined }]
  expect(await told(root)).toEqual(fresh)
  expect(git(root, 'status', '--porcelain')).toContain('.boardwright/')
  expect(await told(root)).toEqual(fresh)
})

test('a file that was invalid before does not make its mistakes old', async () => {
  const root = await acme({ [REPORT]: 'id: ooooooooooo1\nname: Old\nkind: {a: b}\n' })
  commitAll(root)
  await writeFiles(root, { [REPORT]: query('orders.gone') })
  expect(await told(root)).toEqual([{ message: expect.any(String), warning: undefined, before: undefined }])
})

test('in a shallow clone the age of a mistake is unknown, and the output says so', async () => {
  const root = await acme({ [REPORT]: query('orders.gone') })
  commitAll(root)
  await writeFiles(root, { 'content/sales/folder.yaml': 'name: Later\n' })
  commitAll(root)
  const shallow = temporaryDirectory()
  git(shallow, 'clone', '--quiet', '--depth', '1', `file://${root}`, '.')
  const { problems } = await validateTree(shallow, { today: '2026-11-20' })
  expect(problems.filter(({ warning }) => !warning).map(({ kind, at }) => `${kind} ${at.file}`)).toEqual([
    `MEMBER_UNKNOWN ${REPORT}`,
    'SHALLOW_CLONE .git/shallow',
  ])
  git(shallow, 'fetch', '--quiet', '--unshallow')
  expect((await validateTree(shallow, { today: '2026-11-20' })).problems.filter(({ warning }) => !warning)).toEqual([])
})

test.each(Object.entries(OLD))('%s that was exported is a warning', async (_, files) => {
  const root = await acme({})
  commitFirst(root)
  const before = new Map(Object.entries(readFiles(root)).map(([file, text]) => [file, Buffer.from(text)] as const))
  await writeFiles(root, files)
  await rememberExported(root, before, new Map(Object.entries(files)))
  expect(await told(root)).toEqual([{ message: expect.any(String), warning: true, before: true }])
})
