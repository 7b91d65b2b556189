import child, { type ExecFileSyncOptions } from 'node:child_process'
import { openSync, readSync, rmSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { canBeTold, endOf, NOT_STARTED, openCounter, tell } from './starter-shell.ts'

type ExecFileSync = (file: string, args: readonly string[], options?: ExecFileSyncOptions) => string | Buffer

/** Programs that tests start very often. */
export const ROUTED: ReadonlySet<string> = new Set(['git', 'sh'])

/** `execFileSync`, but git and shells are started by a shell next to the worker. */
export function besideWorker(own: ExecFileSync): ExecFileSync {
  let shell: ReturnType<typeof begin> | undefined
  return (file, args, options = {}) => {
    if (!ROUTED.has(basename(file)) || !Array.isArray(args) || options.timeout !== undefined)
      return own(file, args, options)
    const { cwd = process.cwd(), env = process.env, input = '', encoding } = options
    const asked = { file, args, cwd: cwd instanceof URL ? fileURLToPath(cwd) : cwd, env }
    if (!canBeTold(asked)) return own(file, args, options)
    shell ??= begin()
    const place = shell.counter.next()
    tell(place, { ...asked, input: input as string | Uint8Array })
    writeSync(shell.asks, `${place.id}\n`)
    const status = hear(shell.answers)
    const end = endOf(place)
    if (NOT_STARTED.has(status)) return own(file, args, options)
    const [stdout, stderr] = [end.stdout, end.stderr].map((bytes) =>
      encoding && encoding !== 'buffer' ? bytes.toString(encoding) : bytes,
    ) as [string | Buffer, string | Buffer]
    if (status === 0) return stdout
    const message = `Command failed: ${[file, ...args].join(' ')}\n${stderr}`
    throw Object.assign(new Error(message), { status, signal: null, stdout, stderr })
  }
}

/** Starts the shell, with named pipes that both sides can wait on. It ends with this process. */
function begin() {
  const counter = openCounter()
  const [from, to] = ['asks', 'answers'].map((name) => join(counter.directory, name)) as [string, string]
  child.spawnSync('mkfifo', [from, to])
  const loop = `exec <asks >answers\n${counter.loop('')}`
  child.spawn('sh', ['-c', loop], { cwd: counter.directory, env: {}, stdio: ['ignore', 'ignore', 'inherit'] }).unref()
  const pipes = { asks: openSync(from, 'w'), answers: openSync(to, 'r') }
  for (const pipe of [from, to]) rmSync(pipe)
  return { counter, ...pipes }
}

function hear(pipe: number): number {
  let text = ''
  const chunk = Buffer.alloc(64)
  while (!text.endsWith('\n')) {
    const count = readSync(pipe, chunk)
    if (count === 0) throw new Error('the shell beside the worker has ended')
    text += chunk.toString('latin1', 0, count)
  }
  return Number(text.split(' ')[1])
}
