import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { gitFacts, ignoredFiles, isIgnored } from '../../src/workspace/git.ts'
import { openRepository } from '../../src/workspace/history.ts'
import { settingsFrom } from '../../src/workspace/repository.ts'
import { readTree } from '../../src/workspace/tree.ts'
import { filesIn } from '../scenarios/scenario.ts'
import { atSandbox, layOut, openStage, printedBy } from '../scenarios/stage.ts'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'

openStage()

/** A checkout with the project in `bi/`, and a program that leaves a mark when anything starts it. */
interface Place {
  readonly top: string
  readonly project: string
  readonly mark: string
  /** A command line that leaves the mark. */
  readonly attack: string
  /** Where somebody listens who must hear nothing. */
  readonly port: number
}

interface Attack {
  readonly name: string
  /** Files that the pull request commits, from the top of the repository. */
  readonly files?: (place: Place) => Readonly<Record<string, string>>
  /** What is in the configuration of the clone, of the user or in the environment by then. */
  readonly arrange?: (place: Place) => void
}

/** A team that includes a tracked file into its configuration lets every commit write it. */
const included = (settings: (place: Place) => string): Pick<Attack, 'files' | 'arrange'> => ({
  files: (place) => ({ 'team.gitconfig': settings(place) }),
  arrange: ({ top }) => git(top, 'config', 'include.path', '../team.gitconfig'),
})

const bare = (directory: string) => (place: Place) => ({
  [`${directory}HEAD`]: 'ref: refs/heads/main\n',
  [`${directory}objects/x`]: 'x',
  [`${directory}refs/x`]: 'x',
  [`${directory}config`]: `[core]\n  bare = false\n  worktree = .\n  repositoryformatversion = 0\n  fsmonitor = "${place.attack}"\n  hooksPath = "${place.top}"\n`,
})

