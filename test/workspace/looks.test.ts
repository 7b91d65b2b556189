import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Looks, lookAt } from '../../src/workspace/looks.ts'
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

/** The directories whose files certainly are as they were. */
const unchanged = (before: Looks | undefined, now: Looks | undefined): string[] =>
  [...(now ?? [])].flatMap(([directory, { stamp }]) =>
    stamp !== '' && before?.get(directory)?.stamp === stamp ? [directory] : [],
  )

const ALL = ['content/a', 'content/b', 'content/c/d']

describe('what looks unchanged', () => {
  test('is known to be unchanged', async () => {
    const root = await project()
    const before = lookAt(root, undefined, later())
    expect(unchanged(before, lookAt(root, before, later()))).toEqual(ALL)
  })

  test('is the same object', async () => {
    const root = await project()
    const before = lookAt(root, undefined, later()) ?? new Map()
    writeFileSync(join(root, 'content/a/x.sql'), 'eno')
    const after = lookAt(root, before, later()) ?? new Map()
    const isNew = [...after].filter(([directory, look]) => before.get(directory) !== look)
    expect(isNew.map(([directory]) => directory)).toEqual(['content/a'])
  })

  test('is not certain while its files are young: they may change again within the resolution of the clock', async () => {
    const root = await project()
    const [young, old] = [lookAt(root), lookAt(root, undefined, later())]
    expect(unchanged(young, lookAt(root, young, later()))).toEqual([])
    expect(unchanged(old, lookAt(root, old))).toEqual([])
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
    const before = lookAt(root, undefined, later())
    change(root)
    const after = lookAt(root, before, later())
    expect(unchanged(before, after)).toEqual(ALL.filter((each) => each !== where))
    expect(after?.get(where)?.files).toBe(lookAt(root)?.get(where)?.files)
  })

  test('does not hide a new directory deep in another, nor one that became a link', async () => {
    const root = await project()
    const before = lookAt(root, undefined, later())
    mkdirSync(join(root, 'content/c/new'))
    writeFileSync(join(root, 'content/c/new/x.sql'), '')
    expect([...(lookAt(root, before, later())?.keys() ?? [])]).toContain('content/c/new')
    rmSync(join(root, 'content/b'), { recursive: true })
    symlinkSync(join(root, 'content/a'), join(root, 'content/b'))
    expect(lookAt(root, before, later())).toBeUndefined()
  })

  test('is recognised through a link to the project itself', async () => {
    const root = await project()
    const link = join(temporaryDirectory(), 'link')
    symlinkSync(root, link)
    const before = lookAt(link, undefined, later())
    mkdirSync(join(root, 'overlays'))
    expect([...(lookAt(link, before, later())?.keys() ?? [])]).toContain('overlays')
  })
})
