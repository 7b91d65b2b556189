// Slow: somebody types at a terminal.
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { isPublicId } from '../../src/content/identity.ts'
import { MERGE_DRIVER } from '../../src/setup/merge-driver.ts'
import { commitAll, git, readFiles, temporaryDirectory } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { makeTemporary } from '../support/package.ts'
import { start } from '../support/program.ts'
import { atTerminal, CTRL_C, DOWN, ENTER, type Said, type Seen } from '../support/terminal.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
})
afterAll(() => sandbox.close())

const PATH = process.env['PATH'] ?? ''
const admin = () => ({ PATH, BOARDWRIGHT_TOKEN: sandbox.keys.admin })

/** The words of a command line printed for people to type. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

/** The command that does the same without questions. */
function spelledOut({ stderr }: Seen): string[] {
  const [, line = ''] = /^The same without questions:\s+boardwright ((?:.*\\\n)*.*)$/m.exec(stderr) ?? []
  const [first = ''] = line.replaceAll('\\\n', '').split(' && boardwright ')
  return wordsOf(first)
}

const configIn = (root: string): string => readFiles(root)['boardwright.yaml']?.replace(/^project.*: .*$/gm, '') ?? ''

const ADDRESS: Said = ['Address of the tenant', '']
const typed = (question: string, text: string): Said => [question, `${text}${ENTER}`]

