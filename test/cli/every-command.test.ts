import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RequestFacts } from '../../packages/sandbox/http/around.ts'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { readManifest } from '../../scripts/manifest.mjs'
import { COMMANDS, type CommandName } from '../../src/cli/commands.ts'
import { commitAll, temporaryDirectory } from '../support/directory.ts'
import { COMMAND_NAMES, commandName, MADE_COMMANDS } from '../support/docs/program.ts'
import { runHere } from '../support/in-process.ts'
import { isLong } from '../support/long.ts'
import { endOf, start } from '../support/program.ts'
import { smallTenant } from '../support/small-tenant.ts'

let sandbox: Sandbox
let root = ''
let meanwhile: ((request: RequestFacts) => Promise<void>) | undefined

beforeAll(async () => {
  sandbox = await startSandbox({
    seed: smallTenant(),
    onRequest: async (request) => {
      if (request.phase === 'before') await meanwhile?.(request)
      return undefined
    },
  })
  root = mkdtempSync(join(tmpdir(), 'boardwright-test-'))
  const { code } = await run(['init', '--url', sandbox.url, '--deployment', '2', '--project', 'acme'])
  expect(code).toBe(0)
  expect((await run(['export'])).code).toBe(0)
  commitAll(root)
  expect((await run(['adopt', '--yes'])).code).toBe(0)
})
afterAll(async () => {
  await sandbox.close()
  rmSync(root, { recursive: true })
})

interface From {
  readonly below?: string
  readonly env?: Readonly<Record<string, string>>
}

const run = (args: readonly string[], { below = '.', env }: From = {}) =>
  runHere(args, {
    cwd: join(root, below),
    env: env ?? { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin },
  })

const WITHOUT_TOKEN = { PATH: process.env['PATH'] ?? '' }
const WORKBOOK = 'content/sales/revenue-overview'
const HERE = 'content/sales'

type Part = 'no project' | 'wrong target' | 'no token'

interface Row {
  /** The arguments that it needs besides a target. */
  readonly args?: readonly string[]
  /** The same arguments from the root and from `content/sales`, if they contain paths. */
  readonly places?: readonly [fromRoot: readonly string[], fromThere: readonly string[]]
  /** The parts that do not apply to it. */
  readonly without?: readonly Part[]
}

const pictures = mkdtempSync(join(tmpdir(), 'boardwright-test-'))
afterAll(() => rmSync(pictures, { recursive: true, force: true }))

const OFFLINE = ['wrong target', 'no token'] as const
const ANYWHERE = ['no project', ...OFFLINE] as const
const SELECT = [
  ['--select', 'sales/revenue-overview'],
  ['--select', './revenue-overview'],
] as const

