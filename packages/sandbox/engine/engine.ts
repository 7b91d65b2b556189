import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import { scriptCommand } from '@boardwright/common/machine'
import { type CompanyModel, TODAY } from '@boardwright/pictures'
import { manifestsBeside, TEMPLATES } from '@boardwright/platform/compiler'
import { ENGINE, type Question, type Said, type Start, type Told } from './asked.ts'
import { makeTables } from './made.ts'

/** A data model, and the company whose rows the engine queries under it. */
export interface ServedModel {
  /** Changes with every file. */
  readonly version: string
  readonly files: ReadonlyMap<string, string>
  readonly company: CompanyModel
}

export interface Answered {
  readonly status: number
  readonly body: unknown
}

export type Asked = Omit<Question, 'number' | 'model'>

/** The platform's open engine over a database of the made-up company, in a process of its own. */
export interface Engine {
  readonly ask: (served: ServedModel, asked: Asked) => Promise<Answered>
  readonly close: () => Promise<void>
}

/** The planner that needs no native part, one thread, and no word to anybody. */
const ENVIRONMENT = {
  ...{ TZ: 'UTC', NODE_ENV: 'production', CUBEJS_DB_TYPE: 'duckdb', CUBEJS_TELEMETRY: 'false' },
  ...{ CUBEJS_TESSERACT_SQL_PLANNER: 'false', CUBEJS_TRANSPILATION_WORKER_THREADS_COUNT: '1' },
}
const NOON_MS = 12 * 3_600_000

/** Starts the engine that is installed below a directory. */
export async function startEngine(directory: string): Promise<Engine> {
  requireEngine(directory)
  const folder = mkdtempSync(join(tmpdir(), 'boardwright-engine-'))
  const start: Start = { directory, now: TODAY.getTime() + NOON_MS }
  const { file, args, env } = scriptCommand('dist/engine/main.cjs', [])
  const child = spawn(file, [...args, JSON.stringify(start)], {
    env: { ...env, ...ENVIRONMENT },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    windowsHide: true,
  })
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  const close = async (): Promise<void> => {
    child.kill('SIGKILL')
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await readiness(child)
  } catch (cause) {
    await close()
    throw cause
  }
  return { ask: asking(child, folder), close }
}

function requireEngine(directory: string): void {
  const needed = [...Object.values(ENGINE), TEMPLATES]
  const found = manifestsBeside(directory, needed)
  const missing = needed.filter((name) => !found.has(name))
  if (missing.length > 0) throw noEngine(`it is not installed beside ${directory}: ${missing.join(', ')}`)
}

const noEngine = (why: string): BoardwrightError =>
  new BoardwrightError('SANDBOX_NEEDS_ENGINE', `the engine cannot start: ${why}`)

const READY_MS = 60_000

function readiness(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(noEngine('it is not ready within a minute')), READY_MS)
    const settle = (): void => clearTimeout(timer)
    child.once('error', (cause) => fail(noEngine(cause.message)))
    child.once('exit', () => {
      settle()
      fail(noEngine('its process ended'))
    })
    child.once('message', (said: Said) => {
      settle()
      if ('cannot' in said) fail(noEngine(said.cannot))
      else done()
    })
  })
}

function asking(child: ChildProcess, folder: string): Engine['ask'] {
  const waiting = new Map<number, (answered: Answered) => void>()
  const served = new Set<string>()
  let last = 0
  const tell = (told: Told): void => void child.send(told)
  const ended: Answered = { status: 500, body: { error: 'the process of the engine ended' } }
  child.on('message', (said: Said) => {
    if (!('number' in said)) return
    waiting.get(said.number)?.(said)
    waiting.delete(said.number)
  })
  child.on('exit', () => {
    for (const answer of waiting.values()) answer(ended)
  })
  return async ({ version, files, company }, asked) => {
    if (!child.connected) return ended
    if (!served.has(version)) {
      served.add(version)
      tell({ serve: { model: version, files: [...files], tables: makeTables(join(folder, version), company) } })
    }
    last += 1
    const number = last
    return new Promise((answer) => {
      waiting.set(number, answer)
      tell({ ask: { ...asked, number, model: version } })
    })
  }
}
