import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { commitAll, git, writeFiles } from '../../support/directory.ts'
import { TREE } from '../project.ts'
import {
  admin,
  around,
  CONFIG,
  DASHBOARD,
  FOLDER,
  type Mistakes,
  NO_CONTENT,
  reaching,
  SQL,
  target,
  validate,
} from './mistake.ts'

const QUERY = Object.fromEntries(Object.entries(TREE).filter(([file]) => /^content\/sales/.test(file)))
const REPORT = 'content/sales/board/reports/orders.yaml'
const reportOf = (range: string): string =>
  `id: AAAAAAAAAAAA\nname: Orders\nquery:\n  measures: [orders.count]\n  timeDimensions:\n    - {dimension: orders.created_at, dateRange: ${range}}\n`
const MODEL = {
  'data-model/model/sales.yml': `cubes:
  - name: sales
    sql_table: sales
    measures:
      - {name: count, type: count}
      - {name: net_revenue, sql: amount, type: sum}
    dimensions:
      - {name: ordered_at, sql: ordered_at, type: time, granularities: [{name: season, interval: 3 months}]}
      - {name: region, sql: region, type: string}
`,
}
const soldBy = (granularity: string): string =>
  `id: AAAAAAAAAAAA\nname: Orders\nquery:\n  measures: [sales.count]\n  timeDimensions:\n    - {dimension: sales.ordered_at, granularity: ${granularity}}\n`
const shown = (measure: string, look: string): string =>
  `id: AAAAAAAAAAAA\nname: Orders\n${look}query:\n  measures: [${measure}]\n  dimensions: [sales.region]\n`
const KPI = 'kind: kpi\nspec: {value: sales.net_revenue}\nperiodComparisons: []\n'
const PIVOT = 'kind: table\npivot:\n  rows: [sales.region]\n  measures: [sales.net_revenue]\n'
const SOLD = 'select region, measure(net_revenue)\nfrom sales\ngroup by 1\n'
const CONTENT = Object.fromEntries(Object.entries(TREE).filter(([file]) => file.startsWith('content/') && file !== SQL))
const COLOURED = "title: Board\nwidgets: []\ntheme:\n  primaryColor: '#ff0000'\n"
let elsewhere: Server

/** A branch renames what the other one renamed, too. */
async function mergeInto(root: string): Promise<void> {
  git(root, 'checkout', '--quiet', '-b', 'other')
  await writeFiles(root, { [FOLDER]: 'name: Selling\n' })
  commitAll(root, 'Selling')
  git(root, 'checkout', '--quiet', '-')
  await writeFiles(root, { [FOLDER]: 'name: Trade\n' })
  commitAll(root, 'Trade')
  try {
    git(root, 'merge', '--quiet', 'other')
  } catch {
    // It stops at the conflict, as intended.
  }
}

