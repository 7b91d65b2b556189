import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { movePaths } from '../../src/workspace/move.ts'
import { readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'

test('files and directories get new paths, and empty directories are removed', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, { 'a/b/one.txt': '1', 'a/two.txt': '2', 'c/three.txt': '3' })
  await movePaths(root, [
    ['a/b', 'd/e/b'],
    ['c/three.txt', 'a/three.txt'],
  ])
  expect(readFiles(root)).toEqual({ 'a/two.txt': '2', 'a/three.txt': '3', 'd/e/b/one.txt': '1' })
  expect(existsSync(join(root, 'c'))).toBe(false)
})

test('a name can change in case only', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, { 'a/one.txt': '1' })
  await movePaths(root, [['a', 'A']])
  expect(readFiles(root)).toEqual({ 'A/one.txt': '1' })
})

test('nothing is moved onto an existing file, through a link, or out of the root', async () => {
  const root = temporaryDirectory()
  const outside = temporaryDirectory()
  await writeFiles(root, { 'a/one.txt': '1', 'b/one.txt': '2' })
  symlinkSync(outside, join(root, 'link'))
  await expect(movePaths(root, [['a', 'b']])).rejects.toMatchObject({ kind: 'PATH_TAKEN' })
  await expect(movePaths(root, [['a/one.txt', 'b/one.txt']])).rejects.toMatchObject({ kind: 'PATH_TAKEN' })
  await expect(movePaths(root, [['a', 'link/a']])).rejects.toMatchObject({ kind: 'LINK_REFUSED' })
  await expect(movePaths(root, [['link', 'x']])).rejects.toMatchObject({ kind: 'LINK_REFUSED' })
  await expect(movePaths(root, [['a', '../x']])).rejects.toMatchObject({ kind: 'LINK_REFUSED' })
  expect(readFiles(root)).toMatchObject({ 'a/one.txt': '1', 'b/one.txt': '2' })
})
