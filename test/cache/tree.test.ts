import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type KnownTree, openKnownTree } from '../../src/cache/tree.ts'
import { digestDirectory } from '../../src/workspace/digests.ts'
import { readTree } from '../../src/workspace/tree.ts'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'

const FILES = {
  'boardwright.yaml': 'version: 1\n',
  'README.md': 'nobody reads this',
  'content/folder/folder.yaml': 'name: a\n',
  'content/folder/ünï.report.yaml': 'name: b\n',
  'content/large.html': 'x'.repeat(3 * 1024 * 1024),
  'content/empty.sql': '',
  'data-model/.env': 'no part of it',
  'data-model/model/cube.yml': 'cubes: []\n',
}
const LATER = 10_000

async function project(): Promise<string> {
  const root = temporaryDirectory()
  await writeFiles(root, FILES)
  mkdirSync(join(root, 'content/nothing/in/it'), { recursive: true })
  return root
}

const open = (root: string): KnownTree => openKnownTree(root, { now: Date.now() + LATER }) as KnownTree
const digestsOf = ({ looks, digestOf }: KnownTree) => [...looks.keys()].map((at) => [at, digestOf(at)])

/** Changes letters of a file, and puts its time back. */
function retype(file: string): void {
  const { atime, mtime } = statSync(file)
  writeFileSync(file, readFileSync(file, 'utf8').replace('a', 'b'))
  utimesSync(file, atime, mtime)
}

test('the digests of directories are those of the files that are read', async () => {
  const root = await project()
  const { files } = await readTree(root)
  const within = (directory: string) =>
    new Map(
      [...files].flatMap(([path, bytes]) => {
        const cut = path.lastIndexOf('/')
        return path.slice(0, Math.max(0, cut)) === directory ? [[path.slice(cut + 1), bytes] as const] : []
      }),
    )
  const known = open(root)
  expect(digestsOf(known)).toEqual([...known.looks.keys()].map((at) => [at, digestDirectory(at, within(at))]))
})

test('digests and facts are found again, and nothing about bytes that changed, whatever their size and time', async () => {
  const root = await project()
  const first = open(root)
  for (const [at, digest] of digestsOf(first)) first.facts<string>('about').keep(digest ?? '', `of ${at}`)
  await first.save()
  const again = open(root)
  expect([digestsOf(again), again.digest(), again.paths()]).toEqual([digestsOf(first), first.digest(), first.paths()])
  expect(again.facts('about').get(again.digestOf('content/folder'))).toBe('of content/folder')
  expect(again.facts('others').get(again.digestOf('content/folder'))).toBeUndefined()

  retype(join(root, 'content/folder/folder.yaml'))
  const changed = open(root)
  expect([changed.paths() === first.paths(), changed.digest() === first.digest()]).toEqual([true, false])
  expect(changed.facts('about').get(changed.digestOf('content/folder'))).toBeUndefined()
  expect(changed.facts('about').get(changed.digestOf('content'))).toBe('of content')
})

test('facts hold only in the context in which they were found', async () => {
  const root = await project()
  const known = open(root)
  known.facts('about', 'here').keep('digest', 1)
  await known.save()
  expect(['here', 'there'].map((context) => open(root).facts('about', context).get('digest'))).toEqual([1, undefined])
})

test('facts about bytes that are gone are forgotten', async () => {
  const root = await project()
  const known = open(root)
  const digest = known.digestOf('content/folder')
  known.facts('about').keep(digest, 1)
  await known.save()
  retype(join(root, 'content/folder/folder.yaml'))
  const next = open(root)
  next.facts('about').keep(next.digestOf('content/folder'), 2)
  await next.save()
  expect(open(root).facts('about').get(digest)).toBeUndefined()
})

test.each([
  ['a symbolic link', (root: string) => symlinkSync('/etc/hostname', join(root, 'content/link'))],
  ['a link to a directory', (root: string) => symlinkSync('/etc', join(root, 'overlays'))],
  [
    'no directory where one must be',
    (root: string) => [rmSync(join(root, 'content'), { recursive: true }), writeFileSync(join(root, 'content'), 'x')],
  ],
])('nothing is known of a tree with %s', async (_, make) => {
  const root = await project()
  make(root)
  expect(openKnownTree(root)).toBeUndefined()
})
