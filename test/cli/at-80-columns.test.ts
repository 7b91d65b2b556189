import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { statusLines } from '../../src/cli/fleet-text.ts'
import { describeTargets } from '../../src/cli/status-text.ts'
import type { Key } from '../../src/content/kinds.ts'
import type { FleetStatus } from '../../src/fleet/fleet.ts'
import type { StatusObject } from '../../src/project/status.ts'
import { CODES, FOUND, inColour, plain, type Style } from '../../src/words/paint.ts'
import { commitAll, readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'

let sandbox: Sandbox
const root = mkdtempSync(join(tmpdir(), 'boardwright-test-'))
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
  const files = readFiles('examples/acme')
  const config = (files['boardwright.yaml'] ?? '').replaceAll('https://acme.example', sandbox.url)
  await writeFiles(root, { ...files, 'boardwright.yaml': config })
  commitAll(root)
})
afterAll(async () => {
  await sandbox.close()
  rmSync(root, { recursive: true, force: true })
})

const COLOURS = /\u001b\[[\d;]*m/g
const inHue = (style: Style, text: string): string => `\u001b[${CODES[style]}m${text}\u001b[0m`

/** What somebody sees at a terminal of 80 columns. */
async function shown(args: readonly string[], directory = root, more: Readonly<Record<string, string>> = {}) {
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin, TERM: 'xterm', ...more }
  const terminal = { input: new PassThrough(), columns: 80 }
  const { stdout } = await runHere([...args, '-C', directory], { env, terminal })
  return { stdout, lines: stdout.replaceAll(COLOURS, '').split('\n') }
}

test('doctor has no line that is folded, what is well in green and what is worth knowing in yellow', async () => {
  const { stdout, lines } = await shown(['doctor', '--target', 'production'])
  expect(stdout).toContain(`${inHue(FOUND.ok, 'ok')}  settings`)
  expect(stdout).toContain(`${inHue(FOUND.warning, '! ')}  merges`)
  const below = lines.filter((line) => /^ {6}/.test(line)).map((line) => line.trim())
  expect(below).toEqual(['Run `boardwright setup merge-driver`.'])
})

test('impact begins with whom it concerns, and says who gets it on lines of its own', async () => {
  const { stdout, lines } = await shown(['impact', 'orders.net_revenue', '--live', '--target', 'production'])
  expect(stdout).toContain(inHue('strong', '3 dashboards, 2 scheduled emails, 1 embedded tenant, 7 reports, 3 members'))
  expect(lines.slice(1, 6)).toEqual([
    'Who sees it in production',
    '  Revenue overview  2 scheduled emails, 1 embedded tenant',
    '    emails to  anna.keller@beanhouse.example, jonas@acme.com, maria@acme.com',
    '  in no email, not embedded:  Board pack, Weekly sales meeting',
    'orders.net_revenue',
  ])
})

test('impact names each dashboard once, by its title, and below it the reports on it with their paths', async () => {
  const { lines } = await shown(['impact', 'sales.net_revenue'], root, { LANG: 'C.UTF-8' })
  expect(lines.slice(0, -1)).toEqual([
    '3 dashboards, 7 reports',
    '--live says who sees them.',
    'sales.net_revenue',
    '  made of',
    '  └─ orders.net_revenue  included',
    '  used by',
    '  ├─ Board pack  content/finance/board-pack/dashboard.yaml',
    '  │  └─ Revenue by month',
    '  │       content/sales/revenue-overview/reports/revenue-by-month.yaml',
    '  ├─ Revenue overview  content/sales/revenue-overview/dashboard.yaml',
    '  │  ├─ Net revenue  reports/net-revenue.yaml',
    '  │  ├─ Revenue by month  reports/revenue-by-month.yaml',
    '  │  └─ Top customers  reports/top-customers.yaml',
    '  └─ Weekly sales meeting  content/sales/weekly-sales-meeting/dashboard.yaml',
    '     ├─ Where the coffee goes  reports/orders-by-region-ed6b97.yaml',
    '     ├─ Orders by region and kind  reports/orders-by-region.yaml',
    '     ├─ Notes from the floor  reports/notes-from-the-floor.yaml',
    '     └─ From channel to category  reports/order-flow.yaml',
    '-v shows how, and the place of each.',
  ])
})

test('where a terminal has lines that join, impact draws its tree with them, and nothing breaks them', async () => {
  const { lines } = await shown(['impact', 'orders.net_revenue', '-v'], root, { LANG: 'C.UTF-8' })
  expect(lines.every((line) => line.length <= 80)).toBe(true)
  const tree = lines.slice(lines.indexOf('  used by') + 1, -1)
  expect(tree.length).toBeGreaterThan(20)
  expect(tree.filter((line) => !/^ {2}[├└│]/.test(line) && !/^ {5}/.test(line))).toEqual([])
  for (const [index, line] of tree.entries()) {
    for (const [column, letter] of [...line].entries()) {
      if (letter === '├' || letter === '│')
        expect([line, tree[index + 1]?.charAt(column)]).toEqual([line, expect.stringMatching(/[├└│]/)])
    }
  }
})

