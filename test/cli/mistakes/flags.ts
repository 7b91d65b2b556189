import { admin, around, CONFIG, type Mistake, type Mistakes, reaching, target, typed } from './mistake.ts'

const refused = (run: readonly string[], what: string, next: string): Mistake => ({
  files: { [CONFIG]: target('https://acme.example') },
  ...{ run, exit: 64, what, next },
  where: 'BW-E6001',
})
const fromElsewhere = (flag: string, next: string) => ({
  run: ['apply', flag],
  exit: 64,
  what: `unknown option ${flag}`,
  where: flag,
  next,
})

/** Flags: how they are typed, what they take, and which a command knows. */
export const FLAGS: Mistakes = {
  'a misspelt flag': {
    run: ['plan', '--taget', 'dev'],
    exit: 64,
    what: 'unknown option --taget: did you mean --target?',
    where: '--taget',
    next: 'Run `boardwright plan --help` for what it takes.',
  },
  'a flag without its value': {
    run: ['plan', '--target'],
    exit: 64,
    what: '--target needs a value: <name>',
    where: '--target',
    next: 'Run `boardwright plan --help` for what it takes.',
  },
  'a value that a flag does not take': {
    run: ['plan', '--format', 'xml'],
    exit: 64,
    what: '--format does not take "xml": it takes text, markdown, html.',
    where: '--format',
    next: 'Run `boardwright plan --help` for what it takes.',
  },
  'an unknown choice': {
    run: ['plan', '--target', 'dev', '--accept', 'ui-edit'],
    exit: 64,
    what: '--accept does not take "ui-edit": did you mean "ui-edits"?',
    where: '"ui-edit"',
    next: 'plan takes --accept ui-edits, --accept newer',
  },
  'a share of the targets': {
    run: ['plan', '--shard', '2/5'],
    exit: 64,
    what: 'unknown option --shard',
    where: '--shard',
    next: 'Use --target with names and commas, or have `boardwright fleet matrix --jobs N` divide the targets.',
  },
  'a time that is not a number': {
    run: ['plan', '--target', 'dev', '--timeout', 'abc'],
    exit: 64,
    what: '--timeout does not take "abc": it must be a number of seconds from 1 to 86400.',
    where: '--timeout',
    next: 'Run `boardwright plan --help` for what it takes.',
  },
  'a time limit in minutes': {
    run: ['plan', '--timeout', '5m'],
    exit: 64,
    what: '--timeout does not take "5m": it must be a number of seconds from 1 to 86400.',
    where: '--timeout',
    next: 'Run `boardwright plan --help`',
  },
  'a required flag': {
    run: ['promote', '--to', 'dev'],
    exit: 64,
    what: '--from <target> is missing',
    where: '--from <target>',
    next: 'Run `boardwright promote --help` for what it takes.',
  },
  'a target of impact without the flag that looks there': refused(
    ['impact', '--target', 'dev'],
    '--live is missing',
    'Add --live, or leave --target out.',
  ),
  'a promotion by places': refused(
    ['promote', 'production', 'dev'],
    '--from <target> is missing',
    'Write it as in `boardwright promote --from dev --to production --plan`.',
  ),
  'a flag of another command': {
    run: ['restore', '20261120T091500Z', '--target', 'dev'],
    exit: 64,
    what: 'unknown option --target',
    where: '--target',
    next: 'Run `boardwright restore --help` for what it takes.',
  },
  'a flag before its command': typed(
    ['--target', 'dev', 'plan'],
    '--target is before the command',
    '--target',
    'Write the command first: boardwright plan --target ...',
  ),
  'a target without its flag': refused(
    ['plan', 'production'],
    '"production" is too many',
    'Name it with a flag. If it is a target: --target production.',
  ),
  'content without its flag': refused(
    ['adopt', 'sales', '--target', 'production'],
    '"sales" is too many',
    'Name it with a flag. If it is content: --select sales.',
  ),
  'a path without its flag': typed(
    ['plan', 'content/sales'],
    'plan takes no arguments: "content/sales" is too many',
    '"content/sales"',
    'Name it with a flag: --select content/sales.',
  ),
  'two selections with a comma': {
    ...refused(
      ['plan', '--select', 'sales,finance'],
      '--select sales,finance matches nothing',
      'Give the flag once for each: --select sales --select finance',
    ),
    files: reaching(() => around.sandbox.url),
    env: admin,
  },
  'two selections with a blank': refused(
    ['plan', '--select', 'sales', 'finance'],
    '"finance" is too many',
    'Give the flag once for each: --select sales --select finance.',
  ),
  'one flag twice': typed(
    ['plan', '--target', 'dev', '--target', 'production'],
    '--target is given twice: dev and production',
    '--target',
    'name both in one: --target dev,production.',
  ),
  'two formats at once': {
    ...refused(
      ['plan', '--json', '--format', 'markdown'],
      '--json and --format markdown ask for two formats',
      'Leave one of them out.',
    ),
  },
  'a sweep of one preview': refused(
    ['try', 'sweep', '--name', 'pr-9'],
    'try sweep does not take --name',
    'Leave it out: try sweep takes --target, --json.',
  ),
  'a switch with a value': typed(
    ['plan', '--json=true'],
    '--json takes no value',
    '--json',
    'Write --json alone, or leave it out.',
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
  'a flag of another tool for a file': typed(
    ['apply', '-f', 'plan.json'],
    'unknown option -f',
    '-f',
    'Name the file without a flag: boardwright apply plan.json.',
  ),
  'a dry run': fromElsewhere('--dry-run', 'Run `boardwright plan` instead'),
  'a dry run of what only changes files': typed(
    ['copy', 'a', 'b', '--dry-run'],
    'unknown option --dry-run',
    '--dry-run',
    'Leave it out: it changes only files here.',
  ),
  'a dry run of a promotion': typed(
    ['promote', '--from', 'dev', '--to', 'production', '--dry-run'],
    'unknown option --dry-run',
    '--dry-run',
    'Use --plan: it shows the plan, and writes nothing.',
  ),
  'an approval flag of other tools': fromElsewhere('--auto-approve', 'Use --yes'),
  'the same with one dash': fromElsewhere('-auto-approve', 'Use --yes'),
  'a force flag of other tools': fromElsewhere('--force', 'Name what you accept'),
  'an environment in place of a target': fromElsewhere('--env', 'Use --target NAME'),
  'a variable on the command line': fromElsewhere('--var', 'Set `variables` of the target in boardwright.yaml'),
  'a token on the command line': fromElsewhere('--token', 'Set BOARDWRIGHT_TOKEN instead'),
}