const ATTACKS: readonly Attack[] = [
  { name: 'a bare repository in the folder of the project', files: bare('bi/') },
  { name: 'a bare repository in a folder of its content', files: bare('bi/content/sales/') },
  { name: 'a bare repository in its data model', files: bare('bi/data-model/') },
  { name: 'core.fsmonitor', ...included(({ attack }) => `[core]\n  fsmonitor = "${attack}"\n`) },
  {
    name: 'core.hooksPath, with every hook that reads may start',
    files: ({ attack }) => ({
      'team.gitconfig': '[core]\n  hooksPath = hooks\n',
      ...Object.fromEntries(
        ['post-index-change', 'fsmonitor-watchman', 'post-checkout', 'reference-transaction', 'pre-commit'].map(
          (hook) => [`hooks/${hook}`, `#!/bin/sh\n${attack}\n`],
        ),
      ),
    }),
    arrange: ({ top }) => {
      for (const hook of ['post-index-change', 'fsmonitor-watchman']) chmodSync(join(top, 'hooks', hook), 0o755)
      git(top, 'config', 'include.path', '../team.gitconfig')
    },
  },
  {
    name: 'a filter, for what is written and what is read',
    files: ({ attack }) => ({
      'team.gitconfig': `[filter "f"]\n  clean = "${attack}"\n  smudge = "${attack}"\n  required = true\n`,
      '.gitattributes': '* filter=f\n',
    }),
    arrange: ({ top }) => git(top, 'config', 'include.path', '../team.gitconfig'),
  },
  {
    name: 'a filter that is a process',
    files: ({ attack }) => ({
      'team.gitconfig': `[filter "f.g=h"]\n  process = "${attack}"\n`,
      'bi/.gitattributes': '* filter=f.g=h\n',
    }),
    arrange: ({ top }) => git(top, 'config', 'include.path', '../team.gitconfig'),
  },
  {
    name: 'textconv and commands that compare',
    files: ({ attack }) => ({
      'team.gitconfig': `[diff]\n  external = "${attack}"\n[diff "d"]\n  textconv = "${attack}"\n  command = "${attack}"\n`,
      '.gitattributes': '* diff=d\n',
    }),
    arrange: ({ top }) => git(top, 'config', 'include.path', '../team.gitconfig'),
  },
  {
    name: 'aliases and pagers',
    ...included(
      ({ attack }) =>
        `[alias]\n  status = "!${attack}"\n  rev-list = "!${attack}"\n[core]\n  pager = "${attack}"\n  editor = "${attack}"\n[pager]\n  status = "${attack}"\n  rev-list = "${attack}"\n  ls-files = true\n`,
    ),
  },
  {
    name: 'a clone without all files, that would fetch them',
    ...included(
      ({ attack, port }) =>
        `[core]\n  repositoryformatversion = 1\n  sshCommand = "${attack}"\n  askPass = "${attack}"\n  gitProxy = "${attack}"\n[extensions]\n  partialClone = origin\n[remote "origin"]\n  url = "ssh://127.0.0.1:${port}/x"\n  promisor = true\n[credential]\n  helper = "!${attack}"\n[protocol "ext"]\n  allow = always\n`,
    ),
  },
  {
    name: 'submodules',
    files: ({ attack }) => ({
      '.gitmodules': `[submodule "s"]\n  path = bi/content/s\n  url = ext::sh -c ${attack}\n  update = "!${attack}"\n`,
      'team.gitconfig': `[submodule]\n  recurse = true\n[status]\n  submoduleSummary = true\n[submodule "s"]\n  update = "!${attack}"\n  url = ./s\n`,
    }),
    arrange: ({ top }) => {
      const commit = git(top, 'rev-parse', 'HEAD').trim()
      git(top, 'update-index', '--add', '--cacheinfo', `160000,${commit},bi/content/s`)
      git(top, 'commit', '--quiet', '--message', 'a submodule')
      git(top, 'config', 'include.path', '../team.gitconfig')
    },
  },
  {
    name: 'the configuration of the user',
    arrange: ({ top, attack }) => {
      writeFileSync(
        join(top, '.git/home.gitconfig'),
        `[core]\n  fsmonitor = "${attack}"\n  pager = "${attack}"\n[filter "f"]\n  clean = "${attack}"\n  smudge = "${attack}"\n`,
      )
      mkdirSync(join(top, '.git/info'), { recursive: true })
      writeFileSync(join(top, '.git/info/attributes'), '* filter=f\n')
      vi.stubEnv('GIT_CONFIG_GLOBAL', join(top, '.git/home.gitconfig'))
    },
  },
  {
    name: 'variables of git in the environment',
    files: bare('elsewhere/'),
    arrange: ({ top, attack }) => {
      vi.stubEnv('GIT_DIR', join(top, 'elsewhere'))
      vi.stubEnv('GIT_WORK_TREE', '/')
      vi.stubEnv('GIT_INDEX_FILE', join(top, 'nowhere'))
      vi.stubEnv('GIT_EXTERNAL_DIFF', attack)
      vi.stubEnv('GIT_SSH_COMMAND', attack)
      vi.stubEnv('GIT_PAGER', attack)
      vi.stubEnv('GIT_ASKPASS', attack)
      vi.stubEnv('GIT_CONFIG_COUNT', '1')
      vi.stubEnv('GIT_CONFIG_KEY_0', 'core.fsmonitor')
      vi.stubEnv('GIT_CONFIG_VALUE_0', attack)
    },
  },
]

