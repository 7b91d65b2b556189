// Slow: it stores thousands of files with git.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isRecent } from '../../../common/git.ts'
import { requireGit } from '../../models/git.ts'
import { sha1 } from '../../models/hashes.ts'
import { readHeadOf, readHeads } from '../../models/heads.ts'
import { blobId } from '../../models/objects.ts'
import {
  clearLeftovers,
  contains,
  initRepository,
  mergeTrees,
  moveRefs,
  prune,
  readBlobs,
  readTree,
  writeBlobs,
  writeCommit,
  writeTree,
} from '../../models/repository.ts'

const MAIN = 'refs/heads/main'
const AUTHOR = { name: 'Zoë <x>', email: 'zoe@acme.com' }
let repository: string

beforeEach(async () => {
  repository = join(await mkdtemp(join(tmpdir(), 'models-')), '1.git')
  await initRepository(repository, MAIN)
})
afterEach(() => rm(join(repository, '..'), { recursive: true, force: true }))

const bytes = (text: string): Buffer => Buffer.from(text)
const git = (...args: string[]): string =>
  execFileSync('git', [`--git-dir=${repository}`, ...args], { encoding: 'utf8' })

async function commit(files: Record<string, string>, parents: string[] = [], message = 'A message'): Promise<string> {
  const ids = await writeBlobs(repository, Object.values(files).map(bytes))
  const tree = await writeTree(repository, new Map(Object.keys(files).map((path, index) => [path, ids[index] ?? ''])))
  return writeCommit(repository, { tree, parents, message, when: new Date('2026-11-20T08:00:00Z'), author: AUTHOR })
}

