import child, { type ExecFileException } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { canBeTold, endOf, NOT_STARTED, openCounter, tell } from './starter-shell.ts'
import { besideWorker, ROUTED } from './starter-sync.ts'

/**
 * Starts the real git and `sh` from a shell next to the worker. Starting a process takes longer the larger the starting
 * one is. In a worker of some hundred megabytes, that was half the time of every test with a repository.
 */
type Done = (failure: ExecFileException | null, stdout: Buffer, stderr: Buffer) => void
interface Options {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly encoding?: string
  readonly maxBuffer?: number
}

const key = Symbol.for('boardwright tests: starter')
const shared = globalThis as { [key]?: true }
if (!shared[key]) {
  shared[key] = true
  route()
}

function route(): void {
  const { execFile, spawn } = child
  const waiting = new Map<string, (status: number) => void>()
  let shell: ReturnType<typeof begin> | undefined

  function begin() {
    const counter = openCounter()
    const begun = spawn('sh', ['-c', counter.loop('&')], {
      cwd: counter.directory,
      env: {},
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let text = ''
    begun.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (text + chunk).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        const [id = '', status] = line.split(' ')
        const ended = waiting.get(id)
        waiting.delete(id)
        if (waiting.size === 0) hold(false)
        ended?.(Number(status))
      }
    })
    return { begun, counter }
  }
  /** An idle shell must not keep the process alive. */
  function hold(isBusy: boolean): void {
    const { begun } = shell ?? {}
    for (const each of [begun, begun?.stdout, begun?.stdin] as ({ ref(): void; unref(): void } | undefined)[]) {
      if (isBusy) each?.ref()
      else each?.unref()
    }
  }

  const routed = (file: string, args: readonly string[], options: Options, done: Done): unknown => {
    const asked = { file, args, cwd: options?.cwd ?? process.cwd(), env: options?.env ?? process.env }
    if (!ROUTED.has(basename(file)) || options?.encoding !== 'buffer' || !canBeTold(asked))
      return execFile(file, args, options as never, done as never)
    const end = (input: string | Uint8Array = ''): void => {
      shell ??= begin()
      const { begun, counter } = shell
      const place = counter.next()
      tell(place, { ...asked, input })
      waiting.set(place.id, (status) => {
        const { stdout, stderr } = endOf(place)
        if (NOT_STARTED.has(status)) {
          execFile(file, args, options as never, done as never).stdin?.end(input)
          return
        }
        const isTooMuch = Math.max(stdout.length, stderr.length) > (options.maxBuffer ?? Number.POSITIVE_INFINITY)
        const code = isTooMuch ? 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' : status
        const failure = Object.assign(new Error(`Command failed: ${[file, ...args].join(' ')}\n${stderr}`), { code })
        done(code === 0 ? null : failure, stdout, stderr)
      })
      hold(true)
      begun.stdin.write(`${place.id}\n`)
    }
    return { stdin: Object.assign(new EventEmitter(), { end }) }
  }
  // `promisify` still gets Node's own implementation.
  const custom = { [promisify.custom]: (execFile as { [promisify.custom]?: unknown })[promisify.custom] }
  child.execFile = Object.assign(routed, custom) as unknown as typeof child.execFile
  child.execFileSync = besideWorker(child.execFileSync as never) as typeof child.execFileSync
  syncBuiltinESMExports()
}
