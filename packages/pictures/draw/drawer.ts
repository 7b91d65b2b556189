import { BoardwrightError, lazy, stringifyJson } from '@boardwright/common'
import { createReader, readPackageFile, startPowerless } from '@boardwright/common/machine'
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

/** Charts are code of others, so the process that draws them has no power. */
export function startDrawer({ seconds, megabytes, around }: Share): Drawer {
  const { child, gone, hold, isTooLarge, send } = startPowerless({
    ...{ script: `${PLACE}/main.cjs`, megabytes, besideHeap: BESIDE_HEAP },
  })
  send(readMaterial())
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
  child.on('error', (cause) => stop(`no process can be started: ${cause.message}`))
  const ended = gone.then(({ isOutOfMemory }) => stop(isOutOfMemory ? tooLarge : 'its process ended'))
  const draw: Drawer['draw'] = (wanted, fonts) =>
    new Promise((resolve) => {
      const timers = createTimers()
      const ahead = widgetsOf(wanted)
      widget = undefined
      end = (outcome) => {
        end = undefined
        timers.clear()
        hold(false)
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
      hold(true)
      wait(around)
      timers.look(() => {
        if (isTooLarge()) stop(tooLarge)
      })
      send([Buffer.from(stringifyJson({ ...wanted, fonts: fonts.length } satisfies Asked)), ...fonts])
    })
  return {
    draw,
    async close() {
      hold(true)
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

const MATERIAL = [
  ...['regular.ttf', 'bold.ttf', 'other.ttf', 'resvg.wasm'].map((name) => `${PLACE}/${name}`),
  'dist/viewer/world.json',
]

const readMaterial = lazy((): readonly Uint8Array[] =>
  MATERIAL.map((file) => {
    const bytes = readPackageFile(file)
    if (bytes === undefined) throw new BoardwrightError('INTERNAL', `the package lacks ${file}`)
    return bytes
  }),
)

/** Pixels are not on the heap. */
const BESIDE_HEAP = 1_024

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
