import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { digestFiles, digestTree, stampOf } from '../../src/workspace/digests.ts'
import { lookAt } from '../../src/workspace/looks.ts'
import { readTree } from '../../src/workspace/tree.ts'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'

const FILES = {
  'boardwright.yaml': 'version: 1\n',
  'README.md': 'nobody reads this',
  'content/folder/folder.yaml': 'name: a\n',
  'content/folder/ünï.report.yaml': 'name: b\n',
  'content/folder/.hidden/notes.txt': 'x',
  'content/folder/workbook/app/node_modules/a.ts': 'a file of an app',
  'content/large.html': 'x'.repeat(3 * 1024 * 1024),
  'content/full.html': 'x'.repeat(1024 * 1024),
  'content/empty.sql': '',
  'data-model/.gitignore': 'node_modules\n',
  'data-model/.env': 'no part of it',
  'data-model/.cache/x': 'no part of it',
  'data-model/model/.gitignore': 'x\n',
  'data-model/model/cube.yml': 'cubes: []\n',
  'data-model/node_modules/x/index.js': 'no part of it',
  'data-model/dashboard-app/index.js': 'no part of it',
  'overlays/dev/content/folder/folder.yaml': 'position: 1\n',
  'targets/dev.yaml': 'deployment: 1\n',
  'content/.git/config': 'no part of it',
}

describe('the digests of a tree', () => {
  test('are those of the files that are read', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, FILES)
    mkdirSync(join(root, 'content/nothing/in/it'), { recursive: true })
    const { files } = await readTree(root)
    expect(files.size).toBe(13)
    const digests = digestTree(root)
    expect(digests).toEqual(digestFiles(files, lookAt(root)))
    const withFiles = [...(digests ?? [])].filter(([, { files }]) => files !== '').map(([directory]) => directory)
    expect(withFiles.sort()).toEqual(
      [...new Set([...files.keys()].map((file) => file.slice(0, Math.max(0, file.lastIndexOf('/')))))].sort(),
    )
    expect([...digestFiles(files).keys()].sort()).toEqual(withFiles)
  })

  test.each([
    [
      'a byte',
      { 'content/a/x.sql': 'a', 'content/a/y.sql': 'b' },
      { 'content/a/x.sql': 'a', 'content/a/y.sql': 'c' },
      'bytes',
    ],
    ['the cut between two', { 'content/x': 'a', 'content/y': 'bc' }, { 'content/x': 'ab', 'content/y': 'c' }, 'bytes'],
    ['a name', { 'content/x': 'a', 'content/y': 'b' }, { 'content/x': 'a', 'content/z': 'b' }, 'files'],
  ] as const)('distinguish %s', (_, one, other, what) => {
    const digest = (files: Readonly<Record<string, string>>) =>
      [...digestFiles(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))).values()][0]
    expect(digest(one)?.[what]).not.toEqual(digest(other)?.[what])
  })

  test.each([
    ['a symbolic link', (root: string) => symlinkSync('/etc/hostname', join(root, 'content/link'))],
    ['a link to a directory', (root: string) => symlinkSync('/etc', join(root, 'overlays'))],
    ['no directory at all', (root: string) => writeFileSync(join(root, 'content/x'), 'x')],
  ])('are unknown if there is %s', async (name, make) => {
    const root = temporaryDirectory()
    await writeFiles(root, { 'content/folder.yaml': 'x' })
    make(root)
    expect(digestTree(name.startsWith('no') ? join(root, 'content/x') : root)).toBeUndefined()
  })

  test('get another stamp with another version of the program', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, { 'a/x.js': '1', 'b/y.js': '2' })
    const stamps = () => stampOf([join(root, 'a'), join(root, 'b')])
    const before = stamps()
    expect(stamps()).toBe(before)
    utimesSync(join(root, 'b/y.js'), new Date(), new Date(Date.now() + 5000))
    expect(stamps()).not.toBe(before)
  })
})
