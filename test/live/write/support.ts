import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { createClient } from '../../../packages/platform/client/client.ts'
import type { Client } from '../../../packages/platform/client/types.ts'
import type { OnRequest } from '../../../packages/sandbox/index.ts'
import { type Sandbox, type Switches, startSandbox } from '../../../packages/sandbox/index.ts'
import type { ApplyEvent, Result } from '../../../src/apply/events.ts'
import { type RunOptions, runPlan } from '../../../src/apply/run.ts'
import type { Writer } from '../../../src/apply/writer.ts'
import { ABSENT } from '../../../src/content/digest.ts'
import { type Key, reportKey, workbookKey } from '../../../src/content/model.ts'
import { digestsOf, unitsOfReport, unitsOfWorkbook } from '../../../src/content/units.ts'
import { createWriter } from '../../../src/live/write/writer.ts'
import { type Ask, decisionOf } from '../../apply/decision.ts'
import { chart, dashboard, EMPTY, report, workbook } from '../../content/values.ts'
import type { Lists } from '../../support/lists.ts'
import { asGathered, inWhole } from '../../support/whole.ts'
import type { WholeLive } from '../support.ts'
import { HOME, readDeployment } from '../support.ts'

export interface Ran {
  readonly result: Result
  readonly events: readonly ApplyEvent[]
}

export interface WriteWorld {
  readonly sandbox: () => Sandbox
  readonly client: () => Client
  readonly read: (declared?: Lists) => Promise<WholeLive>
  /** Reads, makes a decision and carries it out. */
  readonly apply: (
    desired: Lists,
    more?: Partial<Omit<RunOptions, 'seen'>> & Partial<Ask> & { seen?: WholeLive },
  ) => Promise<Ran>
  readonly setSwitches: (switches: Partial<Switches>) => void
  /** As `PUT /workbooks/7`, without reads. */
  readonly writes: () => string[]
  onRequest: OnRequest
}

export const TARGET = HOME

/** One sandbox for the test file, empty before each test. */
export function openWorld({
  target = TARGET,
  ...options
}: {
  target?: typeof TARGET
  requestTimeoutMs?: number
} = {}): WriteWorld {
  let running: Sandbox | undefined
  let made: Client | undefined
  const sandbox = (): Sandbox => {
    if (!running) throw new Error('the sandbox is not running')
    return running
  }
  const client = (): Client => {
    if (!made) throw new Error('there is no client')
    return made
  }
  const world: WriteWorld = {
    sandbox,
    client,
    onRequest: () => undefined,
    read: async (declared = EMPTY) => inWhole(await readDeployment(client(), { ...target, declared })),
    setSwitches: (switches) => sandbox().controls.setSwitches(switches),
    writes: () =>
      sandbox()
        .controls.requests()
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path }) => `${method} ${path.replace(/^.*\/deployments\/\d+/, '').replaceAll(/\d{4,}/g, 'N')}`),
    async apply(desired, { seen, live, prune, commit, pending, forgotten, touched, records, ...options } = {}) {
      const read = seen ?? (await world.read(desired))
      const ask = {
        prune,
        commit,
        pending,
        forgotten,
        touched,
        records: records ?? converged(read, desired),
        deployment: target.deployment,
      }
      const given = Object.fromEntries(Object.entries(ask).filter(([, value]) => value !== undefined))
      const decision = decisionOf({ live: live ?? read.content, desired, ...given })
      const events: ApplyEvent[] = []
      const writer: Writer = createWriter(client(), {
        ...target,
        seen: asGathered(read),
        sleep: async () => {},
        onRetry: (event) => events.push({ type: 'retry', ...event }),
      })
      sandbox().controls.clearRequests()
      const result = await runPlan(decision, writer, {
        seen: asGathered(read),
        ...options,
        onEvent(event) {
          events.push(event)
          options.onEvent?.(event)
        },
      })
      return { result, events }
    },
  }
  beforeAll(async () => {
    running = await startSandbox({ seed: 'empty', onRequest: (request) => world.onRequest(request) })
    const fast = { now: Date.now, sleep: async () => {} }
    made = createClient({ url: running.url, token: running.keys.admin, clock: fast, ...options })
  })
  beforeEach(async () => {
    world.onRequest = () => undefined
    await sandbox().controls.reset({ seed: 'empty' })
  })
  afterEach(() => {
    expect(sandbox().controls.waitingPeople(), 'people who never acted').toEqual([])
  })
  afterAll(async () => {
    await made?.close()
    await running?.close()
  })
  return world
}

