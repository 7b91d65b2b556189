import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { digestTree, type TreeDigests } from '../../src/workspace/digests.ts'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'

const FILES = {
  'content/a/x.sql': 'one',
  'content/a/y.sql': 'two',
  'content/b/z.sql': 'three',
  'content/c/d/e.sql': '',
}
const HOUR = 3_600_000
const later = (): number => Date.now() + HOUR

async function project(): Promise<string> {
  const root = temporaryDirectory()
  await writeFiles(root, FILES)
  return root
}

/** What was remembered, with digests that no file has: where they come back, no file was read. */
const marked = (digests: TreeDigests | undefined): TreeDigests =>
  new Map(
    [...(digests ?? [])].map(([directory, digest]) => [directory, { ...digest, bytes: `as before: ${directory}` }]),
  )

const notRead = (digests: TreeDigests | undefined): string[] =>
  [...(digests ?? [])].filter(([, { bytes }]) => bytes.startsWith('as before')).map(([directory]) => directory)

const ALL = ['content/a', 'content/b', 'content/c/d']

describe('what looks unchanged', () => {
  test('is not read again', async () => {
    const root = await project()
    const before = marked(digestTree(root, undefined, later()))
    expect(notRead(digestTree(root, before, later()))).toEqual(ALL)
  })

  test('is the same object', async () => {
    const root = await project()
    const before = digestTree(root, undefined, later()) ?? new Map()
    writeFileSync(join(root, 'content/a/x.sql'), 'eno')
    const after = digestTree(root, before, later()) ?? new Map()
    const isNew = [...after].filter(([directory, digest]) => before.get(directory) !== digest)
    expect(isNew.map(([directory]) => directory)).toEqual(['content/a'])
  })

  test('is read again while its files are young: they may change again within the resolution of the clock', async () => {
    const root = await project()
    expect(notRead(digestTree(root, marked(digestTree(root)), later()))).toEqual([])
    expect(notRead(digestTree(root, marked(digestTree(root, undefined, later()))))).toEqual([])
  })

  test.each<[string, (root: string) => void, string]>([
    ['a file with as many bytes', (root) => writeFileSync(join(root, 'content/a/x.sql'), 'eno'), 'content/a'],
    [
      'a file whose time was put back',
      (root) => {
        writeFileSync(join(root, 'content/a/x.sql'), 'eno')
        utimesSync(join(root, 'content/a/x.sql'), 1, 1)
      },
      'content/a',
    ],
    ['a new file', (root) => writeFileSync(join(root, 'content/a/new.sql'), ''), 'content/a'],
    ['a file less', (root) => rmSync(join(root, 'content/b/z.sql')), 'content/b'],
    ['another name', (root) => renameSync(join(root, 'content/b/z.sql'), join(root, 'content/b/y.sql')), 'content/b'],
    [
      'two names that were exchanged',
      (root) => {
        const [x, y, z] = ['x', 'y', 'z'].map((name) => join(root, `content/a/${name}.sql`)) as [string, string, string]
        renameSync(x, z)
        renameSync(y, x)
        renameSync(z, y)
      },
      'content/a',
    ],
  ])('does not hide %s', async (_, change, where) => {
    const root = await project()
    const before = marked(digestTree(root, undefined, later()))
    change(root)
    const after = digestTree(root, before, later())
    expect(notRead(after).filter((directory) => directory !== where)).toEqual(ALL.filter((each) => each !== where))
    const { bytes, files } = after?.get(where) ?? {}
    const fresh = digestTree(root)?.get(where)
    expect({ bytes, files }).toEqual({ bytes: fresh?.bytes, files: fresh?.files })
  })

  test('does not hide a new directory deep in another, nor one that became a link', async () => {
    const root = await project()
    const before = digestTree(root, undefined, later())
    mkdirSync(join(root, 'content/c/new'))
    writeFileSync(join(root, 'content/c/new/x.sql'), '')
    expect([...(digestTree(root, before, later())?.keys() ?? [])]).toContain('content/c/new')
    rmSync(join(root, 'content/b'), { recursive: true })
    symlinkSync(join(root, 'content/a'), join(root, 'content/b'))
    expect(digestTree(root, before, later())).toBeUndefined()
  })

  test('is recognised through a link to the project itself', async () => {
    const root = await project()
    const link = join(temporaryDirectory(), 'link')
    symlinkSync(root, link)
    const before = digestTree(link, undefined, later())
    mkdirSync(join(root, 'overlays'))
    expect([...(digestTree(link, before, later())?.keys() ?? [])]).toContain('overlays')
  })
})
