import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { BoardwrightError } from '../errors.ts'
import { lazy } from '../lazy.ts'
import { readPackageFile } from '../program.ts'
import { fontsWith } from './fonts.ts'
import type { Asked, Drawing, Job, Material, Picture, Said } from './job.ts'

export interface Limits {
  /** The time for one widget. */
  readonly seconds: number
  readonly megabytes: number
  readonly workers: number
}

export interface Painter {
  readonly draw: (wanted: Job | Drawing) => Promise<Picture>
  readonly close: () => Promise<void>
}

const USUAL: Limits = { seconds: 30, megabytes: 768, workers: Math.max(1, Math.min(4, availableParallelism())) }
/** The time for starting a worker on a busy machine, and for everything outside widgets. */
const SECONDS_AROUND = 60
/** If more charts than this have to be stopped, the dashboard is not drawn. */
const MOST_STOPPED = 4

/**
 * Draws pictures in workers. A chart that never ends or takes too much memory ends its worker, and is left out when the
 * picture is drawn again. Workers have no environment, and nothing in them loads anything.
 */
export function createPainter(limits: Partial<Limits> = {}): Painter {
  const { workers: most, ...each } = { ...USUAL, ...limits }
  const idle: WorkerHandle[] = []
  const all = new Set<WorkerHandle>()
  const waiting: ((handle: WorkerHandle) => void)[] = []
  const hire = (): WorkerHandle => {
    const { code, data } = readMaterial()
    const handle = startWorker(code, data, each)
    all.add(handle)
    return handle
  }
  const take = (): WorkerHandle | Promise<WorkerHandle> => {
    const free = idle.pop()
    if (free) return free
    return all.size < most ? hire() : new Promise((resolve) => waiting.push(resolve))
  }
  const give = (handle: WorkerHandle): void => {
    const next = waiting.shift()
    if (next) next(handle)
    else idle.push(handle)
  }
  const drawOnce = async (asked: Asked): Promise<Picture> => {
    const isScene = 'scene' in asked
    let stopped: Readonly<Record<string, string>> = (isScene && asked.stopped) || {}
    for (;;) {
      const handle = await take()
      const outcome = await handle.draw(isScene ? { ...asked, stopped } : asked)
      if (outcome.end === 'drawn') {
        give(handle)
        return { ...outcome.picture, stopped }
      }
      all.delete(handle)
      await handle.close()
      const next = waiting.shift()
      if (next) next(hire())
      const { widget, why } = outcome
      if (widget === undefined || Object.keys(stopped).length >= MOST_STOPPED) {
        throw new BoardwrightError(
          'PICTURE_FAILED',
          `${isScene ? asked.scene.title : 'a plan'} cannot be drawn: ${why}`,
        )
      }
      stopped = { ...stopped, [widget]: `It was stopped: ${why}.` }
    }
  }
  return {
    async draw(wanted) {
      const picture = await drawOnce(wanted)
      const fonts = wanted.format === 'svg' ? [] : fontsWith(picture.lacking)
      return fonts.length === 0 ? picture : drawOnce({ ...wanted, fonts })
    },
    async close() {
      await Promise.all([...all].map((handle) => handle.close()))
    },
  }
}

/** Every Node has this, but its types lack it. */
declare const WebAssembly: { readonly Module: new (bytes: Uint8Array) => object }

/** Read and compiled once for all workers. */
const readMaterial = lazy((): { readonly code: string; readonly data: Material } => {
  const file = (name: string): Uint8Array => {
    const bytes = readPackageFile(`dist/draw/worker/${name}`)
    if (bytes === undefined) throw new BoardwrightError('INTERNAL', `the package lacks dist/draw/worker/${name}`)
    return bytes
  }
  return {
    code: Buffer.from(file('main.cjs')).toString('utf8'),
    data: {
      regular: file('regular.ttf'),
      bold: file('bold.ttf'),
      other: file('other.ttf'),
      rasteriser: new WebAssembly.Module(file('resvg.wasm')),
    },
  }
})

type Outcome =
  | { readonly end: 'drawn'; readonly picture: Omit<Picture, 'stopped'> }
  | { readonly end: 'stopped'; readonly widget: string | undefined; readonly why: string }

interface WorkerHandle {
  readonly draw: (asked: Asked) => Promise<Outcome>
  readonly close: () => Promise<void>
}

function startWorker(code: string, data: Material, { seconds, megabytes }: Omit<Limits, 'workers'>): WorkerHandle {
  const worker = new Worker(code, {
    ...{ eval: true, workerData: data, env: {}, stdin: false },
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  worker.unref()
  return {
    draw: (asked) =>
      new Promise((resolve) => {
        let widget: string | undefined
        let timer: NodeJS.Timeout | undefined
        const end = (outcome: Outcome): void => {
          clearTimeout(timer)
          worker.off('message', hear).off('error', fail).off('exit', gone)
          worker.unref()
          resolve(outcome)
        }
        const stop = (why: string): void => end({ end: 'stopped', widget, why })
        const wait = (): void => {
          clearTimeout(timer)
          const limit = widget === undefined ? SECONDS_AROUND : seconds
          timer = setTimeout(() => stop(`it takes longer than ${limit} seconds`), limit * 1000)
        }
        const hear = (said: Said): void => {
          if (said.say === 'begun') widget = said.widget
          if (said.say === 'begun') wait()
          else if (said.say === 'drawn') end({ end: 'drawn', picture: said.picture })
          else stop(said.text)
        }
        const fail = (cause: unknown): void => {
          const isMemory = (cause as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
          stop(isMemory ? `it takes more than ${megabytes} MB of memory` : String(cause))
        }
        const gone = (status: number): void => stop(`its worker ended with status ${status}`)
        worker.ref()
        worker.on('message', hear).on('error', fail).on('exit', gone)
        wait()
        worker.postMessage(asked)
      }),
    close: async () => void (await worker.terminate()),
  }
}
