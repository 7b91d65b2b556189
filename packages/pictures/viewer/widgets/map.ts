import { make } from '../dom.ts'
import { mapOf } from '../facts/map.ts'
import { hideTooltip } from '../tooltip-box.ts'
import type { Draw } from './context.ts'
import { drawingOf } from './hints.ts'
import { rowsFor } from './rows-for.ts'

export const drawMap: Draw = async (body, given) => {
  if (!given.report) return undefined
  const places = mapOf(given, await rowsFor(given))
  if (typeof places === 'string') {
    body.append(make('p', { class: 'bw-empty' }, places))
    return undefined
  }
  const holder = make('div', { class: 'bw-map-holder' })
  const draw = (): void => {
    const size = { width: Math.max(80, holder.clientWidth), height: Math.max(80, holder.clientHeight) }
    holder.replaceChildren(drawingOf(places.draw(size), given.stage.theme.mode))
  }
  body.append(holder, make('p', { class: 'bw-map-note bw-faint' }, places.note))
  body.classList.add('bw-filled')
  draw()
  const watch = new ResizeObserver(draw)
  watch.observe(holder)
  return () => {
    watch.disconnect()
    hideTooltip()
  }
}
