import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { temporaryDirectory } from '../../support/directory.ts'
import { asOrdinaryUser, endOf, start } from '../../support/program.ts'
import { admin, around, type Mistake, type Mistakes, reaching } from './mistake.ts'

const asProcess: Mistake['alone'] = (args, env, cwd) => endOf(start(args, env, cwd))

/** A directory for PATH in which this script is git. */
function otherGit(script: string): Readonly<Record<string, string>> {
  const directory = temporaryDirectory()
  const program = join(directory, 'git')
  writeFileSync(program, `#!/bin/sh\n${script}\n`)
  chmodSync(program, 0o755)
  return { PATH: directory }
}

const IN_1970 = `const now = Date.now(), Now = Date
globalThis.Date = class extends Now {
  constructor(...of) { of.length > 0 ? super(...of) : super(Date.now()) }
  static now() { return Now.now() - now }
}`

/** A git that believes everything belongs to somebody else. */
function gitOfAnother(): Readonly<Record<string, string>> {
  const [directory, path = ''] = [temporaryDirectory(), process.env['PATH']]
  const program = join(directory, 'git')
  const script = `#!/bin/sh\nexport GIT_TEST_ASSUME_DIFFERENT_OWNER=1\nPATH='${path}' exec git "$@"\n`
  writeFileSync(program, script)
  chmodSync(program, 0o755)
  return { PATH: `${directory}${delimiter}${path}` }
}

/** The machine that the program runs on: its disk, its clock, its git. */
export const MACHINE: Mistakes = {
  'a full disk': {
    files: reaching(() => around.sandbox.url),
    env: admin,
    run: ['plan', '--out', '/dev/full'],
    exit: 1,
    what: 'the disk is full',
    where: '/dev/full',
    next: 'Free some space, then run the same command again.',
  },
  'a read-only directory': {
    before: (root) => chmodSync(join(root, 'content'), 0o555),
    after: (root) => chmodSync(join(root, 'content'), 0o755),
    alone: asOrdinaryUser,
    run: ['new', 'folder', 'Marketing'],
    exit: 1,
    what: 'permission denied',
    where: '/content/marketing',
    next: 'Check who owns it, and who may read and write it: ls -la',
  },
  'a port in use': {
    run: () => ['preview', '--port', new URL(around.page).port],
    exit: 1,
    what: 'is in use by another program',
    where: 'port ',
    next: 'Choose another with --port N, or --port 0 for any free one.',
  },
  'a clock that shows 1970': {
    files: reaching(() => around.sandbox.url),
    env: () => ({ ...admin(), NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(IN_1970)}` }),
    alone: asProcess,
    run: ['doctor'],
    exit: 0,
    what: 'this machine is 56 years behind the platform',
    where: '!   clock',
    next: 'Set this machine’s clock, for example with: timedatectl set-ntp true',
  },
  'no git at all': {
    env: () => ({ PATH: temporaryDirectory() }),
    alone: asProcess,
    run: ['rename', 'sales/board', 'finance'],
    exit: 1,
    what: 'there is no git on PATH',
    where: 'git cannot open /',
    next: 'Install git 2.38 or newer and put it on PATH.',
  },
  'a git that is too old': {
    env: () => otherGit('echo git version 2.25.1'),
    alone: asProcess,
    run: ['rename', 'sales/board', 'finance'],
    exit: 1,
    what: 'git 2.25.1 is too old: 2.38 or newer is needed',
    where: 'git cannot open /',
    next: 'Install git 2.38 or newer and put it on PATH.',
  },
  'a repository of another user': {
    files: reaching(() => around.sandbox.url),
    env: () => ({ ...admin(), ...gitOfAnother() }),
    alone: asProcess,
    run: ['plan'],
    exit: 0,
    what: 'dubious ownership',
    where: 'without a commit',
    next: 'run: git config --global --add safe.directory /',
  },
  'a repository of another user, in doctor': {
    files: reaching(() => around.sandbox.url),
    env: () => ({ ...admin(), ...gitOfAnother() }),
    alone: asProcess,
    run: ['doctor'],
    exit: 0,
    what: 'dubious ownership',
    where: '!   repository',
    next: 'run: git config --global --add safe.directory /',
  },
}
