// Slow: it compiles models with git again and again.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../../packages/platform/client/client.ts'
import type { Client } from '../../packages/platform/client/types.ts'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { type CheckOptions, checkModel, dropCheck } from '../../src/check/check-model.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../support/directory.ts'

const DEPLOYMENT = 2
const PROJECT = 'proj1234'
const path = { deploymentId: DEPLOYMENT }
const CUBE = (name: string): string => `cubes:\n  - name: ${name}\n    sql_table: public.${name}\n`
const BROKEN = '# a comment\ncubes:\n  - name: broken\n    title: Broken\n'

let sandbox: Sandbox
let admin: Client

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'empty' })
})
beforeEach(async () => {
  await sandbox.controls.reset({ seed: 'empty' })
  await admin?.close()
  admin = createClient({ url: sandbox.url, token: sandbox.keys.admin })
})
afterAll(async () => {
  await admin.close()
  await sandbox.close()
})

interface Tree {
  readonly files: Readonly<Record<string, string>>
  readonly key?: string
  readonly dataModel?: string
}

/** A pull request: a project with these model files, checked with a key of its own. */
async function project({ files, key = newKey(), dataModel = '{branch: main}' }: Tree) {
  const root = temporaryDirectory()
  await writeFiles(root, {
    'boardwright.yaml': `version: 1
project: acme
projectId: ${PROJECT}
home: production
targets:
  production: {url: '${sandbox.url}', deployment: ${DEPLOYMENT}, dataModel: ${dataModel}, variables: {schema: main}}
interpolate: [data-model/docs/**]
`,
    '.gitignore': 'data-model/local/\n',
    ...Object.fromEntries(Object.entries(files).map(([file, text]) => [`data-model/${file}`, text])),
  })
  const commit = commitAll(root)
  const options = (branch: string): CheckOptions => ({ env: { BOARDWRIGHT_TOKEN: key }, branch })
  const open = async () => requireConfig(await openProject(root, '2026-01-01'))
  return {
    root,
    key,
    commit,
    check: async (branch: string, more: Partial<CheckOptions> = {}) =>
      checkModel(await open(), { ...options(branch), ...more }),
    drop: async (branch: string) => dropCheck(await open(), options(branch)),
    change: (changed: Readonly<Record<string, string>>) =>
      writeFiles(root, Object.fromEntries(Object.entries(changed).map(([file, text]) => [`data-model/${file}`, text]))),
  }
}

const newKey = (): string => sandbox.controls.addKey({ user: 'ci-bot@acme.com' }).key

const hashes = async (branchName = 'main') =>
  Object.fromEntries(
    Object.entries(await admin.uploads.fileHashes({ path, query: { branchName } })).map(([file, { hash }]) => [
      file,
      hash,
    ]),
  )
const branches = async () => (await admin.branches.listBranches({ path })).items.map(({ name }) => name)
const session = async (key: string) => {
  const client = createClient({ url: sandbox.url, token: key })
  const { mode, branchName } = await client.deployments.buildStatus({ path })
  await client.close()
  return mode === 'dev_mode' ? branchName : undefined
}

/** Puts files on a branch the way somebody does in the UI. */
async function edit(branch: string, files: Readonly<Record<string, string>>): Promise<void> {
  const { branchName } = await admin.branches.startDevMode({ path, body: { branchName: branch } })
  const fork = branchName ?? ''
  await admin.branches.pull({ path, body: { branchName: fork } })
  const list = Object.entries(files).map(([path, content]) => ({ path, content }))
  await admin.dataModel.updateFiles({ path, body: { files: list, branchName: fork } })
  await admin.branches.commitChanges({ path, body: {} })
  await admin.branches.removeBranch({ path, query: { branchName: fork } })
}

