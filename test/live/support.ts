import { afterAll, beforeAll } from 'vitest'
import { BoardwrightError } from '../../packages/common/errors.ts'
import { parseJson } from '../../packages/common/json.ts'
import { createClient } from '../../packages/platform/client/client.ts'
import type { Client } from '../../packages/platform/client/types.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../packages/sandbox/index.ts'
import { writeLedger } from '../../src/base/codec.ts'
import type { Entry, Ledger } from '../../src/base/ledger.ts'
import type { Key } from '../../src/content/model.ts'
import type { Completed } from '../../src/live/complete.ts'
import { readLedgers } from '../../src/live/ledgers.ts'
import { startModel } from '../../src/live/model.ts'
import { nameObjects } from '../../src/live/names/names.ts'
import type { ReportTarget } from '../../src/live/names/reports.ts'
import type { DeploymentNames } from '../../src/live/names/types.ts'
import { readPeople } from '../../src/live/people.ts'
import { type LiveContent, type ReadOptions, readLive } from '../../src/live/read.ts'
import type { Inventory } from '../../src/live/wire.ts'
import { EMPTY } from '../content/values.ts'
import { contentIn, type Lists } from '../support/lists.ts'
import { inWhole, type Whole } from '../support/whole.ts'

export const HOME: ReportTarget = { deployment: 2, projectId: '7f3kQ2m9', target: 'production', home: true }
export const AWAY: ReportTarget = { ...HOME, deployment: 1, target: 'dev', home: false }

export const inventory = (more: Partial<Inventory> = {}): Inventory => ({
  folders: [],
  workbooks: [],
  reports: [],
  notifications: [],
  groups: [],
  attributes: [],
  roles: [],
  settings: [],
  tenantGroups: [],
  ...more,
})

export const completed = (
  more: Partial<Inventory>,
  target = HOME,
  gone: Partial<Completed['gone']> = {},
): Completed => ({
  inventory: inventory(more),
  ledgers: readLedgers(inventory(more), target),
  gone: { workbook: new Set(), report: new Set(), ...gone },
})

export const nameIn = (more: Partial<Inventory>, declared: Partial<Lists> = {}, target = HOME): DeploymentNames =>
  nameObjects(inventory(more), readLedgers(inventory(more), target), {
    ...target,
    declared: contentIn({ ...EMPTY, ...declared }),
  })

type Entries = Readonly<Record<Key, Partial<Entry> & { readonly live: number }>>

const COMMIT = '41ab9c0'

/** A `meta` with a ledger in it. */
export const ledgerOn = (id: number, entries: Entries, more: Partial<Ledger> = {}) => ({
  boardwright: writeLedger({
    ...{ canon: 1, project: HOME.projectId, self: [HOME.deployment, id], applied: [COMMIT] },
    entries: Object.fromEntries(
      Object.entries(entries).map(([key, entry]) => [key, { commit: COMMIT, base: {}, ...entry }]),
    ),
    ...more,
  }),
})

export function errorOf(run: () => unknown): BoardwrightError {
  try {
    run()
  } catch (cause) {
    if (cause instanceof BoardwrightError) return cause
    throw cause
  }
  throw new Error('nothing was thrown')
}

interface DeploymentOptions extends Omit<ReadOptions, 'model' | 'declared'> {
  readonly declared: Lists
  /** The branch of the data model. */
  readonly branch?: string
  readonly isInScope?: (path: string) => boolean
}

/** Reads a deployment, with its data model if a branch is named. */
export async function readDeployment(
  client: Client,
  { branch, isInScope = () => true, ...options }: DeploymentOptions,
): Promise<LiveContent> {
  const { deployment, projectId, declared } = options
  const model = startModel(client, deployment, branch, {
    ...{ projectId, isInScope, declared: declared.model, commits: [] },
  })
  const asked = { ...options, declared: contentIn(declared) }
  return (await readPeople(client, await readLive(client, { ...asked, model }), asked)).live
}

export interface LiveWorld {
  readonly sandbox: () => Sandbox
  /** Reads with a client that cannot write. */
  readonly read: (options?: Partial<DeploymentOptions>, token?: string) => Promise<WholeLive>
  readonly client: (token?: string) => Client
  /** A request of somebody who may write. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into as they come
  readonly send: (method: string, path: string, body?: unknown) => Promise<any>
}

/** One sandbox for the test file. */
export function openLive(options: SandboxOptions = {}): LiveWorld {
  let running: Sandbox | undefined
  const clients: Client[] = []
  const sandbox = (): Sandbox => {
    if (!running) throw new Error('the sandbox is not running')
    return running
  }
  beforeAll(async () => {
    running = await startSandbox(options)
  })
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()))
    await running?.close()
  })

  const client = (token = sandbox().keys.admin): Client => {
    const made = createClient({ url: sandbox().url, token, readOnly: true })
    clients.push(made)
    return made
  }
  return {
    sandbox,
    client,
    read: async (more = {}, token) =>
      inWhole(await readDeployment(client(token), { ...HOME, declared: EMPTY, ...more })),
    async send(method, path, body) {
      const response = await fetch(`${sandbox().url}/api/v1/deployments/2/${path}`, {
        method,
        headers: { authorization: `Bearer ${sandbox().keys.admin}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return text === '' ? { id: 0 } : parseJson(text)
    },
  }
}

export type WholeLive = Whole<LiveContent>

export const workbookIn = ({ content }: WholeLive, slug: string) =>
  content.workbooks.find((workbook) => workbook.slug === slug)
export const reportIn = ({ content }: WholeLive, id: string) => content.reports.find((report) => report.id === id)
export const notesOf = ({ notes }: Pick<LiveContent, 'notes'>, kind: string) =>
  notes.filter((note) => note.kind === kind)
export const keysOf = (live: Pick<LiveContent, 'notes'>, kind: string) => notesOf(live, kind).map(({ key }) => key)
