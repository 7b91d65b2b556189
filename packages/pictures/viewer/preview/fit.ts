import { make, style } from '../dom.ts'

export interface Fit {
  readonly element: HTMLElement
  /** Contents in here are laid out at the full width. */
  readonly place: HTMLElement
  readonly destroy: () => void
}

/** Contents laid out at a given width, and scaled down to the available room. Calls `fitted` after each time. */
export function createFit(width: (room?: number) => number, fitted: () => void): Fit {
  const place = make('div', { class: 'pv-true' })
  const element = make('div', { class: 'pv-fit' }, place)
  let waiting = 0
  const fit = (): void => {
    waiting = 0
    const room = element.clientWidth
    if (room === 0) return
    const own = width(room)
    const scale = Math.min(1, room / own)
    // What is said about the contents is as large as ever.
    style(place, {
      width: `${own}px`,
      transform: scale < 1 ? `scale(${scale})` : undefined,
      '--bw-shrunk': scale < 1 ? String(1 / scale) : undefined,
    })
    style(element, { height: `${Math.ceil(place.offsetHeight * scale)}px` })
    fitted()
  }
  const soon = (): void => {
    if (waiting === 0) waiting = requestAnimationFrame(fit)
  }
  const watch = new ResizeObserver(soon)
  watch.observe(element)
  watch.observe(place)
  style(place, { width: `${width()}px` })
  return {
    element,
    place,
    destroy() {
      cancelAnimationFrame(waiting)
      watch.disconnect()
    },
  }
}
