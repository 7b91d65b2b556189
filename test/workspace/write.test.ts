import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { signed } from '../../src/workspace/signature.ts'
import { editTree, takeBackCutOff } from '../../src/workspace/write.ts'
import { readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'

const TREE = { 'boardwright.yaml': 'version: 1\n', 'content/a.yaml': 'a', 'content/b/c.yaml': 'c' }
/** The number of a process that is gone, as far as anybody can tell. */
const GONE = '.boardwright/edits/999999999-run-1'
const LIST = `${GONE}/before.json`
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

test('a write that fails is rolled back', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, TREE)
  const written = new Map([
    ['content/a.yaml', 'new'],
    ['content/d/c.yaml', 'moved and changed'],
    ['content/a.yaml/x.yaml', 'below a file'],
  ])
  await expect(editTree(root, { moved: [['content/b', 'content/d']], written })).rejects.toThrow()
  expect(readFiles(root)).toEqual(TREE)
  expect(existsSync(join(root, '.boardwright'))).toBe(false)
})

test('a file does not replace a directory', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, TREE)
  const written = new Map([['content/b', 'a file']])
  await expect(editTree(root, { moved: [], written })).rejects.toMatchObject({ kind: 'PATH_TAKEN' })
  expect(readFiles(root)).toEqual(TREE)
})

const BEFORE = [
  { file: 'content/a.yaml', copy: '0', after: digestOf('a') },
  { file: 'content/b/c.yaml', copy: null, after: digestOf('what somebody has changed since') },
]

const TREE_LEFT = { ...TREE, [`${GONE}/0`]: 'old' }

test('the writes of a killed command are rolled back; what somebody changed since stays', async () => {
  const root = temporaryDirectory()
  const list = signed(basename(GONE), Buffer.from(JSON.stringify({ moved: [], files: BEFORE })))
  await writeFiles(root, { ...TREE_LEFT, [LIST]: list.map(String).join('') })
  await takeBackCutOff(root)
  expect(readFiles(root)).toEqual({ ...TREE, 'content/a.yaml': 'old' })
})

test.each([
  ['of the same edit, in a commit', JSON.stringify({ moved: [['content/b', 'content/z']], files: BEFORE })],
  ['with the signature of something else', signed('looks-1', Buffer.from(JSON.stringify({ files: BEFORE }))).join('')],
  ['that is no list', '{"moved": 1'],
])('a list %s rolls nothing back', async (_, list) => {
  const root = temporaryDirectory()
  await writeFiles(root, { ...TREE_LEFT, [LIST]: list })
  await takeBackCutOff(root)
  expect(readFiles(root)).toEqual(TREE)
  expect(existsSync(join(root, '.boardwright'))).toBe(false)
})

test('the writes of another running process stay', async () => {
  const root = temporaryDirectory()
  const running = `.boardwright/edits/${process.ppid}-run-1/before.json`
  await writeFiles(root, { ...TREE, [running]: '{}' })
  await takeBackCutOff(root)
  expect(existsSync(join(root, running))).toBe(true)
})
