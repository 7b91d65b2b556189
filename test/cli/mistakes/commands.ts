import { temporaryDirectory } from '../../support/directory.ts'
import { type Mistake, type Mistakes, typed } from './mistake.ts'

const command = (run: readonly string[], next: string): Mistake =>
  typed(run, `unknown command "${run[0]}"`, `"${run[0]}"`, next)

/** Commands and their arguments, the target and the directory they run for. */
export const COMMANDS: Mistakes = {
  'a misspelt command': {
    run: ['plna'],
    exit: 64,
    what: 'unknown command "plna": did you mean "plan"?',
    where: '"plna"',
    next: 'Run `boardwright --help` for the commands and their flags.',
  },
  'a command of another tool, and its help': command(['deploy', '--help'], 'and `boardwright apply` to do it.'),
  'a command of another tool, with its flags': command(['commit', '-m', 'x'], 'Run it with git'),
  'a command of another tool that is nearly one of ours': command(['import', 'x'], 'then `boardwright adopt`.'),
  'help for an unknown command': typed(
    ['help', 'diff'],
    'unknown command "diff"',
    '"diff"',
    'Run `boardwright plan`: it compares the tree with what is live.',
  ),
  'a missing argument': {
    run: ['copy'],
    exit: 64,
    what: '<from> is missing',
    where: '<from>',
    next: 'Run `boardwright copy --help` for what it takes.',
  },
  'an argument too many': {
    run: ['validate', 'content'],
    exit: 64,
    what: 'validate takes no arguments: "content" is too many',
    where: '"content"',
    next: 'Run `boardwright validate --help` for what it takes.',
  },
  'one name too many': {
    run: ['status', 'sales', 'finance'],
    exit: 64,
    what: 'takes at most 1 argument: "finance" is too many',
    where: 'status',
    next: 'Run `boardwright status --help`',
  },
  'several targets and none named': {
    run: ['plan'],
    exit: 64,
    what: 'there are 2 targets: dev, production',
    where: 'dev, production',
    next: 'Say which with --target NAME.',
  },
  'a misspelt target': {
    run: ['plan', '--target', 'prodution'],
    exit: 1,
    what: 'no target is called "prodution"; available: dev, production',
    where: '"prodution"',
    next: 'Did you mean "production"?',
  },
  'a promotion to itself': {
    run: ['promote', '--from', 'dev', '--to', 'dev'],
    exit: 1,
    what: 'dev cannot be promoted to itself',
    where: 'dev',
    next: 'Promote from one target to another of the same project.',
  },
  'an unknown base': {
    run: ['try', '--target', 'production', '--base', 'mian'],
    exit: 64,
    what: '--base mian is no branch or commit of this repository',
    where: '--base mian',
    next: 'Name a target (dev, production), a branch or a commit.',
  },
  'outside a project': {
    run: () => ['validate', '-C', temporaryDirectory()],
    exit: 1,
    what: 'no boardwright.yaml in',
    where: 'boardwright.yaml',
    next: 'Run `boardwright init` to make one, or go into its directory with -C DIR.',
  },
  'a missing directory': {
    run: ['plan', '-C', 'nowhere'],
    exit: 64,
    what: 'no such directory',
    where: '-C nowhere',
    next: 'Name one that is there: -C DIR.',
  },
  'a second init': {
    run: ['init', '--url', 'https://acme.example', '--deployment', '2'],
    exit: 1,
    what: 'already exists',
    where: 'boardwright.yaml',
    next: 'Edit it, or choose another directory with -C DIR.',
  },
}
