import { make, makeSvg } from '../dom.ts'
import type { Size } from '../facts/map-labels.ts'
import { type MapView, moved, nearer } from '../facts/map-view.ts'
import { hideTooltip } from '../tooltip-box.ts'

interface Shown {
  readonly name: string
  /** The part of the world that is in sight. */
  readonly view: () => MapView
  readonly room: () => Size
  /** Shows another part, or what it showed at first. */
  readonly show: (view: MapView | undefined) => void
}

/** How much nearer a press comes, and how far an arrow goes, in pixels. */
const [STEP, FAR] = [1.6, 60] as const

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ...{ ArrowLeft: [FAR, 0], ArrowRight: [-FAR, 0], ArrowUp: [0, FAR], ArrowDown: [0, -FAR] },
}

/**
 * Lets people come nearer and look around: buttons, keys, a drag; a wheel if Ctrl is held or the map was clicked, as a
 * page has to scroll. Returns the buttons.
 */
export function handOn(holder: HTMLElement, { name, view, room, show }: Shown): HTMLElement {
  const come = (times: number, at?: { readonly x: number; readonly y: number }): void => {
    const { width, height } = room()
    show(nearer(view(), times, at ?? { x: width / 2, y: height / 2 }, { width, height }))
  }
  const acts = [
    ['M8 3.5v9M3.5 8h9', 'Nearer', () => come(STEP)],
    ['M3.5 8h9', 'Farther', () => come(1 / STEP)],
    ['M3.6 6.4A4.7 4.7 0 1 1 3.5 9.3M3.4 2.8v3.8h3.8', 'As at first', () => show(undefined)],
  ] as const
  const buttons = acts.map(([lines, title, act]) => {
    const label = `${title}: ${name}`
    const button = make('button', { type: 'button', class: 'bw-map-button', title, 'aria-label': label }, iconOf(lines))
    button.addEventListener('click', act)
    return button
  })
  const placeOf = ({ clientX, clientY }: MouseEvent) => {
    const { left, top } = holder.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  holder.tabIndex = 0
  holder.setAttribute('role', 'group')
  holder.setAttribute('aria-label', `Map of ${name}: arrows move it, + and − come nearer and go farther`)
  holder.addEventListener(
    'wheel',
    (event) => {
      const isMeant = event.ctrlKey || event.metaKey || holder.contains(document.activeElement)
      if (!isMeant && document.fullscreenElement === null) return
      event.preventDefault()
      come(2 ** (-Math.sign(event.deltaY) * Math.min(0.5, Math.abs(event.deltaY) / 240)), placeOf(event))
    },
    { passive: false },
  )
  holder.addEventListener('dblclick', (event) => come(STEP, placeOf(event)))
  holder.addEventListener('keydown', (event) => {
    if (event.target !== holder || event.ctrlKey || event.metaKey || event.altKey) return
    const arrow = ARROWS[event.key]
    if (arrow) show(moved(view(), { x: arrow[0], y: arrow[1] }))
    else if (event.key === '+' || event.key === '=') come(STEP)
    else if (event.key === '-') come(1 / STEP)
    else if (event.key === '0') show(undefined)
    else return
    event.preventDefault()
  })
  let last: { readonly x: number; readonly y: number } | undefined
  holder.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || buttons.some((each) => each.contains(event.target as Node))) return
    last = placeOf(event)
    holder.setPointerCapture(event.pointerId)
  })
  holder.addEventListener('pointermove', (event) => {
    if (last === undefined) return
    const now = placeOf(event)
    hideTooltip()
    show(moved(view(), { x: now.x - last.x, y: now.y - last.y }))
    last = now
  })
  for (const end of ['pointerup', 'pointercancel'] as const) holder.addEventListener(end, () => (last = undefined))
  return make('div', { class: 'bw-map-buttons' }, ...buttons)
}

const iconOf = (lines: string): SVGElement =>
  makeSvg(
    'svg',
    { viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' },
    makeSvg('path', { d: lines, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5 }),
  )
