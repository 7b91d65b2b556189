import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BoardwrightError } from '@boardwright/common'
import { createThumbnails } from '@boardwright/pictures/draw'
import { createAdaptorServer } from '@hono/node-server'
import { type Controls, controlRoutes } from './control/controls.ts'
import { createControls } from './control/create.ts'
import type { Live } from './control/live.ts'
import { startEngine } from './engine/engine.ts'
import { createApp } from './http/app.ts'
import type { OnRequest } from './http/around.ts'
import { pageRoutes } from './pages/pages.ts'
import { ROUTES } from './routes/index.ts'
import type { SeedChoice } from './seeds/choose.ts'
import type { Keys } from './store/keys.ts'
import { openWorld, type World } from './world.ts'

export type { Controls } from './control/controls.ts'
export { SWITCHES, type Switches } from './control/switches.ts'
export type { OnRequest, RequestFacts } from './http/around.ts'
export type { Keys } from './store/keys.ts'

export interface SandboxOptions extends SeedChoice {
  /** Where the data is kept. Without it, a temporary directory that is removed with the sandbox. */
  readonly data?: string | undefined
  /** 0 or absent: any free port. */
  readonly port?: number | undefined
  /** Where the platform's open engine is installed: it then answers the data API, over a database of made-up rows. */
  readonly engine?: string | undefined
  /**
   * People who edit, draft, publish and duplicate by themselves, so many times a minute. The same seed gives the same
   * actions.
   */
  readonly live?: { readonly perMinute: number; readonly seed: number } | undefined
  /**
   * Called before each request is handled and again before it is answered. It may wait, and it may return `drop` to
   * cut the connection there, so a test can stop a program between any two requests.
   */
  readonly onRequest?: OnRequest | undefined
}

export interface Sandbox {
  readonly url: string
  readonly keys: Keys
  /** The key of the controls under `/_sandbox`. */
  readonly control: string
  readonly deployments: readonly { readonly id: number; readonly name: string }[]
  /** The controls as functions, without HTTP. */
  readonly controls: Controls
  /** Where the data is: `platform.db`, and `models/<deployment>.git` for `git log`. */
  readonly directory: string
  close(): Promise<void>
}

/** Starts the platform on this machine: real HTTP, a real database, real git. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const directory = makeDirectory(options.data)
  let url = ''
  const leave = (): void => {
    if (options.data === undefined) rmSync(directory, { recursive: true, force: true })
  }
  const world = await openWith(directory, options, () => url).catch((cause) => {
    leave()
    throw cause
  })
  try {
    const controls = createControls(world)
    const live = options.live && controls.people(options.live.seed)
    const thumbnails = createThumbnails({ processes: 1 })
    const app = createApp(
      ROUTES,
      {
        platform: world.platform,
        onRequest: options.onRequest ?? (() => undefined),
        beforeRequest: ({ method, path }) => controls.letPeopleAct(method, path),
        takeFault: (method, path) => world.faults.take(method, path),
        stalePlatform: () => controls.stalePlatform(),
        overRate: (authorization) => world.rate.waitFor(authorization),
        log: (entry) => world.requests.add(entry),
        requestId: randomUUID,
        sleep: async (ms) => void (await sleep(ms)),
      },
      controlRoutes(controls, world.keys.control),
      pageRoutes(world.platform, { requests: world.requests, thumbnails, live }),
    )
    controls.dispatchThrough(app)
    const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server
    url = await listen(server, options.port ?? 0)
    const stopLive = live && options.live ? keepStepping(live, 60_000 / options.live.perMinute) : async () => {}
    const { control, ...keys } = world.keys
    return {
      url,
      keys,
      control,
      deployments: world.deployments,
      controls,
      directory,
      async close() {
        await stopLive()
        await stop(server)
        await thumbnails.close()
        controls.close()
        await world.close()
        leave()
      },
    }
  } catch (cause) {
    await world.close()
    leave()
    throw cause
  }
}

async function openWith(directory: string, options: SandboxOptions, url: () => string): Promise<World> {
  const engine = options.engine === undefined ? undefined : await startEngine(resolve(options.engine))
  try {
    return await openWorld(directory, options, url, engine)
  } catch (cause) {
    await engine?.close()
    throw cause
  }
}

/** Takes one step after another. Stopping waits for the step that is under way. */
function keepStepping(live: Live, pauseMs: number): () => Promise<void> {
  const stopped = new AbortController()
  const steps = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await live.step()
      // The sleep is only cut short when the sandbox stops.
      await sleep(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  }
  const done = steps()
  return async () => {
    stopped.abort()
    await done
  }
}

function makeDirectory(data: string | undefined): string {
  if (data === undefined) return mkdtempSync(join(tmpdir(), 'boardwright-sandbox-'))
  const directory = resolve(data)
  try {
    makePath(directory)
  } catch (cause) {
    throw new BoardwrightError('SANDBOX_DATA_UNUSABLE', `cannot make the data directory ${directory}`, { cause })
  }
  return directory
}

/**
 * Step by step, because Node's own recursion never ends where a directory exists but takes no children, as in /proc.
 */
function makePath(path: string): void {
  if (existsSync(path)) return
  makePath(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/** Only this machine: the sandbox's keys are not meant to withstand a network. */
const HOST = '127.0.0.1'

/** Longer than clients keep an idle connection: otherwise a request may arrive while the connection is being closed. */
const KEEP_ALIVE_MS = 65_000

function listen(server: Server, port: number): Promise<string> {
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return new Promise((done, fail) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const busy = cause.code === 'EADDRINUSE'
      fail(
        busy
          ? new BoardwrightError('SANDBOX_PORT_BUSY', `port ${port} is in use by another program`, { cause })
          : BoardwrightError.from(cause),
      )
    })
    server.listen(port, HOST, () => done(`http://${HOST}:${(server.address() as AddressInfo).port}`))
  })
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()))
  server.closeAllConnections()
  await closed
}
