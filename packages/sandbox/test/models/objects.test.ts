import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { blobId, treesOf, writeObjects } from '../../models/objects.ts'
import { clearLeftovers, initRepository } from '../../models/repository.ts'

let repository: string
beforeEach(async () => {
  repository = join(await mkdtemp(join(tmpdir(), 'objects-')), '1.git')
  await initRepository(repository, 'refs/heads/main')
})
afterEach(() => rm(join(repository, '..'), { recursive: true, force: true }))

const git = (args: readonly string[], input?: string): string =>
  execFileSync('git', [`--git-dir=${repository}`, ...args], {
    encoding: 'utf8',
    ...(input === undefined ? {} : { input }),
  }).trim()

const FILES = ['a/b.yml', 'a.yml', 'a-b', 'a0', 'a/b/c', 'é/ü', 'Z', 'a/b-', '\u{1f600}', '\ufb01']

describe('objects', () => {
  test('are the ones that git makes of the same files', async () => {
    const files = new Map(FILES.map((path) => [path, blobId(Buffer.from(path))]))
    await writeObjects(
      repository,
      FILES.map((path) => ({ type: 'blob', bytes: Buffer.from(path) })),
    )
    const ids = await writeObjects(repository, treesOf(files))
    git(
      ['update-index', '-z', '--add', '--index-info'],
      [...files].map(([path, id]) => `100644 ${id}\t${path}\0`).join(''),
    )
    expect(ids.at(-1)).toBe(git(['write-tree']))
    expect(git(['fsck', '--full', '--strict'])).not.toMatch(/error|missing|bad/)
    expect(git(['cat-file', '-p', `${ids.at(-1)}:a/b/c`])).toBe('a/b/c')
  })

  test('of no files are the empty tree', () => {
    expect(treesOf(new Map())).toEqual([{ type: 'tree', bytes: Buffer.alloc(0) }])
  })

  test.each([[['a', 'a/b']], [['a/b', 'a']]])('%j is not a tree', (paths) => {
    expect(() => treesOf(new Map(paths.map((path) => [path, blobId(Buffer.from(''))])))).toThrow(/is a file/)
  })

  test('that were only half written are removed, and written again', async () => {
    const object = { type: 'blob', bytes: Buffer.from('x') } as const
    const [id = ''] = await writeObjects(repository, [object, object])
    const half = join(repository, 'objects', id.slice(0, 2), 'tmp_obj_0123456789ab')
    await writeFile(half, 'half')
    await clearLeftovers(repository)
    expect(git(['count-objects', '-v'])).toContain('garbage: 0')
    expect(await writeObjects(repository, [object])).toEqual([id])
  })
})
