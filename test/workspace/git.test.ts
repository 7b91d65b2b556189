import { execFileSync } from 'node:child_process'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { gitFacts, isIgnored, requireGitFacts } from '../../src/workspace/git.ts'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'

describe('gitFacts', () => {
  test('gives nothing outside a repository', async () => {
    const root = temporaryDirectory()
    expect(await gitFacts(root)).toBeUndefined()
    await expect(requireGitFacts(root)).rejects.toMatchObject({ kind: 'NO_REPOSITORY' })
  })

  test('a new repository has no commit, and everything in it is uncommitted', async () => {
    const root = temporaryDirectory()
    git(root, 'init', '--quiet')
    await writeFiles(root, { 'content/new.yaml': 'x' })
    expect(await gitFacts(root)).toEqual({
      commit: undefined,
      detached: false,
      shallow: false,
      prefix: '',
      dirty: new Set(['content/new.yaml']),
      untracked: new Set(['content/new.yaml']),
      ignored: new Set(),
      unmerged: undefined,
    })
  })

  test('finds what is changed, new, removed or renamed, whatever its name', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, {
      'content/a.yaml': 'a',
      'content/Zürich ☕.yaml': 'z',
      'content/gone.yaml': 'g',
      'content/same.yaml': 's',
    })
    const commit = commitAll(root)
    await writeFiles(root, { 'content/a.yaml': 'b', 'content/Zürich ☕.yaml': 'y', 'content/new.yaml': 'n' })
    git(root, 'rm', '--quiet', 'content/gone.yaml')
    await rename(join(root, 'content/same.yaml'), join(root, 'content/other.yaml'))
    const facts = await gitFacts(root)
    expect(facts?.commit).toBe(commit)
    expect([...(facts?.dirty ?? [])].sort()).toEqual([
      'content/Zürich ☕.yaml',
      'content/a.yaml',
      'content/gone.yaml',
      'content/new.yaml',
      'content/other.yaml',
      'content/same.yaml',
    ])
  })

  test('a file that git moved out counts as changed at its old path', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, { 'bi/content/sales.yaml': 'a text\nof some\nlines\n' })
    commitAll(root)
    git(root, 'mv', 'bi/content/sales.yaml', 'sales.yaml')
    expect((await gitFacts(join(root, 'bi')))?.dirty).toEqual(new Set(['content/sales.yaml']))
  })

  test('a project in a subdirectory has its own paths', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, { 'other/file.yaml': 'o', 'bi/content/a.yaml': 'a' })
    commitAll(root)
    await writeFiles(root, { 'other/file.yaml': 'changed', 'bi/content/a.yaml': 'changed' })
    await mkdir(join(root, 'bi'), { recursive: true })
    const { dirty, prefix } = (await gitFacts(join(root, 'bi'))) ?? {}
    expect({ dirty, prefix }).toEqual({ dirty: new Set(['content/a.yaml']), prefix: 'bi/' })
  })

  test('git is started only where a repository can be', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, { 'bi/content/a.yaml': 'a' })
    expect(await gitFacts(join(root, 'bi'))).toBeUndefined()
    commitAll(root)
    expect(await gitFacts(join(root, 'bi'))).toMatchObject({ prefix: 'bi/' })
  })

  test('a shallow clone is reported', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, { 'a.yaml': 'a' })
    commitAll(root)
    commitAll(root, 'another')
    const clone = join(temporaryDirectory(), 'clone')
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone])
    expect(await gitFacts(clone)).toMatchObject({ shallow: true })
  })
})

test('knows which files git ignores', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, { '.gitignore': '.vscode/\n', 'a.txt': '' })
  commitAll(root)
  expect([await isIgnored(root, '.vscode/settings.json'), await isIgnored(root, 'a.txt')]).toEqual([true, false])
})
