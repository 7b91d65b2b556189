// Slow: it walks through histories of commits.
import { execFileSync } from 'node:child_process'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { selectTarget } from '../../src/config/targets.ts'
import { keysIn, modelFilesIn, NOTHING, ofKind } from '../../src/content/entity.ts'
import { type HistoryReader, openHistory } from '../../src/project/local/history.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { readTreeFor } from '../../src/project/local/render.ts'
import { readHistory, treeThen } from '../../src/project/plan/history.ts'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { type Lists, listsOf } from '../support/lists.ts'

const NOWHERE = 'c0ffee0c0ffee0c0ffee0c0ffee0c0ffee0c0ffe'
const REPORT = 'content/sales.report.yaml'
const FOLDER = 'content/sales/folder.yaml'

const config = (variables = 'schema: analytics', more = '', name = 'production'): string =>
  `version: 1
project: acme
projectId: 7f3kQ2m9
home: ${name}
interpolate: [data-model/model/orders.yml]
targets:
  ${name}:
    url: https://acme.example
    deployment: 2
    dataModel: {branch: main}
    variables: {${variables}}
${more}`

const ENDED = `waivers:
  - {rule: difference, path: content/sales, units: [meta], reason: they know, owner: us, expires: '2026-01-31'}
`

const report = (sql: string): string => `id: abcdefABCDEF\nname: Sales\nsource: PLAYGROUND\nsql: ${sql}\n`

const TREE = {
  'boardwright.yaml': config(),
  [REPORT]: report('select 1 from ${var.schema}.orders'),
  'data-model/model/orders.yml': 'sql: ${var.schema}.orders\n',
  'data-model/logo.bin': new Uint8Array([0, 255, 10]),
}

async function open(root: string, commits: readonly string[] = [], name = 'production'): Promise<HistoryReader> {
  const project = requireConfig(await openProject(root, '2027-01-31'))
  const target = selectTarget(project.config, name)
  return openHistory(project, target, { commits, current: readTreeFor(project, project.config, target) })
}

const sqlAt = async (history: HistoryReader, commit: string): Promise<(string | undefined)[] | undefined> =>
  (await allAt(history, commit))?.reports.map(({ definition }) => definition.sql)

async function allAt(history: HistoryReader, commit: string): Promise<Lists | undefined> {
  const read = (await history.treeAt(commit))?.read()
  return read && listsOf(read)
}

const historyOf = (history: HistoryReader, commits: readonly string[]) =>
  readHistory(history, commits, async (commit) => {
    const tree = await history.treeAt(commit)
    return (
      tree &&
      treeThen(
        tree,
        (reference) => reference,
        () => true,
      )
    )
  })

/** A repository with the tree in it. */
async function start(files: Record<string, string | Uint8Array> = {}): Promise<{ root: string; first: string }> {
  const root = temporaryDirectory()
  await writeFiles(root, { ...TREE, ...files })
  return { root, first: commitAll(root) }
}

