// Slow: it kills many runs, and sweeps after each.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../packages/platform/client/client.ts'
import type { RequestFacts } from '../../packages/sandbox/index.ts'
import { runHere } from '../support/in-process.ts'
import { isLong } from '../support/long.ts'
import { readRows } from './live-rows.ts'
import { openStage } from './stage.ts'

/**
 * Whatever interrupts a run that stages or drops a preview, one sweep repairs it. The real program is killed at one
 * or two requests. In this process, where a run takes a tenth of the time, nothing is answered from some request on:
 * at a few requests, or at every one in long runs.
 */
const [KILLS, CUTS] = isLong ? [2, Number.POSITIVE_INFINITY] : [1, 3]
const ON = ['--target', 'production']
const COPY = ['try', 'copies', ...ON, '--name', 'pr-1', '--ttl', '1d']
const DROP = ['try', 'drop', ...ON, '--name', 'pr-1']
const SWEEP = ['try', 'sweep', ...ON]

const ORDERS = 'model/cubes/orders.yml'

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
  [`data-model/${ORDERS}`]: `cubes:\n  - name: orders\n    sql_table: ${table}\n`,
  'content/loose.report.yaml': 'id: loose0000001\nname: Loose\nsql: select 1\n',
  'content/sales/folder.yaml': 'name: Sales\n',
  'content/sales/revenue/workbook.yaml': 'slug: revenue\nname: Revenue\nallowEmbed: true\n',
  'content/sales/revenue/dashboard.yaml': board('Revenue'),
  'content/sales/revenue/reports/orders.yaml': `id: orders000001\nname: ${orders}\nsql: select 2\n`,
  'content/other/workbook.yaml': 'slug: other\nname: Other\n',
  'content/other/dashboard.yaml': 'title: Other\nwidgets: []\n',
})

/** The target without the copies and their branch. */
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

const env = () => ({ PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: stage.sandbox().keys.admin })
const here = (args: readonly string[]) => runHere([...args, '-C', root], { env: env() })

/** As if it had been killed there: everything it requests after that is refused. */
async function cutOff(args: readonly string[], at: number): Promise<void> {
  let seen = 0
  const refused = { path: '/**', kind: 'status', status: 401, times: 1_000_000 } as const
  stage.onRequest = ({ phase }) => {
    if (phase === 'before') seen += 1
    if (phase === 'before' && seen === at) stage.sandbox().controls.addFault(refused)
    return undefined
  }
  const { code, stderr } = await here(args)
  expect(code, `cut off at ${at}: ${stderr}`).not.toBe(70)
  stage.onRequest = () => undefined
  stage.sandbox().controls.clearFaults()
}

/** Somebody merges a change to the data model in the UI. */
async function moveMain(): Promise<void> {
  const { url, controls } = stage.sandbox()
  // Each credential has one dev mode, and the interrupted run may have left its own open.
  const client = createClient({ url, token: controls.addKey({ user: 'ci-bot@acme.com' }).key, env: {} })
  const path = { deploymentId: 2 }
  const { branchName } = await client.branches.startDevMode({ path, body: { branchName: 'main' } })
  const branch = branchName ?? ''
  const content = 'cubes:\n  - name: orders\n    sql_table: theirs.orders\n'
  await client.dataModel.updateFiles({ path, body: { files: [{ path: ORDERS, content }], branchName: branch } })
  await client.branches.commitChanges({ path, body: { message: 'in the UI' } })
  await client.branches.removeBranch({ path, query: { branchName: branch } })
  await client.close()
}

const sample = <T>(all: readonly T[], count: number, seed = 42): readonly T[] => {
  const length = Math.min(count, all.length)
  return fc.sample(fc.shuffledSubarray([...all], { minLength: length, maxLength: length }), {
    ...{ numRuns: 1, seed },
  })[0] as T[]
}
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const killsOf = (requests: number): readonly Cut[] =>
  sample(
    upTo(requests).flatMap((at): Cut[] => [
      { at, phase: 'before' },
      { at, phase: 'after' },
    ]),
    KILLS,
  )

const aDayLater = (): void => void stage.sandbox().controls.setClock({ advanceMs: 2 * 86_400_000 })

/** What happens between the end of a run and the sweep. */
const MEANWHILE: Readonly<Record<string, (at: number) => Promise<void>>> = {
  nothing: async () => {},
  'the data model moves on': moveMain,
  'a sweep is cut off too': async (at) => {
    aDayLater()
    await cutOff(SWEEP, 1 + (at % 17))
  },
}

const swept = async (): Promise<string> => {
  aDayLater()
  const { code, stdout, stderr } = await here(SWEEP)
  return code === 0 ? state() : `exit ${code}: ${stdout}${stderr}`
}

let root = ''
let untouched = ''
const requests = { staging: 0, dropping: 0 }

