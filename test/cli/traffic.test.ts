// Slow: it runs every command.
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import type { CommandName } from '../../src/cli/commands.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { smallTenant } from '../support/small-tenant.ts'

let sandbox: Sandbox
let root = ''

beforeAll(async () => {
  sandbox = await startSandbox({ seed: smallTenant() })
})
afterAll(() => sandbox.close())

const REPORT = 'content/sales/revenue-overview/reports/orders.yaml'
const report = async (title: string): Promise<void> => {
  const text = readFileSync(`${root}/${REPORT}`, 'utf8').replace(/^title: .*$/m, `title: ${title}`)
  await writeFiles(root, { [REPORT]: text })
  commitAll(root, title)
}
const fewer = async (): Promise<void> => {
  const path = 'content/sales/revenue-overview/reports/top-customers.yaml'
  await writeFiles(root, { [path]: readFileSync(`${root}/${path}`, 'utf8').replace('limit: 100', 'limit: 20') })
  commitAll(root, 'Fewer')
}
const configure = async (how: (config: string) => string): Promise<void> => {
  await writeFiles(root, { 'boardwright.yaml': how(readFileSync(`${root}/boardwright.yaml`, 'utf8')) })
  commitAll(root, 'Configure')
}
const edit = (title: string): Promise<unknown> =>
  sandbox.controls.addPeople({
    as: 'maria@acme.com',
    do: [
      { do: 'edit-report', report: 'B9xLfZ2kHs6D', set: { title }, deployment: 2 },
      { do: 'publish', workbook: 'revenue-overview', deployment: 2 },
    ],
  })

const runThatOverwrote = (title: string): string =>
  readdirSync(`${root}/.boardwright/runs`).find((name) =>
    readFileSync(`${root}/.boardwright/runs/${name}`, 'utf8').includes(title),
  ) ?? ''

interface Step {
  /** What happens before the step. */
  readonly before?: () => Promise<unknown>
  readonly args: () => readonly string[]
  readonly isWriting?: true
  readonly code?: number
}

const NOTHING_SENT = 'reaches no platform'
const A_SERVER = 'a server that runs until it is stopped'

/** Run in this order. */
const STEPS: Readonly<Record<CommandName, readonly Step[] | string>> = {
  init: [{ args: () => ['--url', sandbox.url, '--deployment', '2', '--project', 'acme'] }],
  doctor: [{ args: () => [] }, { args: () => ['--url', sandbox.url] }],
  export: [
    { args: () => [] },
    { args: () => ['--snapshot', `${root}/.boardwright/live.json`] },
    { args: () => ['--json'], before: async () => commitAll(root) },
  ],
  adopt: [
    { args: () => ['--yes'], isWriting: true },
    { args: () => ['--yes'] },
    { args: () => ['--undo', 'revenue-overview', '--yes'], isWriting: true },
    { args: () => ['--yes'], isWriting: true },
  ],
  plan: [
    { args: () => [] },
    { args: () => ['--json'] },
    { args: () => ['--snapshot', `${root}/.boardwright/live.json`] },
  ],
  status: [{ args: () => [] }, { args: () => ['--ui-edits'] }, { args: () => [REPORT] }],
  apply: [
    { args: () => ['--yes'], before: () => report('By week'), isWriting: true },
    { args: () => ['--yes'] },
    {
      before: () => edit('By month').then(() => report('By year')),
      args: () => ['--yes', '--accept', 'ui-edits'],
      isWriting: true,
    },
  ],
  try: [
    { args: () => ['model', '--name', 'pr-1'], isWriting: true },
    { args: () => ['drop', '--name', 'pr-1'], isWriting: true },
    {
      before: () => report('By quarter'),
      args: () => ['copies', '--name', 'pr-1'],
      isWriting: true,
    },
    { args: () => ['sweep'] },
    { args: () => ['drop', '--name', 'pr-1'], isWriting: true },
    { args: () => ['numbers', '--base', 'HEAD'] },
    { before: () => fewer(), args: () => ['numbers', '--base', 'HEAD~1'] },
  ],
  preview: [{ args: () => ['sales/revenue-overview', '--data', 'live', '--image', 'svg', '--out', root] }],
  restore: [{ args: () => [runThatOverwrote('By month'), '--yes'], isWriting: true }],
  promote: [
    {
      before: () => configure((config) => `${config}  dev:\n    url: ${sandbox.url}\n    deployment: 1\n`),
      args: () => ['--from', 'production', '--to', 'dev', '--at', 'HEAD', '--yes', '--accept', 'first-apply'],
      code: 6,
    },
    {
      before: () => configure((config) => `${config}    exclude: {paths: [product/**]}\n`),
      args: () => ['--from', 'production', '--to', 'dev', '--at', 'HEAD', '--plan', '--accept', 'first-apply'],
    },
    {
      args: () => ['--from', 'production', '--to', 'dev', '--at', 'HEAD', '--yes', '--accept', 'first-apply'],
      isWriting: true,
    },
  ],
  fleet: [
    {
      before: () =>
        configure((config) => `${config}waves: [{targets: [dev], gate: [no errors]}, {targets: [production]}]\n`),
      args: () => ['status'],
    },
    { args: () => ['status', '--json'] },
    { args: () => ['matrix', '--wave', '2'] },
    { args: () => ['gate', '--wave', '1'] },
  ],
  mcp: A_SERVER,
  demo: A_SERVER,
  sandbox: A_SERVER,
  'ci comment': NOTHING_SENT,
  'rules list': NOTHING_SENT,
  'rules test': NOTHING_SENT,
  'rules explain': NOTHING_SENT,
  'rules new': NOTHING_SENT,
  'rules waive': NOTHING_SENT,
  'rules fields': NOTHING_SENT,
  'setup shell': NOTHING_SENT,
  copy: NOTHING_SENT,
  fmt: NOTHING_SENT,
  impact: [{ args: () => ['orders.net_revenue', '--live', '--target', 'production'] }],
  merge: NOTHING_SENT,
  new: NOTHING_SENT,
  'ci propose': NOTHING_SENT,
  rename: NOTHING_SENT,
  render: NOTHING_SENT,
  rm: NOTHING_SENT,
  'setup agents': NOTHING_SENT,
  'setup editor': NOTHING_SENT,
  'setup merge-driver': NOTHING_SENT,
  validate: NOTHING_SENT,
}