async function placeFor({ files, arrange }: Attack): Promise<Place & { readonly heard: string[] }> {
  const top = temporaryDirectory()
  const outside = temporaryDirectory()
  const mark = join(outside, 'mark')
  const script = join(outside, 'attack.sh')
  writeFileSync(script, `#!/bin/sh\nenv >> ${mark}\ncat > /dev/null\n`, { mode: 0o755 })
  const heard: string[] = []
  const server = createServer((socket) => {
    heard.push('somebody called')
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const place = { top, project: join(top, 'bi'), mark, attack: script, port }

  const start = filesIn('start')
  const project = Object.fromEntries(Object.entries(atSandbox(start)).map(([path, text]) => [`bi/${path}`, text]))
  await writeFiles(top, { ...project, '.gitignore': '.boardwright/\n' })
  const commit = commitAll(top)
  await layOut(start, commit)
  await writeFiles(top, files?.(place) ?? {})
  commitAll(top, 'the pull request')
  arrange?.(place)
  // Git looks into a file again whose time changed.
  await writeFiles(top, { 'bi/content/sales/folder.yaml': readFileSync(join(top, 'bi/content/sales/folder.yaml')) })
  return { ...place, heard }
}

/** A git that does something else first, before the real one on the PATH. */
function putBeforeGit(line: string): void {
  const bin = temporaryDirectory()
  const real = git(bin, '--exec-path').trim()
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${line}\nexec '${join(real, 'git')}' "$@"\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH']}`)
}

const COMMANDS = [
  'plan',
  'apply --yes --allow-dirty',
  'drift',
  'export',
  'status',
  'explain sales/revenue',
  'adopt --yes',
  'check --branch check-1',
  'validate',
  'fmt --check',
]

describe('a pull request makes no git of ours run anything, beside a token', () => {
  test.for(ATTACKS)('$name', async (attack) => {
    const { project, mark, heard } = await placeFor(attack)
    // What starts git for one of them starts it for all: the first attack is tried with every command.
    for (const command of attack === ATTACKS[0] ? COMMANDS : ['plan', 'export']) {
      const printed = await printedBy([...command.split(' '), '-C', project])
      expect({ command, ran: existsSync(mark), heard }).toEqual({ command, ran: false, heard: [] })
      expect(printed).not.toContain('this is a bug')
    }
  })

  test('the history of the project is seen beside a planted repository: what was applied is known', async () => {
    const { project } = await placeFor({ name: 'bare', files: bare('bi/') })
    const printed = await printedBy(['plan', '-C', project])
    expect(printed).toContain('No changes.')
    expect(printed).not.toContain('history of this project')
  })
})

describe('the one door to git', () => {
  test('gives no token and no variable of git to a child', async () => {
    const { project, mark, attack } = await placeFor({ name: 'none' })
    putBeforeGit(`${attack} < /dev/null`)
    vi.stubEnv('BOARDWRIGHT_TOKEN_PRODUCTION', 'a-token-that-nobody-may-see')
    vi.stubEnv('GITHUB_TOKEN', 'another-token-that-nobody-may-see')
    await printedBy(['plan', '-C', project])
    const seen = readFileSync(mark, 'utf8')
    expect(seen).toContain('GIT_ALLOW_PROTOCOL=none')
    expect(seen).not.toMatch(/TOKEN|that-nobody-may-see/)
  })

  test('opens what the user owns or calls safe, and says why it does not open another', async () => {
    const { project, top } = await placeFor({ name: 'none' })
    const files = (await readTree(project)).files
    const open = () => openRepository(project, { files, isOurs: () => true, commits: [] })
    const head = git(top, 'rev-parse', 'HEAD').trim()
    // So git takes everything for somebody else's.
    putBeforeGit('export GIT_TEST_ASSUME_DIFFERENT_OWNER=1')
    expect(await open()).toMatchObject({ head: undefined, because: expect.stringContaining('dubious ownership') })
    vi.stubEnv('GIT_CONFIG_COUNT', '1')
    vi.stubEnv('GIT_CONFIG_KEY_0', 'safe.directory')
    vi.stubEnv('GIT_CONFIG_VALUE_0', top)
    expect(await open()).toMatchObject({ head })
  })

  test('keeps what the user says of ignored files and of line ends', async () => {
    const { project, top } = await placeFor({ name: 'none' })
    writeFileSync(join(top, '.git/ignores'), '.DS_Store\n')
    writeFileSync(join(top, '.git/home.gitconfig'), `[core]\n  excludesFile = ${join(top, '.git/ignores')}\n`)
    vi.stubEnv('GIT_CONFIG_GLOBAL', join(top, '.git/home.gitconfig'))
    await writeFiles(project, { 'content/.DS_Store': 'x', 'data-model/.DS_Store': 'x' })
    expect((await gitFacts(project))?.dirty).toEqual(new Set())
    expect(await isIgnored(project, 'content/.DS_Store')).toBe(true)
    expect(await ignoredFiles(project, 'data-model')).toEqual(new Set(['data-model/.DS_Store']))
  })

  test.for<[list: string, settings: [string, string][]]>([
    ['core.autocrlf\ntrue\0core.fsmonitor\n/bin/x\0', [['core.autocrlf', 'true']]],
    ['core.excludesfile\n~/ignore\0', [['core.excludesfile', expect.not.stringContaining('~')]]],
    ['safe.directory\n*\0alias.x\n!y\0', []],
    [
      'filter.a.b=c.smudge\nx\0',
      [
        ['filter.a.b=c.clean', ''],
        ['filter.a.b=c.smudge', ''],
        ['filter.a.b=c.process', ''],
        ['filter.a.b=c.required', 'false'],
      ],
    ],
  ])('of %j it takes over %j', ([list, settings]) => {
    expect(settingsFrom(list)).toEqual(settings)
  })
})
