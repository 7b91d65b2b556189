import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import type { RequestFacts } from '../../src/sandbox/index.ts'
import { readRows } from './live-rows.ts'
import { openStage } from './stage.ts'

/** The real program, killed while it stages or drops a preview. At every request in long runs. */
const LONG = Boolean(process.env['BOARDWRIGHT_LONG'])
const CUTS = 4
const ON = ['--target', 'production']
const STAGE = ['stage', ...ON, '--name', 'pr-1', '--ttl', '1d']
const DROP = ['stage', ...ON, '--name', 'pr-1', '--drop']
const SWEEP = ['stage', ...ON, '--sweep']

const stage = openStage()

const board = (title: string): string =>
  `title: ${title}\nwidgets:\n  - {id: w1, type: CHART, report: orders, position: {x: 0, y: 0, w: 1, h: 1}}\n  - {id: w2, type: CHART, report: /loose, position: {x: 0, y: 1, w: 1, h: 1}}\n`

const files = (url: string, orders: string, table: string): Record<string, string> => ({
  'boardwright.yaml': `version: 1
project: acme
projectId: 7f3kQ2m9
home: production
targets:
  production: {url: ${url}, deployment: 2, dataModel: {branch: main}}
`,
  '.gitignore': '.boardwright/\n',
  'data-model/model/cubes/orders.yml': `cubes:\n  - name: orders\n    sql_table: ${table}\n`,
  'content/loose.report.yaml': 'id: loose0000001\nname: Loose\nsql: select 1\n',
  'content/sales/folder.yaml': 'name: Sales\n',
  'content/sales/revenue/workbook.yaml': 'slug: revenue\nname: Revenue\nallowEmbed: true\n',
  'content/sales/revenue/dashboard.yaml': board('Revenue'),
  'content/sales/revenue/reports/orders.yaml': `id: orders000001\nname: ${orders}\nsql: select 2\n`,
  'content/other/workbook.yaml': 'slug: other\nname: Other\n',
  'content/other/dashboard.yaml': 'title: Other\nwidgets: []\n',
})

/** What is on the target beside the copies, and their branch. */
async function state(): Promise<string> {
  const { url, keys } = stage.sandbox()
  const client = createClient({ url, token: keys.admin, env: {} })
  try {
    const { items } = await client.branches.listBranches({ path: { deploymentId: 2 }, query: {} })
    return `${items.map(({ name }) => name).sort()}\n${await readRows(stage.sandbox())}`
  } finally {
    await client.close()
  }
}

const layOut = async (): Promise<void> => {
  await stage.layOut()
  stage.sandbox().controls.setSwitches({ buildMs: 0 })
}

interface Cut {
  readonly at: number
  readonly phase: 'before' | 'after'
}

async function killed(args: readonly string[], { at, phase }: Cut): Promise<void> {
  let seen = 0
  let kill: () => void = () => {}
  stage.onRequest = (request: RequestFacts & { phase: 'before' | 'after' }) => {
    if (request.phase === 'before') seen += 1
    if (seen !== at || request.phase !== phase) return undefined
    kill()
    return 'drop'
  }
  await stage.run(args, { begun: (child) => (kill = () => child.kill('SIGKILL')) })
  stage.onRequest = () => undefined
}

function cutsOf(requests: number): Cut[] {
  const all = Array.from({ length: requests }, (_, index): Cut[] => [
    { at: index + 1, phase: 'before' },
    { at: index + 1, phase: 'after' },
  ]).flat()
  if (LONG) return all
  return fc.sample(fc.shuffledSubarray(all, { minLength: CUTS, maxLength: CUTS }), { numRuns: 1, seed: 42 })[0] ?? []
}

const aDayLater = (): void => void stage.sandbox().controls.setClock({ advanceMs: 2 * 86_400_000 })

const swept = async (): Promise<string> => {
  aDayLater()
  const { code, stdout, stderr } = await stage.run(SWEEP)
  return code === 0 ? state() : `exit ${code}: ${stdout}${stderr}`
}

describe('a preview', () => {
  test(
    'killed at any request while it is staged or dropped leaves nothing behind one sweep, and touches nothing else',
    async () => {
      const { url } = stage.sandbox()
      await stage.prepare(files(url, 'Orders', 'public.orders'), files(url, 'Orders by week', 'mart.orders'))
      await layOut()
      const untouched = await state()
      const whole = await stage.run(STAGE)
      expect(whole).toMatchObject({ code: 0, stdout: expect.stringContaining('Revenue') })
      const staging = stage.requests().length
      expect(await state()).toContain('preview-pr-1')
      const dropped = await stage.run(DROP)
      expect(dropped.stdout).toBe('pr-1: 4 objects removed, and its branch\n')
      const dropping = stage.requests().length
      expect(await state()).toBe(untouched)

      const problems: string[] = []
      for (const cut of cutsOf(staging)) {
        await layOut()
        await killed(STAGE, cut)
        const end = await swept()
        if (end !== untouched) problems.push(`stage, ${cut.phase} request ${cut.at}: ${difference(untouched, end)}`)
      }
      for (const cut of cutsOf(dropping)) {
        await layOut()
        await stage.run(STAGE)
        await killed(DROP, cut)
        const end = await swept()
        if (end !== untouched) problems.push(`drop, ${cut.phase} request ${cut.at}: ${difference(untouched, end)}`)
      }
      expect(problems).toEqual([])
    },
    LONG ? 3_600_000 : 300_000,
  )
})

const difference = (one: string, other: string): string => {
  const [a, b] = [new Set(one.split('\n')), new Set(other.split('\n'))]
  const lines = [
    ...[...a].filter((line) => !b.has(line)).map((line) => `- ${line}`),
    ...[...b].filter((line) => !a.has(line)).map((line) => `+ ${line}`),
  ]
  return lines.map((line) => line.slice(0, 200)).join('\n')
}
