import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { platform } from 'node:os'
import program from 'node:process'
import { BoardwrightError, lazy, stringifyJson } from '@boardwright/common'
import { readPackageFile, scriptCommand } from '@boardwright/common/machine'
import { createReader, lengthOf } from './frames.ts'
import type { Asked, Drawing, Drawn, Job } from './job.ts'
import { IS_PICTURE, MOST_BYTES, readSaid } from './said.ts'

/** What a process may take. */
export interface Share {
  /** The time for one widget. */
  readonly seconds: number
  readonly megabytes: number
  /** The time, in seconds, for starting a process on a busy machine, and for everything outside widgets. */
  readonly around: number
}

export type Outcome =
  | { readonly end: 'drawn'; readonly picture: Drawn }
  | { readonly end: 'stopped'; readonly widget: string | undefined; readonly why: string }

/** A process that draws one picture at a time. After a picture that was stopped it is of no more use. */
export interface Drawer {
  readonly draw: (wanted: Job | Drawing, fonts: readonly Uint8Array[]) => Promise<Outcome>
  readonly close: () => Promise<void>
}

const PLACE = 'dist/draw/worker'

/**
 * Charts are code of others, so the process that draws them has no power: an empty environment, nothing to read but its
 * own script, nothing to write, no processes, no code made of texts. Its script takes the network away.
 */
export function startDrawer({ seconds, megabytes, around }: Share): Drawer {
  const child = spawnPowerless(megabytes)
  const tail = keepTail(child)
  let hear: (message: Buffer) => void = () => undefined
  let end: ((outcome: Outcome) => void) | undefined
  let widget: string | undefined
  const stop = (why: string): void => end?.({ end: 'stopped', widget, why })
  const tooLarge = `it takes more than ${megabytes} MB of memory`
  const read = createReader((message) => hear(message), MOST_BYTES)
  child.stdout?.on('data', (chunk: Buffer) => {
    try {
      read(chunk)
    } catch {
      stop('it answers with more than a picture')
    }
  })
  child.stdin?.on('error', () => undefined)
  child.on('error', (cause) => stop(`no process can be started: ${cause.message}`))
  const gone = new Promise<void>((done) => child.once('close', done))
  const ended = gone.then(() => {
    living.delete(child)
    stop(/heap out of memory|allocation failed/i.test(tail()) ? tooLarge : 'its process ended')
  })
  const draw: Drawer['draw'] = (wanted, fonts) =>
    new Promise((resolve) => {
      const timers = createTimers()
      const ahead = widgetsOf(wanted)
      widget = undefined
      end = (outcome) => {
        end = undefined
        timers.clear()
        hold(child, false)
        resolve(outcome)
      }
      const wait = (limit: number): void => timers.wait(limit, () => stop(`it takes longer than ${limit} seconds`))
      let drawn: Omit<Drawn, 'bytes'> | undefined
      hear = (message) => {
        if (drawn) {
          if (!IS_PICTURE[wanted.format](message)) return stop('it answers with something else than a picture')
          return end?.({ end: 'drawn', picture: { ...drawn, bytes: message } })
        }
        const said = readSaid(message)
        if (said === undefined) return stop('its process does not make sense')
        if (said.say === 'failed') return stop(said.text)
        if (said.say === 'drawn') {
          const { say: _, ...picture } = said
          drawn = picture
          return undefined
        }
        // A widget has its time once, however often it is said to begin.
        if (!ahead.delete(said.widget)) return undefined
        widget = said.widget
        return wait(seconds)
      }
      hold(child, true)
      wait(around)
      timers.look(() => {
        if (residentMegabytes(child) > megabytes + BESIDE_HEAP) stop(tooLarge)
      })
      send(child, [Buffer.from(stringifyJson({ ...wanted, fonts: fonts.length } satisfies Asked)), ...fonts])
    })
  return {
    draw,
    async close() {
      hold(child, true)
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The widgets that will be drawn. */
function widgetsOf(wanted: Job | Drawing): Set<string> {
  const all = 'scene' in wanted ? (wanted.scene.dashboard.widgets ?? []) : []
  const stopped = ('stopped' in wanted && wanted.stopped) || {}
  return new Set(all.map(({ id }) => id).filter((id) => !Object.hasOwn(stopped, id)))
}

const living = new Set<ChildProcess>()
const killAllAtExit = lazy(() => {
  program.on('exit', () => {
    for (const child of living) child.kill('SIGKILL')
  })
})

/** Node before 22.13 has the same model under another name. Without it no process starts. */
const MODEL = program.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission'

function spawnPowerless(megabytes: number): ChildProcess {
  const options = [
    ...[MODEL, '--no-warnings', '--disallow-code-generation-from-strings', '--disable-proto=delete'],
    `--max-old-space-size=${megabytes}`,
  ]
  const { file, args, env } = scriptCommand(`${PLACE}/main.cjs`, options)
  // Times in charts are those of this machine. Everything else of the environment stays here.
  const TZ = Intl.DateTimeFormat().resolvedOptions().timeZone
  const child = spawn(file, args, { env: { ...env, TZ }, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
  killAllAtExit()
  living.add(child)
  hold(child, false)
  send(child, readMaterial())
  return child
}

const readMaterial = lazy((): readonly Uint8Array[] =>
  ['regular.ttf', 'bold.ttf', 'other.ttf', 'resvg.wasm'].map((name) => {
    const bytes = readPackageFile(`${PLACE}/${name}`)
    if (bytes === undefined) throw new BoardwrightError('INTERNAL', `the package lacks ${PLACE}/${name}`)
    return bytes
  }),
)

function send({ stdin }: ChildProcess, messages: readonly Uint8Array[]): void {
  for (const message of messages) {
    stdin?.write(lengthOf(message))
    stdin?.write(message)
  }
}

/** Whether the program goes on while this process does. */
function hold(child: ChildProcess, isHeld: boolean): void {
  for (const each of [
    child,
    child.stdin,
    child.stdout,
    child.stderr,
  ] as unknown as readonly (NodeJS.RefCounted | null)[])
    each?.[isHeld ? 'ref' : 'unref']()
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

/** For Node itself, and for pixels, which are not on the heap that Node limits. */
const BESIDE_HEAP = 1_024

/** What a process takes in all, where the system says so. */
function residentMegabytes({ pid }: ChildProcess): number {
  if (platform() !== 'linux' || pid === undefined) return 0
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}

const LOOK_MS = 250

function createTimers() {
  let limit: NodeJS.Timeout | undefined
  let looks: NodeJS.Timeout | undefined
  return {
    wait(seconds: number, run: () => void) {
      clearTimeout(limit)
      limit = setTimeout(run, seconds * 1000)
    },
    look(run: () => void) {
      looks = setInterval(run, LOOK_MS)
    },
    clear() {
      clearTimeout(limit)
      clearInterval(looks)
    },
  }
}
