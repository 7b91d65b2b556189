import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { admin, around, type Mistake, type Mistakes, reaching } from './mistake.ts'

const typed = (run: readonly string[], what: string, where: string, next: string): Mistake => ({
  ...{ run, exit: 64 },
  ...{ what, where, next },
})
const command = (run: readonly string[], next: string): Mistake =>
  typed(run, `unknown command "${run[0]}"`, `"${run[0]}"`, next)

/** Typed out of habit: another tool, another word order, or another keyboard. */
export const HABITS: Mistakes = {
  'a command of another tool, and its help': command(['deploy', '--help'], 'and `boardwright apply` to do it.'),
  'a command of another tool, with its flags': command(['commit', '-m', 'x'], 'Run it with git'),
  'a command of another tool that is nearly one of ours': command(['import', 'x'], 'then `boardwright adopt`.'),
  'help for an unknown command': typed(
    ['help', 'diff'],
    'unknown command "diff"',
    '"diff"',
    'Run `boardwright plan`: it compares the tree with what is live.',
  ),
  'a flag before its command': typed(
    ['--target', 'dev', 'plan'],
    '--target is before the command',
    '--target',
    'Write the command first: boardwright plan --target dev',
  ),
  'a path without its flag': typed(
    ['plan', 'content/sales'],
    'plan takes no arguments: "content/sales" is too many',
    '"content/sales"',
    'Name it with a flag: --select content/sales.',
  ),
  'a long flag with one dash': typed(
    ['plan', '-target', 'dev'],
    '-target is several one-letter flags',
    '-target',
    'Write --target, with two dashes.',
  ),
  'a dash that a text program made': typed(
    ['plan', '—target', 'dev'],
    '—target begins with a typographic dash',
    '—target',
    'Write --target, with two dashes.',
  ),
  'one flag twice': typed(
    ['plan', '--target', 'dev', '--target', 'production'],
    '--target is given twice: dev and production',
    '--target',
    'name both in one: --target dev,production.',
  ),
  'a switch with a value': typed(
    ['plan', '--json=true'],
    '--json takes no value, but got "true"',
    '--json',
    'Write --json alone, or leave it out.',
  ),
  'a flag of another tool for a file': typed(
    ['apply', '-f', 'plan.json'],
    'unknown option -f',
    '-f',
    'Name the file without a flag: boardwright apply plan.json.',
  ),
  'a directory for a file, before anything is read': {
    before: (root) => mkdir(join(root, 'out')),
    ...typed(
      ['plan', '--target', 'dev', '--out', 'out'],
      'it is a directory',
      'out cannot be',
      'Name a file in it: out/NAME',
    ),
  },
  'a selection by a part of a path': {
    files: () => ({ ...reaching(() => around.sandbox.url)(), 'content/finance/folder.yaml': 'name: Finance\n' }),
    env: admin,
    ...typed(['plan', '--select', 'fiance'], '--select fiance matches nothing', 'fiance', 'Did you mean "finance"?'),
  },
  'a file in rename': {
    ...typed(
      ['rename', 'sales/board', 'sales/new'],
      'the data model has no "sales/board"',
      '"sales/board"',
      '`boardwright mv sales/board NEW` moves content',
    ),
    files: { 'data-model/model/a.yml': 'cubes:\n  - name: sales\n    sql_table: sales\n' },
    exit: 1,
  },
}