/** Two folders, three workbooks, two reports in a workbook, one in another, one in a folder, one in the root. */
export const TREE: Lists = {
  folders: [{ path: ['Sales'] }, { path: ['Sales', 'EMEA'], position: 3 }],
  workbooks: [
    workbook('revenue', {
      name: 'Revenue',
      folder: ['Sales', 'EMEA'],
      meta: { tags: ['money'], nested: { a: 1, b: 2 } },
      allowEmbed: true,
      dashboard: {
        ...dashboard(
          chart('w1', 'report/aaaaaaaaaaa1'),
          chart('w2', 'report/aaaaaaaaaaa3', { position: { x: 6, y: 0, w: 6, h: 4 } }),
        ),
        title: 'Revenue',
      },
    }),
    workbook('cash', { publish: false, dashboard: dashboard(chart('w1', 'report/aaaaaaaaaaa3')) }),
    workbook('bare', { publish: false, folder: ['Sales'] }),
  ],
  reports: [
    report(
      'aaaaaaaaaaa1',
      { sql: 'select 1', spec: { mark: 'bar' }, meta: { note: 'x', more: 1 } },
      { workbook: 'revenue' },
    ),
    report('aaaaaaaaaaa2', { query: { measures: ['a.b'] } }, { workbook: 'revenue' }),
    report('aaaaaaaaaaa3', { sql: 'select 3', title: 'Three' }, { workbook: 'cash' }),
    report('aaaaaaaaaaa4', { sql: 'select 4', title: 'Four', meta: { keep: true } }, { folder: ['Sales'] }),
    report('aaaaaaaaaaa5', { sql: 'select 5', source: 'PLAYGROUND' }),
  ],
  model: [],
}

/** The tree with something changed in everything that can change. */
export const CHANGED: Lists = {
  ...TREE,
  folders: [{ path: ['Sales'] }, { path: ['Sales', 'EMEA'], position: 5 }, { path: ['Ops'] }],
  workbooks: TREE.workbooks.map((each) => {
    if (each.slug === 'revenue') {
      return {
        ...each,
        name: 'Revenue 2',
        folder: ['Ops'],
        meta: { nested: { a: 1 }, icon: 'star' },
        dashboard: { ...dashboard(chart('w1', 'report/aaaaaaaaaaa6')), title: 'New' },
      }
    }
    return each.slug === 'cash' ? { ...each, publish: true } : each
  }),
  reports: [
    ...TREE.reports.map((each) => {
      if (each.id === 'aaaaaaaaaaa1')
        return { ...each, definition: { name: 'One', sql: 'select 11', spec: { mark: 'line' } } }
      if (each.id === 'aaaaaaaaaaa2') return { ...each, place: { workbook: 'cash' } }
      if (each.id === 'aaaaaaaaaaa4')
        return { ...each, definition: { name: 'Four', sql: 'select 44', meta: { other: 1 } } }
      return each
    }),
    report('aaaaaaaaaaa6', { sql: 'select 6' }, { workbook: 'revenue' }),
  ],
}

/** What live says otherwise than the tree: keys of objects. */
export const differences = (live: Lists, desired: Lists): string[] =>
  decisionOf({ live, desired, prune: true }).plan.objects.map(
    ({ key, action, units }) =>
      `${action} ${key}${units
        .map(({ unit }) => ` ${unit}`)
        .sort()
        .join('')}`,
  )

/** Objects that are as the tree says, and of which a ledger says something else. */
const converged = (live: WholeLive, desired: Lists): Key[] => [
  ...new Set(unaccounted(live, desired).map((problem) => problem.split(' ', 1)[0] as Key)),
]

/** What the ledgers get wrong: units that neither side accounts for, things half written, objects that nobody knows. */
export function unaccounted(live: WholeLive, desired: Lists): string[] {
  const problems: string[] = []
  const sides = [
    ...desired.workbooks.map(
      (each) =>
        [
          workbookKey(each.slug),
          unitsOfWorkbook(each),
          live.content.workbooks.find(({ slug }) => slug === each.slug),
        ] as const,
    ),
    ...desired.reports.map(
      (each) =>
        [reportKey(each.id), unitsOfReport(each), live.content.reports.find(({ id }) => id === each.id)] as const,
    ),
  ]
  for (const [key, repo, object] of sides) {
    const known = live.entries.get(key)
    if (!object) continue
    if (!known) {
      problems.push(`${key} is not known`)
      continue
    }
    if (known.next) problems.push(`${key} is being written`)
    if (known.live !== live.ids.get(key)) problems.push(`${key} has another number`)
    const now = digestsOf('slug' in object ? unitsOfWorkbook(object) : unitsOfReport(object))
    const said = digestsOf(repo)
    for (const unit of new Set([...said.keys(), ...now.keys(), ...Object.keys(known.base ?? {})])) {
      const forms = [known.base?.[unit] ?? ABSENT].flat()
      if (forms[0] !== (said.get(unit) ?? ABSENT) || forms.at(-1) !== (now.get(unit) ?? ABSENT))
        problems.push(`${key} ${unit}`)
    }
  }
  return problems
}