/** Rows are requested with POST, by a token made for them. */
const onlyAsks = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === 'GET' || /\/deployments\/\d+\/token$|\/v1\/(load|cubesql)$/.test(path)

/** Every way in which commands report what they sent. */
const SAID = [
  /\bwith (?<reads>\d+) requests? and wrote it with (?<writes>\d+)/,
  /\bwith (?<reads>\d+) requests?\b.*?(?<writes>\d+) write requests?/,
  /\bSent (?<all>\d+) requests?, (?<writes>\d+) of them (?:a write|writes)/,
  /\bSent (?<reads>\d+) requests?\. (?<writes>\d+) write requests?/,
  /^ *(?<reads>\d+) requests?, (?<writes>\d+) write requests?/,
  /^Exported .*?(?<writes>\d+) write requests?/,
]

/** What a command reported; `reads` is undefined if it did not mention reads. */
function toRecordIn(text: string): { readonly reads: number | undefined; readonly writes: number } {
  const said = text.split('\n').flatMap((line): Readonly<Record<string, string>>[] => {
    const found = SAID.map((pattern) => pattern.exec(line)).find((match) => match !== null)
    return found?.groups ? [found.groups] : []
  })
  const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)
  const writes = said.map((each) => Number(each['writes']))
  const reads = said.map((each, index) => Number(each['reads'] ?? Number(each['all']) - (writes[index] ?? 0)))
  return { reads: reads.some(Number.isNaN) ? undefined : sum(reads), writes: sum(writes) }
}

/** One project, from its first hour on. */
test('every command reports exactly the requests that the platform received', async () => {
  root = temporaryDirectory()
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  for (const [name, steps] of Object.entries(STEPS)) {
    if (typeof steps === 'string') continue
    for (const { before, args, isWriting = false, code = 0 } of steps) {
      await before?.()
      const line = [...name.split(' '), ...args()]
      sandbox.controls.clearRequests()
      const ended = await runHere([...line, '-C', root], { env })
      const got = sandbox.controls.requests()
      const writes = got.filter((each) => !onlyAsks(each)).length
      const said = toRecordIn(`${ended.stdout}\n${ended.stderr}`)
      const row = { line, code: ended.code, isWriting: writes > 0, ...said }
      // A command that fails need not report all that it read.
      const reads = said.reads === undefined ? undefined : code === 0 ? got.length - writes : said.reads
      expect(row, `${ended.stdout}${ended.stderr}`).toEqual({ line, code, isWriting, reads, writes })
      if (got.length > 0) expect(ended.stderr).not.toContain('Nothing was sent')
    }
  }
})