describe('check', () => {
  test('brings the data model of the tree to its own branch, and nothing else anywhere', async () => {
    const before = await hashes()
    const tree = await project({
      files: { 'model/cubes/a.yml': CUBE('a'), 'docs/x.md': 'schema ${var.schema}\n', 'local/secret.md': 'ignored' },
    })
    const branch = 'boardwright/pr #12'
    const checked = await tree.check(branch)
    expect(checked).toMatchObject({
      error: undefined,
      problems: [],
      created: true,
      written: 2,
      deleted: 0,
      base: 'main',
    })
    const { client } = { client: admin }
    const { items } = await client.dataModel.listFiles({ path, query: { branchName: branch, withContent: true } })
    expect(JSON.stringify(items)).toContain('schema main')
    expect(Object.keys(await hashes(branch))).toEqual(
      expect.arrayContaining([
        ...Object.keys(before),
        'model/cubes/a.yml',
        'docs/x.md',
        `boardwright/${PROJECT}.try.json`,
      ]),
    )
    expect(await hashes(branch)).not.toHaveProperty(['local/secret.md'])
    expect(await hashes()).toEqual(before)
    expect(await branches()).toEqual(['main', branch])
    expect(await session(tree.key)).toBeUndefined()
    expect(await tree.drop(branch)).toMatchObject({ dropped: true })
    expect(await branches()).toEqual(['main'])
    expect(await tree.drop(branch)).toMatchObject({ dropped: false })
  })

  test('says at which line of the tree it does not compile, and passes again after the next push', async () => {
    const tree = await project({
      files: {
        'model/cubes/a.yml': CUBE('a'),
        'model/cubes/b.yml': BROKEN,
        'model/cubes/c.yml': 'cubes:\n  - name: [\n',
      },
    })
    const checked = await tree.check('pr-1')
    expect(checked.problems).toEqual([
      {
        kind: 'MODEL_INVALID',
        message: 'broken cube: the cube "broken" reads no table',
        at: { file: 'data-model/model/cubes/b.yml', line: 3 },
      },
      expect.objectContaining({ at: { file: 'data-model/model/cubes/c.yml', line: 3, column: expect.any(Number) } }),
    ])
    expect(await hashes('pr-1')).toEqual(await hashes())
    expect(await branches()).toEqual(['main', 'pr-1'])
    await tree.change({ 'model/cubes/b.yml': CUBE('b'), 'model/cubes/c.yml': CUBE('c') })
    expect(await tree.check('pr-1')).toMatchObject({ error: undefined, problems: [], created: false, written: 3 })
    const again = await tree.check('pr-1')
    expect(again).toMatchObject({ error: undefined, problems: [], written: 0 })
  })

  test('names a problem outside the tree', async () => {
    await edit('main', { 'model/cubes/theirs.yml': BROKEN })
    const tree = await project({ files: { 'model/cubes/a.yml': CUBE('a') } })
    expect((await tree.check('pr-1')).problems).toMatchObject([
      {
        at: { file: 'data-model/model/cubes/theirs.yml' },
        message: expect.stringContaining('on branch main and not in the tree'),
      },
    ])
  })

  test('follows the target: changes of others are in the next check, and files that the tree lost are gone', async () => {
    const tree = await project({ files: { 'model/cubes/a.yml': CUBE('a'), 'docs/old.md': 'old' } })
    const record = `{"v":1,"p":"${PROJECT}","commit":"${tree.commit}"}\n`
    await edit('main', {
      'model/cubes/a.yml': CUBE('a'),
      'docs/old.md': 'old',
      'docs/theirs.md': 'theirs',
      [`boardwright/${PROJECT}.json`]: record,
    })
    await tree.change({ 'docs/push.md': 'of the first push' })
    expect(await tree.check('pr-1')).toMatchObject({ error: undefined, written: 1, deleted: 0 })
    await edit('main', { 'docs/theirs.md': 'changed', 'docs/new.md': 'new' })
    const { rm } = await import('node:fs/promises')
    await rm(`${tree.root}/data-model/docs/old.md`)
    await rm(`${tree.root}/data-model/docs/push.md`)
    expect(await tree.check('pr-1')).toMatchObject({ error: undefined, problems: [], deleted: 2, written: 2 })
    const [main, checked] = [await hashes(), await hashes('pr-1')]
    expect(checked).toMatchObject({ 'docs/theirs.md': main['docs/theirs.md'], 'docs/new.md': main['docs/new.md'] })
    expect(checked).not.toHaveProperty(['docs/old.md'])
    expect(checked).not.toHaveProperty(['docs/push.md'])
    expect(main).toHaveProperty(['docs/old.md'])
  })

  test('serves the branch on request, and says where', async () => {
    const tree = await project({ files: { 'model/cubes/a.yml': CUBE('a') } })
    const { serving } = await tree.check('pr/7', { serve: true })
    expect(serving?.api).toContain(encodeURIComponent('pr/7'))
    await tree.change({ 'model/cubes/a.yml': BROKEN })
    expect(await tree.check('pr/7', { serve: true })).toMatchObject({
      serving: undefined,
      problems: [expect.anything()],
    })
    expect(await tree.drop('pr/7')).toMatchObject({ dropped: true })
    expect(await branches()).toEqual(['main'])
  })

  test('never writes to a branch of somebody else, and never removes it', async () => {
    const tree = await project({ files: { 'model/cubes/a.yml': CUBE('a') }, dataModel: '{branch: develop}' })
    await admin.branches.createBranch({ path, body: { name: 'develop' } })
    await admin.branches.createBranch({ path, body: { name: 'theirs' } })
    await edit('theirs', { 'docs/x.md': 'x' })
    const before = [await hashes('main'), await hashes('develop'), await hashes('theirs')]
    for (const branch of ['main', 'develop', 'theirs']) {
      await expect(tree.check(branch)).rejects.toMatchObject({ kind: 'MODEL_BRANCH_FOREIGN' })
      await expect(tree.drop(branch)).rejects.toMatchObject({ kind: 'MODEL_BRANCH_FOREIGN' })
    }
    expect([await hashes('main'), await hashes('develop'), await hashes('theirs')]).toEqual(before)
  })

  test('needs a target with a data model', async () => {
    const tree = await project({ files: {}, dataModel: 'off' })
    await expect(tree.check('pr-1')).rejects.toMatchObject({ kind: 'TARGET_INCOMPLETE' })
  })

  test('works for ten pull requests at once, with their own keys', async () => {
    const before = await hashes()
    const trees = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        project({ files: { [`model/cubes/pr${n}.yml`]: n % 3 === 0 ? BROKEN : CUBE(`pr${n}`) } }),
      ),
    )
    const all = await Promise.all(trees.map((tree, n) => tree.check(`pr/${n}`)))
    for (const [n, checked] of all.entries()) {
      expect(checked).toMatchObject({ error: undefined, remains: [] })
      expect(checked.problems.map(({ at }) => at.file)).toEqual(
        n % 3 === 0 ? [`data-model/model/cubes/pr${n}.yml`] : [],
      )
      const on = Object.keys(await hashes(`pr/${n}`)).filter((file) => file.startsWith('model/cubes/pr'))
      expect(on).toEqual(n % 3 === 0 ? [] : [`model/cubes/pr${n}.yml`])
    }
    expect(await hashes()).toEqual(before)
    for (const tree of trees) expect(await session(tree.key)).toBeUndefined()
    await Promise.all(trees.map((tree, n) => tree.drop(`pr/${n}`)))
    expect(await branches()).toEqual(['main'])
  })

  test('of two pull requests with one key at once is right, or refused by name', async () => {
    const key = newKey()
    const trees = await Promise.all(
      [CUBE('one'), BROKEN].map((text, n) => project({ key, files: { [`model/cubes/pr${n}.yml`]: text } })),
    )
    const all = await Promise.all(trees.map((tree, n) => tree.check(`pr/${n}`)))
    for (const [n, checked] of all.entries()) {
      if (checked.error)
        expect(checked.error).toMatchObject({ kind: expect.stringMatching(/^MODEL_(SESSION_OPEN|CONFLICT)$/) })
      else expect(checked.problems).toHaveLength(n)
    }
    // A run that was refused at once has no branch yet.
    if ((await branches()).includes('pr/1')) expect(await hashes('pr/1')).toEqual(await hashes())
    expect(await session(key)).toBeUndefined()
    for (const [n, tree] of trees.entries()) {
      expect(await tree.check(`pr/${n}`)).toMatchObject({ error: undefined })
      await tree.drop(`pr/${n}`)
    }
    expect(await branches()).toEqual(['main'])
  })

  test('that was killed is continued, and can be dropped', async () => {
    const tree = await project({ files: { 'model/cubes/a.yml': CUBE('a') } })
    const killed = new AbortController()
    const kill = ({ type, ...event }: { type: string }): void => {
      if (type === 'step' && (event as { step?: string }).step === 'validate') killed.abort()
    }
    const first = await tree.check('pr-1', { signal: killed.signal, onEvent: kill })
    expect(first.error).toMatchObject({ kind: 'INTERRUPTED' })
    expect(first.remains).toHaveLength(1)
    expect(await session(tree.key)).toMatch(/^dev-/)
    await tree.change({ 'model/cubes/a.yml': CUBE('changed') })
    expect(await tree.check('pr-1')).toMatchObject({ error: undefined, problems: [], written: 1 })
    const again = await project({ key: tree.key, files: { 'model/cubes/a.yml': CUBE('a') } })
    const dead = new AbortController()
    await again.check('pr-2', { signal: dead.signal, onEvent: ({ type }) => type === 'progress' && dead.abort() })
    expect(await again.drop('pr-2')).toMatchObject({ dropped: true })
    expect(await session(tree.key)).toBeUndefined()
    await tree.drop('pr-1')
    expect(await branches()).toEqual(['main'])
  })

  test('that was killed after its commit leaves no fork when it is run again', async () => {
    const tree = await project({ files: { 'model/cubes/a.yml': CUBE('a') } })
    const killed = new AbortController()
    const kill = ({ type, ...event }: { type: string }): void => {
      if (type === 'step' && (event as { step?: string }).step === 'leave dev mode') killed.abort()
    }
    expect((await tree.check('pr-1', { signal: killed.signal, onEvent: kill })).remains).toHaveLength(1)
    expect(await session(tree.key)).toMatch(/^dev-/)
    expect(await tree.check('pr-1')).toMatchObject({ error: undefined, problems: [], written: 0, remains: [] })
    expect([await session(tree.key), await branches()]).toEqual([undefined, ['main', 'pr-1']])
  })

  test('that was killed before its first write can be dropped after the target moved on, unless people committed', async () => {
    const tree = await project({ files: { 'model/cubes/a.yml': CUBE('a'), 'docs/notes.md': 'notes' } })
    const record = `{"v":1,"p":"${PROJECT}","commit":"${tree.commit}"}\n`
    const applied = { 'model/cubes/a.yml': CUBE('a'), 'docs/notes.md': 'notes' }
    await edit('main', { ...applied, [`boardwright/${PROJECT}.json`]: record, 'docs/theirs.md': 'theirs' })
    for (const name of ['pr-1', 'pr-2', 'pr-3']) await admin.branches.createBranch({ path, body: { name } })
    await edit('pr-2', { 'docs/notes.md': 'of somebody' })
    await edit('main', { 'model/cubes/a.yml': CUBE('moved'), 'docs/new.md': 'new' })
    expect(await tree.drop('pr-1')).toMatchObject({ dropped: true })
    await expect(tree.drop('pr-2')).rejects.toMatchObject({ kind: 'MODEL_BRANCH_FOREIGN' })
    await tree.change({ 'model/cubes/a.yml': CUBE('second') })
    expect(await tree.check('pr-3')).toMatchObject({ error: undefined, problems: [] })
    expect(await branches()).toEqual(['main', 'pr-2', 'pr-3'])
  })
})
