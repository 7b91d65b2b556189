import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createClient } from '../../../../packages/platform/client/client.ts'
import type { Client } from '../../../../packages/platform/client/types.ts'
import { type OnRequest, type Sandbox, startSandbox } from '../../../../packages/sandbox/index.ts'
import { applyModel } from '../../../../src/live/write/model/apply.ts'
import type {
  ModelEvent,
  ModelRequest,
  ModelResult,
  ModelWriteOptions,
} from '../../../../src/live/write/model/types.ts'

export type Tree = Readonly<Record<string, string | Uint8Array>>

export const DEPLOYMENT = 2
export const PROJECT = 'proj1234'
export const COMMIT = 'c0ffee1'
export const RECORD = `boardwright/${PROJECT}.json`
export const CUBE = (name: string, more = ''): string =>
  `cubes:\n  - name: ${name}\n    sql_table: public.${name}\n${more}`
export const BROKEN = 'cubes:\n  - name: broken\n'
export const BINARY = new Uint8Array([0x89, 0x50, 0xff, 0xfe, 0x00, 0x0d])

export const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content
export const sha1 = (content: string | Uint8Array): string => createHash('sha1').update(content).digest('hex')

/** What somebody does beside the run, over the same HTTP. */
export interface Person {
  readonly client: Client
  readonly key: string
  /** Writes (or, with null, deletes) files on a branch as the UI does: in a fork, committed, dev mode left. */
  readonly edit: (branch: string, files: Readonly<Record<string, string | null>>) => Promise<void>
  /** Opens dev mode and writes, and leaves both so. Answers the fork. */
  readonly begin: (branch: string, files?: Readonly<Record<string, string>>) => Promise<string>
}

export interface ModelWorld {
  readonly sandbox: () => Sandbox
  readonly client: () => Client
  /** Somebody else. */
  readonly colleague: () => Person
  readonly person: (key: string) => Person
  readonly newKey: (user?: string) => string
  readonly newClient: (key?: string, signal?: AbortSignal) => Client
  readonly hashes: (branch?: string) => Promise<Record<string, string>>
  /** Path -> text, of a branch. */
  readonly files: (branch?: string) => Promise<Record<string, string>>
  readonly branches: () => Promise<string[]>
  /** The branch that the key has open. */
  readonly session: (client?: Client) => Promise<string | undefined>
  readonly settings: (changes: Record<string, unknown>) => Promise<void>
  readonly git: (...args: string[]) => string
  /** Plans against what is live: what differs, and what goes. */
  readonly plan: (
    tree: Tree,
    removed?: readonly string[],
    branch?: string,
  ) => Promise<Pick<ModelRequest, 'changes' | 'expected'>>
  /** Plans and applies. */
  readonly apply: (
    tree: Tree,
    more?: Partial<ModelRequest> & Partial<ModelWriteOptions> & { removed?: readonly string[]; as?: Client },
  ) => Promise<Ran>
  /** As `POST /dev-mode`, without reads. */
  readonly writes: () => string[]
  readonly lines: () => string[]
  onRequest: OnRequest
}

export interface Ran extends ModelResult {
  readonly events: readonly ModelEvent[]
}

const instant = { now: Date.now, sleep: async () => {} }
const path = { deploymentId: DEPLOYMENT }

