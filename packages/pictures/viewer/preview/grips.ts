import { make, style } from '../dom.ts'
import { type Breakpoint, gridAt } from '../layout/breakpoint.ts'
import type { Step } from '../layout/try.ts'
import { boxIn } from './boxes.ts'

export interface Grips {
  /** Puts them where the widgets are now. */
  readonly arrange: () => void
  /** Whether there is such a widget. */
  readonly mark: (id: string) => boolean
  /** Scrolls to it, if the panel covers it now. */
  readonly show: (id: string) => void
  readonly focus: (id: string | undefined) => void
  readonly destroy: () => void
}

interface GripOptions {
  readonly choose: (id: string) => void
  readonly move: (id: string, by: Step) => void
  readonly layout: () => unknown
}

/** What the arrow keys do; with Shift they size a widget. */
const KEYS: Readonly<Record<string, readonly [Step, Step]>> = {
  ArrowLeft: [{ x: -1 }, { w: -1 }],
  ArrowRight: [{ x: 1 }, { w: 1 }],
  ArrowUp: [{ y: -1 }, { h: -1 }],
  ArrowDown: [{ y: 1 }, { h: 1 }],
}

/** A pointer that moves less than this was a click. */
const STILL = 4
/** The corner that sizes a widget. */
const CORNER = 22

/** A button over each widget: it chooses, drags and sizes. What is below them does nothing meanwhile. */
export function createGrips(board: HTMLElement, { choose, move, layout }: GripOptions): Grips {
  const layer = make('div', { class: 'pv-grips' })
  const all = new Map<string, HTMLElement>()
  const arrange = (): void => {
    const widgets = [...board.querySelectorAll<HTMLElement>('[data-widget]')].filter((each) => each.clientWidth > 0)
    const known = new Set(widgets.map(({ dataset }) => dataset['widget']))
    for (const [id, grip] of all)
      if (!known.has(id)) {
        grip.remove()
        all.delete(id)
      }
    for (const widget of widgets) {
      const id = widget.dataset['widget'] ?? ''
      const grip = all.get(id) ?? gripFor(id, widget)
      all.set(id, grip)
      const { left, top, width, height } = boxIn(widget, board)
      style(grip, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
      if (grip.parentElement !== layer) layer.append(grip)
    }
    const root = board.querySelector<HTMLElement>('.bw')
    if (root) root.inert = true
    if (layer.parentElement !== board) board.append(layer)
  }
  const cellAt = (widget: HTMLElement): readonly [number, number] => {
    const breakpoint = board.querySelector<HTMLElement>('.bw')?.dataset['breakpoint'] as Breakpoint
    const { columns, rowHeight, gap } = gridAt(breakpoint, layout())
    const holder = widget.parentElement ?? board
    const { paddingLeft, paddingRight } = getComputedStyle(holder)
    const room = holder.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return [(room + gap[0]) / columns, rowHeight + gap[1]]
  }
  const gripFor = (id: string, widget: HTMLElement): HTMLElement => {
    const name = widget.getAttribute('aria-label') ?? id
    const grip = make('button', { type: 'button', class: 'pv-grip', 'data-grip': id, 'aria-label': `Code of ${name}` })
    grip.addEventListener('click', () => choose(id))
    grip.addEventListener('keydown', (event) => {
      const step = KEYS[event.key]?.[event.shiftKey ? 1 : 0]
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      choose(id)
      move(id, step)
    })
    grip.addEventListener('pointerdown', (event) => drag(event, id, grip))
    return grip
  }
  const drag = (start: PointerEvent, id: string, grip: HTMLElement): void => {
    const widget = board.querySelector<HTMLElement>(`[data-widget="${CSS.escape(id)}"]`)
    if (start.button !== 0 || !widget) return
    const scale = board.getBoundingClientRect().width / board.offsetWidth || 1
    const edge = grip.getBoundingClientRect()
    const isCorner = edge.right - start.clientX < CORNER * scale && edge.bottom - start.clientY < CORNER * scale
    const { width, height } = boxIn(widget, board)
    const [across, down] = cellAt(widget)
    const by = (event: PointerEvent): readonly [number, number] => [
      (event.clientX - start.clientX) / scale,
      (event.clientY - start.clientY) / scale,
    ]
    const done = new AbortController()
    const { signal } = done
    grip.setPointerCapture(start.pointerId)
    const follow = (event: PointerEvent): void => {
      const [x, y] = by(event)
      if (isCorner) style(grip, { width: `${width + x}px`, height: `${height + y}px` })
      else style(grip, { transform: `translate(${x}px, ${y}px)` })
    }
    const drop = (event: PointerEvent): void => {
      done.abort()
      style(grip, { transform: undefined })
      const [x, y] = by(event)
      const isStill = event.type === 'pointercancel' || Math.hypot(x, y) < STILL
      const [columns, rows] = [Math.round(x / across), Math.round(y / down)]
      if (isStill) arrange()
      else move(id, isCorner ? { w: columns, h: rows } : { x: columns, y: rows })
    }
    grip.addEventListener('pointermove', follow, { signal })
    for (const end of ['pointerup', 'pointercancel'] as const) grip.addEventListener(end, drop, { signal })
  }
  const watch = new ResizeObserver(arrange)
  watch.observe(board)
  return {
    arrange,
    mark(id) {
      for (const [each, grip] of all) grip.setAttribute('aria-pressed', String(each === id))
      return all.has(id)
    },
    show: (id) => all.get(id)?.scrollIntoView({ block: 'nearest' }),
    focus: (id) => void (id !== undefined && all.get(id)?.focus()),
    destroy() {
      watch.disconnect()
      layer.remove()
      const root = board.querySelector<HTMLElement>('.bw')
      if (root) root.inert = false
    },
  }
}