describe('a tree at a commit', () => {
  test('is the tree itself if none of its files changed', async () => {
    const { root, first } = await start()
    await writeFiles(root, { 'README.md': 'more' })
    const second = commitAll(root)
    const project = requireConfig(await openProject(root, '2027-01-31'))
    const target = selectTarget(project.config, undefined)
    const current = readTreeFor(project, project.config, target)
    const history = await openHistory(project, target, { commits: [first, second], current })
    const whole = listsOf(current.tree.content)
    const found = await historyOf(history, [first, second])
    for (const tree of found.trees.values())
      expect(listsOf(tree.outline)).toEqual({ ...whole, workbooks: [], reports: [] })
    const tree = { outline: expect.any(Map), whole: expect.any(Function), hasMoreFiles: false }
    expect(found).toEqual({
      head: second,
      dirty: false,
      relations: new Map([
        [first, 'older'],
        [second, 'same'],
      ]),
      applied: second,
      trees: new Map([
        [first, tree],
        [second, tree],
      ]),
      forks: new Map(),
    })
    expect(await allAt(history, first)).toEqual(whole)
  })

  test('has the variables, the overlays and the target of its own configuration', async () => {
    const { root, first } = await start({
      'boardwright.yaml': config('schema: before', '', 'prod'),
      'overlays/prod/content/sales.report.yaml': 'name: Sales of then\n',
    })
    await rename(join(root, 'overlays/prod'), join(root, 'overlays/production'))
    await writeFiles(root, {
      'boardwright.yaml': config('scheme: after'),
      [REPORT]: report('select 2 from ${var.scheme}.orders'),
      'data-model/model/orders.yml': 'sql: ${var.scheme}.orders\n',
      'overlays/production/content/sales.report.yaml': 'name: Sales of now\n',
    })
    const second = commitAll(root)
    const history = await open(root, [first])
    expect(await sqlAt(history, first)).toEqual(['select 1 from before.orders'])
    expect(await sqlAt(history, second)).toEqual(['select 2 from after.orders'])
    const [then, now] = [await history.treeAt(first), await history.treeAt(second)]
    const names = [then, now].map((tree) => ofKind(tree?.read() ?? NOTHING, 'report')[0]?.name)
    expect(names).toEqual(['Sales of then', 'Sales of now'])
    expect([then, now].map((tree) => tree && [...tree.modelTexts()])).toEqual([
      [['model/orders.yml', 'sql: before.orders\n']],
      [['model/orders.yml', 'sql: after.orders\n']],
    ])
    expect(modelFilesIn(then?.outline ?? NOTHING).map(({ path }) => path)).toEqual(['logo.bin', 'model/orders.yml'])
    expect(history.notes).toEqual([])
  })

  test('is what was committed, without uncommitted changes', async () => {
    const { root, first } = await start()
    await writeFiles(root, { [REPORT]: report('select 3') })
    const history = await open(root, [first])
    expect(history).toMatchObject({ dirty: true, applied: first })
    expect(await sqlAt(history, first)).toEqual(['select 1 from analytics.orders'])
  })

  test('is found if the project was elsewhere at that time', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, Object.fromEntries(Object.entries(TREE).map(([path, text]) => [`bi/${path}`, text])))
    const first = commitAll(root)
    await rename(join(root, 'bi'), join(root, 'analytics'))
    await writeFiles(root, { [`analytics/${REPORT}`]: report('select 4') })
    commitAll(root)
    const history = await open(join(root, 'analytics'), [first])
    expect(await sqlAt(history, first)).toEqual(['select 1 from analytics.orders'])
  })

  test('can be read with a rule that was still valid then, or with another deployment', async () => {
    const { root, first } = await start({ 'boardwright.yaml': config().replace('deployment: 2', 'deployment: 9') })
    await writeFiles(root, { 'boardwright.yaml': config('schema: analytics', ENDED) })
    const second = commitAll(root)
    await writeFiles(root, { 'boardwright.yaml': config() })
    commitAll(root)
    const history = await open(root, [first, second])
    expect(await sqlAt(history, first)).toEqual(['select 1 from analytics.orders'])
    expect(await sqlAt(history, second)).toEqual(['select 1 from analytics.orders'])
    expect(history.notes).toEqual([])
  })

  test('from before the target existed is read as that target is configured now', async () => {
    const { root, first } = await start({
      'boardwright.yaml': config('a: b', '', 'dev').replace('deployment: 2', 'deployment: 9'),
    })
    await writeFiles(root, TREE)
    commitAll(root)
    const history = await open(root, [first])
    expect(await sqlAt(history, first)).toEqual(['select 1 from analytics.orders'])
    expect(history.notes).toEqual([])
  })

  test.each([
    ['a folder file that is not YAML', { [FOLDER]: 'name: [' }, FOLDER],
    ['a broken configuration', { 'boardwright.yaml': `${config()}nonsense: 1\n` }, 'boardwright.yaml'],
    [
      'another project',
      { 'boardwright.yaml': config().replace('7f3kQ2m9', 'somebodyelse') },
      'this project is not in it',
    ],
    ['a configuration that is not text', { 'boardwright.yaml': new Uint8Array([255]) }, 'this project is not in it'],
  ])('that has %s is a note, not a tree', async (_, files, message) => {
    const { root, first } = await start(files)
    await rm(join(root, FOLDER), { force: true })
    await writeFiles(root, TREE)
    commitAll(root)
    const history = await open(root, [first])
    const { trees } = await historyOf(history, [first, first, NOWHERE])
    expect(trees.size).toBe(0)
    expect(history.notes).toHaveLength(1)
    expect(history.notes[0]).toContain(`the tree at ${first.slice(0, 7)} cannot be read: ${message}`)
  })

  const UNREADABLE: [string, string][] = [
    ['no YAML', 'id: ['],
    ['an undefined variable', report('select ${var.nothing}')],
  ]

  test.each(UNREADABLE)(
    'with a report with %s gives its folders, and a note once its reports are needed',
    async (_, text) => {
      const { root, first } = await start({
        [FOLDER]: 'name: Sales\n',
        'data-model/model/orders.yml': 'sql: orders\n',
        [REPORT]: text,
      })
      await writeFiles(root, TREE)
      commitAll(root)
      const history = await open(root, [first])
      const { trees } = await historyOf(history, [first, first])
      const then = trees.get(first)?.outline
      expect([keysIn(then ?? NOTHING), history.notes]).toEqual([
        ['folder/Sales', 'model/logo.bin', 'model/model/orders.yml'],
        [],
      ])
      const tree = await history.treeAt(first)
      expect([tree?.read(), tree?.read()]).toEqual([undefined, undefined])
      expect(history.notes).toHaveLength(1)
      expect(history.notes[0]).toContain(`the tree at ${first.slice(0, 7)} cannot be read: ${REPORT}`)
    },
  )

  test.each(UNREADABLE)('of another branch with a report with %s cannot be read, and says so', async (_, text) => {
    const { root, first } = await start()
    git(root, 'checkout', '--quiet', '-b', 'feature')
    await writeFiles(root, { [REPORT]: text })
    const branch = commitAll(root)
    git(root, 'checkout', '--quiet', 'main')
    await writeFiles(root, { [REPORT]: report('select 7') })
    commitAll(root)
    const history = await open(root, [branch])
    const { trees } = await historyOf(history, [branch])
    expect([...trees].map(([commit, { whole }]) => [commit, whole() !== undefined])).toEqual([
      [branch, false],
      [first, true],
    ])
    expect(history.notes).toHaveLength(1)
    expect(history.notes[0]).toContain(`the tree at ${branch.slice(0, 7)} cannot be read: ${REPORT}`)
  })

  test.each(UNREADABLE)('of a merge base with a report with %s cannot be read, and says so', async (_, text) => {
    const { root, first } = await start({ [REPORT]: text })
    git(root, 'checkout', '--quiet', '-b', 'feature')
    await writeFiles(root, TREE)
    const branch = commitAll(root)
    git(root, 'checkout', '--quiet', 'main')
    await writeFiles(root, { [REPORT]: report('select 8') })
    commitAll(root)
    const history = await open(root, [first, branch])
    const { trees, forks } = await historyOf(history, [first, branch])
    expect([...forks]).toEqual([[branch, first]])
    expect([...trees].map(([commit, { whole }]) => [commit, whole() !== undefined])).toEqual([
      [first, false],
      [branch, true],
    ])
    expect(history.notes).toHaveLength(1)
  })

  test('has no folders inside a workbook', async () => {
    const workbook = { 'content/wb/workbook.yaml': 'slug: wb\nname: Wb\npublish: false\n' }
    const odd = { 'content/wb/folder.yaml': 'name: Wb\n', 'content/wb/more/folder.yaml': 'name: More\n' }
    const { root, first } = await start({
      ...workbook,
      ...odd,
      [FOLDER]: 'name: Sales\n',
      'data-model/model/orders.yml': 'sql: x\n',
    })
    for (const file of Object.keys(odd)) await rm(join(root, file))
    commitAll(root)
    const history = await open(root, [first])
    const { trees } = await historyOf(history, [first])
    const then = trees.get(first)?.outline ?? NOTHING
    expect(ofKind(then, 'folder').map(({ own }) => own.path)).toEqual([['Sales']])
    expect([(await history.treeAt(first))?.read(), history.notes.length]).toEqual([undefined, 1])
  })

  test('that git cannot read is a note, not a tree', async () => {
    const { root, first } = await start()
    const blob = git(root, 'rev-parse', `${first}:${REPORT}`).trim()
    await writeFiles(root, { [REPORT]: report('select 5') })
    commitAll(root)
    await rm(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)))
    const history = await open(root, [first])
    expect(await history.treeAt(first)).toBeUndefined()
    expect(history.notes).toHaveLength(1)
  })
})

