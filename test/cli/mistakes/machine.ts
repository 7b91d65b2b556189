import { chmodSync, chownSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { temporaryDirectory } from '../../support/directory.ts'
import { admin, around, CONFIG, type Mistakes, NO_CONTENT, reaching, target } from './mistake.ts'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

/** Continues as an ordinary user, because root may do everything. */
function ownNothingBut(root: string): void {
  for (const file of ['.', ...readdirSync(root, { recursive: true, encoding: 'utf8' })]) {
    if (isRoot) chownSync(join(root, file), NOBODY, NOBODY)
  }
  chmodSync(join(root, 'content'), 0o555)
  if (isRoot) process.seteuid?.(NOBODY)
}

const asBefore = (root: string): void => {
  if (isRoot) process.seteuid?.(0)
  chmodSync(join(root, 'content'), 0o755)
}

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

const ELSEWHERE = { ...NO_CONTENT, [CONFIG]: target('https://acme.invalid') }

/** Problems of the machine and the network that the program runs on. */
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
    before: ownNothingBut,
    after: asBefore,
    run: ['new', 'folder', 'Marketing'],
    exit: 1,
    what: 'permission denied',
    where: '/content/marketing',
    next: 'Check who owns it, and who may read and write it: ls -la',
  },
  'a git that is too old': {
    env: () => otherGit('echo git version 2.25.1'),
    alone: true,
    run: ['mv', 'sales/board', 'finance'],
    exit: 1,
    what: 'git 2.25.1 is too old: 2.38 or newer is needed',
    where: 'git cannot open /',
    next: 'Install git 2.38 or newer and put it on PATH.',
  },
  'no git at all': {
    env: () => ({ PATH: temporaryDirectory() }),
    alone: true,
    run: ['mv', 'sales/board', 'finance'],
    exit: 1,
    what: 'there is no git on PATH',
    where: 'git cannot open /',
    next: 'Install git 2.38 or newer and put it on PATH.',
  },
  'a clock that shows 1970': {
    files: reaching(() => around.sandbox.url),
    env: () => ({ ...admin(), NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(IN_1970)}` }),
    alone: true,
    run: ['doctor'],
    exit: 0,
    what: 'this machine is 56 years behind the platform',
    where: '!!  clock',
    next: 'Set this machine’s clock, for example with: timedatectl set-ntp true',
  },
  'a proxy that wants a password': {
    files: ELSEWHERE,
    env: () => ({ BOARDWRIGHT_TOKEN: 'of-nobody', HTTPS_PROXY: around.proxy }),
    run: ['plan'],
    exit: 1,
    what: 'the proxy wants a user name and a password',
    where: 'https://acme.invalid',
    next: 'Put both into HTTPS_PROXY: http://USER:PASSWORD@HOST:PORT',
  },
  'an untrusted certificate': {
    files: () => ({ ...NO_CONTENT, [CONFIG]: target(around.unsigned) }),
    env: () => ({ BOARDWRIGHT_TOKEN: 'of-nobody' }),
    run: ['plan'],
    exit: 1,
    what: 'nobody known here signed its certificate',
    where: 'https://127.0.0.1:',
    next: 'If a proxy or your company signs it, give the file of its certificate in NODE_EXTRA_CA_CERTS.',
  },
}
