// Slow: it walks through histories of commits.
import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCommits } from '../../src/workspace/commits.ts'
import { openRepository, type Repository } from '../../src/workspace/history.ts'
import { readTree } from '../../src/workspace/tree.ts'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'

/** A commit at a minute of one day. */
function commitAt(root: string, minute: number, message = `at ${minute}`): string {
  const date = `2026-10-01T08:${String(minute).padStart(2, '0')}:00Z`
  execFileSync(
    'git',
    ['-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '-q', '--allow-empty', '-m', message],
    {
      cwd: root,
      env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
    },
  )
  return git(root, 'rev-parse', 'HEAD').trim()
}

function repository(): string {
  const root = temporaryDirectory()
  git(root, 'init', '--quiet', '--initial-branch', 'main')
  git(root, 'config', 'user.name', 'Test')
  git(root, 'config', 'user.email', 'test@example.com')
  return root
}

const related = async (root: string, names: readonly string[]) => {
  const commits = await readCommits(root, git(root, 'rev-parse', 'HEAD').trim(), names)
  return { ...commits, relations: names.map((name) => commits.relations.get(name)) }
}

const NOWHERE = 'c0ffee0c0ffee0c0ffee0c0ffee0c0ffee0c0ffe'

describe('readCommits', () => {
  test('on one line, the newest is the last', async () => {
    const root = repository()
    const [a, b, c, d] = [1, 2, 3, 4].map((minute) => commitAt(root, minute)) as [string, string, string, string]
    expect(await related(root, [b, d, a])).toMatchObject({ relations: ['older', 'same', 'older'], newest: d })
    git(root, 'checkout', '--quiet', b)
    expect(await related(root, [a, c, b])).toMatchObject({ relations: ['older', 'newer', 'same'], newest: c })
    expect(await related(root, [a, c, d])).toMatchObject({ relations: ['older', 'newer', 'newer'], newest: d })
    expect(await related(root, [a])).toMatchObject({ relations: ['older'], newest: a })
    expect(await related(root, [b])).toMatchObject({ relations: ['same'], newest: b })
    expect(await related(root, [])).toMatchObject({ relations: [], newest: undefined })
  })

  test('among commits of the same second, the newest does not depend on the order of the names', async () => {
    const root = repository()
    const start = commitAt(root, 1)
    const sides = ['one', 'two', 'three'].map((name) => {
      git(root, 'checkout', '--quiet', '-b', name, start)
      return commitAt(root, 2, name)
    })
    git(root, 'checkout', '--quiet', start)
    const newest = await Promise.all(
      [sides, sides.toReversed(), sides.toSorted()].map(async (names) => (await related(root, names)).newest),
    )
    expect(new Set(newest).size).toBe(1)
  })

  test('a clock that goes backwards does not make a child older than its parent', async () => {
    const root = repository()
    const [a, b, c] = [30, 20, 10].map((minute) => commitAt(root, minute)) as [string, string, string]
    expect(await related(root, [a, b])).toMatchObject({ relations: ['older', 'older'], newest: b })
    git(root, 'checkout', '--quiet', a)
    expect(await related(root, [c, b, a])).toMatchObject({ relations: ['newer', 'newer', 'same'], newest: c })
  })

  test('a branch that was squash-merged has diverged, and what came after it is newer', async () => {
    const root = repository()
    const fork = commitAt(root, 1)
    git(root, 'checkout', '--quiet', '-b', 'feature')
    const [first, second] = [commitAt(root, 2), commitAt(root, 3)]
    git(root, 'checkout', '--quiet', 'main')
    const squashed = commitAt(root, 4, 'squashed')
    commitAt(root, 5)
    const commits = await related(root, [first, second, squashed])
    expect(commits).toMatchObject({ relations: ['diverged', 'diverged', 'older'], newest: squashed })
    expect(await commits.forkOf(second)).toBe(fork)
    expect(await related(root, [first, second])).toMatchObject({ newest: second })
    git(root, 'checkout', '--quiet', 'feature')
    const other = await related(root, [squashed, first])
    expect(other).toMatchObject({ relations: ['diverged', 'older'], newest: squashed })
    expect(await other.forkOf(squashed)).toBe(fork)
  })

  test('a merge makes both sides older; the fork is the last commit that both sides had', async () => {
    const root = repository()
    const start = commitAt(root, 1)
    git(root, 'checkout', '--quiet', '-b', 'feature')
    const side = commitAt(root, 2)
    git(root, 'checkout', '--quiet', 'main')
    const main = commitAt(root, 3)
    git(root, 'merge', '--quiet', '--no-edit', 'feature')
    git(root, 'checkout', '--quiet', 'feature')
    const later = commitAt(root, 5)
    git(root, 'checkout', '--quiet', 'main')
    const commits = await related(root, [side, main, later, start])
    expect(commits.relations).toEqual(['older', 'older', 'diverged', 'older'])
    expect(await commits.forkOf(later)).toBe(side)
  })

  test('the merge base is found below everything that was listed, and unrelated histories have none', async () => {
    const root = repository()
    const start = commitAt(root, 20)
    git(root, 'checkout', '--quiet', '-b', 'feature')
    const late = commitAt(root, 50)
    git(root, 'checkout', '--quiet', 'main')
    const early = commitAt(root, 21)
    git(root, 'checkout', '--quiet', '--orphan', 'alone')
    const alone = commitAt(root, 30)
    git(root, 'checkout', '--quiet', 'main')
    commitAt(root, 55)
    const commits = await related(root, [early, late, alone])
    expect(commits).toMatchObject({ relations: ['older', 'diverged', 'diverged'], newest: late })
    expect(await commits.forkOf(late)).toBe(start)
    expect(await commits.forkOf(alone)).toBeUndefined()
  })

  test('a name that is not the hash of a commit here is missing, whatever it looks like', async () => {
    const root = repository()
    await writeFiles(root, { 'a.txt': 'a' })
    const commit = commitAll(root)
    const blob = git(root, 'rev-parse', 'HEAD:a.txt').trim()
    git(root, 'tag', '-a', 'v1', '-m', 'one')
    const tag = git(root, 'rev-parse', 'v1').trim()
    git(root, 'branch', 'deadbeef')
    const output = join(root, 'pwned')
    const names = [
      NOWHERE,
      blob,
      tag,
      'deadbeef',
      `--output=${output}`,
      '-h',
      'HEAD',
      'main',
      `${commit}\n${commit}`,
      '',
    ]
    const commits = await related(root, [...names, commit.slice(0, 10)])
    expect(commits.relations).toEqual([...names.map(() => 'missing'), 'same'])
    expect(commits.newest).toBe(commit.slice(0, 10))
    expect(await commits.forkOf('-h')).toBeUndefined()
  })

  test('a thousand commits are compared at once', async () => {
    const root = repository()
    const stream = Array.from({ length: 1000 }, (_, index) => {
      return `commit refs/heads/main\ncommitter T <t@example.com> ${1_700_000_000 + index} +0000\ndata 1\nx\n`
    })
    execFileSync('git', ['fast-import', '--quiet'], { cwd: root, input: stream.join('') })
    const all = git(root, 'rev-list', 'main').trim().split('\n')
    const commits = await related(root, all.slice(1))
    expect(new Set(commits.relations)).toEqual(new Set(['older']))
    expect(commits.newest).toBe(all[1])
  })
})

const PROJECT = { 'boardwright.yaml': 'id: ours', 'content/a.yaml': 'a', 'data-model/model/m.yml': 'm' }

async function open(root: string, commits: readonly string[] = []): Promise<Repository> {
  const { files } = await readTree(root)
  const isOurs = (config: Uint8Array): boolean => Buffer.from(config).toString().startsWith('id: ours')
  const opened = await openRepository(root, { files, isOurs, commits })
  if (opened.head === undefined) throw new Error(`no repository: ${opened.because}`)
  return opened
}

const textsAt = async (repository: Repository, commit: string) => {
  const files = await repository.filesAt(commit)
  return files && Object.fromEntries([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')]))
}

describe('filesAt', () => {
  test('gives the files of that time: changed, removed, renamed, and binary', async () => {
    const root = repository()
    const before = {
      ...PROJECT,
      'content/gone.yaml': 'g\n\n',
      'content/Zürich ☕.yaml': 'z',
      'data-model/logo.bin': '\0\n\xff\n',
    }
    const { 'data-model/logo.bin': binary, ...texts } = before
    await writeFiles(root, {
      ...texts,
      'data-model/logo.bin': Buffer.from(binary, 'latin1'),
      'README.md': 'no',
      'content/empty.sql': '',
    })
    const first = commitAll(root)
    await writeFiles(root, {
      'content/a.yaml': 'changed',
      'data-model/logo.bin': 'x',
      'content/new.yaml': 'n',
      'content/empty.sql': 'e',
    })
    await rm(join(root, 'content/gone.yaml'))
    await rename(join(root, 'content/Zürich ☕.yaml'), join(root, 'content/b.yaml'))
    commitAll(root)
    expect(await textsAt(await open(root), first)).toEqual({ ...before, 'content/empty.sql': '' })
  })

  test('the same files give the same map, that of the work tree if they are its files', async () => {
    const root = repository()
    await writeFiles(root, PROJECT)
    const first = commitAll(root)
    await writeFiles(root, { 'README.md': 'not of the project' })
    const second = commitAll(root)
    await writeFiles(root, { 'content/a.yaml': 'b' })
    const third = commitAll(root)
    await writeFiles(root, { 'untracked.txt': 'not of the project', '.DS_Store': 'x', 'content/.DS_Store': 'x' })
    const { files } = await readTree(root)
    const opened = (await openRepository(root, { files, isOurs: () => false, commits: [] })) as Repository
    expect(opened.dirty).toBe(false)
    expect(await opened.filesAt(third)).toBe(files)
    expect(await opened.filesAt(second)).toBe(await opened.filesAt(first))
    expect(await opened.filesAt(first)).not.toBe(files)
  })

  test.each([
    ['changed', (root: string) => writeFile(join(root, 'content/a.yaml'), 'dirty'), true],
    ['removed', (root: string) => rm(join(root, 'content/a.yaml')), true],
    ['new', (root: string) => writeFile(join(root, 'content/new.yaml'), 'new'), true],
    ['ignored by git', (root: string) => writeFile(join(root, 'content/x.ignored'), 'x'), false],
    [
      'hidden from git',
      async (root: string) => {
        git(root, 'update-index', '--skip-worktree', 'content/a.yaml')
        await rm(join(root, 'content/a.yaml'))
      },
      false,
    ],
  ])('a file that is %s in the work tree is not in a commit', async (_, edit, dirty) => {
    const root = repository()
    await writeFiles(root, { ...PROJECT, '.gitignore': '*.ignored\n' })
    const commit = commitAll(root)
    await edit(root)
    const opened = await open(root)
    expect(opened.dirty).toBe(dirty)
    expect(await textsAt(opened, commit)).toEqual(PROJECT)
  })

  test('a project that was moved is found at its old place, and its current place is tried first', async () => {
    const root = repository()
    const old = Object.fromEntries(Object.entries(PROJECT).map(([path, text]) => [`old place/${path}`, text]))
    await writeFiles(root, {
      ...old,
      'boardwright.yaml': 'id: other',
      'new/boardwright.yaml': 'id: other',
      'new/content/x.yaml': 'x',
    })
    const first = commitAll(root)
    await rm(join(root, 'new'), { recursive: true })
    await rename(join(root, 'old place'), join(root, 'new'))
    await writeFiles(root, { 'copy/boardwright.yaml': 'id: ours too' })
    const second = commitAll(root)
    await writeFiles(root, { 'new/boardwright.yaml': 'id: ours, edited' })
    commitAll(root)
    const opened = await open(join(root, 'new'))
    expect(await textsAt(opened, first)).toEqual(PROJECT)
    expect(await textsAt(opened, second)).toEqual(PROJECT)
  })

  test.each(['', 'new/'])(
    'a project that is moved and not committed yet is found where it was: to "%s"',
    async (to) => {
      const root = repository()
      const at = (directory: string, files: Record<string, string>) =>
        Object.fromEntries(Object.entries(files).map(([path, text]) => [`${directory}${path}`, text]))
      await writeFiles(root, at('old/', PROJECT))
      const first = commitAll(root)
      await writeFiles(root, { 'old/content/a.yaml': 'changed' })
      const second = commitAll(root)
      await rm(join(root, 'old'), { recursive: true })
      await writeFiles(root, at(to, PROJECT))
      const opened = await open(join(root, to))
      expect(await textsAt(opened, first)).toEqual(PROJECT)
      expect(await textsAt(opened, second)).toEqual({ ...PROJECT, 'content/a.yaml': 'changed' })
    },
  )

  test('a project that did not exist, or existed twice, is not found', async () => {
    const root = repository()
    await writeFiles(root, { 'README.md': 'x' })
    const none = commitAll(root)
    await writeFiles(root, { 'a/boardwright.yaml': 'id: ours', 'b/boardwright.yaml': 'id: ours' })
    const two = commitAll(root)
    await rm(join(root, 'b'), { recursive: true })
    await rename(join(root, 'a'), join(root, 'c'))
    commitAll(root)
    const opened = await open(join(root, 'c'))
    expect([await opened.filesAt(none), await opened.filesAt(two)]).toEqual([undefined, undefined])
  })

  test('symbolic links and submodules are left out', async () => {
    const root = repository()
    await writeFiles(root, PROJECT)
    symlinkSync('/etc/passwd', join(root, 'content/link.yaml'))
    git(root, 'add', '--all')
    git(root, 'update-index', '--add', '--cacheinfo', `160000,${NOWHERE},content/module`)
    git(root, 'commit', '--quiet', '--message', 'links')
    const commit = git(root, 'rev-parse', 'HEAD').trim()
    git(root, 'rm', '--quiet', '--cached', 'content/module')
    await rm(join(root, 'content/link.yaml'))
    await writeFiles(root, { 'content/a.yaml': 'b' })
    commitAll(root)
    expect(await textsAt(await open(root), commit)).toEqual(PROJECT)
  })

  test('line ends are those of a checkout', async () => {
    const root = repository()
    await writeFiles(root, { ...PROJECT, 'content/a.yaml': 'one\ntwo\n', '.gitattributes': '*.yaml text eol=crlf\n' })
    const commit = commitAll(root)
    await writeFiles(root, { 'content/a.yaml': 'three\r\n' })
    commitAll(root)
    expect((await textsAt(await open(root), commit))?.['content/a.yaml']).toBe('one\r\ntwo\r\n')
  })
})

describe('openRepository', () => {
  const none = { files: new Map(), isOurs: () => true, commits: [NOWHERE] }

  test('without a repository, and before the first commit, there is no history', async () => {
    const root = temporaryDirectory()
    expect(await openRepository(root, none)).toMatchObject({ head: undefined, dirty: false, because: undefined })
    git(root, 'init', '--quiet')
    await writeFiles(root, PROJECT)
    expect(await openRepository(root, none)).toMatchObject({ head: undefined, dirty: true, because: undefined })
  })

  test('a repository that git does not open does not count as none', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, { '.git': 'gitdir: /nowhere' })
    expect(await openRepository(root, none)).toMatchObject({ because: 'not a git repository: /nowhere' })
  })
})