describe('a repository', () => {
  test('is real: git log, git show and git fsck read it', async () => {
    const first = await commit({ 'model/a.yml': 'a\n', 'with tab\t and "quotes" \n.yml': 'b' })
    const second = await commit({ 'model/a.yml': 'changed\r\n' }, [first], 'Second\n\nwith a body')
    expect(await moveRefs(repository, [{ ref: MAIN, from: null, to: second }])).toBe(true)

    expect(git('log', '--format=%an <%ae> %aI %cn: %s', 'main').trim().split('\n')).toEqual([
      'Zoë x <zoe@acme.com> 2026-11-20T08:00:00+00:00 Boardwright sandbox: Second',
      'Zoë x <zoe@acme.com> 2026-11-20T08:00:00+00:00 Boardwright sandbox: A message',
    ])
    expect(git('show', 'main:model/a.yml')).toBe('changed\r\n')
    expect(git('fsck', '--full', '--strict')).toBe('')
    expect(git('symbolic-ref', 'HEAD').trim()).toBe(MAIN)
  })

  test('returns the bytes that it was given, whatever they are', async () => {
    const contents = [
      bytes(''),
      bytes('x'),
      bytes('no end'),
      Buffer.from([0, 10, 255, 13, 10]),
      Buffer.alloc(300_000, 'é\n'),
    ]
    const ids = await writeBlobs(repository, contents)
    const read = await readBlobs(repository, ids)
    expect(ids).toEqual(contents.map(blobId))
    expect(ids.map((id) => read.get(id))).toEqual(contents)
    // Not the id of git: the platform's hash is over the bytes alone.
    expect(sha1(bytes(''))).toBe('da39a3ee5e6b4b0d3255bfef95601890afd80709')
    expect(ids[0]).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391')
  })

  test('writes hundreds of files at once', async () => {
    const files = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`model/cubes/c${n}.yml`, `cube ${n}`]))
    const head = await commit(files)
    const tree = await readTree(repository, head)
    expect([...tree.keys()].sort()).toEqual(Object.keys(files).sort())
    expect(tree.get('model/cubes/c7.yml')).toBe(blobId(bytes('cube 7')))
  })

  test('moves a ref only from its expected value', async () => {
    const [a, b, c] = [await commit({ x: 'a' }), await commit({ x: 'b' }), await commit({ x: 'c' })]
    expect(await moveRefs(repository, [{ ref: MAIN, from: null, to: a }])).toBe(true)
    expect(await moveRefs(repository, [{ ref: MAIN, from: b, to: c }])).toBe(false)
    expect(await moveRefs(repository, [{ ref: MAIN, from: null, to: c }])).toBe(false)
    expect(readHeads(repository)).toEqual(new Map([[MAIN, a]]))
  })

  test('finds its heads however git stores them', async () => {
    const [a, b] = [await commit({ x: 'a' }), await commit({ x: 'b' })]
    await moveRefs(repository, [
      { ref: MAIN, from: null, to: a },
      { ref: 'refs/heads/feature/one', from: null, to: a },
    ])
    git('tag', '-a', '-m', 'no head', 'v1', a)
    git('pack-refs', '--all')
    await moveRefs(repository, [{ ref: MAIN, from: a, to: b }])
    const lock = join(repository, 'refs', 'heads', 'other.lock')
    await writeFile(lock, b)
    const heads = new Map([
      ['refs/heads/feature/one', a],
      [MAIN, b],
    ])
    expect(readHeads(repository)).toEqual(heads)
    for (const [ref, head] of heads) expect(readHeadOf(repository, ref)).toBe(head)
    expect(readHeadOf(repository, 'refs/heads/feature')).toBeUndefined()
    expect(readHeadOf(repository, `${MAIN}/below`)).toBeUndefined()
    await rm(lock)
    await moveRefs(repository, [{ ref: 'refs/heads/feature/one', from: a, to: null }])
    expect(readHeads(repository)).toEqual(new Map([[MAIN, b]]))
  })

  test('moves refs together or not at all', async () => {
    const [a, b] = [await commit({ x: 'a' }), await commit({ x: 'b' })]
    await moveRefs(repository, [{ ref: MAIN, from: null, to: a }])
    const moves = [
      { ref: 'refs/heads/other', from: null, to: b },
      { ref: MAIN, from: b, to: b.replace(/^./, '0') },
    ]
    expect(await moveRefs(repository, moves)).toBe(false)
    expect(readHeads(repository)).toEqual(new Map([[MAIN, a]]))
    expect(await moveRefs(repository, [{ ref: MAIN, from: a, to: null }])).toBe(true)
    expect(readHeads(repository)).toEqual(new Map())
  })

  test('merges without a working tree, and names the paths that conflict', async () => {
    const base = await commit({ a: '1\n2\n3\n4\n5\n', b: 'b\n', gone: 'x\n' })
    const ours = await commit({ a: 'one\n2\n3\n4\n5\n', b: 'ours\n', gone: 'x\n' }, [base])
    const clean = await commit({ a: '1\n2\n3\n4\nfive\n', b: 'b\n' }, [base])
    const clash = await commit({ a: '1\n2\n3\n4\n5\n', b: 'theirs\n', gone: 'y\n' }, [base])
    const deleted = await commit({ a: 'one\n2\n3\n4\n5\n', b: 'ours\n' }, [ours])

    const merged = await mergeTrees(repository, ours, clean)
    const tree = await readTree(repository, merged.tree)
    expect(merged.clean).toBe(true)
    expect([...tree.keys()]).toEqual(['a', 'b'])
    expect(String((await readBlobs(repository, tree.values())).get(tree.get('a') ?? ''))).toBe('one\n2\n3\n4\nfive\n')
    expect(await mergeTrees(repository, deleted, clash)).toMatchObject({ clean: false, conflicts: ['b', 'gone'] })
  })

  test('knows which commits are contained in which', async () => {
    const first = await commit({ x: 'a' })
    const second = await commit({ x: 'b' }, [first])
    expect(await contains(repository, second, first)).toBe(true)
    expect(await contains(repository, first, second)).toBe(false)
    expect(await contains(repository, first, first)).toBe(true)
  })

  test('is not affected by the git settings or variables of the user', async () => {
    const surroundings = {
      GIT_DIR: '/nowhere',
      GIT_INDEX_FILE: '/nowhere/index',
      GIT_AUTHOR_NAME: 'Somebody',
      GIT_WORK_TREE: '/',
    }
    const before = Object.fromEntries(Object.keys(surroundings).map((name) => [name, process.env[name]]))
    Object.assign(process.env, surroundings)
    try {
      await moveRefs(repository, [{ ref: MAIN, from: null, to: await commit({ x: 'a' }) }])
    } finally {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
    }
    expect(git('log', '-1', '--format=%an', 'main').trim()).toBe('Zoë x')
    expect(existsSync(join(repository, 'hooks'))).toBe(false)
  })

  test('is usable and clean after a process was killed in it', async () => {
    const head = await commit({ x: 'a' })
    await moveRefs(repository, [{ ref: MAIN, from: null, to: head }])
    const next = await commit({ x: 'never pointed at' }, [head])
    await writeFile(join(repository, 'refs', 'heads', 'main.lock'), '')
    await writeFile(join(repository, 'packed-refs.lock'), '')
    expect(await moveRefs(repository, [{ ref: MAIN, from: head, to: next }])).toBe(false)
    expect(git('fsck')).toContain(`dangling commit ${next}`)

    await clearLeftovers(repository)
    await prune(repository)
    expect(git('fsck')).toBe('')
    expect(await moveRefs(repository, [{ ref: MAIN, from: head, to: await commit({ x: 'b' }, [head]) }])).toBe(true)
  })
})

describe('the git of this machine', () => {
  test.each([
    ['git version 2.38.0', true],
    ['git version 2.39.5 (Apple Git-154)', true],
    ['git version 3.0.1', true],
    ['git version 2.37.9', false],
    ['git version 1.99.0', false],
    ['something else', false],
  ])('%s is recent enough: %s', (version, expected) => {
    expect(isRecent(version)).toBe(expected)
  })

  test('is found, with its full path', async () => {
    expect(existsSync(await requireGit())).toBe(true)
  })

  test('is named if it is missing', async () => {
    await expect(requireGit('git-that-is-not-there')).rejects.toMatchObject({ kind: 'SANDBOX_NEEDS_GIT', exit: 1 })
    // A program that answers, but is not a git that we can use.
    await expect(requireGit('true')).rejects.toMatchObject({ kind: 'SANDBOX_NEEDS_GIT' })
  })
})
