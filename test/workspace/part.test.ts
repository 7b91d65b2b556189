import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepAnswer, pathOfPart, readPart } from '../../src/workspace/part.ts'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'

test('a part is a file or a directory of the project, by any notation of its path', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, { 'content/a/folder.yaml': 'name: A\n' })
  for (const path of ['content/a/folder.yaml', './content/a/folder.yaml', join(root, 'content/a/folder.yaml')])
    expect(readPart(root, path)).toMatchObject({ kind: 'file', path: 'content/a/folder.yaml' })
  expect(readPart(root, 'content/')).toEqual({ kind: 'directory', path: 'content', entries: ['a/'] })
  expect(readPart(root, 'content/b')).toBeUndefined()
})

test.each([
  '.',
  '..',
  'package.json',
  '.git/config',
  'data-model/.git/config',
  'data-model/node_modules/x',
  '.boardwright/cache/x',
])('%s is not part', (path) => {
  expect(() => pathOfPart(temporaryDirectory(), path)).toThrow(/outside the project|not part of the project/)
})

test('a link is not followed, at any level', () => {
  const root = temporaryDirectory()
  const elsewhere = temporaryDirectory()
  writeFileSync(join(elsewhere, 'secret.yaml'), 'secret')
  mkdirSync(join(root, 'content'))
  symlinkSync(elsewhere, join(root, 'content/link'))
  symlinkSync(join(elsewhere, 'secret.yaml'), join(root, 'content/secret.yaml'))
  for (const path of ['content/link', 'content/link/secret.yaml', 'content/secret.yaml'])
    expect(() => readPart(root, path)).toThrow('leads through a symbolic link')
})

test('the last fifty results are kept', async () => {
  const root = temporaryDirectory()
  for (let index = 0; index < 60; index += 1) await keepAnswer(root, `plan-${index}.json`, '{}')
  const kept = readdirSync(join(root, '.boardwright/answers'))
  expect(kept).toHaveLength(50)
  expect(kept).toContain('plan-59.json')
})
