// Slow: it works on three forges.
import { describe, expect, test } from 'vitest'
import { commitAll, git, temporaryDirectory, writeFiles } from '../../../test/support/directory.ts'
import { keepBranch } from '../branch.ts'
import { readContext } from '../context.ts'
import { openForge } from '../forge.ts'
import { startForge } from './server.ts'

const OURS = { name: 'Boardwright', email: 'boardwright@ci.invalid' }
const BRANCH = 'boardwright/drift-production'
const base64 = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString('base64')
const BYTES = Uint8Array.from([0, 255, 10, 13, 128])

describe.each(['github', 'gitlab', 'gitea'] as const)('a branch that holds one change, on %s', (player) => {
  async function begin() {
    const remote = temporaryDirectory()
    git(remote, 'init', '--quiet', '--bare', '--initial-branch', 'main')
    const work = temporaryDirectory()
    git(work, 'clone', '--quiet', remote, '.')
    await writeFiles(work, { 'content/a.yaml': 'one\n', 'content/gone.yaml': 'x\n', 'README.md': 'words\n' })
    commitAll(work)
    git(work, 'push', '--quiet', 'origin', 'HEAD:main')
    const server = await startForge(player, remote)
    const env = {
      ...{ GITHUB_API_URL: server.url, GITHUB_REPOSITORY: 'acme/analytics', GITHUB_TOKEN: 'ghs_secret' },
      ...{ CI_API_V4_URL: server.url, CI_PROJECT_ID: '5', GITLAB_TOKEN: 'glpat' },
    }
    const head = (): string => git(remote, 'rev-parse', 'main').trim()
    const keep = async (text: string | undefined, digest = text?.trim() ?? '', most = 3) => {
      const forge = openForge(readContext(player, env, undefined), {})
      const files =
        text === undefined
          ? []
          : [
              { path: 'content/a.yaml', action: 'update' as const, content: base64(text) },
              { path: 'content/new/größe.bin', action: 'create' as const, content: base64(BYTES) },
              { path: 'content/gone.yaml', action: 'delete' as const },
            ]
      const base = text === undefined ? undefined : head()
      const about = { branch: BRANCH, into: 'main', base, message: 'Take UI edits', author: OURS, digest }
      return keepBranch(forge.branches, { ...about, files: files.slice(0, most) }).finally(forge.close)
    }
    const show = (path: string): string => git(remote, 'show', `${BRANCH}:${path}`)
    return { remote, work, keep, show }
  }

  test('is created, left alone while it is right, updated, and removed', async () => {
    const { remote, keep, show } = await begin()
    expect(await keep(undefined)).toBe('nothing')
    expect(await keep('two\n')).toBe('written')
    const first = git(remote, 'rev-parse', BRANCH)
    expect(await keep('two\n')).toBe('unchanged')
    expect(git(remote, 'rev-parse', BRANCH)).toBe(first)
    expect(await keep('three\n')).toBe('written')
    expect(show('content/a.yaml')).toBe('three\n')
    expect(
      git(remote, '-c', 'core.quotepath=off', 'diff', '--name-status', 'main', BRANCH).split('\n').filter(Boolean),
    ).toEqual(['M\tcontent/a.yaml', 'D\tcontent/gone.yaml', 'A\tcontent/new/größe.bin'])
    expect(git(remote, 'cat-file', '-s', `${BRANCH}:content/new/größe.bin`)).toBe(`${BYTES.length}\n`)
    expect(git(remote, 'log', '-1', '--format=%ae %s', BRANCH)).toBe(`${OURS.email} Take UI edits\n`)
    expect(await keep(undefined)).toBe('removed')
    expect(git(remote, 'branch', '--list', BRANCH)).toBe('')
  })

  test('keeps nothing of what the change no longer contains', async () => {
    const { remote, keep } = await begin()
    await keep('two\n')
    expect(await keep('three\n', 'less', 1)).toBe('written')
    expect(git(remote, 'diff', '--name-status', 'main', BRANCH)).toBe('M\tcontent/a.yaml\n')
  })

  test('contains what was merged meanwhile, too', async () => {
    const { work, keep, show } = await begin()
    await keep('two\n')
    await writeFiles(work, { 'README.md': 'more words\n' })
    commitAll(work)
    git(work, 'push', '--quiet', 'origin', 'HEAD:main')
    expect(await keep('two\n', 'on another commit')).toBe('written')
    expect([show('README.md'), show('content/a.yaml')]).toEqual(['more words\n', 'two\n'])
  })

  test('is left alone once somebody else commits to it', async () => {
    const { remote, work, keep } = await begin()
    await keep('two\n')
    git(work, 'fetch', '--quiet', 'origin')
    git(work, 'checkout', '--quiet', BRANCH)
    await writeFiles(work, { 'content/a.yaml': 'by hand\n' })
    commitAll(work)
    git(work, 'push', '--quiet', 'origin', `HEAD:${BRANCH}`)
    const theirs = git(remote, 'rev-parse', BRANCH)
    expect(await keep('three\n')).toBe('left to others')
    expect(await keep(undefined)).toBe('left to others')
    expect(git(remote, 'rev-parse', BRANCH)).toBe(theirs)
  })
})
