import { chmod, mkdir, readdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTree } from '../../src/workspace/tree.ts'
import { writeTree } from '../../src/workspace/write.ts'
import { readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'

describe('readTree', () => {
  test('reads what belongs to a project, and nothing else', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, {
      'boardwright.yaml': 'version: 1\n',
      'content/sales/folder.yaml': 'name: Sales\n',
      'data-model/model/cubes/orders.yml': 'cubes: []\n',
      'data-model/.gitignore': 'x\n',
      'data-model/.env': 'no\n',
      'data-model/node_modules/a/index.js': 'no\n',
      'overlays/dev/content/sales/folder.yaml': 'name: S\n',
      'README.md': 'no\n',
    })
    const { files, problems } = await readTree(root)
    expect([...files.keys()]).toEqual([
      'boardwright.yaml',
      'content/sales/folder.yaml',
      'data-model/.gitignore',
      'data-model/model/cubes/orders.yml',
      'overlays/dev/content/sales/folder.yaml',
    ])
    expect(problems).toEqual([])
  })

  test('keeps bytes that are not text', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, { 'data-model/logo.bin': new Uint8Array([0, 255, 254, 10]) })
    expect((await readTree(root)).files.get('data-model/logo.bin')).toEqual(Buffer.from([0, 255, 254, 10]))
  })

  test('refuses symbolic links to files, to directories and in a cycle, all at once', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, { 'content/a.txt': 'a', 'secret.txt': 's' })
    await symlink(join(root, 'secret.txt'), join(root, 'content/file.report.yaml'))
    await symlink(root, join(root, 'content/loop'))
    await symlink('/nowhere', join(root, 'content/dangling'))
    const { files, problems } = await readTree(root)
    expect([...files.keys()]).toEqual(['content/a.txt'])
    expect(problems.map(({ kind, at }) => `${kind} ${at.file}`)).toEqual([
      'LINK_REFUSED content/dangling',
      'LINK_REFUSED content/file.report.yaml',
      'LINK_REFUSED content/loop',
    ])
  })

  test.skipIf(process.platform === 'win32')('sees files and links whatever their names, as git does', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, { 'content/a\nb/c.yaml': 'c', 'content/-rf': 'r', 'content/[x].yaml': 'x' })
    await symlink('/etc/passwd', join(root, 'content/d\ne'))
    const { files, problems } = await readTree(root)
    expect([...files.keys()]).toEqual(['content/-rf', 'content/[x].yaml', 'content/a\nb/c.yaml'])
    expect(problems).toMatchObject([{ kind: 'LINK_REFUSED', at: { file: 'content/d\ne' } }])
  })

  test('does not read a file of 200 MB', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, { 'content/huge.report.yaml': '' })
    await truncate(join(root, 'content/huge.report.yaml'), 200 * 1024 * 1024)
    const { files, problems } = await readTree(root)
    expect(files.size).toBe(0)
    expect(problems).toMatchObject([{ kind: 'FILE_TOO_LARGE', at: { file: 'content/huge.report.yaml' } }])
  })
})

describe('writeTree', () => {
  test('writes, replaces and removes, and removes directories that became empty', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, { 'content/a/b/old.yaml': 'old', 'content/a/keep.yaml': 'keep' })
    await writeTree(
      root,
      new Map<string, string | Uint8Array | null>([
        ['content/a/b/old.yaml', null],
        ['content/new/deep/file.yaml', 'new'],
        ['content/a/keep.yaml', new Uint8Array([107])],
        ['content/was/never/there.yaml', null],
      ]),
    )
    expect(readFiles(root)).toEqual({ 'content/a/keep.yaml': 'k', 'content/new/deep/file.yaml': 'new' })
    expect(await readdir(join(root, 'content'))).toEqual(['a', 'new'])
  })

  test.each(['../outside.yaml', '/etc/outside.yaml', 'content/../../outside.yaml'])('%s is refused', async (path) => {
    const root = temporaryDirectory()
    await expect(writeTree(root, new Map([[path, 'x']]))).rejects.toMatchObject({ kind: 'LINK_REFUSED' })
  })

  test('never writes or removes through a symbolic link', async () => {
    const root = temporaryDirectory()
    const elsewhere = temporaryDirectory()
    await writeFiles(elsewhere, { 'file.yaml': 'theirs' })
    await mkdir(join(root, 'content'))
    await symlink(elsewhere, join(root, 'content/link'))
    await symlink(join(elsewhere, 'file.yaml'), join(root, 'content/file.yaml'))
    for (const change of ['x', null]) {
      for (const path of ['content/link/file.yaml', 'content/file.yaml']) {
        await expect(writeTree(root, new Map([[path, change]]))).rejects.toMatchObject({ kind: 'LINK_REFUSED' })
      }
    }
    expect(readFiles(elsewhere)).toEqual({ 'file.yaml': 'theirs' })
  })

  test('keeps the old file intact if the new one cannot be written', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, { 'content/file.yaml': 'old' })
    await mkdir(join(root, 'content/target.yaml'))
    await writeFile(join(root, 'content/target.yaml/inside'), 'x')
    await expect(writeTree(root, new Map([['content/target.yaml', 'x']]))).rejects.toThrow()
    await chmod(join(root, 'content/file.yaml'), 0o600)
    expect(readFiles(root)).toMatchObject({ 'content/file.yaml': 'old', 'content/target.yaml/inside': 'x' })
    expect((await readdir(join(root, 'content'))).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})