test('in a pipe each path of impact is whole, and with -v each place can be opened', async () => {
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  const { stdout } = await runHere(['impact', 'orders.net_revenue', '-C', root], { env })
  const report = 'content/sales/weekly-sales-meeting/reports/orders-by-region-ed6b97.yaml'
  expect(stdout).toContain(`Where the coffee goes  ${report}\n`)
  expect(stdout).not.toMatch(/^ *(reports|dashboard)\b/m)
  const verbose = await runHere(['impact', 'orders.net_revenue', '-v', '-C', root], { env })
  expect(verbose.stdout).toContain(
    `Where the coffee goes  ${report}:8:7 query, ${report}:32:12 spec, ` +
      'content/sales/weekly-sales-meeting/dashboard.yaml:127:13 shown\n',
  )
})

test('validate has errors in red and warnings in yellow, with their places', async () => {
  const report = 'content/sales/revenue-overview/reports/net-revenue.yaml'
  const files = readFiles(root)
  const broken = temporaryDirectory()
  await writeFiles(broken, { ...files, [report]: (files[report] ?? '').replaceAll('net_revenue', 'net_revenu') })
  const { stdout } = await shown(['validate', '--strict'], broken)
  expect(stdout).toContain(`${inHue('strong', `${report}:7:7`)}  ${inHue(FOUND.error, 'BW-E1209')}`)
  expect(stdout).toContain(inHue(FOUND.error, '^'.repeat('sales.net_revenu'.length)))
  expect(stdout).toMatch(/\u001b\[33mBW-E\d{4} {2}warning\u001b\[0m: /)
})

const TARGET = { target: 'production', commit: 'c0ffee0123456', behindBy: 2, aheadBy: 0, notFetched: 0 }
const NOTHING = { changes: 0, failed: 0, held: 0, uiEdits: 0, unclaimed: 0, unmanaged: 0, drafts: 0, objects: [] }

test('status is a table with the same columns everywhere, and what does not fit is below', () => {
  const error = { code: 'BW-E2101', message: 'nobody answers', hint: 'Check the URL.' }
  const all = [
    { ...TARGET, ...NOTHING, changes: 12, held: 1 },
    { ...TARGET, target: 'dev', commit: null, ...NOTHING, changes: 3, unclaimed: 2, unmanaged: 24 },
    { target: 'qa', error },
  ]
  expect(describeTargets(all, plain)).toEqual([
    'target      commit             failed  to apply  held  UI edits  drafts',
    'production  c0ffee0, 2 behind       0        12     1         0       0',
    'dev         never applied           0         3     0         0       0',
    'qa          cannot be read',
    'Not managed in dev: 26 objects, 2 of them in the tree',
    '',
    'qa',
    '  nobody answers  BW-E2101',
    '  Check the URL.',
    'Next: boardwright plan --target production,dev',
  ])
  expect(describeTargets(all, plain, 70).slice(1, 7)).toEqual([
    'production  c0ffee0              0        12     1         0       0',
    'dev         never applied        0         3     0         0       0',
    'qa          cannot be read',
    '',
    'production: 2 behind',
    'Not managed in dev: 26 objects, 2 of them in the tree',
  ])
  const [, row = ''] = describeTargets(all, inColour)
  expect(row).toContain(`${inHue('changed', '      12')}  ${inHue('held', '   1')}`)
})

test.each([
  [{ behindBy: 0 }, 'up to date'],
  [{ behindBy: 0, held: 1 }, 'checked out'],
  [{ behindBy: 3, aheadBy: 1 }, '3 behind, 1 ahead'],
  [{ behindBy: null, aheadBy: null }, 'not in this clone'],
])('status says how the applied commit relates to this tree: %j', (found, age) => {
  const [, row = ''] = describeTargets([{ ...TARGET, ...NOTHING, ...found }], plain, 80)
  expect(row).toMatch(new RegExp(`^production {2}c0ffee0, ${age} `))
})

const object = (state: StatusObject['state'], name: string, message: string, within?: Key): StatusObject => ({
  ...{ state, key: `${/^report/.test(name) ? 'report' : 'workbook'}/${name}`, name, message },
  ...(within === undefined ? {} : { within }),
})

test('status names five objects of each state, why, which command names the others, and what to run next', () => {
  const news = ['report of none', ...'abcdef'].map((name) => object('to apply', name, 'new'))
  const reports = ['x', 'y'].map((name) => object('to apply', `report ${name}`, 'changed', 'workbook/b'))
  const objects = [
    object('failed', 'Finance / Cash', 'the last apply did not finish it'),
    ...[...news, ...reports],
    object('held', 'Finance / Board pack', 'has an unpublished draft in progress'),
    object('draft', 'Sales / Weekly', 'with an unpublished draft'),
  ]
  const status = { ...TARGET, behindBy: 0, ...NOTHING, changes: 10, failed: 1, held: 1, drafts: 2, objects }
  const lines = [
    'target      commit                failed  to apply  held  UI edits  drafts',
    'production  c0ffee0, checked out       1        10     1         0       2',
    '',
    'failed    Finance / Cash        the last apply did not finish it',
    'to apply  a                     new',
    '          b                     new, with 2 reports',
    '          c                     new',
    '          d                     new',
    '          e                     new',
    '          and 2 more:  boardwright plan --target production',
    'held      Finance / Board pack  has an unpublished draft in progress',
    'draft     Sales / Weekly        with an unpublished draft',
    'Next: boardwright apply --target production',
  ]
  expect(describeTargets([status], plain)).toEqual(lines)
  const painted = describeTargets([status], inColour)
  const hues = [3, 4, 10].map((at) => painted[at]?.slice(0, 5))
  expect(hues).toEqual((['removed', 'changed', 'held'] as const).map((style) => `\u001b[${CODES[style]}m`))
})

test('a name that is too long for a terminal loses its middle, and why stands beside it', () => {
  const name = 'Product / Experiments / Pricing experiment'
  const objects = [object('held', name, 'has an unpublished draft in progress')]
  const lines = describeTargets([{ ...TARGET, ...NOTHING, held: 1, objects }], plain, 80)
  expect(lines).toContain('held      Product / ... / Pricing experiment  has an unpublished draft in progress')
  expect(describeTargets([{ ...TARGET, ...NOTHING, held: 1, objects }], plain)).toContain(
    `held      ${name}  has an unpublished draft in progress`,
  )
})

test.each([
  ['UI edits', { uiEdits: 1 }, ['Next: boardwright status --ui-edits --target production']],
  ['what is not managed', { unclaimed: 2 }, ['Next: boardwright adopt --target production']],
  ['nothing', {}, []],
])('status goes on with %s', (_, found, next) => {
  const lines = describeTargets([{ ...TARGET, behindBy: 0, ...NOTHING, ...found }], plain)
  expect(lines.filter((line) => line.startsWith('Next'))).toEqual(next)
  expect(lines[1]).toMatch(/ c0ffee0, up to date /)
})

test('fleet status is a table of waves and states', () => {
  const target = (name: string, state: FleetStatus['targets'][number]['state'], changes = 0) => ({
    ...{ target: name, state, commit: 'c0ffee0', changes, held: 0, failed: 0 },
  })
  const status: FleetStatus = {
    ...{ format: 1, project: 'acme', commit: 'c0ffee0', at: '' },
    waves: [{ number: 1, name: 'canary', targets: ['a'] }],
    targets: [target('a', 'there'), target('berlin', 'to apply', 2), target('c', 'held', 1)],
  } as unknown as FleetStatus
  expect([...statusLines(status, { all: false, paint: plain })]).toEqual([
    '3 targets at c0ffee0: 1 there, 1 to apply, 1 held',
    '                   targets  there  to apply  held',
    '  wave 1 (canary)        1      1         0     0',
    '  no wave                2      0         1     1',
    'Commits',
    '  c0ffee0  3 targets, the one that is checked out',
    'To look at',
    '  berlin  to apply  2 changes',
    '  c       held      1 change',
  ])
  expect([...statusLines(status, { all: false, paint: inColour })].at(-1)).toContain(inHue('held', 'held    '))
})

test('adopt says what failed as apply does: what it tried, below it why, and what to run', async () => {
  sandbox.controls.addFault({ method: 'PUT', path: '**', kind: 'status', status: 403, times: 99 })
  const { stdout, lines } = await shown(['adopt', '--target', 'production', '--select', 'finance/cash', '--yes'])
  sandbox.controls.clearFaults()
  const at = lines.findIndex((line) => line.startsWith('FAILED'))
  expect(stdout).toContain(inHue('removed', 'FAILED'))
  expect(lines[at]).toMatch(/^FAILED {5}(assign an id to|write the record on) \S/)
  expect(lines[at + 1]).toMatch(/^ {13}BW-E2102 {2}PUT \/api/)
  expect(lines.every((line) => line.length <= 80)).toBe(true)
})
