import { writeFiles } from '../../support/directory.ts'
import {
  admin,
  around,
  CONFIG,
  DASHBOARD,
  FOLDER,
  type Mistake,
  type Mistakes,
  reaching,
  SQL,
  target,
  validate,
} from './mistake.ts'

const OVERLAY = 'overlays/dev/content/sales/board/workbook.yaml'
const REPORT = 'content/sales/board/reports/orders.yaml'
const typed = (run: readonly string[], what: string, next: string): Mistake => ({
  files: { [CONFIG]: target('https://acme.example') },
  ...{ run, exit: 64, what, next },
  where: 'BW-E6001',
})
const written = (files: Readonly<Record<string, string>>, where: string, what: string, next: string): Mistake => ({
  before: (root) => writeFiles(root, files),
  ...{ run: validate, exit: 1 },
  ...{ where, what, next },
})

const query = (range: string): string =>
  `id: AAAAAAAAAAAA\nname: Orders\nquery:\n  timeDimensions:\n    - dimension: orders.at\n      dateRange: ${range}\n`

const comment = (env: Readonly<Record<string, string>>, what: string, next: string): Mistake => ({
  run: ['comment', '--problems', 'problems.json'],
  files: { 'problems.json': '{"format":1,"project":null,"problems":[]}\n' },
  env: () => ({ CI: 'true', GITHUB_REPOSITORY: 'acme/content', GITHUB_REF: 'refs/pull/5/merge', ...env }),
  ...{ exit: 64, what, next },
  where: 'BW-E3001',
})

/** Typing mistakes: an extra blank, a comma, a word without its flag. */
export const SLIPS: Mistakes = {
  'a key that is indented too far': written(
    { [FOLDER]: 'name: Sales\n  position: 3\n' },
    `${FOLDER}:2:3`,
    'is indented further than the key above it, which already has a value',
    'Move it left, to the column of that key.',
  ),
  'a title that begins with a bracket': written(
    { [DASHBOARD]: 'title: [Draft] Board\nwidgets: []\n' },
    `${DASHBOARD}:1:8`,
    'a text that starts with [ needs quotes',
    'Check indentation and quotes. Text with special characters needs quotes.',
  ),
  'reports of a workbook that has no file': written(
    { 'content/sales/new/reports/fresh.yaml': 'id: BBBBBBBBBBBB\nname: Fresh\n' },
    'content/sales/new/reports/fresh.yaml',
    'its directory content/sales/new has no workbook.yaml',
    'Add content/sales/new/workbook.yaml, with a name and a slug.',
  ),
  'a dashboard of a workbook that has no file': written(
    { 'content/sales/new/dashboard.yaml': 'title: Fresh\nwidgets: []\n' },
    'content/sales/new/dashboard.yaml',
    'its directory content/sales/new has no workbook.yaml',
    'Add content/sales/new/workbook.yaml, with a name and a slug.',
  ),
  'a report of a folder without the ending of one': written(
    { 'content/sales/fresh.yaml': 'id: BBBBBBBBBBBB\nname: Fresh\n' },
    'content/sales/fresh.yaml',
    'unexpected file: nothing refers to it',
    'call it fresh.report.yaml. If not, move it out of the tree.',
  ),
  'a range of dates that ends before it begins': written(
    { [REPORT]: query('[2026-03-01, 2026-01-01]') },
    `${REPORT}:5`,
    'has a dateRange that ends before it begins',
    'Write the earlier day first.',
  ),
  'two selections with a comma': {
    ...typed(
      ['plan', '--select', 'sales,finance'],
      '--select sales,finance matches nothing',
      'Give the flag once for each: --select sales --select finance',
    ),
    files: reaching(() => around.sandbox.url),
    env: admin,
  },
  'two selections with a blank': typed(
    ['plan', '--select', 'sales', 'finance'],
    '"finance" is too many',
    'Give the flag once for each: --select sales --select finance.',
  ),
  'content without its flag': typed(
    ['adopt', 'sales', '--target', 'production'],
    '"sales" is too many',
    'Name it with a flag. If it is content: --select sales.',
  ),
  'a target without its flag': typed(
    ['plan', 'production'],
    '"production" is too many',
    'Name it with a flag. If it is a target: --target production.',
  ),
  'two formats at once': {
    ...typed(
      ['plan', '--json', '--format', 'markdown'],
      '--json and --format markdown ask for two formats',
      'Leave one of them out.',
    ),
  },
  'a sweep of one preview': typed(
    ['stage', '--sweep', '--name', 'pr-9'],
    '--sweep takes no --name beside it',
    'Leave one of the two out.',
  ),
  'a promotion by places': typed(
    ['promote', 'production', 'dev'],
    '--from <target> is missing',
    'Write it as in `boardwright promote --from dev --to production --plan`.',
  ),
  'an adopt with nothing live': {
    files: () => ({ [CONFIG]: target(around.sandbox.url, 1), [SQL]: null, [OVERLAY]: null }),
    env: admin,
    run: ['adopt', '--yes'],
    exit: 0,
    what: '4 objects of the tree are not live',
    where: 'Nothing to adopt',
    next: 'boardwright apply --target production',
  },
  'a step of GitHub that was not given the token': comment(
    { GITHUB_ACTIONS: 'true' },
    'GITHUB_TOKEN is not set',
    'Add it to the step: `env: {GITHUB_TOKEN: ${{ github.token }}}`.',
  ),
}
