import { lazy } from '@boardwright/common'
import { make } from '../dom.ts'
import { mapOf } from '../facts/map.ts'
import { type Outline, readOutline, type WrittenOutline } from '../land/outline.ts'
import { hideTooltip } from '../tooltip-box.ts'
import type { Draw } from './context.ts'
import { drawingOf } from './hints.ts'
import { rowsFor } from './rows-for.ts'

/** A file beside this one, which drawings without a browser read too. */
const readWorld = lazy(async (): Promise<Outline> => {
  const answer = await fetch(new URL('world.json', import.meta.url))
  return readOutline((await answer.json()) as WrittenOutline)
})

export const drawMap: Draw = async (body, given) => {
  if (!given.report) return undefined
  const [rows, outline] = await Promise.all([rowsFor(given), readWorld()])
  const places = mapOf(given, rows, outline)
  if (typeof places === 'string') {
    body.append(make('p', { class: 'bw-empty' }, places))
    return undefined
  }
  const holder = make('div', { class: 'bw-map-holder' })
  const note = make('p', { class: 'bw-map-note bw-faint' })
  const draw = (): void => {
    const size = { width: Math.max(80, holder.clientWidth), height: Math.max(80, holder.clientHeight) }
    note.textContent = places.note(size)
    holder.replaceChildren(drawingOf(places.draw(size), given.stage.theme.mode))
  }
  body.append(holder, note)
  body.classList.add('bw-filled')
  draw()
  const watch = new ResizeObserver(draw)
  watch.observe(holder)
  return () => {
    watch.disconnect()
    hideTooltip()
  }
}
