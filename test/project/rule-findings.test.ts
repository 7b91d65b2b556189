// Slow: it walks through histories of commits.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { validateTree } from '../../src/check/validate-tree.ts'
import { commitAll, git, readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { treeAt } from './tree-at.ts'

const SALES = 'content/sales/revenue-overview'
const BOARD = `${SALES}/dashboard.yaml`
const ORDERS = 'data-model/model/cubes/orders.yml'
const SETTINGS = readFiles('examples/acme')['boardwright.yaml'] ?? ''

const TITLE = 'on: {kind: widget, type: CHART}\nmust: {title: present}\nmessage: "{id} has no title"\n'
const DESCRIBED = 'on: {kind: dashboard, published: true}\nmust: {description: present}\nmessage: "{name}"\n'
const DEPRECATED = 'on: {kind: use, deprecated: present}\nmessage: "{name}: {deprecated}"\n'
const MEMBERS = 'on: {kind: member}\nmust: {description: {minLength: 3}}\nmessage: "{name} says nothing"\n'

/** A branch on which nothing has changed yet. */
async function branched(rules: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) {
  const root = temporaryDirectory()
  for (const path of ['.gitignore', 'data-model', 'content/sales/folder.yaml', SALES])
    cpSync(join('examples/acme', path), join(root, path), { recursive: true })
  await writeFiles(root, { 'boardwright.yaml': SETTINGS, ...rules, ...more })
  commitAll(root)
  git(root, 'branch', '--quiet', '-M', 'main')
  git(root, 'switch', '--quiet', '-c', 'change')
  return root
}

async function told(root: string): Promise<string[]> {
  const { problems } = await validateTree(root, { today: '2026-11-20', compare: { asked: 'main' } })
  return problems.flatMap(({ rule, message, before, warning }) =>
    rule === undefined ? [] : [`${before ? 'old' : warning ? 'warning' : 'new'} ${message}`],
  )
}

const untitled = (root: string): void => treeAt(root).replace(BOARD, /^ {6}title: Orders$/m, '      note: x')

test('what a change makes is an error, and what was there is a warning, whatever is done with it', async () => {
  const root = await branched({ 'rules/title.yaml': TITLE })
  expect(await told(root)).toEqual([])
  untitled(root)
  const [found = ''] = await told(root)
  expect(found).toMatch(/^new .* has no title$/)
  commitAll(root)
  treeAt(root).replace(BOARD, /^title: .*$/m, 'title: Another')
  commitAll(root)
  expect(await told(root)).toEqual([found])

  git(root, 'branch', '--quiet', '-f', 'main', 'HEAD')
  expect(await told(root)).toEqual([found.replace('new', 'old')])
  treeAt(root).replace(BOARD, /^title: .*$/m, 'title: A third one')
  expect(await told(root)).toEqual([found.replace('new', 'old')])
  git(root, 'mv', SALES, 'content/sales/moved')
  commitAll(root)
  expect(await told(root)).toEqual([found.replace('new', 'old')])
})

test('it follows a squash and a rebase', async () => {
  const root = await branched({ 'rules/title.yaml': TITLE })
  untitled(root)
  commitAll(root)
  const [found = ''] = await told(root)
  git(root, 'switch', '--quiet', 'main')
  git(root, 'merge', '--quiet', '--squash', 'change')
  treeAt(root).add('data-model/README.md', 'Squashed.\n')
  commitAll(root)
  git(root, 'switch', '--quiet', 'change')
  expect(await told(root)).toEqual([found])
  git(root, 'rebase', '--quiet', 'main')
  treeAt(root).replace(BOARD, /^title: .*$/m, 'title: Another')
  expect(await told(root)).toEqual([found.replace('new', 'old')])
})

test('a rule that is switched on makes nothing new', async () => {
  const root = await branched({})
  await writeFiles(root, { 'rules/described.yaml': DESCRIBED })
  treeAt(root).replace(BOARD, /^title: .*$/m, 'title: Another')
  treeAt(root).replace(BOARD, /^description: .*\n/m, '')
  expect(await told(root)).toEqual(['new Revenue overview'])
  git(root, 'checkout', '--quiet', '--', BOARD)
  expect(await told(root)).toEqual([])

  treeAt(root).replace('rules/described.yaml', 'present', '{minLength: 500}')
  treeAt(root).replace(BOARD, /^title: .*$/m, 'title: Another')
  expect(await told(root)).toEqual(['old Revenue overview'])
})

test('what another file decides counts too: a dashboard that becomes visible', async () => {
  const root = await branched(
    { 'rules/described.yaml': DESCRIBED.replace('present', '{minLength: 500}') },
    { [`${SALES}/workbook.yaml`]: 'slug: revenue-overview\nname: Revenue overview\npublish: false\n' },
  )
  expect(await told(root)).toEqual([])
  treeAt(root).replace(`${SALES}/workbook.yaml`, /publish: false\n/, '')
  expect(await told(root)).toEqual(['new Revenue overview'])
})

test('a member that becomes deprecated makes no use new, but a new use of it is', async () => {
  const root = await branched({ 'rules/deprecated.yaml': DEPRECATED })
  treeAt(root).replace(ORDERS, /- name: net_revenue\n/, '- name: net_revenue\n        meta: {deprecated: use count}\n')
  const before = await told(root)
  expect(new Set(before.map((each) => each.split(' ')[0]))).toEqual(new Set(['old']))
  await writeFiles(root, {
    [`${SALES}/reports/more.yaml`]: 'id: nnnnnnnnnnn1\nname: More\nquery:\n  measures: [orders.net_revenue]\n',
  })
  expect((await told(root)).filter((each) => each.startsWith('new'))).toEqual(['new orders.net_revenue: use count'])
})

test('a member of the model without what it must say', async () => {
  const root = await branched({ 'rules/members.yaml': MEMBERS })
  const before = await told(root)
  treeAt(root).add(ORDERS, '\n')
  expect(new Set((await told(root)).map((each) => each.split(' ')[0]))).toEqual(new Set(['old']))
  await writeFiles(root, {
    'data-model/model/cubes/fresh.yml':
      'cubes:\n  - name: fresh\n    sql_table: fresh\n    dimensions:\n      - {name: day, type: time, sql: day}\n',
  })
  const after = await told(root)
  expect(after.filter((each) => each.startsWith('new'))).toEqual(['new fresh.day says nothing'])
  expect(after).toHaveLength(before.length + 1)
})

test('it is the same from what is remembered, and anew', async () => {
  const root = await branched({ 'rules/title.yaml': TITLE, 'rules/deprecated.yaml': DEPRECATED })
  await told(root)
  untitled(root)
  const one = await told(root)
  const again = await told(root)
  rmSync(join(root, '.boardwright'), { recursive: true, force: true })
  expect([again, await told(root)]).toEqual([one, one])
})
