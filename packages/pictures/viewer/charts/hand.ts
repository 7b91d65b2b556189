import type { Hand } from './talk.ts'

/** What people do with a drawing, which the chart in the frame has to hear of. */
const ON_DRAWING = [
  ...['pointerover', 'pointerout', 'pointermove', 'pointerdown', 'pointerup'],
  ...['mouseover', 'mouseout', 'mousemove', 'mousedown', 'mouseup', 'click', 'dblclick', 'wheel'],
] as const
/** While a button is held down, also outside of it. */
const ELSEWHERE = ['pointermove', 'pointerup', 'mousemove', 'mouseup'] as const

export interface Watch {
  /** The last event on the drawing. */
  readonly last: () => MouseEvent | undefined
  /** From now on the page does nothing of its own with events of this type. */
  readonly keep: (type: string) => void
  readonly end: () => void
}

export function watchHand(holder: HTMLElement, hear: (hand: Hand) => void): Watch {
  const kept = new Set<string>()
  let last: MouseEvent | undefined
  let isHeld = false
  const tell = (event: MouseEvent): void => {
    const root = holder.firstElementChild
    if (!root) return
    last = event
    const { left, top } = root.getBoundingClientRect()
    const { target, type, button, buttons, detail, ctrlKey, shiftKey, altKey, metaKey } = event
    const init = {
      x: event.clientX - left,
      y: event.clientY - top,
      button,
      buttons,
      detail,
      ctrlKey,
      shiftKey,
      altKey,
      metaKey,
    }
    const more =
      event instanceof WheelEvent ? { deltaX: event.deltaX, deltaY: event.deltaY, deltaMode: event.deltaMode } : {}
    hear({ type, path: pathTo(target, root), init: { ...init, ...more } })
  }
  const on = (event: Event): void => {
    if (!(event instanceof MouseEvent)) return
    if (event.type === 'pointerdown') isHeld = true
    if (kept.has(event.type)) event.preventDefault()
    tell(event)
  }
  const elsewhere = (event: Event): void => {
    const isInside = event.target instanceof Node && holder.contains(event.target)
    if (event instanceof MouseEvent && isHeld && !isInside) tell(event)
    if (event.type === 'pointerup') isHeld = false
  }
  for (const type of ON_DRAWING) holder.addEventListener(type, on, { passive: false })
  for (const type of ELSEWHERE) window.addEventListener(type, elsewhere)
  return {
    last: () => last,
    keep: (type) => void kept.add(type),
    end() {
      for (const type of ELSEWHERE) window.removeEventListener(type, elsewhere)
    },
  }
}

function pathTo(target: EventTarget | null, root: Element): number[] {
  const path: number[] = []
  for (let at = target instanceof Element ? target : root; at !== root; ) {
    const parent = at.parentElement
    if (!parent || !root.contains(parent)) return []
    path.unshift([...parent.children].indexOf(at))
    at = parent
  }
  return path
}
