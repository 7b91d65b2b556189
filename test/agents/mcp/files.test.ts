import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliProject, differences } from '../../cli/project.ts'
import { type Agent, type Document, openAgent } from './client.ts'

const FOLDER = 'content/sales/folder.yaml'
const SQL = 'content/sales/board/reports/orders.sql'

const list = (value: unknown) => value as readonly Document[]

const digestOf = async (agent: Agent, path: string) => (await agent.call('read', { path })).document['digest']

test('a file is written only if it is unchanged since it was read, and the answer is a diff', async () => {
  const { root, files } = await cliProject()
  const agent = await openAgent(root)
  const before = files()
  const digest = await digestOf(agent, FOLDER)
  const { document } = await agent.call('write', {
    files: [
      { file: FOLDER, text: 'name: Sales and more\n', digest },
      { file: 'content/press/folder.yaml', text: 'name: Press\n' },
    ],
  })
  expect(document['files']).toEqual([
    { action: 'edited', file: FOLDER },
    { action: 'created', file: 'content/press/folder.yaml' },
  ])
  expect(document['diff']).toBe(`--- a/${FOLDER}
+++ b/${FOLDER}
@@ -1,1 +1,1 @@
-name: Sales
+name: Sales and more
--- /dev/null
+++ b/content/press/folder.yaml
@@ -0,0 +1,1 @@
+name: Press
`)
  expect(differences(before, files())).toEqual({
    [FOLDER]: 'name: Sales and more\n',
    'content/press/folder.yaml': 'name: Press\n',
  })
  const removed = await agent.call('write', {
    files: [
      { file: 'content/press/folder.yaml', text: null, digest: await digestOf(agent, 'content/press/folder.yaml') },
    ],
  })
  expect(removed.document['files']).toEqual([{ action: 'removed', file: 'content/press/folder.yaml' }])
})

test('all files in a call are written or none: none if the tree would get a new error', async () => {
  const { root, files } = await cliProject()
  const agent = await openAgent(root)
  const before = files()
  const answer = await agent.call('write', {
    files: [
      { file: 'content/press/folder.yaml', text: 'name: Press\n' },
      { file: 'content/press/board/workbook.yaml', text: 'slug: board\nname: Twice\n' },
    ],
  })
  expect(answer.isError).toBe(true)
  expect(list(answer.document['problems']).map(({ message }) => message)).toContainEqual(
    expect.stringContaining('the slug "board" is in'),
  )
  expect(files()).toEqual(before)
})

test('an old error does not block the next edit, which may fix it', async () => {
  const { root } = await cliProject()
  writeFileSync(join(root, FOLDER), 'nmae: Sales\n')
  const agent = await openAgent(root)
  expect(
    (await agent.call('write', { files: [{ file: 'content/press/folder.yaml', text: 'name: Press\n' }] })).isError,
  ).toBe(false)
  const digest = await digestOf(agent, FOLDER)
  await agent.call('write', { files: [{ file: FOLDER, text: 'name: Sales\n', digest }] })
  expect((await agent.call('validate')).document['problems']).toEqual([])
})

test('a file that changed since it was read is left alone, and so is one that was not read', async () => {
  const { root, files } = await cliProject()
  const [one, other] = [await openAgent(root), await openAgent(root)]
  const digest = await digestOf(one, FOLDER)
  await other.call('write', {
    files: [{ file: FOLDER, text: 'name: Theirs\n', digest: await digestOf(other, FOLDER) }],
  })
  const late = await one.call('write', { files: [{ file: FOLDER, text: 'name: Ours\n', digest }] })
  expect(late.texts.join()).toContain('was changed since it was read')
  const blind = await one.call('write', { files: [{ file: SQL, text: 'select 1\n' }] })
  expect(blind.texts.join()).toContain('is there already')
  expect(files()[FOLDER]).toBe('name: Theirs\n')
})

test('of two writes of the same file at once, one is refused', async () => {
  const { root, files } = await cliProject()
  const agent = await openAgent(root)
  const digest = await digestOf(agent, FOLDER)
  const write = (name: string) => agent.call('write', { files: [{ file: FOLDER, text: `name: ${name}\n`, digest }] })
  const [first, second] = await Promise.all([write('A'), write('B')])
  expect([first.isError, second.isError]).toEqual([false, true])
  expect(files()[FOLDER]).toBe('name: A\n')
})