const ROWS: Readonly<Record<CommandName, Row>> = {
  adopt: { args: ['--yes'], places: SELECT },
  apply: { args: ['--yes'], places: SELECT },
  'ci comment': { args: ['--out', '-'], without: ANYWHERE },
  'rules list': { without: OFFLINE },
  'rules test': { without: OFFLINE },
  'rules explain': { args: ['chart-title'], without: OFFLINE },
  'rules new': { args: ['a-rule', '--on', 'report'], without: OFFLINE },
  'rules waive': {
    args: ['chart-title', 'content/sales', '--reason', 'r', '--owner', 'o', '--expires', '2000-01-01'],
    without: OFFLINE,
  },
  'rules fields': { without: ANYWHERE },
  'setup shell': { args: ['bash'], without: ANYWHERE },
  copy: {
    args: ['sales/nothing', 'sales/other'],
    places: [
      [`${WORKBOOK}/reports/orders.yaml`, `${WORKBOOK}/reports/nowhere/x/y`],
      ['revenue-overview/orders', 'revenue-overview/reports/nowhere/x/y'],
    ],
    without: OFFLINE,
  },
  demo: { without: ANYWHERE },
  // It says so in its list.
  doctor: { without: ['no token'] },
  export: { places: SELECT },
  fmt: { places: [[WORKBOOK], ['revenue-overview']], without: OFFLINE },
  impact: {
    args: ['orders.count'],
    places: [[`${WORKBOOK}/dashboard.yaml`], ['revenue-overview/dashboard.yaml']],
    without: OFFLINE,
  },
  init: { args: ['--url', 'https://acme.example', '--deployment', '2'], without: ANYWHERE },
  fleet: { args: ['status'], without: OFFLINE },
  mcp: { without: ANYWHERE },
  merge: { without: ANYWHERE },
  new: {
    args: ['workbook', 'Churn', '--in', 'nowhere'],
    places: [
      ['workbook', 'Churn', '--in', `${WORKBOOK}`],
      ['workbook', 'Churn', '--in', 'revenue-overview'],
    ],
    without: OFFLINE,
  },
  plan: { places: SELECT },
  preview: {
    args: ['--port', '0'],
    places: [
      [`${WORKBOOK}/reports/orders.yaml`, '--image', 'svg', '--out', pictures],
      ['revenue-overview/reports/orders.yaml', '--image', 'svg', '--out', pictures],
    ],
    without: ['no token'],
  },
  promote: { args: ['--from', 'nowhere', '--to', 'production', '--plan'], without: ['wrong target', 'no token'] },
  'ci propose': { args: ['--branch', 'ui', '--close'], without: ANYWHERE },
  rename: {
    args: [WORKBOOK, 'nowhere/x/y'],
    places: [
      [WORKBOOK, `${HERE}/nowhere/x/y`],
      ['revenue-overview', 'nowhere/x/y'],
    ],
    without: OFFLINE,
  },
  render: { args: [WORKBOOK], places: [[WORKBOOK], ['revenue-overview']], without: ['no token'] },
  restore: { args: ['20261120T091500Z'], without: OFFLINE },
  rm: { args: ['nowhere'], places: [['sales'], ['../sales']], without: OFFLINE },
  sandbox: { without: ANYWHERE },
  'setup agents': { args: ['--list'], without: ANYWHERE },
  'setup editor': { args: ['--print'], without: ANYWHERE },
  'setup merge-driver': { without: OFFLINE },
  status: { args: [WORKBOOK], places: [[WORKBOOK], ['revenue-overview']] },
  try: { args: ['--name', 'pr-1', '--base', 'HEAD'] },
  validate: { without: OFFLINE },
}

const rows = MADE_COMMANDS.map((command) => {
  const name = commandName(command)
  return [name, ROWS[name], command] as const
})
const meeting = (part: Part) => rows.filter(([, { without = [] }]) => !without.includes(part))

/** An error as people and as programs read it: the words must be the same. */
async function bothWays(
  args: readonly string[],
  from: From,
): Promise<{ readonly code: string; readonly exit: number; readonly stderr: string }> {
  const [text, json] = [await run(args, from), await run([...args, '--json'], from)]
  expect(text.stderr).toMatch(/^error BW-E\d{4} {2}.+\n {2}\S.+\n$/m)
  const { error } = JSON.parse(json.stderr.trim().split('\n').at(-1) ?? '')
  expect(text.stderr).toContain(`error ${error.code}  `)
  expect(text.stderr).toContain(error.message)
  expect(text.stderr).toContain(`\n  ${error.hint}\n`)
  expect([text.code, json.code]).toEqual([error.exit, error.exit])
  return { code: error.code, exit: error.exit, stderr: text.stderr }
}

