import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { platform } from 'node:os'
import program from 'node:process'
import { lazy } from '../lazy.ts'
import { scriptCommand } from '../program.ts'
import { lengthOf } from './frames.ts'

/** A process that runs code of others. */
export interface Powerless {
  readonly child: ChildProcess
  readonly send: (messages: readonly Uint8Array[]) => void
  /** Whether the program goes on while this process does. */
  readonly hold: (isHeld: boolean) => void
  /** Whether it takes more than it may, in all. Only Linux tells. */
  readonly isTooLarge: () => boolean
  /** Resolves when it is gone: whether because its memory ran out. */
  readonly gone: Promise<{ readonly isOutOfMemory: boolean }>
}

export interface Powers {
  /** The script of the package that it runs. */
  readonly script: string
  /** What its heap may take. */
  readonly megabytes: number
  /** For Node itself, and for what is not on the heap that Node limits. */
  readonly besideHeap: number
  /** Directories that it may read besides its script. */
  readonly reads?: readonly string[]
  /** Whether it may make code of texts, and change prototypes by `__proto__`: some packages do. */
  readonly makesCode?: boolean
}

const living = new Set<ChildProcess>()
const killAllAtExit = lazy(() => {
  program.on('exit', () => {
    for (const child of living) child.kill('SIGKILL')
  })
})

/** Node before 22.13 has the same model under another name. Without it no process starts. */
const MODEL = program.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission'

/**
 * Starts a script without power: an empty environment, nothing to read but the script and what is named, nothing to
 * write, no processes, and mostly no code made of texts. The script takes the network away, with `giveUpPowers`.
 */
export function startPowerless({ script, megabytes, besideHeap, reads = [], makesCode = false }: Powers): Powerless {
  const options = [
    ...[MODEL, '--no-warnings', `--max-old-space-size=${megabytes}`],
    ...(makesCode ? [] : ['--disallow-code-generation-from-strings', '--disable-proto=delete']),
    ...reads.map((directory) => `--allow-fs-read=${directory}`),
  ]
  const { file, args, env } = scriptCommand(script, options)
  // Times are those of this machine. Everything else of the environment stays here.
  const TZ = Intl.DateTimeFormat().resolvedOptions().timeZone
  const child = spawn(file, args, { env: { ...env, TZ }, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
  killAllAtExit()
  living.add(child)
  const tail = keepTail(child)
  // A process that ends early reads no more; why it ended is told by `gone`.
  child.stdin?.on('error', () => undefined)
  const gone = new Promise<void>((done) => child.once('close', done)).then(() => {
    living.delete(child)
    return { isOutOfMemory: /heap out of memory|allocation failed/i.test(tail()) }
  })
  const hold = (isHeld: boolean): void => {
    for (const each of [
      child,
      child.stdin,
      child.stdout,
      child.stderr,
    ] as unknown as readonly (NodeJS.RefCounted | null)[])
      each?.[isHeld ? 'ref' : 'unref']()
  }
  hold(false)
  return {
    ...{ child, hold, gone },
    send(messages) {
      for (const message of messages) {
        child.stdin?.write(lengthOf(message))
        child.stdin?.write(message)
      }
    },
    isTooLarge: () => residentMegabytes(child) > megabytes + besideHeap,
  }
}

/** In characters: enough to see that the memory ran out. */
const TAIL = 10_000

function keepTail({ stderr }: ChildProcess): () => string {
  let text = ''
  stderr?.on('data', (chunk: Buffer) => {
    text = `${text}${chunk.toString('latin1')}`.slice(-TAIL)
  })
  return () => text
}

function residentMegabytes({ pid }: ChildProcess): number {
  if (platform() !== 'linux' || pid === undefined) return 0
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}
