import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ApplyEvent, Result } from '../../../src/apply/events.ts'
import { type RunOptions, runPlan } from '../../../src/apply/run.ts'
import type { Writer } from '../../../src/apply/writer.ts'
import { createClient } from '../../../src/client/client.ts'
import type { Client } from '../../../src/client/types.ts'
import type { Content } from '../../../src/content/model.ts'
import { type LiveContent, readLive } from '../../../src/live/read.ts'
import { createWriter } from '../../../src/live/write/writer.ts'
import type { OnRequest } from '../../../src/sandbox/index.ts'
import { type Sandbox, startSandbox, type Switches } from '../../../src/sandbox/index.ts'
import { type Ask, decisionOf } from '../../apply/decision.ts'
import { chart, dashboard, EMPTY, report, workbook } from '../../content/values.ts'
import { HOME } from '../support.ts'

export interface Ran {
  readonly result: Result
  readonly events: readonly ApplyEvent[]
}

export interface WriteWorld {
  readonly sandbox: () => Sandbox
  readonly client: () => Client
  readonly read: (declared?: Content) => Promise<LiveContent>
  /** Reads, makes a decision and carries it out. */
  readonly apply: (desired: Content, more?: Partial<RunOptions> & Partial<Ask> & { seen?: LiveContent }) => Promise<Ran>
  readonly setSwitches: (switches: Partial<Switches>) => void
  /** As `PUT /workbooks/7`, without reads. */
  readonly writes: () => string[]
  onRequest: OnRequest
}

export const TARGET = HOME

/** One sandbox for the test file, empty before each test. */
export function openWorld(target = TARGET): WriteWorld {
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
    read: (declared = EMPTY) => readLive(client(), { ...target, declared }),
    setSwitches: (switches) => sandbox().controls.setSwitches(switches),
    writes: () =>
      sandbox()
        .controls.requests()
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path }) => `${method} ${path.replace(/^.*\/deployments\/\d+/, '').replaceAll(/\d{4,}/g, 'N')}`),
    async apply(desired, { seen, live, prune, commit, missing, records, ...options } = {}) {
      const read = seen ?? (await world.read(desired))
      const ask = { prune, commit, missing, records, deployment: target.deployment }
      const given = Object.fromEntries(Object.entries(ask).filter(([, value]) => value !== undefined))
      const decision = decisionOf({ live: live ?? read.content, desired, ...given })
      const events: ApplyEvent[] = []
      const writer: Writer = createWriter(client(), { ...target, seen: read, sleep: async () => {} })
      sandbox().controls.clearRequests()
      const result = await runPlan(decision, writer, {
        standing: read,
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
    made = createClient({ url: running.url, token: running.keys.admin, clock: fast })
  })
  beforeEach(async () => {
    world.onRequest = () => undefined
    await sandbox().controls.reset({ seed: 'empty' })
  })
  afterAll(async () => {
    await made?.close()
    await running?.close()
  })
  return world
}

/** Two folders, three workbooks, two reports in a workbook, one in another, one in a folder, one in the root. */
export const TREE: Content = {
  folders: [{ path: ['Sales'] }, { path: ['Sales', 'EMEA'], position: 3 }],
  workbooks: [
    workbook('revenue', {
      name: 'Revenue',
      folder: ['Sales', 'EMEA'],
      meta: { tags: ['money'], nested: { a: 1, b: 2 } },
      allowEmbed: true,
      dashboard: {
        ...dashboard(chart('w1', 'report/aaaaaaaaaaa1'), chart('w2', 'report/aaaaaaaaaaa3', { position: { x: 6, y: 0, w: 6, h: 4 } })),
        title: 'Revenue',
      },
    }),
    workbook('cash', { publish: false, dashboard: dashboard(chart('w1', 'report/aaaaaaaaaaa3')) }),
    workbook('bare', { publish: false, folder: ['Sales'] }),
  ],
  reports: [
    report('aaaaaaaaaaa1', { sql: 'select 1', spec: { mark: 'bar' }, meta: { note: 'x', more: 1 } }, { workbook: 'revenue' }),
    report('aaaaaaaaaaa2', { query: { measures: ['a.b'] } }, { workbook: 'revenue' }),
    report('aaaaaaaaaaa3', { sql: 'select 3', title: 'Three' }, { workbook: 'cash' }),
    report('aaaaaaaaaaa4', { sql: 'select 4', title: 'Four', meta: { keep: true } }, { folder: ['Sales'] }),
    report('aaaaaaaaaaa5', { sql: 'select 5', source: 'PLAYGROUND' }),
  ],
  model: [],
}