describe('every command', () => {
  test.each(rows)('%s --help: the common flags, the token, the limit, an example', async (name) => {
    const { code, stdout, stderr } = await run([...name.split(' '), '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`Usage: boardwright ${name} `)
    expect(stdout).toContain('\nEverywhere: -q, -v, --no-color, --timeout, -C')
    expect(stdout).toMatch(/\n(It needs no token\.|Token, from the environment: \S.+)\n/)
    expect(stdout).toMatch(/\nExample: (boardwright|source|git)/)
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120)
  })

  // The MCP server is left out: it speaks JSON anyway.
  const withJson = rows.filter(([name]) => name !== 'mcp')
  test.each(withJson)('%s --json: takes it, and a mistake in its flags is JSON on stderr', async (name, _, command) => {
    expect(command.options.map(({ long }) => long)).toContain('--json')
    const { code, stdout, stderr } = await run([...name.split(' '), '--json', '--no-such-flag'])
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(JSON.parse(stderr)).toMatchObject({ format: 1, error: { code: 'BW-E6001', exit: 64 } })
  })

  test.each(meeting('no project'))('%s outside a project', async (name, { args = [] }) => {
    const outside = temporaryDirectory()
    expect(await bothWays([...name.split(' '), ...args, '-C', outside], {})).toMatchObject({
      code: 'BW-E1403',
      exit: 1,
    })
  })

  test.each(meeting('wrong target'))('%s with an unknown target', async (name, { args = [] }) => {
    const { stderr, ...found } = await bothWays([...name.split(' '), ...args, '--target', 'prodution'], {})
    expect(found).toEqual({ code: 'BW-E1305', exit: 1 })
    expect(stderr).toContain('no target is called "prodution"; available: production\n  Did you mean "production"?')
  })

  test.each(meeting('no token'))('%s without a token', async (name, { args = [] }) => {
    const { stderr, ...found } = await bothWays([...name.split(' '), ...args], { env: WITHOUT_TOKEN })
    expect(found).toEqual({ code: 'BW-E1404', exit: 3 })
    expect(stderr).toContain('neither BOARDWRIGHT_TOKEN_PRODUCTION nor BOARDWRIGHT_TOKEN is set')
  })

  const placed = rows.flatMap(([name, { args = [], places }]) =>
    places ? [[name, places[0], places[1], args.includes('--yes') ? ['--yes'] : []] as const] : [],
  )
  /** Masks what differs between runs, and the words that were typed. */
  const plain = (text: string, words: readonly string[]): string =>
    words
      .toSorted((a, b) => b.length - a.length)
      .reduce((all, word) => (word.startsWith('--') ? all : all.replaceAll(word, 'PATH')), text)
      .replaceAll(/\d+(\.\d+)? s\b/g, 'N s')
      .replaceAll(/\d+ requests/g, 'N requests')
      .replaceAll(/Journal {4}\S+/g, 'Journal')
      .replaceAll(/(content\/)?(sales\/)?PATH/g, 'PATH')

  /** Drawing takes longest, so only long runs do it. */
  const tried = placed.filter(([name]) => isLong || name !== 'preview')
  test.each(tried)('%s does the same from content/sales as from the root', async (name, fromRoot, fromThere, more) => {
    const words = [...fromRoot, ...fromThere]
    const said = async (args: readonly string[], from: From) => {
      const { code, stdout, stderr } = await run(
        [...name.split(' '), ...args, ...more.filter((each) => !args.includes(each))],
        from,
      )
      return { code, text: plain(stdout + stderr, words) }
    }
    await said(fromRoot, {})
    const first = await said(fromRoot, {})
    expect(await said(fromThere, { below: HERE })).toEqual(first)
    const slash = fromRoot.map((each) => (each.includes('sales/') ? `/${each}` : each))
    expect(await said(slash, { below: 'content/product' })).toEqual(first)
  })
})

describe('render', () => {
  test('of an unknown name ends with an error that names a similar one', async () => {
    const { code, stdout, stderr } = await run(['render', 'sales/revenue-overveiw'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(
      'error BW-E1413  there is nothing at sales/revenue-overveiw\n  Did you mean "sales/revenue-overview"?\n',
    )
  })

  test('of a file that no target sees ends with an error, too', async () => {
    const { code, stderr } = await run(['render', 'boardwright.yaml'])
    expect(code).toBe(1)
    expect(stderr).toContain('boardwright.yaml holds nothing that a target sees')
  })

  test('--json contains the files', async () => {
    const { stdout } = await run(['render', 'revenue-overview/dashboard.yaml', '--json'], { below: HERE })
    const { format, files } = JSON.parse(stdout)
    expect({ format, files: Object.keys(files) }).toEqual({ format: 1, files: [`${WORKBOOK}/dashboard.yaml`] })
  })
})

describe('a selection', () => {
  test('is read from the current directory: a glob, a directory, a name that is a slug elsewhere', async () => {
    const keys = async (word: string, below: string) => {
      const { code, stdout, stderr } = await run(['plan', '--json', '--select', word], { below })
      return code === 0 ? JSON.parse(stdout).inputs.select : JSON.parse(stderr).error.message
    }
    expect(await keys('rev*', HERE)).toEqual(['sales/rev*'])
    expect(await keys('.', HERE)).toEqual(['content/sales'])
    expect(await keys('../sales/', 'content/product')).toEqual(['content/sales'])
    expect(await keys('revenue-overview', '.')).toEqual(['revenue-overview'])
    expect(await keys('/sales', HERE)).toEqual(['content/sales'])
    expect(await keys('nothing*', HERE)).toBe('--select nothing* matches nothing: no object has this path, slug or id')
  })
})

describe('output for programs', () => {
  test('init', async () => {
    const empty = join(temporaryDirectory(), 'new')
    mkdirSync(empty)
    const { stdout } = await run(['init', '--url', sandbox.url, '--deployment', '2', '--json', '-C', empty])
    expect(JSON.parse(stdout)).toMatchObject({
      format: 1,
      project: 'new',
      target: 'production',
      written: ['boardwright.yaml', '.gitattributes', '.gitignore'],
      mergeDriver: false,
      seen: { user: { isAdmin: true }, deployments: [{ id: 1 }, { id: 2 }] },
    })
  })

  test.each([
    ['a token that the platform does not know', ['--deployment', '2'], 'cube-nobody-knows-this', 'BW-E2101'],
    ['a deployment that the token does not see', ['--deployment', '22'], '', 'it sees 1 (dev), 2 (production)'],
    ['another target that it does not see', ['--deployment', '2', '--also', 'dev=7'], '', '--also dev=NUMBER'],
  ])('init leaves nothing behind with %s', async (_, args, token, said) => {
    const empty = temporaryDirectory()
    const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: token || sandbox.keys.admin }
    const { code, stderr } = await run(['init', '--url', sandbox.url, ...args, '-C', empty], { env })
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining(said)])
    expect(readdirSync(empty)).toEqual([])
  })

  test('adopt --undo: without a terminal it needs --yes, and says so', async () => {
    const { code, stdout, stderr } = await run(['adopt', '--undo', 'sales/revenue-overview', '--json'])
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(JSON.parse(stderr.split('\n')[0] ?? '').error.message).toContain('--yes is missing')
    const done = await run(['adopt', '--undo', 'sales/revenue-overview', '--json', '--yes'])
    const { givenUp, ...rest } = JSON.parse(done.stdout)
    expect(rest).toEqual({ format: 1, target: 'production', exit: 0, failed: [] })
    expect(givenUp).toContain('workbook/revenue-overview')
    expect(
      JSON.parse((await run(['adopt', '--undo', 'sales/revenue-overview', '--json', '--yes'])).stdout).givenUp,
    ).toEqual([])
    await run(['adopt', '--yes'])
  })

  test('adopt --undo: after a failed write it says what to run, and does not claim success', async () => {
    const refused = {
      method: 'PUT',
      path: '/api/v1/deployments/2/workbooks/by-slug/*',
      kind: 'status',
      status: 403,
    } as const
    sandbox.controls.addFault(refused)
    const { code, stdout } = await run(['adopt', '--undo', 'sales/revenue-overview', '--yes'])
    expect(code).not.toBe(0)
    // That workbook lists what waits, and is not the one to give up.
    expect(stdout).toMatch(
      /^FAILED +write the record on Product \/ Order explorer\n.*\nSTOPPED .*\nNext +run the same command again/,
    )
    sandbox.controls.addFault(refused)
    expect(
      JSON.parse((await run(['adopt', '--undo', 'sales/revenue-overview', '--json', '--yes'])).stdout).givenUp,
    ).toEqual([])
    const done = await run(['adopt', '--undo', 'sales/revenue-overview', '--yes'])
    expect(done.stdout).toMatch(/^given up .*Sales \/ Revenue overview$/m)
    await run(['adopt', '--yes'])
  })

  test('setup shell', async () => {
    const { shell, script } = JSON.parse((await run(['setup', 'shell', 'fish', '--json'])).stdout)
    expect([shell, script.split('\n')[0]]).toEqual([
      'fish',
      '# fish:  boardwright setup shell fish > ~/.config/fish/completions/boardwright.fish',
    ])
    expect(JSON.parse((await run(['setup', 'shell', '--names', 'targets', '--json'])).stdout)).toEqual({
      format: 1,
      names: ['production'],
    })
    expect((await run(['setup', 'shell'])).stderr).toContain('Name the shell: boardwright setup shell bash')
  })
})

