import child, { type ExecFileSyncOptions } from 'node:child_process'
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

interface Answer {
  readonly status: number | null
  readonly signal: string | null
  /** Why it did not start. */
  readonly code?: string
  readonly stdout?: string
  readonly stderr?: string
}

type ExecFileSync = (file: string, args: readonly string[], options?: ExecFileSyncOptions) => string | Buffer

/** What tests wait for many times. */
const ROUTED: ReadonlySet<string> = new Set(['git', 'sh'])

/** `execFileSync`, where git and shells are started by a small process beside the worker. */
export function besideWorker(own: ExecFileSync): ExecFileSync {
  let pipes: readonly [number, number] | undefined
  return (file, args, options = {}) => {
    if (!ROUTED.has(basename(file)) || !Array.isArray(args) || options.timeout !== undefined)
      return own(file, args, options)
    pipes ??= begin()
    const { cwd = process.cwd(), env = process.env, input = '' } = options
    const asked = { file, args, cwd: cwd instanceof URL ? fileURLToPath(cwd) : cwd, env, input: base64(input) }
    say(pipes[0], `${JSON.stringify(asked)}\n`)
    return endOf(hear(pipes[1]), [file, ...args].join(' '), options.encoding)
  }
}

const base64 = (input: string | NodeJS.ArrayBufferView): string =>
  (typeof input === 'string'
    ? Buffer.from(input)
    : Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  ).toString('base64')

/** Named pipes, which both sides can wait on. The other process ends when this one does. */
function begin(): readonly [number, number] {
  const directory = mkdtempSync(join(tmpdir(), 'boardwright-starter-'))
  const [asks, answers] = ['asks', 'answers'].map((name) => join(directory, name)) as [string, string]
  child.spawnSync('mkfifo', [asks, answers])
  const script = fileURLToPath(new URL('starter-sync.mjs', import.meta.url))
  child.spawn(process.execPath, [script, asks, answers], { stdio: ['ignore', 'ignore', 'inherit'], env: {} }).unref()
  const pipes = [openSync(asks, 'w'), openSync(answers, 'r')] as const
  rmSync(directory, { recursive: true })
  return pipes
}

function say(pipe: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(pipe, bytes, at)
}

function hear(pipe: number): Answer {
  const chunks: Buffer[] = []
  while (chunks.at(-1)?.at(-1) !== 0x0a) {
    const chunk = Buffer.alloc(65_536)
    const count = readSync(pipe, chunk)
    if (count === 0) throw new Error('the process beside the worker has ended')
    chunks.push(chunk.subarray(0, count))
  }
  return JSON.parse(Buffer.concat(chunks).toString()) as Answer
}

/** As Node gives it, or throws it. */
function endOf(answer: Answer, line: string, encoding?: string | null): string | Buffer {
  const { status, signal, code } = answer
  const [stdout, stderr] = [answer.stdout, answer.stderr].map((text = '') => {
    const bytes = Buffer.from(text, 'base64')
    return encoding && encoding !== 'buffer' ? bytes.toString(encoding as BufferEncoding) : bytes
  }) as [string | Buffer, string | Buffer]
  if (status === 0) return stdout
  const message = code === undefined ? `Command failed: ${line}\n${stderr.toString()}` : `spawn ${line}: ${code}`
  throw Object.assign(new Error(message), { status, signal, stdout, stderr, ...(code === undefined ? {} : { code }) })
}
