import { availableParallelism } from 'node:os'
import { BoardwrightError } from '@boardwright/common'
import { type Drawer, type Share, startDrawer } from './drawer.ts'
import { fontsWith } from './fonts.ts'
import type { Drawing, Job, Picture } from './job.ts'

export interface Limits extends Share {
  /** How many processes draw at the same time. */
  readonly processes: number
}

export interface Painter {
  readonly draw: (wanted: Job | Drawing) => Promise<Picture>
  readonly close: () => Promise<void>
}

const USUAL: Limits = {
  ...{ seconds: 30, megabytes: 768, around: 60 },
  processes: Math.max(1, Math.min(4, availableParallelism())),
}
/** If more charts than this have to be stopped, the dashboard is not drawn. */
const MOST_STOPPED = 4

/**
 * Draws pictures in processes that have no power. A chart that never ends or takes too much memory ends its process, and
 * is left out when the picture is drawn again.
 */
export function createPainter(limits: Partial<Limits> = {}): Painter {
  const { processes: most, ...share } = { ...USUAL, ...limits }
  const idle: Drawer[] = []
  const all = new Set<Drawer>()
  const waiting: ((drawer: Drawer | undefined) => void)[] = []
  let isClosed = false
  const start = (): Drawer => {
    const drawer = startDrawer(share)
    all.add(drawer)
    return drawer
  }
  const take = (): Drawer | Promise<Drawer | undefined> => {
    const free = idle.pop()
    if (free) return free
    return all.size < most ? start() : new Promise((resolve) => waiting.push(resolve))
  }
  const give = (drawer: Drawer): void => {
    const next = waiting.shift()
    if (next) next(drawer)
    else idle.push(drawer)
  }
  const drawOnce = async (wanted: Job | Drawing, fonts: readonly Uint8Array[]): Promise<Picture> => {
    const isScene = 'scene' in wanted
    let stopped: Readonly<Record<string, string>> = (isScene && wanted.stopped) || {}
    for (;;) {
      if (isClosed) throw brokenOff(wanted)
      const drawer = await take()
      if (drawer === undefined) throw brokenOff(wanted)
      const outcome = await drawer.draw(isScene ? { ...wanted, stopped } : wanted, fonts)
      if (outcome.end === 'drawn') {
        give(drawer)
        return { ...outcome.picture, stopped }
      }
      all.delete(drawer)
      await drawer.close()
      const next = waiting.shift()
      if (next) next(start())
      const { widget, why } = outcome
      if (widget === undefined || Object.keys(stopped).length >= MOST_STOPPED) {
        throw new BoardwrightError('PICTURE_FAILED', `${nameOf(wanted)} cannot be drawn: ${why}`)
      }
      stopped = { ...stopped, [widget]: `It was stopped: ${why}.` }
    }
  }
  return {
    async draw(wanted) {
      const picture = await drawOnce(wanted, [])
      const fonts = wanted.format === 'svg' ? [] : fontsWith(picture.lacking)
      return fonts.length === 0 ? picture : drawOnce(wanted, fonts)
    },
    async close() {
      isClosed = true
      for (const resume of waiting.splice(0)) resume(undefined)
      await Promise.all([...all].map((drawer) => drawer.close()))
    },
  }
}

const nameOf = (wanted: Job | Drawing): string => ('scene' in wanted ? wanted.scene.title : 'a plan')

const brokenOff = (wanted: Job | Drawing): BoardwrightError =>
  new BoardwrightError('PICTURE_FAILED', `${nameOf(wanted)} cannot be drawn: it was broken off`)
