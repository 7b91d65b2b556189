// Slow: it makes a repository for each of its cases.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { validateTree } from '../../src/check/validate-tree.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'

/** Rules of the protected branch hold, whatever a branch says of them. */

const TITLED = 'on: {kind: widget}\nmust: {title: present}\nmessage: "widget {id} has no title"\n'
const BOARD = (config: string): string =>
  `title: Board\nwidgets:\n  - id: a\n    type: TEXT\n    position: {x: 0, y: 0, w: 6, h: 4}\n    config: {${config}}\n`
const SETTINGS = (more: string): string => `version: 1
project: p
projectId: abcd1234
home: dev
targets: {dev: {url: https://dev.example, deployment: 1}}
${more}`
const FROM = 'rules: {from: main}\n'

async function branched(more = FROM): Promise<string> {
  const root = temporaryDirectory()
  await writeFiles(root, {
    'boardwright.yaml': SETTINGS(more),
    'rules/titled.yaml': TITLED,
    'content/b/workbook.yaml': 'slug: b\nname: Board\n',
    'content/b/dashboard.yaml': BOARD('title: x'),
  })
  git(root, 'init', '--quiet', '--initial-branch', 'main')
  commitAll(root)
  git(root, 'switch', '--quiet', '--create', 'change')
  await writeFiles(root, { 'content/b/dashboard.yaml': BOARD('text: x') })
  return root
}

const TODAY = '2026-11-20'
async function told(root: string, env: Record<string, string> = {}): Promise<string[]> {
  const { problems } = await validateTree(root, { today: TODAY, compare: { env } })
  return problems.map(({ kind, message }) => `${kind} ${message}`)
}
const FOUND = ['RULE widget a has no title']
const WAIVED = 'waivers: [{rule: titled, path: content/b, reason: r, owner: o, expires: 2026-12-01}]\n'
const OFF = 'rules: {from: main, weigh: [{rule: titled, severity: "off"}]}\n'
const IN_PIPELINE = { GITHUB_BASE_REF: 'main' }

test.each([
  ['removes the rule', { 'rules/titled.yaml': TITLED.replace('widget}', 'widget, type: NONE}') }, {}],
  ['waives it', { 'boardwright.yaml': SETTINGS(FROM + WAIVED) }, {}],
  ['weighs it', { 'boardwright.yaml': SETTINGS(OFF) }, {}],
  ['removes `from` as well', { 'boardwright.yaml': SETTINGS(WAIVED) }, IN_PIPELINE],
  ['names another branch', { 'boardwright.yaml': SETTINGS(`rules: {from: change}\n${WAIVED}`) }, IN_PIPELINE],
])('a branch that %s changes nothing', async (_does, files, env) => {
  const root = await branched()
  expect(await told(root, env)).toEqual(FOUND)
  await writeFiles(root, files)
  expect(await told(root, env)).toEqual(FOUND)
  commitAll(root)
  expect(await told(root, env)).toEqual(FOUND)
  expect(await told(root, env)).toEqual(FOUND)
})

test('without `from`, a tree has its own rules', async () => {
  const root = await branched('')
  expect(await told(root, IN_PIPELINE)).toEqual(FOUND)
  await writeFiles(root, { 'boardwright.yaml': SETTINGS(WAIVED) })
  expect(await told(root, IN_PIPELINE)).toEqual([])
})

test('what the branch says is heard at once, also after its rules changed', async () => {
  const root = await branched()
  expect(await told(root)).toEqual(FOUND)
  git(root, 'stash', '--quiet')
  git(root, 'switch', '--quiet', 'main')
  await writeFiles(root, { 'boardwright.yaml': SETTINGS(FROM + WAIVED) })
  commitAll(root)
  git(root, 'switch', '--quiet', 'change')
  git(root, 'stash', 'pop', '--quiet')
  expect(await told(root)).toEqual([])
})

test.each([
  ['no such branch', 'rules: {from: nowhere}\n', 'the rules of nowhere cannot be read: this clone has no such branch'],
  [
    'a branch without the project',
    'rules: {from: empty}\n',
    'the rules of empty cannot be read: it has no boardwright.yaml',
  ],
  [
    'a branch with broken settings',
    'rules: {from: broken}\n',
    'the rules of broken cannot be read: boardwright.yaml: ',
  ],
  [
    'a branch with a broken weight',
    'rules: {from: weighs}\n',
    'on weighs, boardwright.yaml: there is no rule "tilted"',
  ],
])('%s is an error where it is named, and no pass', async (_what, from, message) => {
  const root = await branched()
  git(root, 'stash', '--quiet')
  const other = async (name: string, files: Record<string, string>): Promise<void> => {
    git(root, 'switch', '--quiet', '--orphan', name)
    await writeFiles(root, { README: 'x', ...files })
    commitAll(root)
  }
  await other('empty', {})
  await other('broken', { 'boardwright.yaml': 'version: 2\n' })
  await other('weighs', { 'boardwright.yaml': SETTINGS('rules: {weigh: [{rule: tilted, severity: "off"}]}\n') })
  git(root, 'switch', '--quiet', 'change')
  git(root, 'stash', 'pop', '--quiet')
  await writeFiles(root, { 'boardwright.yaml': SETTINGS(from) })
  const { problems } = await validateTree(root, { today: TODAY })
  const said = problems.filter(({ kind }) => kind !== 'RULE').map(({ at, message }) => [at.file, at.line, message])
  expect(said).toEqual([['boardwright.yaml', 6, expect.stringContaining(message)]])
  const project = await openProject(root, TODAY)
  if (!from.includes('weighs')) expect(() => requireConfig(project)).toThrow(message)
})

const BROKEN = TITLED.replace('title:', 'titel:')
const TAKEN = 'RULES_ELSEWHERE rules/titled.yaml of main cannot be read: what this tree says of it holds'
const REFUSED = 'SCHEMA on main, rules/titled.yaml: there is no field "titel"'
test.each([
  ['a tree that has it as well', BROKEN, expect.arrayContaining([REFUSED])],
  ['a tree that breaks it in another way', BROKEN.replace('titel:', 'titles:'), expect.arrayContaining([REFUSED])],
  ['no tree that mends it', TITLED, [TAKEN, ...FOUND]],
  ['no tree that removes it', undefined, [TAKEN]],
])('a broken rule of the branch blocks %s', async (_which, text, expected) => {
  const root = await branched()
  git(root, 'stash', '--quiet')
  git(root, 'switch', '--quiet', 'main')
  await writeFiles(root, { 'rules/titled.yaml': BROKEN })
  commitAll(root)
  git(root, 'switch', '--quiet', 'change')
  git(root, 'stash', 'pop', '--quiet')
  if (text === undefined) rmSync(join(root, 'rules/titled.yaml'))
  else await writeFiles(root, { 'rules/titled.yaml': text })
  const said = await told(root)
  expect(said).toEqual(expected)
  commitAll(root)
  expect(await told(root)).toEqual(said)
})