beforeAll(async () => {
  const { url } = stage.sandbox()
  root = await stage.prepare(files(url, 'Orders', 'public.orders'), files(url, 'Orders by week', 'mart.orders'))
  await layOut()
  untouched = await state()
  stage.sandbox().controls.clearRequests()
  expect(await here(COPY)).toMatchObject({ code: 0, stdout: expect.stringContaining('Revenue') })
  requests.staging = stage.requests().length
  expect(await state()).toContain('preview-')
  stage.sandbox().controls.clearRequests()
  expect((await here(DROP)).stdout).toBe('pr-1: 4 objects removed, and its branch\n')
  requests.dropping = stage.requests().length
  expect(await state()).toBe(untouched)
})

describe.each([
  ['staged', COPY, 'staging', async (): Promise<void> => {}],
  ['dropped', DROP, 'dropping', async (): Promise<void> => void (await here(COPY))],
] as const)('a preview, while it is %s,', (_, args, run, prepare) => {
  test('killed at any request leaves nothing after one sweep, and touches nothing else', async () => {
    for (const cut of killsOf(requests[run])) {
      await layOut()
      await prepare()
      await killed(args, cut)
      expect(difference(untouched, await swept()), `${cut.phase} request ${cut.at}`).toBe('')
    }
  })

  test(
    'the same when the answer is lost, with other runs before the sweep',
    async () => {
      const problems: string[] = []
      // Each at least once, whatever else is tried.
      const cases = Object.entries(MEANWHILE).flatMap(([what, act]) =>
        sample(upTo(requests[run]), CUTS / Object.keys(MEANWHILE).length, what.length).map((at) => ({ at, what, act })),
      )
      for (const { at, what, act } of cases) {
        await layOut()
        await prepare()
        await cutOff(args, at)
        await act(at)
        const left = difference(untouched, await swept())
        if (left !== '') problems.push(`request ${at}, ${what}: ${left}`)
      }
      expect(problems).toEqual([])
    },
    isLong ? 3_600_000 : 300_000,
  )
})

test('a run that was cut off is dropped by its name, with everything that it left', async () => {
  const total = requests.staging
  // The last ones are in the middle of writing a copy.
  const cases = isLong ? upTo(total) : [...new Set([...sample(upTo(total), 2), total - 1])]
  for (const at of cases) {
    await layOut()
    await cutOff(COPY, at)
    const { code, stdout } = await here(DROP)
    expect([at, code, stdout, difference(untouched, await state())]).toEqual([
      at,
      0,
      expect.not.stringContaining('kept'),
      '',
    ])
  }
}, 600_000)

test('a run beside a sweep, at any of its requests, is whole after it has been run once more', async () => {
  const staged = async (): Promise<string> => {
    const { code, stdout } = await here(COPY)
    return code === 0 ? state() : `exit ${code}: ${stdout}`
  }
  const beside = async (first: readonly string[], second: readonly string[], at: number): Promise<void> => {
    let seen = 0
    let ended: Promise<number | null> | undefined
    stage.onRequest = async ({ phase }) => {
      if (phase === 'before') seen += 1
      if (phase !== 'before' || seen !== at || ended) return undefined
      // In a process of its own: in this one, it would only begin after the first.
      ended = stage.run(second).then(({ code }) => code)
      await ended
      return undefined
    }
    const { code } = await here(first)
    stage.onRequest = () => undefined
    for (const each of [code, (await ended) ?? 0]) expect(each, `at ${at}`).not.toBe(70)
  }
  await layOut()
  const whole = await staged()
  for (const isExpired of [true, false]) {
    for (const at of isLong ? upTo(requests.dropping) : sample(upTo(requests.dropping), 2, at0(isExpired))) {
      for (const [first, second] of [
        [SWEEP, COPY],
        [COPY, SWEEP],
      ] as const) {
        await layOut()
        await here(COPY)
        if (isExpired) aDayLater()
        await beside(first, second, at)
        const now = await staged()
        expect(`${first[3]} at ${at}: ${difference(withoutTimes(whole), withoutTimes(now))}`).toBe(
          `${first[3]} at ${at}: `,
        )
      }
    }
  }
}, 1_800_000)

const at0 = (isExpired: boolean): number => (isExpired ? 1 : 2)

/** Only which objects there are: what was made anew has other times and numbers. */
const withoutTimes = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.slice(0, 120))
    .join('\n')

const difference = (one: string, other: string): string => {
  const [a, b] = [new Set(one.split('\n')), new Set(other.split('\n'))]
  const lines = [
    ...[...a].filter((line) => !b.has(line)).map((line) => `- ${line}`),
    ...[...b].filter((line) => !a.has(line)).map((line) => `+ ${line}`),
  ]
  return lines.map((line) => line.slice(0, 200)).join('\n')
}
