import { existsSync, mkdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { beginRepository } from '../../src/workspace/begin-repository.ts'
import { gitFacts, requireGitFacts } from '../../src/workspace/git.ts'
import { repositoryAt } from '../../src/workspace/repository.ts'
import { askGit } from '../../src/workspace/run-git.ts'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'

/** A project in `bi/` of a repository, with one file that is as it was committed and one that is not. */
async function checkout(): Promise<{ readonly top: string; readonly commit: string }> {
  const top = realpathSync(temporaryDirectory())
  await writeFiles(top, { 'bi/a': 'a\n', 'bi/b': 'b\n' })
  return { top, commit: commitAll(top) }
}

type Checkout = (top: string) => string

/** Each makes another checkout of a repository, and says where it is. */
const CHECKOUTS: Readonly<Record<string, Checkout>> = {
  'as it was cloned': (top) => top,
  'a linked worktree': (top) => {
    const place = join(temporaryDirectory(), 'linked')
    git(top, 'worktree', 'add', '--quiet', '--detach', place)
    return place
  },
  'a worktree of a bare repository': (top) => {
    const all = temporaryDirectory()
    git(all, 'clone', '--quiet', '--bare', top, 'bare')
    git(join(all, 'bare'), 'worktree', 'add', '--quiet', '--detach', '../linked')
    return join(all, 'linked')
  },
  'a submodule': (top) => {
    const outer = temporaryDirectory()
    commitAll(outer)
    git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', top, 'deep/inner')
    return join(outer, 'deep/inner')
  },
  'a repository in another place': (top) => {
    const all = temporaryDirectory()
    git(all, 'clone', '--quiet', '--separate-git-dir', join(all, 'elsewhere'), top, 'work')
    return join(all, 'work')
  },
  'a repository behind a link': (top) => {
    const elsewhere = join(temporaryDirectory(), 'kept')
    renameSync(join(top, '.git'), elsewhere)
    symlinkSync(elsewhere, join(top, '.git'))
    return top
  },
  'a checkout behind a link': (top) => {
    const link = join(temporaryDirectory(), 'link')
    symlinkSync(top, link)
    return link
  },
  'a directory below that is not a repository': (top) => {
    mkdirSync(join(top, 'bi/.git'))
    return top
  },
  'a bare repository below': (top) => {
    git(join(top, 'bi'), 'init', '--quiet', '--bare', '.')
    git(top, 'config', 'status.showUntrackedFiles', 'no')
    return top
  },
  'settings from a file in the home of the user': (top) => {
    git(top, 'config', 'include.path', '~/of-a-team.gitconfig')
    vi.stubEnv('HOME', temporaryDirectory())
    writeFileSync(join(process.env['HOME'] ?? '', 'of-a-team.gitconfig'), '[core]\n  fsmonitor = nothing\n')
    return top
  },
}

describe('the repository of a project', () => {
  afterEach(() => void vi.unstubAllEnvs())

  test.for(Object.entries(CHECKOUTS))('%s', async ([, make]) => {
    const { top, commit } = await checkout()
    const root = join(make(top), 'bi')
    await writeFiles(root, { b: 'another\n' })
    const facts = await gitFacts(root)
    expect(facts).toMatchObject({ commit, shallow: false, prefix: 'bi/' })
    expect(facts?.dirty.has('b')).toBe(true)
    expect(facts?.dirty.has('a')).toBe(false)
    expect(await askGit(root, ['cat-file', '-p', 'HEAD:bi/b'])).toBe('b\n')
  })

  test('a shallow clone is recognised', async () => {
    const { top } = await checkout()
    commitAll(top, 'one more')
    const all = temporaryDirectory()
    git(all, 'clone', '--quiet', '--depth=1', `file://${top}`, 'work')
    expect(await gitFacts(join(all, 'work/bi'))).toMatchObject({ shallow: true })
    git(join(all, 'work'), 'worktree', 'add', '--quiet', '--detach', '../linked')
    expect(await gitFacts(join(all, 'linked/bi'))).toMatchObject({ shallow: true, prefix: 'bi/' })
  })

  test('a directory with its own repository does not use the one around it', async () => {
    const { top } = await checkout()
    const inner = join(top, 'bi/own')
    await writeFiles(inner, { c: 'c' })
    const commit = commitAll(inner)
    expect(await gitFacts(inner)).toMatchObject({ commit, prefix: '' })
  })

  test.each(['.', 'refs/heads'])('none is begun in a bare repository: %s', async (place) => {
    const bare = temporaryDirectory()
    git(bare, 'init', '--quiet', '--bare', '.')
    const root = join(bare, place)
    expect(await beginRepository(root)).toMatchObject({ made: false, because: expect.stringContaining('bare') })
    expect(existsSync(join(root, '.git'))).toBe(false)
  })

  test('one that git does not open is an error with its reason', async () => {
    const { top } = await checkout()
    writeFileSync(join(top, '.git/config'), '[core\n')
    await expect(requireGitFacts(join(top, 'bi'))).rejects.toMatchObject({
      kind: 'NO_REPOSITORY',
      message: expect.stringContaining('bad config'),
    })
    await expect(repositoryAt(join(top, 'bi'))).rejects.toThrow()
  })
})