/** One sandbox for the test file, as new before each test: production holds one cube. */
export function openWorld(): ModelWorld {
  let running: Sandbox | undefined
  let made: Client | undefined
  let other: Person | undefined
  const clients: Client[] = []
  const must = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('the world is not open')
    return value
  }
  const sandbox = (): Sandbox => must(running)
  const client = (): Client => must(made)
  const newClient = (key = sandbox().keys.admin, signal?: AbortSignal): Client => {
    const made = createClient({ url: sandbox().url, token: key, clock: instant, ...(signal ? { signal } : {}) })
    clients.push(made)
    return made
  }
  const person = (key: string): Person => {
    const client = newClient(key)
    const begin: Person['begin'] = async (branch, files = {}) => {
      const { branchName } = await client.branches.startDevMode({ path, body: { branchName: branch } })
      const list = Object.entries(files).map(([path, content]) => ({ path, content }))
      if (list.length > 0)
        await client.dataModel.updateFiles({ path, body: { files: list, branchName: branchName ?? '' } })
      return branchName ?? ''
    }
    return {
      client,
      key,
      begin,
      async edit(branch, files) {
        const texts = Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== null)
        const fork = await begin(branch)
        await client.branches.pull({ path, body: { branchName: fork } })
        await begin(branch, Object.fromEntries(texts))
        const gone = Object.keys(files).filter((file) => files[file] === null)
        if (gone.length > 0) {
          await client.dataModel.removeFiles({
            path,
            body: { files: gone.map((path) => ({ path })), branchName: fork },
          })
        }
        await client.branches.commitChanges({ path, body: { message: 'in the UI' } })
        await client.branches.stopDevMode({ path })
      },
    }
  }
  const hashes: ModelWorld['hashes'] = async (branchName = 'main') =>
    Object.fromEntries(
      Object.entries(await client().uploads.fileHashes({ path, query: { branchName } })).map(([file, { hash }]) => [
        file,
        hash,
      ]),
    )
  const world: ModelWorld = {
    sandbox,
    client,
    colleague: () => must(other),
    person,
    newKey: (user = 'ci-bot@acme.com') => sandbox().controls.addKey({ user }).key,
    newClient,
    hashes,
    onRequest: () => undefined,
    async files(branchName = 'main') {
      const { items } = await client().dataModel.listFiles({ path, query: { branchName, withContent: true } })
      const all: [string, string][] = []
      const walk = (nodes: typeof items): void => {
        for (const { path, content, children } of nodes) {
          if (typeof content === 'string') all.push([path.replace(/^\//, ''), content])
          walk([...(children ?? [])])
        }
      }
      walk(items)
      return Object.fromEntries(all)
    },
    async branches() {
      const { items } = await client().branches.listBranches({ path })
      return items.map(({ name }) => name).filter((name) => !name.startsWith('dev-'))
    },
    async session(of = client()) {
      const { mode, branchName } = await of.deployments.buildStatus({ path })
      return mode === 'dev_mode' ? branchName : undefined
    },
    async settings(changes) {
      await client().deployments.updateDeployment({ path, body: changes })
    },
    git: (...args) =>
      execFileSync('git', ['-C', join(sandbox().directory, 'models', `${DEPLOYMENT}.git`), ...args], {
        encoding: 'utf8',
      }),
    async plan(tree, removed = [], branch = 'main') {
      const live = await hashes(branch)
      const changes = new Map<string, Uint8Array | null>()
      for (const [file, content] of Object.entries(tree))
        if (live[file] !== sha1(content)) changes.set(file, bytesOf(content))
      for (const file of removed) if (live[file] !== undefined) changes.set(file, null)
      return { changes, expected: new Map([...changes.keys()].map((file) => [file, live[file]])) }
    },
    async apply(tree, { removed, as, onEvent, signal, concurrency, buildWaitMs, now, sleep, ...more } = {}) {
      const branch = more.branch ?? 'main'
      const isThere = (await world.branches()).includes(branch)
      const plan = await world.plan(tree, removed, isThere ? branch : (more.from ?? 'main'))
      const events: ModelEvent[] = []
      sandbox().controls.clearRequests()
      const request: ModelRequest = {
        ...{
          deployment: DEPLOYMENT,
          branch,
          route: 'auto',
          merge: 'none',
          projectId: PROJECT,
          commit: COMMIT,
          message: 'apply',
        },
        ...plan,
        ...more,
      }
      let waited = 0
      const result = await applyModel(as ?? client(), request, {
        ...{ signal, concurrency, buildWaitMs },
        now: now ?? (() => waited),
        sleep:
          sleep ??
          (async (ms) => {
            waited += ms
            sandbox().controls.setClock({ advanceMs: ms })
          }),
        onEvent(event) {
          events.push(event)
          onEvent?.(event)
        },
      })
      return { ...result, events }
    },
    lines: () =>
      sandbox()
        .controls.requests()
        .map(({ method, path }) => `${method} ${short(path)}`),
    writes: () => world.lines().filter((line) => !line.startsWith('GET')),
  }
  beforeAll(async () => {
    running = await startSandbox({ seed: 'empty', onRequest: (request) => world.onRequest(request) })
  })
  beforeEach(async () => {
    world.onRequest = () => undefined
    await sandbox().controls.reset({ seed: 'empty' })
    made = newClient()
    const { id } = await made.users.createUser({ body: { email: 'lee@acme.com', username: 'lee', isAdmin: true } })
    other = person(sandbox().controls.addKey({ user: id }).key)
  })
  afterAll(async () => {
    for (const each of clients) await each.close()
    await running?.close()
  })
  return world
}

const short = (path: string): string => path.replace(/^.*\/deployments\/\d+/, '')
