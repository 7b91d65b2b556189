import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { vi } from 'vitest'
import { commitAll, git, writeFiles } from '../support/directory.ts'

/** A checkout with the project in `bi/`, and a program that leaves a mark when anything starts it. */
export interface Place {
  readonly top: string
  readonly project: string
  readonly mark: string
  /** A program that leaves the mark. */
  readonly attack: string
  /** Where somebody listens who must hear nothing. */
  readonly port: number
}

type Committed = (place: Place) => Readonly<Record<string, string>>

export interface GitAttack {
  readonly name: string
  /** Files that the pull request commits, from the top of the repository. */
  readonly files?: Committed
  /** What is in the clone, in the configuration of the user or in the environment by then. */
  readonly arrange?: (place: Place) => void | Promise<void>
  /** A git as anybody would start it in the project, which falls for it. Absent where that takes a terminal. */
  readonly fallsFor?: readonly string[]
}

/** A team that includes a tracked file into its configuration lets every commit write it. */
const INCLUDED: Pick<GitAttack, 'arrange'> = {
  arrange: ({ top }) => void git(top, 'config', 'include.path', '../team.gitconfig'),
}
const team =
  (settings: (place: Place) => string, more: Readonly<Record<string, string>> = {}): Committed =>
  (place) => ({ 'team.gitconfig': settings(place), ...more })

const bare =
  (directory: string): Committed =>
  ({ attack, top }) => ({
    [`${directory}HEAD`]: 'ref: refs/heads/main\n',
    [`${directory}objects/x`]: 'x',
    [`${directory}refs/x`]: 'x',
    [`${directory}config`]: `[core]\n  bare = false\n  worktree = .\n  repositoryformatversion = 0\n  fsmonitor = "${attack}"\n  hooksPath = "${top}"\n`,
  })

/** A file whose text at the commit before is needed, and is not in the clone any more. */
const LACKING = 'bi/content/sales/revenue/reports/customers.yaml'
function loseOldFile({ top }: Place): void {
  const id = git(top, 'rev-parse', `HEAD~1:${LACKING}`).trim()
  rmSync(join(top, '.git/objects', id.slice(0, 2), id.slice(2)))
  git(top, 'config', 'include.path', '../team.gitconfig')
}
const promising = (remote: (place: Place) => string): Pick<GitAttack, 'files' | 'arrange' | 'fallsFor'> => ({
  files: team(
    (place) =>
      `[core]\n  repositoryformatversion = 1\n[extensions]\n  partialClone = origin\n[remote "origin"]\n  promisor = true\n  partialclonefilter = blob:none\n${remote(place)}`,
    { [LACKING]: 'id: customers001\nname: The best customers\n' },
  ),
  arrange: (place) => {
    // Git believes that a clone is partial only in its own configuration.
    git(place.top, 'config', 'core.repositoryFormatVersion', '1')
    git(place.top, 'config', 'extensions.partialClone', 'origin')
    loseOldFile(place)
  },
  fallsFor: ['cat-file', '-p', `HEAD~1:${LACKING}`],
})

const HOOKS = ['post-index-change', 'fsmonitor-watchman', 'post-checkout', 'reference-transaction', 'pre-commit']

