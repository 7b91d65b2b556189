import child, { type ChildProcess, type ExecFileException } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { besideWorker } from './starter-sync.ts'

/**
 * The real git, started by a small process beside the worker. To start a process costs what the starting one is large: in
 * a worker of some hundred megabytes that was half of the time of every test that has a repository.
 */
type Done = (failure: ExecFileException | null, stdout: Buffer, stderr: Buffer) => void
interface Options {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly encoding?: string
  /** Infinity is not a number in JSON, and so is left out. */
  readonly maxBuffer?: number
}
interface Answer {
  readonly id: number
  readonly failure: Pick<ExecFileException, 'message' | 'code'> | null
  readonly stdout: string
  readonly stderr: string
}

const key = Symbol.for('boardwright tests: starter')
const shared = globalThis as { [key]?: true }
if (!shared[key]) {
  shared[key] = true
  route()
}

function route(): void {
  const { execFile, spawn } = child
  const waiting = new Map<number, Done>()
  let count = 0
  let starter: ChildProcess | undefined

  function begin(): ChildProcess {
    const script = fileURLToPath(new URL('starter.mjs', import.meta.url))
    const begun = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'], env: {} })
    // An answer may be a file of many megabytes, which comes in thousands of pieces.
    let pieces: string[] = []
    begun.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      pieces.push(chunk)
      if (!chunk.includes('\n')) return
      const lines = pieces.join('').split('\n')
      pieces = [lines.pop() ?? '']
      for (const line of lines) take(JSON.parse(line) as Answer)
    })
    return begun
  }
  /** Nobody is kept from ending by a starter that has nothing to do. */
  function hold(isBusy: boolean): void {
    for (const each of [starter, starter?.stdout, starter?.stdin] as ({ ref(): void; unref(): void } | undefined)[]) {
      if (isBusy) each?.ref()
      else each?.unref()
    }
  }
  function take({ id, failure, stdout, stderr }: Answer): void {
    const done = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) hold(false)
    const error = failure && Object.assign(new Error(failure.message), failure)
    done?.(error as ExecFileException | null, Buffer.from(stdout, 'base64'), Buffer.from(stderr, 'base64'))
  }

  const routed = (file: string, args: readonly string[], options: Options, done: Done): unknown => {
    if (basename(file) !== 'git' || options?.encoding !== 'buffer')
      return execFile(file, args, options as never, done as never)
    const end = (input: string | Uint8Array = ''): void => {
      starter ??= begin()
      const id = ++count
      waiting.set(id, done)
      hold(true)
      const { cwd = process.cwd(), env = process.env, maxBuffer } = options
      const request = {
        id,
        file,
        args,
        cwd,
        env,
        maxBuffer,
        input: Buffer.from(input as Uint8Array).toString('base64'),
      }
      starter.stdin?.write(`${JSON.stringify(request)}\n`)
    }
    return { stdin: Object.assign(new EventEmitter(), { end }) }
  }
  // Who asks for a promise gets what Node gives.
  const custom = { [promisify.custom]: (execFile as { [promisify.custom]?: unknown })[promisify.custom] }
  child.execFile = Object.assign(routed, custom) as unknown as typeof child.execFile
  child.execFileSync = besideWorker(child.execFileSync as never) as typeof child.execFileSync
  syncBuiltinESMExports()
}