describe('--version', () => {
  test('with --verbose it prints what a bug report needs', async () => {
    const { version } = readManifest()
    for (const args of [
      ['--version', '--verbose'],
      ['-v', '-V'],
    ]) {
      const { stdout } = await run(args)
      expect(stdout).toMatch(
        /^boardwright {2}\S+\nnode {9}\d+\.\d+\.\d+\ngit {10}\d+\.\d+.*\nsystem {7}\S+ \S+ \S+\noutput {7}no terminal\n$/,
      )
      expect(stdout).toContain(version)
    }
  })
})

// Last, because a run here changes what is live.
describe('Ctrl-C while the platform is asked', () => {
  /** A project with a second target, and a run that overwrote an edit. */
  let two = ''
  let overwrote = ''
  const report = 'content/sales/revenue-overview/reports/orders.yaml'
  beforeAll(async () => {
    two = join(mkdtempSync(join(tmpdir(), 'boardwright-test-')), 'acme')
    cpSync(root, two, { recursive: true })
    const edit = (file: string, from: RegExp, to: string) =>
      writeFileSync(join(two, file), readFileSync(join(two, file), 'utf8').replace(from, to))
    edit('boardwright.yaml', /$/, `  dev:\n    url: ${sandbox.url}\n    deployment: 1\n`)
    edit(report, /^title: .*$/m, 'title: By year')
    commitAll(two, 'dev')
    await sandbox.controls.addPeople({
      as: 'maria@acme.com',
      do: [
        { do: 'edit-report', report: 'B9xLfZ2kHs6D', set: { title: 'By month' }, deployment: 2 },
        { do: 'publish', workbook: 'revenue-overview', deployment: 2 },
      ],
    })
    const applied = await run(['apply', '--yes', '--target', 'production', '--accept', 'ui-edits', '-C', two])
    expect(applied.code, applied.stderr).toBe(0)
    overwrote = readdirSync(join(two, '.boardwright/runs')).sort().at(-1) ?? ''
  })
  afterAll(() => rmSync(dirname(two), { recursive: true, force: true }))

  interface Stopped {
    /** Commands that write finish the writes in progress; those that only read end like any program; servers close. */
    readonly how: 'says so' | 'ends' | 'closes'
    /** Without them, the arguments of its row, in the project with one target. */
    readonly args?: () => readonly string[]
    /** Makes a server ask the platform, given its process. */
    readonly asking?: (child: ChildProcess) => Promise<unknown>
  }

  const AS_PROCESS: ReadonlySet<string> = new Set(isLong ? ['plan', 'export'] : ['plan'])
  const inTwo = (...args: readonly string[]) => [...args, '-C', two]
  const request = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }

  const STOPPED: Readonly<Partial<Record<CommandName, Stopped>>> = {
    adopt: { how: 'says so' },
    apply: { how: 'says so', args: () => ['--yes', '--accept', 'uncommitted'] },
    doctor: { how: 'ends' },
    export: { how: 'ends' },
    fleet: { how: 'ends' },
    impact: { how: 'ends', args: () => ['orders.count', '--live'] },
    init: { how: 'ends', args: () => ['--url', sandbox.url, '--deployment', '2', '-C', temporaryDirectory()] },
    mcp: {
      how: 'closes',
      asking: async ({ stdin }) => {
        stdin?.write(request(1, 'initialize', client))
        stdin?.write(request(2, 'tools/call', { name: 'plan', arguments: { target: 'production' } }))
      },
    },
    plan: { how: 'ends' },
    preview: {
      how: 'closes',
      args: () => ['--port', '0', '--json'],
      asking: async ({ stdout }) => {
        const [line] = (await once(createInterface({ input: stdout ?? process.stdin }), 'line')) as [string]
        await fetch(`${JSON.parse(line).url}/compare/revenue-overview`).catch(() => 'closed before it answered')
      },
    },
    promote: {
      how: 'says so',
      args: () => inTwo('--from', 'production', '--to', 'dev', '--yes', '--accept', 'first-apply'),
    },
    restore: { how: 'says so', args: () => inTwo(overwrote, '--yes') },
    try: { how: 'says so', args: () => ['--name', 'pr-1', '--base', 'HEAD', '--accept', 'uncommitted'] },
    status: { how: 'ends' },
  }

  const stopped = Object.entries(STOPPED) as [CommandName, Stopped][]

  test('every command with a platform token has a row in the table', () => {
    const asking = COMMAND_NAMES.filter((name) => COMMANDS[name].token.includes('BOARDWRIGHT_TOKEN'))
    expect(Object.keys(STOPPED).sort()).toEqual([...asking].sort())
  })

  /**
   * What a command sent besides the request it was stopped at must arrive before this, not while the next one starts.
   */
  const allArrived = async (): Promise<void> => {
    await fetch(sandbox.url)
    meanwhile = undefined
  }

  /** An unhandled signal always ends a process. So this is tested without processes, except for some of each kind. */
  const SIGNALS = ['SIGINT', 'SIGTERM'] as const
  const ENDING = stopped.filter(([name, { how }]) => how === 'ends' && !AS_PROCESS.has(name))

  test.each(ENDING)('%s does not catch signals while it reads, and writes nothing', async (name, { args }) => {
    const listening = () => SIGNALS.map((signal) => process.listenerCount(signal))
    const [before, asked, meantime] = [listening(), [] as string[], [] as number[][]]
    meanwhile = async ({ method }) => {
      asked.push(method)
      meantime.push(listening())
      sandbox.controls.addFault({ path: '/**', kind: 'status', status: 401, times: 1_000 })
    }
    await run([name, ...(args?.() ?? ROWS[name].args ?? [])])
    await allArrived()
    sandbox.controls.clearFaults()
    expect(asked.filter((method) => method !== 'GET')).toEqual([])
    expect(new Set(meantime.map(String))).toEqual(new Set([String(before)]))
  })

  /** Commands that handle the signal can be sent it in this process. */
  const HEARING = isLong ? [] : stopped.filter(([name, { how }]) => how === 'says so' && name !== 'apply')

  test.each(HEARING)('%s says that it was interrupted, and writes nothing', async (name, { args }) => {
    const before = process.listeners('SIGINT')
    const asked: string[] = []
    let release = (): void => {}
    const released = new Promise<void>((done) => (release = done))
    let heard = false
    meanwhile = async ({ method }) => {
      asked.push(method)
      const listening = process.listeners('SIGINT').filter((each) => !before.includes(each))
      if (!heard) for (const hear of listening) hear('SIGINT')
      heard ||= listening.length > 0
      if (heard) await released
    }
    const { code, stdout, stderr } = await run([name, ...(args?.() ?? ROWS[name].args ?? [])])
    release()
    await allArrived()
    expect(asked.filter((method) => method !== 'GET')).toEqual([])
    expect([heard, code, stdout, stderr]).toEqual([
      true,
      130,
      '',
      'error BW-E2009  stopped; nothing was written\n  Run the same command again.\n',
    ])
    expect(process.listeners('SIGINT')).toEqual(before)
  })

  const told = [...ENDING, ...HEARING].map(([name]) => name)
  test.each(stopped.filter(([name]) => !told.includes(name)))(
    '%s $how, at once, and nothing is written',
    async (name, { how, args, asking }) => {
      const asked: string[] = []
      const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
      let child: ChildProcess | undefined
      let release = (): void => {}
      const released = new Promise<void>((done) => (release = done))
      const arrived: string[] = []
      meanwhile = async ({ method, path }) => {
        asked.push(method)
        arrived.push(`${method} ${path} ${child?.pid ? 'after' : 'before'} the program started`)
        if (!child?.killed) child?.kill('SIGINT')
        await released
      }
      child = start([name, ...(args?.() ?? ROWS[name].args ?? [])], env, root, asking ? 'pipe' : 'ignore')
      const [{ stdout, stderr }, [code, signal]] = await Promise.all([
        endOf(child),
        once(child, 'close'),
        asking?.(child),
      ])
      meanwhile = undefined
      release()
      expect(asked.filter((method) => method !== 'GET')).toEqual([])
      expect(asked).not.toEqual([])
      if (how === 'closes') {
        expect(stderr).toMatch(/^(Sent \d+ requests?\. 0 write requests\.\n)?$/)
        return expect([code, signal]).toEqual([0, null])
      }
      expect(stdout).toBe('')
      if (how === 'ends') return expect([code, signal]).toEqual([null, 'SIGINT'])
      expect([code, signal, stderr], `asked before the end:\n${arrived.join('\n')}`).toEqual([
        130,
        null,
        'error BW-E2009  stopped; nothing was written\n  Run the same command again.\n',
      ])
    },
  )
})