test('a wrong call gets no hint about the command line', async () => {
  const agent = await openAgent((await cliProject()).root)
  const file = 'content/press/folder.yaml'
  const { isError, document } = await agent.call('write', {
    files: [
      { file, text: 'name: A\n' },
      { file, text: 'name: B\n' },
    ],
  })
  expect(isError).toBe(true)
  expect(document['error']).toMatchObject({
    hint: 'Look at what the description of the tool asks for, and call it again.',
  })
  expect((await agent.call('plan', {})).document['error']).toMatchObject({ hint: 'Say which with `target`.' })
})

const OUTSIDE = [
  '../secret.yaml',
  '/etc/passwd',
  'content/../../secret.yaml',
  'content/link/folder.yaml',
  '.git/config',
  '.github/workflows/ci.yml',
]
const SETTINGS = [
  'boardwright.yaml',
  'targets/dev.yaml',
  '.boardwright/answers/x.json',
  '.gitignore',
  'data-model/.git/config',
  'data-model/.gitignore',
  'content/.gitattributes',
  'content/sales/.editor/x.yaml',
  'overlays/dev/.gitattributes',
]

test.each([...OUTSIDE, ...SETTINGS])('%s is not written', async (file) => {
  const { root, files } = await cliProject()
  symlinkSync('/tmp', join(root, 'content/link'))
  const agent = await openAgent(root)
  const before = files()
  const answer = await agent.call('write', { files: [{ file, text: 'name: X\n' }] })
  expect(answer.isError).toBe(true)
  expect(answer.document['error']).toMatchObject({
    code: expect.stringMatching(/^BW-E14(01|15)$/),
    hint: 'Write files below content/, data-model/ or overlays/ whose names begin with no dot. Anything else is for people: tell them what to change there.',
  })
  expect(files()).toEqual(before)
})

test.each([...OUTSIDE, '.boardwright/cache', '.boardwright/runs'])('%s is not read', async (path) => {
  const { root } = await cliProject()
  symlinkSync('/tmp', join(root, 'content/link'))
  const agent = await openAgent(root)
  expect((await agent.call('read', { path })).document['error']).toMatchObject({
    code: expect.stringMatching(/^BW-E14(01|15)$/),
    hint: 'Name boardwright.yaml, or a file below content/, account/, data-model/, overlays/ or targets/.',
  })
})

test('a directory is listed, and a text of 30 MB is read in parts', async () => {
  const { root } = await cliProject()
  const text = `${'select "é" -- '.repeat(2_200_000)}\n`
  writeFileSync(join(root, SQL), text)
  const agent = await openAgent(root)
  expect((await agent.call('read', { path: 'content/sales/board' })).document['entries']).toEqual([
    'dashboard.yaml',
    'reports/',
    'workbook.yaml',
  ])
  const first = await agent.call('read', { path: SQL })
  const last = await agent.call('read', { path: SQL, offset: text.length - 10 })
  expect(first.document).toMatchObject({ characters: text.length, next: expect.any(Number) })
  expect([last.document['text'], last.document['next']]).toEqual([text.slice(-10), null])
  expect(first.size).toBeLessThan(100 * 1024)
})

test('a part of a file is replaced if it occurs exactly once', async () => {
  const { root, files } = await cliProject()
  const agent = await openAgent(root)
  const file = 'content/sales/board/dashboard.yaml'
  const write = async (...edits: { from: string; to: string }[]) =>
    agent.call('write', { files: [{ file, edits, digest: await digestOf(agent, file) }] })
  for (const [from, says] of [
    ['w: 7', 'is not in it'],
    ['a', 'times'],
  ] as const)
    expect((await write({ from, to: 'x' })).texts.join()).toContain(says)
  const { document } = await write({ from: 'w: 6', to: 'w: 5' }, { from: 'title: Board', to: 'title: $& Board' })
  expect(document['diff']).toContain('+title: $& Board')
  expect(files()[file]).toContain('  # the chart\n')
  expect(files()[file]).toContain('w: 5')
  const both = await agent.call('write', { files: [{ file, text: '', edits: [{ from: 'a', to: 'b' }] }] })
  expect(both.texts.join()).toContain('either text or edits')
})
