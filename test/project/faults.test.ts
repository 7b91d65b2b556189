// Slow: it walks through histories of commits.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { validateTree } from '../../src/check/validate-tree.ts'
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

const validated = async (root: string, options: Omit<Parameters<typeof validateTree>[1], 'today'> = {}) => {
  const { problems, comparedWith } = await validateTree(root, { today: '2026-11-20', ...options })
  return { problems: problems.filter(({ at }) => [BOARD, REPORT, SQL].includes(at.file)), comparedWith }
}

const told = async (root: string, options?: Parameters<typeof validated>[1]) =>
  (await validated(root, options)).problems.map(({ warning, before }) => (before ? 'old' : warning ? 'perhaps' : 'new'))

const base = (asked: string) => ({ compare: { asked } })

/** A repository with a branch that has a mistake, cloned like most are: the remote says what its main branch is. */
async function cloned(branch = 'main'): Promise<{ readonly remote: string; readonly clone: string }> {
  const remote = await acme({})
  commitAll(remote)
  git(remote, 'branch', '--quiet', '-M', branch)
  git(remote, 'switch', '--quiet', '-c', 'mistake')
  await writeFiles(remote, { [REPORT]: query('orders.gone') })
  commitAll(remote)
  await writeFiles(remote, { 'content/sales/folder.yaml': 'name: Later\n' })
  commitAll(remote)
  git(remote, 'switch', '--quiet', branch)
  const clone = temporaryDirectory()
  git(clone, 'clone', '--quiet', `file://${remote}`, '.')
  git(clone, 'switch', '--quiet', 'mistake')
  return { remote, clone }
}

test.each(Object.entries(OLD))(
  '%s that the branch did not make is a warning, and a new one is not',
  async (_, files) => {
    const root = await acme(files)
    commitAll(root)
    await writeFiles(root, { 'content/sales/folder.yaml': 'name: Later\n' })
    commitAll(root)
    expect(await told(root, base('HEAD~1'))).toEqual(['old'])

    const fresh = await acme({})
    commitFirst(fresh)
    await writeFiles(fresh, files)
    expect(await told(fresh, base('HEAD'))).toEqual(['new'])
  },
)

test('a mistake stays new however many commits follow it, until the branch has it', async () => {
  const { remote, clone } = await cloned('trunk')
  expect(await told(clone)).toEqual(['new'])
  await writeFiles(clone, { 'content/sales/folder.yaml': 'name: Much later\n' })
  commitAll(clone)
  expect(await told(clone)).toEqual(['new'])
  git(clone, 'checkout', '--quiet', '--detach')
  expect(await told(clone)).toEqual(['new'])
  git(remote, 'merge', '--quiet', 'mistake')
  git(clone, 'fetch', '--quiet')
  expect(await told(clone)).toEqual(['old'])
})

test('the flag says what to compare with, then the pipeline, then boardwright.yaml, then the HEAD of the remote', async () => {
  const { remote, clone } = await cloned()
  git(remote, 'branch', '--quiet', 'release', 'mistake')
  git(clone, 'fetch', '--quiet')
  const branchOf = async (options: Parameters<typeof validated>[1]) => {
    const { comparedWith } = await validated(clone, options)
    return comparedWith.known ? comparedWith.branch : comparedWith.because
  }
  const release = { compare: { env: { GITHUB_BASE_REF: 'release' } } }
  expect(await branchOf({})).toBe('origin/main')
  expect(await branchOf(release)).toBe('origin/release')
  expect(await told(clone, release)).toEqual(['old'])
  for (const env of [
    { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'release' },
    { BITBUCKET_PR_DESTINATION_BRANCH: 'release' },
    { SYSTEM_PULLREQUEST_TARGETBRANCH: 'refs/heads/release' },
    { BUILDKITE_PULL_REQUEST_BASE_BRANCH: 'release' },
    { CHANGE_TARGET: 'release' },
  ])
    expect(await branchOf({ compare: { env } })).toBe('origin/release')
  await writeFiles(clone, { 'boardwright.yaml': SETTINGS.replace('version: 1\n', 'version: 1\nmergeInto: release\n') })
  expect(await branchOf({})).toBe('origin/release')
  expect(await branchOf({ compare: { env: { GITHUB_BASE_REF: 'main' } } })).toBe('origin/main')
  expect(
    await branchOf({ ...base('HEAD~2'), ...{ compare: { asked: 'HEAD~2', env: { GITHUB_BASE_REF: 'main' } } } }),
  ).toBe('HEAD~2')
  await expect(validated(clone, base('gone'))).rejects.toMatchObject({ kind: 'USAGE' })
})