export const GIT_ATTACKS: readonly GitAttack[] = [
  { name: 'a bare repository in the folder of the project', files: bare('bi/'), fallsFor: ['status'] },
  {
    name: 'a bare repository in a folder of its content',
    files: bare('bi/content/sales/'),
    fallsFor: ['-C', 'content/sales', 'status'],
  },
  {
    name: 'a bare repository in its data model',
    files: bare('bi/data-model/'),
    fallsFor: ['-C', 'data-model', 'status'],
  },
  {
    name: 'core.fsmonitor',
    ...INCLUDED,
    files: team(({ attack }) => `[core]\n  fsmonitor = "${attack}"\n`),
    fallsFor: ['status'],
  },
  {
    name: 'an include with a condition',
    files: team(({ attack }) => `[core]\n  fsmonitor = "${attack}"\n`),
    arrange: ({ top }) => void git(top, 'config', 'includeIf.onbranch:main.path', '../team.gitconfig'),
    fallsFor: ['status'],
  },
  {
    name: 'core.hooksPath, with every hook that a command may start',
    files: ({ attack }) => ({
      'team.gitconfig': '[core]\n  hooksPath = hooks\n',
      ...Object.fromEntries(HOOKS.map((hook) => [`hooks/${hook}`, `#!/bin/sh\n${attack} < /dev/null\n`])),
    }),
    arrange: ({ top }) => {
      for (const hook of HOOKS) chmodSync(join(top, 'hooks', hook), 0o755)
      git(top, 'config', 'include.path', '../team.gitconfig')
    },
    fallsFor: ['update-index', '--refresh'],
  },
  {
    name: 'a filter, for what is written and what is read',
    ...INCLUDED,
    files: team(({ attack }) => `[filter "f"]\n  clean = "${attack}"\n  smudge = "${attack}"\n  required = true\n`, {
      '.gitattributes': '* filter=f\n',
    }),
    fallsFor: ['status'],
  },
  {
    name: 'a filter that is a process',
    ...INCLUDED,
    files: team(({ attack }) => `[filter "f.g=h"]\n  process = "${attack}"\n`, {
      'bi/.gitattributes': '* filter=f.g=h\n',
    }),
    fallsFor: ['status'],
  },
  {
    name: 'textconv and commands that compare',
    ...INCLUDED,
    files: team(
      ({ attack }) =>
        `[diff]\n  external = "${attack}"\n[diff "d"]\n  textconv = "${attack}"\n  command = "${attack}"\n`,
      { '.gitattributes': '* diff=d\n' },
    ),
    fallsFor: ['diff', 'HEAD~1'],
  },
  {
    name: 'aliases',
    ...INCLUDED,
    files: team(({ attack }) => `[alias]\n  status = "!${attack}"\n  rev-list = "!${attack}"\n  st = "!${attack}"\n`),
    fallsFor: ['st'],
  },
  {
    name: 'pagers and editors',
    ...INCLUDED,
    files: team(
      ({ attack }) =>
        `[core]\n  pager = "${attack}"\n  editor = "${attack}"\n[pager]\n  status = "${attack}"\n  rev-list = "${attack}"\n  ls-files = true\n`,
    ),
  },
  {
    name: 'signatures that a program looks at',
    files: team(({ attack }) => `[log]\n  showSignature = true\n[gpg]\n  program = "${attack}"\n`),
    arrange: ({ top }) => {
      const head = git(top, 'cat-file', 'commit', 'HEAD')
      const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n eA==\n -----END PGP SIGNATURE-----\n'
      writeFileSync(join(top, '.git/signed'), head.replace(/\n\n/, `\n${signature}\n`))
      git(top, 'reset', '--quiet', '--soft', git(top, 'hash-object', '-t', 'commit', '-w', '.git/signed').trim())
      git(top, 'config', 'include.path', '../team.gitconfig')
    },
    fallsFor: ['log', '-1'],
  },
  {
    name: 'a clone without all files, that would fetch them over a connection',
    ...promising(
      ({ attack, port }) =>
        `  url = "ssh://127.0.0.1:${port}/x"\n[core]\n  sshCommand = "${attack}"\n  askPass = "${attack}"\n  gitProxy = "${attack}"\n[credential]\n  helper = "!${attack}"\n`,
    ),
  },
  {
    name: 'a clone without all files, that would fetch them from a listener',
    ...promising(({ port }) => `  url = "http://127.0.0.1:${port}/x"\n[protocol "http"]\n  allow = always\n`),
  },
  {
    name: 'a clone without all files, that would fetch them with a program',
    ...promising(
      ({ attack, top }) => `  url = "${top}"\n  uploadpack = "${attack}"\n[protocol "file"]\n  allow = always\n`,
    ),
  },
  {
    name: 'a clone without all files, whose remote is a command',
    ...promising(({ attack }) => `  url = "ext::${attack}"\n[protocol "ext"]\n  allow = always\n`),
  },
  {
    name: 'submodules',
    files: ({ attack }) => ({
      '.gitmodules': `[submodule "s"]\n  path = bi/s\n  url = ext::sh -c ${attack}\n  ignore = none\n`,
      'team.gitconfig': '[submodule]\n  recurse = true\n[status]\n  submoduleSummary = true\n',
    }),
    arrange: async ({ top, project, attack }) => {
      await writeFiles(join(project, 's'), { file: 'x' })
      commitAll(join(project, 's'))
      git(join(project, 's'), 'config', 'core.fsmonitor', attack)
      git(top, 'add', 'bi/s')
      git(top, 'commit', '--quiet', '--message', 'a submodule')
      await writeFiles(join(project, 's'), { file: 'y' })
      git(top, 'config', 'include.path', '../team.gitconfig')
    },
    fallsFor: ['status'],
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
    fallsFor: ['status'],
  },
  {
    name: 'a setting in the environment',
    arrange: ({ attack }) => {
      vi.stubEnv('GIT_CONFIG_COUNT', '1')
      vi.stubEnv('GIT_CONFIG_KEY_0', 'core.fsmonitor')
      vi.stubEnv('GIT_CONFIG_VALUE_0', attack)
    },
    fallsFor: ['status'],
  },
  {
    name: 'a repository that the environment names',
    files: bare('elsewhere/'),
    arrange: ({ top }) => {
      vi.stubEnv('GIT_DIR', join(top, 'elsewhere'))
      vi.stubEnv('GIT_WORK_TREE', '/')
      vi.stubEnv('GIT_INDEX_FILE', join(top, 'nowhere'))
    },
    fallsFor: ['status'],
  },
  {
    name: 'programs that the environment names',
    arrange: ({ top, attack }) => {
      const names = ['EXTERNAL_DIFF', 'SSH_COMMAND', 'SSH', 'PAGER', 'ASKPASS', 'EDITOR', 'PROXY_COMMAND']
      for (const name of names) vi.stubEnv(`GIT_${name}`, attack)
      vi.stubEnv('GIT_EXEC_PATH', join(top, 'nowhere'))
    },
    fallsFor: ['diff', 'HEAD~1'],
  },
  {
    name: 'a git in the project, for a PATH that leads there',
    files: ({ attack }) => ({
      'bi/git': `#!/bin/sh\n${attack} < /dev/null\n`,
      git: `#!/bin/sh\n${attack} < /dev/null\n`,
    }),
    arrange: ({ top, project }) => {
      for (const directory of [top, project]) chmodSync(join(directory, 'git'), 0o755)
      vi.stubEnv('PATH', ['.', process.env['PATH']].join(delimiter))
    },
    fallsFor: ['status'],
  },
]

/** What it says and how it ends is not looked at: it may have run the attack by then. */
export const runPlainGit = ({ project }: Place, args: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    const child = execFile('git', args, { cwd: project, timeout: 60_000 }, () => resolve())
    child.stdin?.end()
  })