/** Made by somebody who had not fixed the others. */
export const LATER: Mistakes = {
  'a configuration called .yml': {
    before: (root) => renameSync(join(root, CONFIG), join(root, 'boardwright.yml')),
    run: validate,
    exit: 1,
    what: 'no boardwright.yaml in',
    where: 'boardwright.yml',
    next: 'Name it boardwright.yaml.',
  },
  'a report by the name of its file': {
    files: { [DASHBOARD]: TREE[DASHBOARD].replace('report: orders', 'report: reports/orders.yaml') },
    run: validate,
    exit: 1,
    what: 'no report "reports/orders.yaml" in this workbook',
    where: DASHBOARD,
    next: 'did you mean "orders"?',
  },
  'content that is a file': {
    files: { ...NO_CONTENT, content: 'content\n' },
    run: validate,
    exit: 1,
    what: 'is a file, and must be a directory',
    where: 'content  BW-E1414',
    next: 'Give the file another name.',
  },
  'content that is a file, with --prune': {
    files: () => ({ ...reaching(() => around.sandbox.url)(), content: 'content\n' }),
    env: admin,
    run: ['plan', '--prune'],
    exit: 1,
    what: 'is a file, and must be a directory',
    where: 'content  BW-E1414',
    next: 'Give the file another name.',
  },
  'a saved plan with a target': {
    files: { 'plan.json': '{}\n' },
    run: ['apply', 'plan.json', '--target', 'production'],
    exit: 64,
    what: 'a saved plan is applied as it is, so it takes no --target',
    where: '--target',
    next: 'Leave it out, or make another plan with it',
  },
  'a time limit in minutes': {
    run: ['plan', '--timeout', '5m'],
    exit: 64,
    what: '--timeout does not take "5m": it must be a number of seconds from 1 to 86400.',
    where: '--timeout',
    next: 'Run `boardwright plan --help`',
  },
  'an apply in the middle of a merge': {
    files: reaching(() => around.sandbox.url),
    env: admin,
    before: mergeInto,
    run: ['apply', '--yes'],
    exit: 1,
    what: 'a merge is not finished: ',
    where: FOLDER,
    next: 'Mend them, run `git add --all`, and finish with `git merge --continue`, or leave the merge with `git merge --abort`.',
  },
  'a query that git ignores': {
    files: () => ({ ...reaching(() => around.sandbox.url)(), ...QUERY, '.gitignore': '*.sql\n' }),
    env: admin,
    run: ['apply', '--yes'],
    exit: 1,
    what: `git ignores ${SQL}, so it is in no commit`,
    where: SQL,
    next: `Add it with \`git add --force ${SQL}\`, or take it out of the tree.`,
  },
  'a host with its scheme': {
    files: reaching(() => around.sandbox.url),
    env: () => ({
      ...admin(),
      BOARDWRIGHT_HOST: 'http://acme.example',
      BOARDWRIGHT_HOST_PRODUCTION: 'https://x.example',
    }),
    run: ['plan'],
    exit: 3,
    what: 'BOARDWRIGHT_HOST_PRODUCTION holds a URL, but it needs a host',
    where: 'BOARDWRIGHT_HOST_PRODUCTION',
    next: 'Set BOARDWRIGHT_HOST_PRODUCTION=127.0.0.1',
  },
  'an unknown base': {
    run: ['numbers', '--target', 'production', '--base', 'mian'],
    exit: 64,
    what: '--base mian is neither a target nor a commit of this repository',
    where: '--base mian',
    next: 'Name a target (dev, production), a branch or a commit.',
  },
  'a wave in a project without waves': {
    run: ['fleet', 'gate', '--wave', '1'],
    exit: 64,
    what: 'boardwright.yaml has no `waves`',
    where: 'boardwright.yaml',
    next: 'Add `waves` to boardwright.yaml',
  },
  'the address of another web server': {
    async before(root) {
      elsewhere = createServer((_, response) => response.writeHead(404).end('<html><h1>Not found</h1></html>'))
      await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
      const { port } = elsewhere.address() as AddressInfo
      await writeFiles(root, { [CONFIG]: target(`http://127.0.0.1:${port}`) })
    },
    after: () => elsewhere.close(),
    files: NO_CONTENT,
    env: admin,
    run: ['plan', '--target', 'production'],
    exit: 1,
    what: 'answered 404',
    where: '/api/v1/',
    next: 'A web page answered, not the platform: check `url` in boardwright.yaml.',
  },
  'a range of dates with a slip': {
    files: { [SQL]: null, [REPORT]: reportOf('last 12 months') },
    before: (root) => writeFiles(root, { [REPORT]: reportOf('last 12 mnths') }),
    run: validate,
    exit: 1,
    what: 'must be a range of dates, such as "last 7 days" or 2026-01-31',
    where: `${REPORT}:6`,
    next: 'Write a range of dates',
  },
  'a granularity that is an adverb': {
    files: { ...MODEL, [SQL]: null, [REPORT]: soldBy('season') },
    before: (root) => writeFiles(root, { [REPORT]: soldBy('monthly') }),
    run: validate,
    exit: 1,
    what: '"sales.ordered_at" has no granularity "monthly"',
    where: `${REPORT}:6:50`,
    next: 'did you mean "month"?',
  },
  'a granularity that is an adverb, in plan': {
    files: () => ({ ...reaching(() => around.sandbox.url)(), ...MODEL, ...CONTENT, [REPORT]: soldBy('season') }),
    env: admin,
    before: (root) => writeFiles(root, { [REPORT]: soldBy('monthly') }),
    run: ['plan'],
    exit: 1,
    what: '"sales.ordered_at" has no granularity "monthly"',
    where: `${REPORT}:6:50`,
    next: 'did you mean "month"?',
  },
  'another measure in the query, and the old one in the KPI': {
    files: { ...MODEL, [SQL]: null, [REPORT]: shown('sales.net_revenue', KPI) },
    before: (root) => writeFiles(root, { [REPORT]: shown('sales.count', KPI) }),
    run: validate,
    exit: 1,
    what: 'the query gives the KPI no column "sales.net_revenue"',
    where: `${REPORT}:4:15`,
    next: 'name a column that the query gives: sales.count, sales.region.',
  },
  'another measure in the query, and the old one in the pivot': {
    files: { ...MODEL, [SQL]: null, [REPORT]: shown('sales.net_revenue', PIVOT) },
    before: (root) => writeFiles(root, { [REPORT]: shown('sales.count', PIVOT) }),
    run: validate,
    exit: 1,
    what: 'the query gives the pivot no column "sales.net_revenue"',
    where: `${REPORT}:6:14`,
    next: 'name a column that the query gives: sales.count, sales.region.',
  },
  'a dimension among the measures': {
    files: { ...MODEL, [SQL]: null, [REPORT]: shown('sales.net_revenue', '') },
    before: (root) => writeFiles(root, { [REPORT]: shown('sales.region', '') }),
    run: validate,
    exit: 1,
    what: '"sales.region" is a dimension, but it is listed under measures',
    where: `${REPORT}:4:14`,
    next: 'Put it under `dimensions`.',
  },
  'a measure for a time': {
    files: { ...MODEL, [SQL]: null, [REPORT]: soldBy('month') },
    before: (root) => writeFiles(root, { [REPORT]: soldBy('month').replace('sales.ordered_at', 'sales.count') }),
    run: validate,
    exit: 1,
    what: '"sales.count" is a measure, but it is listed under timeDimensions',
    where: `${REPORT}:6:19`,
    next: 'Put it under `measures`.',
  },
  'a colour without quotes': {
    files: { [DASHBOARD]: COLOURED },
    before: (root) => writeFiles(root, { [DASHBOARD]: COLOURED.replace("'#ff0000'", '#ff0000') }),
    run: validate,
    exit: 1,
    what: 'a # begins a comment, so this key has no value',
    where: `${DASHBOARD}:4:17`,
    next: 'Quote the colour: "#ff0000"',
  },
  'a comma before FROM': {
    files: { ...MODEL, [SQL]: SOLD },
    before: (root) => writeFiles(root, { [SQL]: SOLD.replace(')\n', '),\n') }),
    run: validate,
    exit: 0,
    what: 'the SQL is not checked: "from" is not expected here',
    where: `${SQL}:2:1`,
    next: 'Look at this place and what stands before it: a comma too many',
  },
  'an unclosed bracket': {
    files: { ...MODEL, [SQL]: SOLD },
    before: (root) => writeFiles(root, { [SQL]: SOLD.replace(')', '') }),
    run: validate,
    exit: 0,
    what: 'the SQL is not checked: "from" is not expected here',
    where: `${SQL}:2:1`,
    next: 'Look at this place and what stands before it: a comma too many, a bracket or quote that is not closed',
  },
}