describe('init on a terminal', () => {
  const answers = (): readonly Said[] => [
    typed(ADDRESS[0], sandbox.url),
    typed('● production (number 2)', ''),
    typed('What is it called here?', 'prod'),
    typed('Which others get the same content?', ' '),
    typed('Which are protected?', `${DOWN} `),
    typed('Let git merge dashboards by widget', ''),
  ]

  test('lists the deployments, asks for home and protection, and ends like the same command with flags', async () => {
    const root = temporaryDirectory()
    const ended = await atTerminal(['init'], { cwd: root, env: admin(), says: answers() })
    expect(ended).toMatchObject({ code: 0, stdout: '' })
    const url = `    url: ${sandbox.url}\n`
    expect(configIn(root).replace(/^mergeInto: \w+\n/m, '')).toContain(
      `home: prod\ntargets:\n  prod:\n${url}    deployment: 2\n    protected: true\n    dataModel:\n      branch: main\n  dev:\n${url}    deployment: 1\n    protected: true\n`,
    )
    expect(git(root, 'config', 'merge.boardwright.driver').trim()).toBe(MERGE_DRIVER)
    expect(ended.stderr).toMatch(/^git merges dashboards by widget in this clone\.$/m)
    expect(ended.stderr).toContain('&& boardwright setup merge-driver')
    const same = temporaryDirectory()
    expect(await runHere(spelledOut(ended), { cwd: same, env: admin() })).toMatchObject({ code: 0 })
    expect(configIn(same)).toBe(configIn(root))
  })

  test('says what is wrong with an answer, and asks again', async () => {
    const root = temporaryDirectory()
    const { code } = await atTerminal(['init'], {
      ...{ cwd: root, env: { PATH } },
      says: [
        typed(ADDRESS[0], 'http://acme.example'),
        ['It would send the token unencrypted to acme.example.', `\u0015acme.example${ENTER}`],
        typed('Number of the deployment', 'x'),
        ['A whole number from 1.', `\u00152${ENTER}`],
        typed('What is it called here?', 'Prod EU'),
        ['A name must be lower-case words and digits, joined by "-".', `\u0015prod-eu${ENTER}`],
        ['Protect prod-eu?', 'n'],
        ['Let git merge dashboards by widget', 'n'],
      ],
    })
    expect(code).toBe(0)
    expect(configIn(root)).toContain('  prod-eu:\n    url: https://acme.example\n    deployment: 2\n    dataModel:')
  })

  test('Ctrl-C at any question leaves nothing behind', async () => {
    for (const asked of answers().keys()) {
      const root = temporaryDirectory()
      const says = answers().map(([read, keys], index): Said => [read, index === asked ? CTRL_C : keys])
      const ended = await atTerminal(['init'], { cwd: root, env: admin(), says: says.slice(0, asked + 1) })
      expect({ code: ended.code, files: readdirSync(root) }).toEqual({ code: 130, files: [] })
    }
  })

  test('gives up after --timeout', async () => {
    const root = temporaryDirectory()
    const ended = await atTerminal(['init', '--timeout', '1'], { cwd: root, env: { PATH }, says: [ADDRESS] })
    expect(ended.stderr).toContain('not finished after 1 s')
    expect(readdirSync(root)).toEqual([])
  })

  test.each([
    ['--json', ['init', '--json'], {}],
    ['CI', ['init'], { CI: 'true' }],
  ])('asks nobody with %s', async (_, args, more) => {
    const { code, screen } = await atTerminal(args, { cwd: temporaryDirectory(), env: { ...admin(), ...more } })
    expect(code).toBe(64)
    expect(screen).toContain('--url is missing')
  })

  test('asks nothing that the flags answer', async () => {
    const args = ['init', '--url', sandbox.url, '--deployment', '2']
    const { code, screen } = await atTerminal(args, { cwd: temporaryDirectory(), env: admin() })
    expect(code).toBe(0)
    expect(screen).toMatch(/^wrote boardwright\.yaml\n/)
    const root = temporaryDirectory()
    const [, ...rest] = answers()
    const some = ['init', '--url', sandbox.url, '--home', 'prod']
    const says = rest.filter(([read]) => read !== 'What is it called here?')
    expect((await atTerminal(some, { cwd: root, env: admin(), says })).code).toBe(0)
    expect(configIn(root)).toContain('home: prod\n')
  })

  test('refuses an existing project before asking anything', async () => {
    const root = temporaryDirectory()
    await runHere(['init', '--url', sandbox.url, '--deployment', '2'], { cwd: root, env: admin() })
    expect((await atTerminal(['init'], { cwd: root, env: admin() })).stderr).toMatch(/^error BW-E1406 /)
  })

  test('fits a terminal of 40 columns, and one without colours', async () => {
    const root = temporaryDirectory()
    const { screen, stderr } = await atTerminal(['init'], {
      ...{ cwd: root, env: { ...admin(), NO_COLOR: '1' }, columns: 40 },
      says: [...answers().slice(0, 4), ['apply asks for its name', CTRL_C]],
    })
    expect(screen).toContain('│  http://127.0.0.1:')
    expect(stderr).not.toMatch(/\u001b\[[0-9;]*m/)
    expect(readdirSync(root)).toEqual([])
  })
})

describe('new on a terminal', () => {
  const { root, remove } = makeTemporary()
  afterAll(remove)
  beforeAll(async () => {
    const args = ['init', '--url', sandbox.url, '--deployment', '2', '--project', 'acme']
    expect((await runHere(args, { cwd: root, env: admin() })).code).toBe(0)
    expect((await runHere(['export'], { cwd: root, env: admin() })).code).toBe(0)
  })

  const made = ({ stdout }: Pick<Seen, 'stdout'>): string[] =>
    [...stdout.matchAll(/^created {2}(.+)$/gm)].map(([, file = '']) => file)

  test('makes a dashboard from the chosen parts of the data model', async () => {
    const ended = await atTerminal(['new'], {
      ...{ cwd: root, env: { PATH }, columns: 120 },
      says: [
        ['● dashboard', ENTER],
        typed('What is the dashboard called?', 'Coffee orders'),
        ['Where?', `${DOWN}${ENTER}`],
        typed('About which cube or view?', 'orders'),
        ['◼ orders.count', ENTER],
        ['Draw it in a browser at once?', 'n'],
      ],
    })
    expect(ended.code).toBe(0)
    const place = 'content/etc/coffee-orders'
    expect(made(ended)).toEqual([
      `${place}/workbook.yaml`,
      `${place}/dashboard.yaml`,
      `${place}/reports/number-of-orders.yaml`,
      `${place}/reports/number-of-orders-by-month.yaml`,
      `${place}/reports/number-of-orders-by-status.yaml`,
      `${place}/reports/number-of-orders-by-month-and-status-as-a-table.yaml`,
    ])
    const again = await runHere(spelledOut(ended), { cwd: root, env: { PATH } })
    expect(made(again).map((file) => file.replace(/(?<=coffee-orders)-\w+/, ''))).toEqual(made(ended))
  })

  test('makes a report with the chosen look', async () => {
    const ended = await atTerminal(['new', 'report', '--in', 'sales'], {
      ...{ cwd: root, env: { PATH } },
      says: [
        typed('What is the report called?', 'Channels'),
        typed('About which cube or view?', 'orders'),
        ['Which of its members?', ENTER],
        ['How does it look?', `${DOWN}${DOWN}${DOWN}${DOWN}${ENTER}`],
        ['Draw it in a browser at once?', 'n'],
      ],
    })
    expect(made(ended)).toEqual(['content/sales/channels.report.yaml'])
    const text = readFiles(root)['content/sales/channels.report.yaml']
    expect(text).toMatch(/^kind: table$/m)
    expect(text).toMatch(/^ {4}- orders\.count$/m)
    expect(spelledOut(ended)).toEqual(
      expect.arrayContaining(['--kind', 'table', '--from', 'orders.count,orders.ordered_at,orders.status']),
    )
  })

  test('--preview draws it at once, and opens its page', async () => {
    const args = ['new', 'dashboard', 'At once', '--from', 'orders', '--preview', '-C', root]
    const child = start(args)
    onTestFinished(() => void child.kill())
    const lines = createInterface({ input: child.stdout ?? process.stdin })
    let page = ''
    for await (const line of lines) {
      page = /^Preview at (\S+)$/.exec(line)?.[1] ?? page
      if (page !== '') break
    }
    const [address = '', slug] = page.split('#/')
    expect(slug).toBe('at-once')
    const scene = (await (await fetch(`${address}scene/${slug}`)).json()) as { dashboard: { widgets: unknown[] } }
    expect(scene.dashboard.widgets).toHaveLength(4)
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
  })

  test('without a terminal names what is missing', async () => {
    const nameless = await runHere(['new', 'workbook'], { cwd: root, env: { PATH } })
    expect(nameless).toMatchObject({ code: 64 })
    expect(nameless.stderr).toContain('<name> is missing, and there is no terminal to ask on')
    expect((await runHere(['new'], { cwd: root, env: { PATH } })).stderr).toContain('<kind> is missing')
  })
})

describe('adopt on a terminal', () => {
  const { root, remove } = makeTemporary()
  const run = (...args: readonly string[]) => runHere(args, { cwd: root, env: admin() })
  afterAll(remove)
  beforeAll(async () => {
    expect((await run('init', '--url', sandbox.url, '--deployment', '2', '--project', 'acme')).code).toBe(0)
    expect((await run('export')).code).toBe(0)
    writeFileSync(join(root, 'content/asked.report.yaml'), 'id: askedFor0001\nname: Asked\nsql: select 1\n')
    commitAll(root)
    sandbox.controls.clearRequests()
  })

  const CONTENT = ['id', 'name', 'publicId', 'slug', 'folderId', 'workbookId', 'dashboardDraft', 'publishedDashboard']
  const QUERY = ['sqlQuery', 'jsonQuery', 'chartConfig', 'title', 'description']
  /** What adopt must not change: an id or a slug that is not there yet is left out. */
  async function live(): Promise<Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = []
    for (const kind of ['workbooks', 'reports']) {
      const address = `${sandbox.url}/api/v1/deployments/2/${kind}?first=100`
      const answer = await fetch(address, { headers: { authorization: `Bearer ${sandbox.keys.admin}` } })
      const { items } = (await answer.json()) as { items: Record<string, unknown>[] }
      for (const item of items) rows.push(Object.fromEntries([...CONTENT, ...QUERY].map((key) => [key, item[key]])))
    }
    return rows
  }
  const writes = () => sandbox.controls.requests().filter(({ method }) => method !== 'GET')

  test('an export that changes no file says how to go on', async () => {
    const { stdout, stderr } = await run('export')
    expect(stdout + stderr).toMatch(/o file changed\.\nNext: boardwright adopt --target production\n/)
  })

  test('adopt shows what it would do before it asks, and does nothing without a yes', async () => {
    const says: Said[] = [typed('Adopt this in production?', 'no')]
    const { code, screen } = await atTerminal(['adopt'], { cwd: root, env: admin(), says })
    expect([code, writes()]).toEqual([1, []])
    expect(screen).toMatch(
      /To adopt: \d+ workbooks?, \d+ reports?\n[^?]* adopt +Sales \/ Revenue overview[^?]*Adopt this/,
    )
  })

  test('ids, addresses and content stay as they were', async () => {
    const before = await live()
    expect(before.length).toBeGreaterThan(20)
    expect((await run('adopt', '--yes')).code).toBe(0)
    expect(writes()).not.toEqual([])
    const named = (id: unknown) => (id === undefined || isPublicId(String(id)) ? id : expect.anything())
    expect(await live()).toEqual(
      before.map((row) => ({
        ...row,
        publicId: named(row['publicId']),
        slug: row['slug'] === null ? expect.any(String) : row['slug'],
      })),
    )
  })

  test('somebody who types y to apply is told what to type, and asked again', async () => {
    const title = join(root, 'content/sales/revenue-overview/reports/orders.yaml')
    writeFileSync(title, readFileSync(title, 'utf8').replace('title: Orders', 'title: Orders in all'))
    const apply = ['apply', '--accept', 'uncommitted']
    const says: Said[] = [typed('Type "yes" to go ahead', 'y'), ['You typed "y".', `no${ENTER}`]]
    const { code, screen } = await atTerminal(apply, { cwd: root, env: admin(), says })
    git(root, 'restore', '.')
    expect([code, screen]).toEqual([1, expect.stringMatching(/Nothing was applied\./)])
    // The field is empty again.
    expect(screen).not.toContain('yno')
    expect(screen.replace(/\s+│?\s*/g, ' ')).toContain(
      'Publish 1 dashboard (2 scheduled emails, 1 embedded tenant) and change 1 other object in production?',
    )
  })

  test.each([
    [
      'adopt --undo',
      ['adopt', '--undo', 'sales/revenue-overview'],
      'To give up: Sales / Revenue overview',
      'Give this up in',
    ],
    ['rename', ['rename', 'orders.net_revenue', 'orders.net_sales'], 'orders.net_revenue -> ', 'Change '],
  ])('%s --json shows what it asks about, beside the document', async (_, args, shown, question) => {
    sandbox.controls.clearRequests()
    const says: Said[] = [typed(question, 'no')]
    const { stdout, stderr } = await atTerminal([...args, '--json'], { cwd: root, env: admin(), says })
    expect(stderr.slice(0, stderr.indexOf(question))).toContain(shown)
    expect(JSON.parse(stdout)).toMatchObject({ format: 1 })
    expect(writes()).toEqual([])
  })

  test.each([
    ['init', ['init', '-C', '..'], '--url'],
    ['new', ['new'], '<kind>'],
    ['rename', ['rename', 'orders.net_revenue', 'orders.net_sales'], '--yes'],
    ['adopt --undo', ['adopt', '--undo', 'sales/revenue-overview'], '--yes'],
    ['apply', ['apply', '--accept', 'uncommitted'], '--yes'],
  ])('without a terminal every question is an error that names the flag: %s', async (_, args, flag) => {
    sandbox.controls.clearRequests()
    const { code, stderr } = await run(...args)
    expect([code, stderr]).toEqual([64, expect.stringContaining(`${flag} is missing`)])
    expect(writes()).toEqual([])
  })
})
