import type { Scene, SceneMarks } from '../../scene.ts'
import { makeSvg } from '../dom.ts'
import { nameOf, reportOf } from '../facts/named.ts'
import { type Breakpoint, gridAt } from '../layout/breakpoint.ts'
import { type Box, boxOf, placesIn } from '../layout/places.ts'
import { widgetsIn } from './between.ts'
import { boxIn } from './boxes.ts'
import { isMove } from './moves.ts'

export interface Traces {
  readonly destroy: () => void
}

interface Sides {
  readonly live: Scene
  readonly after: Scene
  readonly marks: SceneMarks
}

/** Drawn over the board that apply would make, where live is out of sight: where widgets were, also those removed. */
export function drawTraces(board: HTMLElement, { live, after, marks }: Sides): Traces {
  const moved = Object.entries(marks).flatMap(([id, own]) => (own.some(isMove) ? [id] : []))
  const gone = Object.entries(marks).flatMap(([id, own]) => (own.includes('removed') ? [id] : []))
  if (moved.length + gone.length === 0) return { destroy: () => undefined }
  const layer = makeSvg('svg', { class: 'pv-traces', 'aria-hidden': 'true' })
  const draw = (): void => {
    const root = board.querySelector<HTMLElement>('.bw')
    const breakpoint = root?.dataset['breakpoint'] as Breakpoint | undefined
    if (!root || !breakpoint) return
    const [was, is] = [placesIn(live, breakpoint), placesIn(after, breakpoint)]
    const grid = gridAt(breakpoint, live.dashboard.layout)
    const framed = Object.keys(marks).flatMap((id) => {
      const widget = board.querySelector<HTMLElement>(`[data-widget="${CSS.escape(id)}"]`)
      return widget ? boxIn(widget, board) : []
    })
    const traces = moved.flatMap((id) => {
      const [before, now] = [was.get(id), is.get(id)]
      const widget = board.querySelector<HTMLElement>(`[data-widget="${CSS.escape(id)}"]`)
      const holder = widget?.parentElement
      if (!before || !now || before.within !== now.within || !widget?.clientWidth || !holder) return []
      const room = innerBox(holder, board)
      const own = boxOf(before.at, grid, room.width)
      const from = { ...own, left: room.left + own.left, top: room.top + own.top }
      // What is marked and where it was has that frame already.
      if (framed.some((box) => isSame(box, from))) return []
      const held = marks[id]?.includes('held') ? '' : undefined
      return [outline({ class: 'pv-was', 'data-was': id, 'data-held': held }, from)]
    })
    const ghosts = gone.flatMap((id) => {
      const { at, within } = was.get(id) ?? {}
      const holder = gridOf(root, within)
      if (!at || !holder?.clientWidth) return []
      const room = innerBox(holder, board)
      const own = boxOf(at, grid, room.width)
      return ghost(id, nameIn(live, id), { ...own, left: room.left + own.left, top: room.top + own.top })
    })
    layer.replaceChildren(...traces, ...ghosts)
  }
  const watch = new ResizeObserver(draw)
  watch.observe(board)
  // Switching tabs shows other widgets without a resize.
  const onClick = (): void => void requestAnimationFrame(draw)
  board.addEventListener('click', onClick)
  board.append(layer)
  return {
    destroy() {
      watch.disconnect()
      board.removeEventListener('click', onClick)
      layer.remove()
    },
  }
}

/** Of the page, or of a container that is still there. */
const gridOf = (root: HTMLElement, within: string | undefined): HTMLElement | null =>
  within === undefined
    ? root.querySelector('.bw-grid')
    : root.querySelector(`[data-widget="${CSS.escape(within.split('/')[0] ?? '')}"] .bw-grid`)

function nameIn(scene: Scene, id: string): string {
  const widget = widgetsIn(scene).get(id)
  return widget ? nameOf(widget, reportOf(widget, scene)) : id
}

const outline = (given: Readonly<Record<string, string | undefined>>, { left: x, top: y, width, height }: Box) =>
  makeSvg('rect', { ...given, x, y, width, height, rx: 8 })

const ghost = (id: string, name: string, box: Box): SVGElement[] => [
  outline({ class: 'pv-was pv-gone', 'data-was': id }, box),
  makeSvg('text', { x: box.left + 14, y: box.top + 24 }, `${name}, removed`),
]

function innerBox(grid: HTMLElement, board: HTMLElement): Box {
  const { left, top, width, height } = boxIn(grid, board)
  const { paddingLeft, paddingRight, paddingTop } = getComputedStyle(grid)
  const [before, behind, above] = [paddingLeft, paddingRight, paddingTop].map((each) => Number.parseFloat(each) || 0)
  return { left: left + (before ?? 0), top: top + (above ?? 0), width: width - (before ?? 0) - (behind ?? 0), height }
}

/** In pixels: frames that are closer than this look like one that is drawn badly. */
const CLOSE = 4

const isSame = (one: Box, other: Box): boolean =>
  (['left', 'top', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) < CLOSE)