describe('the history of a project', () => {
  test('finds the merge bases of diverged commits', async () => {
    const { root, first } = await start()
    git(root, 'checkout', '--quiet', '-b', 'feature')
    await writeFiles(root, { [REPORT]: report('select 6') })
    const branch = commitAll(root)
    git(root, 'checkout', '--quiet', 'main')
    git(root, 'merge', '--quiet', '--squash', 'feature')
    const squashed = commitAll(root, 'squashed')
    const history = await historyOf(await open(root, [branch]), [branch, first])
    expect(history).toMatchObject({ head: squashed, applied: branch })
    expect([...history.relations, ...history.forks]).toEqual([
      [branch, 'diverged'],
      [branch, first],
    ])
    expect([...history.trees.keys()]).toEqual([branch, first])
  })

  test('a commit that the clone lacks is missing, and so is a text that is no hash', async () => {
    const { root, first } = await start()
    const odd = '--upload-pack=touch x'
    const history = await open(root, [NOWHERE, first, odd])
    expect(Object.fromEntries(history.relations)).toEqual({ [NOWHERE]: 'missing', [first]: 'same', [odd]: 'missing' })
    expect(history.applied).toBe(first)
    expect(await history.treeAt(odd)).toBeUndefined()
    expect((await open(root, [NOWHERE])).applied).toBe(NOWHERE)
    expect((await open(root, [NOWHERE, odd])).applied).toBeUndefined()
  })

  test('without git, and before the first commit, everything is missing', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, TREE)
    const nothing = { head: undefined, relations: new Map([[NOWHERE, 'missing']]), applied: NOWHERE }
    const history = await open(root, [NOWHERE])
    expect(await historyOf(history, [NOWHERE])).toEqual({
      ...nothing,
      dirty: false,
      trees: new Map(),
      forks: new Map(),
    })
    git(root, 'init', '--quiet')
    expect(await open(root, [NOWHERE])).toMatchObject({ ...nothing, dirty: true })
    await rm(join(root, '.git'), { recursive: true })
    await writeFiles(root, { '.git': 'gitdir: /nowhere' })
    expect((await open(root)).notes).toEqual([
      'the history of this project cannot be seen: not a git repository: /nowhere. Make `git status` work there.',
    ])
  })
})