test('where it is not known what is new, that is said, and only a strict run fails', async () => {
  const { remote, clone } = await cloned()
  const because: Record<string, string> = {}
  const look = async (name: string, root: string, options: Parameters<typeof validated>[1] = {}) => {
    const { comparedWith } = await validated(root, options)
    expect(await told(root, options), name).toEqual(['perhaps'])
    expect(await told(root, { ...options, isStrict: true }), name).toEqual(['new'])
    because[name] = comparedWith.known ? '' : comparedWith.because
  }
  const shallow = temporaryDirectory()
  git(shallow, 'clone', '--quiet', '--depth', '1', '--branch', 'mistake', `file://${remote}`, '.')
  await look('single branch', shallow, { compare: { env: { GITHUB_BASE_REF: 'main' } } })
  git(shallow, 'fetch', '--quiet', '--depth', '1', 'origin', 'main:refs/remotes/origin/main')
  await look('shallow', shallow, { compare: { env: { GITHUB_BASE_REF: 'main' } } })
  await look('no remote HEAD', shallow)
  git(clone, 'switch', '--quiet', '--orphan', 'alone')
  git(clone, 'checkout', '--quiet', 'mistake', '--', '.')
  commitAll(clone)
  await look('another history', clone)
  const empty = await acme({ [REPORT]: query('orders.gone') })
  git(empty, 'init', '--quiet')
  await look('nothing committed', empty)
  await look('no git', await acme({ [REPORT]: query('orders.gone') }))
  expect(because).toEqual({
    'single branch': 'this clone has no branch main',
    shallow: 'this clone is shallow, and lacks the commit where HEAD left origin/main',
    'no remote HEAD': 'nothing says which branch this one is merged into',
    'another history': 'HEAD and origin/main have no history in common',
    'nothing committed': 'nothing is committed yet',
    'no git': 'this project is not in a git repository',
  })
  git(shallow, 'fetch', '--quiet', '--unshallow')
  expect(await told(shallow, { compare: { env: { GITHUB_BASE_REF: 'main' } } })).toEqual(['new'])
})

test('what is not committed is new, also where nothing else is known', async () => {
  const root = await acme({})
  commitFirst(root)
  await writeFiles(root, { [REPORT]: query('orders.gone') })
  expect(await told(root)).toEqual(['new'])
})

test('what the project had elsewhere in the repository was there before', async () => {
  const top = temporaryDirectory()
  cpSync(await acme({ [REPORT]: query('orders.gone') }), join(top, 'old'), { recursive: true })
  commitAll(top)
  git(top, 'mv', 'old', 'new')
  commitAll(top)
  expect(await told(join(top, 'new'), base('HEAD~1'))).toEqual(['old'])
})

test('nothing is new to a branch that has no content yet', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, { 'README.md': 'Dashboards\n' })
  commitAll(root)
  cpSync(await acme({ [REPORT]: query('orders.gone') }), root, { recursive: true })
  commitAll(root)
  expect(await told(root, base('HEAD~1'))).toEqual(['old'])
  expect((await validated(root, base('HEAD~1'))).comparedWith).toMatchObject({ isEmpty: true })
})

test('a file that was invalid before does not make its mistakes old', async () => {
  const root = await acme({ [REPORT]: 'id: ooooooooooo1\nname: Old\nkind: {a: b}\n' })
  commitAll(root)
  await writeFiles(root, { [REPORT]: query('orders.gone') })
  expect(await told(root, base('HEAD'))).toEqual(['new'])
})

test('in a shallow clone, an older commit that both have is not taken for the place where HEAD left the branch', async () => {
  const root = await acme({})
  const commit = async (message: string, files: Record<string, string>, ...parents: string[]): Promise<string> => {
    await writeFiles(root, files)
    git(root, 'add', '--all')
    const from = parents.flatMap((parent) => ['-p', parent])
    return git(root, 'commit-tree', git(root, 'write-tree').trim(), '-m', message, ...from).trim()
  }
  git(root, 'init', '--quiet')
  const [right, wrong] = [{ [REPORT]: query('orders.count') }, { [REPORT]: query('orders.gone') }]
  const oldest = await commit('oldest', right)
  const left = await commit('where HEAD left', wrong, oldest)
  const main = await commit('main', wrong, left)
  const far = await commit('far', wrong, await commit('farther', wrong, await commit('farthest', wrong, left)))
  const head = await commit('merges what is old', wrong, far, oldest)
  for (const [name, at] of Object.entries({ main, head })) git(root, 'update-ref', `refs/heads/${name}`, at)

  const clone = temporaryDirectory()
  git(clone, 'init', '--quiet')
  const fetch = (...args: string[]) =>
    git(clone, 'fetch', '--quiet', ...args, `file://${root}`, '+refs/heads/*:refs/remotes/origin/*')
  fetch('--depth', '3')
  git(clone, 'checkout', '--quiet', '--detach', head)
  expect(git(clone, 'merge-base', head, main).trim()).toBe(oldest)
  const compare = { env: { GITHUB_BASE_REF: 'main' } }
  expect((await validated(clone, { compare })).comparedWith).toMatchObject({
    because: 'this clone is shallow, and lacks the commit where HEAD left origin/main',
  })
  fetch('--unshallow')
  expect((await validated(clone, { compare })).comparedWith).toMatchObject({ commit: left })
  expect(await told(clone, { compare })).toEqual(['old'])
})
