import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { lookAt } from '../../src/workspace/looks.ts'
import { readSettings, readTree } from '../../src/workspace/tree.ts'
import { unreadFiles } from '../../src/workspace/unread.ts'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'

const FILES = {
  'boardwright.yaml': 'version: 1\n',
  'targets/dev.yaml': 'targets: {}\n',
  'targets/more/prod.yaml': 'targets: {}\n',
  'content/sales/folder.yaml': 'name: Sales\n',
  'content/sales.yaml': 'x\n',
  'data-model/.gitignore': 'x\n',
  'data-model/.hidden': 'x\n',
  'data-model/model/orders.yml': 'cubes: []\n',
  'notes.txt': 'x\n',
}

async function project() {
  const root = temporaryDirectory()
  await writeFiles(root, FILES)
  const later = Date.now() + 10_000
  return { root, files: unreadFiles(root, lookAt(root, undefined, later) ?? new Map()) }
}

test('files that are read on demand are the same as files that are read at once, in the same order', async () => {
  const { root, files } = await project()
  const { files: all } = await readTree(root)
  expect([...files.keys()]).toEqual([...all.keys()])
  expect([...files]).toEqual([...all])
  expect([...files.values()]).toEqual([...all.values()])
  expect(files.size).toBe(all.size)
  const each: string[] = []
  files.forEach((bytes, path) => {
    each.push(`${path} ${bytes.length}`)
  })
  expect(each).toEqual([...all].map(([path, bytes]) => `${path} ${bytes.length}`))
  expect([files.has('content/x.yaml'), files.get('content/x.yaml')]).toEqual([false, undefined])
})

test('a file that was written after it was listed is refused, whatever its timestamps', async () => {
  const { root, files } = await project()
  const file = join(root, 'content/sales/folder.yaml')
  const { atime, mtime } = statSync(file)
  await sleep(20)
  writeFileSync(file, 'name: Sold!\n')
  utimesSync(file, atime, mtime)
  expect(() => files.get('content/sales/folder.yaml')).toThrow('content/sales changed while it was read')
  expect(files.get('content/sales.yaml')).toEqual(Buffer.from('x\n'))
})

test.each([
  ['went', (file: string) => rmSync(file)],
  ['became a link', (file: string) => [rmSync(file), symlinkSync('/etc/hostname', file)]],
  ['became a directory', (file: string) => [rmSync(file), mkdirSync(file)]],
  ['was replaced by one of the same time and size', (file: string) => replaceUnseen(file)],
])('so is one that %s', async (_, change) => {
  const { root, files } = await project()
  change(join(root, 'content/sales/folder.yaml'))
  expect(() => files.get('content/sales/folder.yaml')).toThrow(/^content\/sales.* changed while it was read$/)
})

function replaceUnseen(file: string): void {
  const { atime, mtime } = statSync(file)
  writeFileSync(`${file}.new`, 'name: Tales\n')
  utimesSync(`${file}.new`, atime, mtime)
  renameSync(`${file}.new`, file)
}

test('a file is read once', async () => {
  const { root, files } = await project()
  const before = files.get('content/sales/folder.yaml')
  rmSync(join(root, 'content/sales/folder.yaml'))
  expect(files.get('content/sales/folder.yaml')).toBe(before)
})

test('settings are the configuration and its targets, and nothing else', async () => {
  const { root } = await project()
  const settings = ['boardwright.yaml', 'targets/dev.yaml', 'targets/more/prod.yaml']
  expect([...(readSettings(root)?.keys() ?? [])]).toEqual(settings)
  rmSync(join(root, 'targets'), { recursive: true })
  expect([...(readSettings(root)?.keys() ?? [])]).toEqual(['boardwright.yaml'])
})

test.each([
  ['boardwright.yaml is a link', 'boardwright.yaml'],
  ['a target is', 'targets/dev.yaml'],
  ['the directory of targets is', 'targets'],
])('there are none if %s: the addresses for a token are part of the project itself', async (_, path) => {
  const { root } = await project()
  const elsewhere = temporaryDirectory()
  renameSync(join(root, path), join(elsewhere, 'it'))
  symlinkSync(join(elsewhere, 'it'), join(root, path))
  expect(readSettings(root)).toBeUndefined()
})
