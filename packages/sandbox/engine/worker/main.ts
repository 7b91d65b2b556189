import { createRequire } from 'node:module'
import { join } from 'node:path'
import program from 'node:process'
import { ENGINE, type Question, type Said, type Served, type Start, type Told } from '../asked.ts'
import { startClockAt } from './clock.ts'
import { replaceNative } from './native.ts'

/** The engine in a process of its own: it opens no port, and answers what the sandbox asks over a pipe. */

interface Context {
  readonly securityContext: unknown
  readonly requestId: string
  readonly model: string
}

interface Request extends Omit<Question, 'number' | 'model' | 'call' | 'securityContext'> {
  readonly context: Context
  readonly res: (message: unknown, options?: { readonly status?: number }) => Promise<void>
}

type Gateway = Readonly<Record<Question['call'], (request: Request) => Promise<void>>>

interface Driver {
  query(sql: string): Promise<unknown>
}

type Query = new (
  ...given: readonly unknown[]
) => {
  newPreAggregations(): object
}

interface Engine {
  readonly gateway: Gateway
  readonly openDriver: () => Driver
}

const say = (said: Said): void => void program.send?.(said)

function work(): void {
  const { directory, now } = JSON.parse(program.argv[program.argv.length - 1] ?? '') as Start
  startClockAt(now)
  const models = new Map<string, { readonly served: Served; readonly driver: Driver; ready: Promise<unknown> }>()
  const { gateway, openDriver } = openEngine(directory, (model) => {
    const found = models.get(model)
    if (!found) throw new Error(`the model ${model} is not served`)
    return found
  })
  const hear: { [K in keyof Hearing]: (told: Hearing[K]) => void } = {
    serve(served) {
      const driver = openDriver()
      models.set(served.model, { served, driver, ready: fill(driver, now, served.tables) })
    },
    ask: ({ number, model, call, query, queryType, securityContext }) => {
      const res: Request['res'] = async (message, { status = 200 } = {}) =>
        say({ number, status, body: await finished(message) })
      const context = { securityContext, requestId: `${number}`, model }
      const failed = (cause: unknown): void => say({ number, status: 500, body: { error: String(cause) } })
      const ready = models.get(model)?.ready ?? Promise.resolve()
      ready.then(() => gateway[call]({ query, queryType, context, res })).catch(failed)
    },
  }
  program.on('message', (told: Told) => ('serve' in told ? hear.serve(told.serve) : hear.ask(told.ask)))
  program.on('disconnect', () => program.exit())
  say({ ready: true })
}

interface Hearing {
  readonly serve: Served
  readonly ask: Question
}

/** An answer with rows comes in a wrapper. */
const finished = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'getFinalResult' in message
    ? (message as { getFinalResult: () => Promise<unknown> }).getFinalResult()
    : message

async function fill(driver: Driver, now: number, tables: readonly string[]): Promise<void> {
  const day = new Date(now).toISOString()
  const today = [
    `create macro current_date() as date '${day.slice(0, 10)}'`,
    `create macro now() as timestamptz '${day}'`,
  ]
  const closed = ['set autoinstall_known_extensions = false', 'set enable_external_access = false']
  for (const statement of [...tables, ...today, ...closed]) await driver.query(statement)
}

function openEngine(directory: string, modelNamed: (name: string) => { served: Served; driver: Driver }): Engine {
  const require = createRequire(join(directory, 'package.json'))
  const inCore = createRequire(require.resolve(ENGINE.core))
  replaceNative(require, inCore('@cubejs-backend/native'))
  const { CubejsServerCore } = require(ENGINE.core)
  const { DuckDBDriver } = require(ENGINE.driver)
  const core = new CubejsServerCore({
    ...{ apiSecret: 'unused', telemetry: false, devServer: false, logger: () => undefined },
    ...{ cacheAndQueueDriver: 'memory', scheduledRefreshTimer: false, checkAuth: () => undefined },
    contextToAppId: ({ model }: Context) => model,
    contextToOrchestratorId: ({ model }: Context) => model,
    scheduledRefreshContexts: async () => [],
    driverFactory: ({ model }: Context) => modelNamed(model).driver,
    dialectFactory: () => overMadeTables(DuckDBDriver.dialectClass()),
    repositoryFactory: ({ model }: Context) => ({
      localPath: () => directory,
      dataSchemaFiles: async () => modelNamed(model).served.files.map(([fileName, content]) => ({ fileName, content })),
    }),
  })
  return { gateway: core.apiGateway(), openDriver: () => new DuckDBDriver({}) }
}

/** Every cube has a table of its own name, whatever its SQL reads, and nothing is built ahead. */
function overMadeTables(Dialect: Query): Query {
  return class extends Dialect {
    cubeSql = (cube: string): string => `"${cube}"`
    override newPreAggregations(): object {
      const none = { findPreAggregationForQuery: () => undefined, findPreAggregationToUseForCube: () => undefined }
      return Object.assign(super.newPreAggregations(), none)
    }
  }
}

try {
  work()
} catch (cause) {
  const [line = ''] = String(cause instanceof Error ? cause.message : cause).split('\n')
  say({ cannot: line })
  program.exitCode = 1
}
