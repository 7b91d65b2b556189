// Slow: it breaks off many runs, and finishes each.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../../packages/platform/client/client.ts'
import { type OnRequest, type Sandbox, startSandbox } from '../../../packages/sandbox/index.ts'
import { runPlan } from '../../../src/apply/run.ts'
import { createWriter } from '../../../src/live/write/writer.ts'
import { openProject, requireConfig } from '../../../src/project/local/project.ts'
import { planTarget } from '../../../src/project/plan.ts'
import { filesIn } from '../../scenarios/scenario.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../../support/directory.ts'
import { isLong } from '../../support/long.ts'

/** The tree that the stories begin with, carried out by real plans and cut off at every place. */
let sandbox: Sandbox
let hook: OnRequest = () => undefined
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'empty', onRequest: (request) => hook(request) })
})
afterAll(() => sandbox.close())

type Files = Readonly<Record<string, string>>
const START: Files = filesIn('start')
const NEW_SQL: Files = { 'content/sales/revenue/reports/by-month.sql': 'select 1\n' }
/** Everything that can change at once: names, a move, `meta`, a query, the dashboard, a new report, one that is moved. */
const NEXT: Files = {
  ...NEW_SQL,
  'content/sales/revenue/workbook.yaml': 'slug: revenue\nname: Revenue 2\nallowEmbed: true\nmeta:\n  tags: [a]\n',
  'content/sales/pipeline.report.yaml':
    'id: pipeline0001\nname: Pipe\nquery:\n  measures:\n    - orders.count\n  limit: 5\n',
  'content/sales/revenue/reports/extra.yaml': 'id: extra0000001\nname: Extra\nsql: select 2\n',
  'content/ops/folder.yaml': 'name: Ops\n',
  'content/ops/cash/workbook.yaml': 'slug: cash\nname: Cash\n',
  'content/ops/cash/dashboard.yaml':
    'title: Cash\nwidgets:\n  - id: extra\n    type: CHART\n    report: /sales/revenue/extra\n    position: {x: 0, y: 0, w: 8, h: 6}\n',
}

/** A project with these files, committed. */
async function openWith(files: Files) {
  const root = temporaryDirectory()
  const placed = Object.entries(files).map(([path, text]) => [
    path,
    text.replaceAll('https://acme.example', sandbox.url),
  ])
  await writeFiles(root, { ...Object.fromEntries(placed), '.gitignore': '.boardwright/\n' })
  return reopen(root)
}

async function reopen(root: string) {
  commitAll(root)
  return requireConfig(await openProject(root, '2026-11-20'))
}
type OpenProject = Awaited<ReturnType<typeof reopen>>

async function plan(project: OpenProject) {
  const planned = await planTarget(project, { env: { BOARDWRIGHT_TOKEN: sandbox.keys.admin }, target: 'production' })
  const fast = { now: Date.now, sleep: async () => {} }
  const client = createClient({ url: sandbox.url, token: sandbox.keys.admin, clock: fast })
  // The first answer brings the platform's clock.
  await client.users.getMe()
  const { deployment, projectId, name, home } = planned.target
  const target = { deployment, projectId, target: name, home }
  return {
    plan: planned.plan,
    async go() {
      const writer = createWriter(client, { ...target, seen: planned.live, sleep: async () => {} })
      const result = await runPlan(planned, writer, { seen: planned.live, concurrency: 1 })
      await client.close()
      return result
    },
  }
}

const namesOf = (objects: readonly { key: string; reason?: string; action?: string }[]): string[] =>
  objects.filter(({ key }) => !key.startsWith('model/')).map(({ key, reason, action }) => `${reason ?? action} ${key}`)

/** What went wrong when a run was cut off there: what the next plan holds or leaves, what fails, and what is left after. */
async function cutAt(project: OpenProject, nth: number, phase: 'before' | 'after') {
  const first = await plan(project)
  let seen = 0
  hook = (request) => {
    if (request.phase === 'before') seen += 1
    return seen > nth || (seen === nth && request.phase === phase) ? 'drop' : undefined
  }
  const cut = await first.go()
  hook = () => undefined
  const second = await plan(project)
  const { failed } = await second.go()
  const third = await plan(project)
  return {
    isWhole: cut.exit === 0,
    problems: [
      ...namesOf([...second.plan.held, ...second.plan.left]),
      ...failed.map(({ key, error }) => `${key} failed: ${error.message}`),
      ...namesOf([...third.plan.objects, ...third.plan.held, ...third.plan.left]),
    ].map((problem) => `${phase} ${nth}: ${problem}`),
  }
}

/** Every so many requests; other ones on each side of a request. With 1 and 1 it is every one of them. */
const EVERY = isLong ? { first: 4, update: 9 } : { first: 13, update: 21 }
const startOf = (phase: 'before' | 'after'): number => (phase === 'before' ? 2 : 4)

test.each(['before', 'after'] as const)(
  'a first run that is interrupted %s a request is finished by the next one',
  async (phase) => {
    const project = await openWith(START)
    const problems: string[] = []
    for (let nth = startOf(phase); nth < 99; nth += EVERY.first) {
      await sandbox.controls.reset({ seed: 'empty' })
      const { isWhole, problems: more } = await cutAt(project, nth, phase)
      problems.push(...more)
      if (isWhole) break
    }
    expect(problems).toEqual([])
  },
)

test.each(['before', 'after'] as const)(
  'an update that is interrupted %s a request is finished by the next one',
  async (phase) => {
    const problems: string[] = []
    for (let nth = startOf(phase); nth < 99; nth += EVERY.update) {
      await sandbox.controls.reset({ seed: 'empty' })
      const start = await openWith(START)
      await (await plan(start)).go()
      await writeFiles(start.root, NEXT)
      const { isWhole, problems: more } = await cutAt(await reopen(start.root), nth, phase)
      problems.push(...more)
      if (isWhole) break
    }
    expect(problems).toEqual([])
  },
)
