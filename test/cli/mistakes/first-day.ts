import { TREE } from '../project.ts'
import {
  admin,
  around,
  CONFIG,
  DASHBOARD,
  dashboard,
  type Mistakes,
  NO_CONTENT,
  POSITION,
  reaching,
  SQL,
  target,
  validate,
} from './mistake.ts'

const REPORT = 'content/sales/board/reports/orders.yaml'
const query = (more: string) => ({
  [SQL]: null,
  [REPORT]: `id: AAAAAAAAAAAA\nname: Orders\nquery: {measures: [orders.count], ${more}}\n`,
})
const unreached = { ...NO_CONTENT, [CONFIG]: target('https://acme.example') }

/** Tried in one go by somebody who wanted the program to fail. */
export const FIRST_DAY: Mistakes = {
  'a number in quotes': {
    files: { [DASHBOARD]: TREE[DASHBOARD].replace('w: 6', 'w: "6"') },
    run: validate,
    exit: 1,
    what: '"widgets[0].position.w" must be a number, not a text',
    where: 'content/sales/board/dashboard.yaml:7:31',
    next: 'Take the quotes away: 6.',
  },
  'a type in small letters': {
    files: { [DASHBOARD]: dashboard(`  - id: a\n    type: chart\n    report: orders\n    ${POSITION}\n`) },
    run: validate,
    exit: 1,
    what: '"widgets[0].type" must be one of CHART',
    where: 'content/sales/board/dashboard.yaml:4:11',
    next: 'did you mean "CHART"?',
  },
  'an operator of SQL in a filter': {
    files: query('filters: [{member: orders.status, operator: "=", values: [open]}]'),
    run: ['validate', '-v'],
    exit: 0,
    what: '"filters[0].operator" must be one of equals',
    where: 'content/sales/board/reports/orders.yaml:3:79',
    next: 'Write one of them.',
  },
  'an order that is one word': {
    files: query('order: orders.count'),
    run: ['validate', '-v'],
    exit: 0,
    what: '"order" must be a map or a list',
    where: 'content/sales/board/reports/orders.yaml:3:42',
    next: 'Write a map or a list.',
  },
  'a report that ends in .yml': {
    files: { 'content/sales/board/reports/x.yml': 'id: BBBBBBBBBBBB\nname: X\n' },
    run: validate,
    exit: 1,
    what: 'unexpected file',
    where: 'content/sales/board/reports/x.yml',
    next: 'Write the ending out: mv content/sales/board/reports/x.yml content/sales/board/reports/x.yaml',
  },
  'an overlay of a target that is called otherwise': {
    files: { 'overlays/prodution/content/sales/board/workbook.yaml': 'name: Board!\n' },
    run: ['validate', '-v'],
    exit: 0,
    what: 'nothing reads it: no target is called "prodution"',
    where: 'overlays/prodution/content/sales/board/workbook.yaml',
    next: 'git mv overlays/prodution overlays/production',
  },
  'a token in a variable that no target has': {
    files: unreached,
    env: () => ({ BOARDWRIGHT_TOKEN_PRODUCTIN: 'secret' }),
    run: ['plan'],
    exit: 3,
    what: 'there is no token for production',
    where: 'BOARDWRIGHT_TOKEN_PRODUCTION',
    next: 'BOARDWRIGHT_TOKEN_PRODUCTIN is set, and nothing of this target reads it: did you mean "BOARDWRIGHT_TOKEN_PRODUCTION"?',
  },
  'a proxy that speaks SOCKS': {
    files: unreached,
    env: () => ({ ...admin(), HTTPS_PROXY: 'socks5://127.0.0.1:1080' }),
    run: ['plan'],
    exit: 1,
    what: 'names a SOCKS proxy',
    where: 'HTTPS_PROXY',
    next: 'Set HTTPS_PROXY to an HTTP proxy',
  },
  'a plan into a directory that there is not': {
    files: reaching(() => around.sandbox.url),
    env: admin,
    run: ['plan', '--out', 'no/such/plan.json'],
    exit: 64,
    what: 'cannot be written: there is no directory',
    where: 'no/such/plan.json',
    next: 'Make it first: mkdir -p',
  },
  'a snapshot that is something else': {
    files: { 'live.json': '{}' },
    run: ['plan', '--target', 'production', '--snapshot', 'live.json'],
    exit: 1,
    what: 'the snapshot cannot be used: "format" is missing',
    where: 'snapshot',
    next: 'Write it again: `boardwright export --snapshot FILE`.',
  },
  'one name too many': {
    run: ['explain', 'sales', 'finance'],
    exit: 64,
    what: 'takes at most 1 argument: "finance" is too many',
    where: 'explain',
    next: 'Run `boardwright explain --help`',
  },
  'a data model that is off': {
    env: admin,
    run: ['check', '--target', 'production', '--branch', 'main'],
    exit: 1,
    what: 'production has no "dataModel"',
    where: 'production',
    next: 'Set it in the target',
  },
}