describe('a shallow clone', () => {
  const cloneOf = (root: string, ...flags: string[]): string => {
    const clone = join(temporaryDirectory(), 'clone')
    execFileSync('git', ['clone', '--quiet', ...flags, `file://${root}`, clone], { stdio: 'ignore' })
    return clone
  }

  test('is refused if it lacks what was applied, and the error names the setting', async () => {
    const { root, first } = await start()
    const second = commitAll(root, 'second')
    const third = commitAll(root, 'third')
    const clone = cloneOf(root, '--depth', '2')
    await expect(open(clone, [third, first])).rejects.toMatchObject({
      kind: 'SHALLOW_CLONE',
      message: `this clone is shallow: it lacks ${first.slice(0, 7)}, which was applied to production`,
      hint: expect.stringMatching(/fetch-depth: 0.*GIT_DEPTH: 0/),
    })
    expect((await open(clone, [second, third])).relations).toEqual(
      new Map([
        [second, 'older'],
        [third, 'same'],
      ]),
    )
    git(clone, 'fetch', '--quiet', '--unshallow')
    expect((await open(clone, [first])).relations.get(first)).toBe('older')
  })

  test('is refused if two commits only look unrelated', async () => {
    const { root } = await start()
    git(root, 'checkout', '--quiet', '-b', 'feature')
    const branch = commitAll(root, 'branch')
    git(root, 'checkout', '--quiet', 'main')
    git(root, 'merge', '--quiet', '--no-ff', '--no-edit', 'feature')
    commitAll(root, 'after')
    const clone = cloneOf(root, '--depth', '1', '--no-single-branch')
    await expect(open(clone, [branch])).rejects.toMatchObject({
      kind: 'SHALLOW_CLONE',
      message: expect.stringContaining(`does not show how ${branch.slice(0, 7)}`),
    })
    git(clone, 'fetch', '--quiet', '--unshallow')
    expect((await open(clone, [branch])).relations.get(branch)).toBe('older')
  })

  test('with the merge base is enough', async () => {
    const { root } = await start()
    const fork = commitAll(root, 'fork')
    git(root, 'checkout', '--quiet', '-b', 'feature')
    const branch = commitAll(root, 'branch')
    git(root, 'checkout', '--quiet', 'main')
    commitAll(root, 'main')
    const history = await open(cloneOf(root, '--depth', '2', '--no-single-branch'), [branch])
    expect(history.relations.get(branch)).toBe('diverged')
    expect(await history.forkOf(branch)).toBe(fork)
  })
})
