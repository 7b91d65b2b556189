import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { editTree, takeBackCutOff } from '../../src/workspace/write.ts'
import { readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'

const TREE = { 'boardwright.yaml': 'version: 1\n', 'content/a.yaml': 'a', 'content/b/c.yaml': 'c' }
/** The number of a process that is gone, as far as anybody can tell. */
const GONE = '.boardwright/edits/999999999-run-1'
const listOf = (moved: unknown, files: unknown) => JSON.stringify({ moved, files })

test('what cannot be written to its end is taken back', async () => {
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

test('what somebody changed since stays, and a list that somebody made reaches nothing but the tree', async () => {
  const root = temporaryDirectory()
  const files = [
    { file: 'content/a.yaml', copy: '0', after: 'the digest of something else' },
    { file: '.git/hooks/pre-commit', copy: '0', after: null },
    { file: 'content/../.git/config', copy: '0', after: null },
    { file: '../outside.yaml', copy: '0', after: null },
    { file: 'content/x.yaml', copy: '../../../boardwright.yaml', after: null },
    'nonsense',
  ]
  const moved = [['content/b', '.git/b'], ['content/z', '../b'], 'nonsense']
  await writeFiles(root, { ...TREE, [`${GONE}/before.json`]: listOf(moved, files), [`${GONE}/0`]: 'old' })
  await takeBackCutOff(root)
  expect(readFiles(root)).toEqual(TREE)
  expect(existsSync(join(root, '.git'))).toBe(false)
  expect(existsSync(join(root, '.boardwright'))).toBe(false)
})

test('what another process is writing stays', async () => {
  const root = temporaryDirectory()
  const running = `.boardwright/edits/${process.ppid}-run-1/before.json`
  await writeFiles(root, { ...TREE, [running]: listOf([], []) })
  await takeBackCutOff(root)
  expect(existsSync(join(root, running))).toBe(true)
})

test('a list that is no list is dropped', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, { ...TREE, [`${GONE}/before.json`]: '{"moved": 1' })
  await takeBackCutOff(root)
  expect(existsSync(join(root, '.boardwright'))).toBe(false)
})
