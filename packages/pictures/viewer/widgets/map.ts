import { lazy } from '@boardwright/common'
import { make } from '../dom.ts'
import { mapOf } from '../facts/map.ts'
import type { MapView } from '../facts/map-view.ts'
import { type Outline, readOutline, type WrittenOutline } from '../land/outline.ts'
import { hideTooltip } from '../tooltip-box.ts'
import type { Draw } from './context.ts'
import { drawingOf } from './hints.ts'
import { handOn } from './map-hand.ts'
import { rowsFor } from './rows-for.ts'

/** A file beside this one, which drawings without a browser read too. */
const readWorld = lazy(async (): Promise<Outline> => {
  const answer = await fetch(new URL('world.json', import.meta.url))
  return readOutline((await answer.json()) as WrittenOutline)
})

export const drawMap: Draw = async (body, given) => {
  if (!given.report) return undefined
  const { stage, widget, name } = given
  const [rows, outline] = await Promise.all([rowsFor(given), readWorld()])
  const places = mapOf(given, rows, outline)
  if (typeof places === 'string') {
    body.append(make('p', { class: 'bw-empty' }, places))
    return undefined
  }
  const holder = make('div', { class: 'bw-map-holder' })
  const key = `${widget.id}/map`
  const isWhole = (): boolean => document.fullscreenElement?.contains(holder) === true
  const size = () => ({
    width: Math.max(80, holder.clientWidth),
    height: Math.max(80, holder.clientHeight),
    isWhole: isWhole(),
  })
  const chosen = (): MapView | undefined => stage.memory.get(key) as MapView | undefined
  const view = (): MapView => chosen() ?? places.view(size())
  let drawing: Element | undefined
  let asked = 0
  const draw = (): void => {
    const { differs } = view()
    if (differs === undefined) delete body.dataset['note']
    else body.dataset['note'] = differs
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = buttons
    const over = { left: offsetLeft, top: offsetTop, right: offsetLeft + offsetWidth, bottom: offsetTop + offsetHeight }
    buttons.classList.toggle('bw-map-moved', chosen() !== undefined)
    const now = drawingOf(places.draw(size(), view(), over), stage.theme.mode)
    if (drawing) drawing.replaceWith(now)
    else holder.prepend(now)
    drawing = now
  }
  const buttons = handOn(holder, {
    ...{ name, view, room: () => places.mapIn(size()) },
    show(next) {
      if (next) stage.memory.set(key, next)
      else stage.memory.delete(key)
      // Pointers move more often than a page is drawn.
      cancelAnimationFrame(asked)
      asked = requestAnimationFrame(draw)
    },
  })
  holder.append(buttons)
  body.append(holder)
  body.classList.add('bw-filled')
  draw()
  let wasWhole = isWhole()
  const watch = new ResizeObserver(() => {
    // What was chosen for another room is not what fits into this one.
    if (wasWhole !== isWhole()) stage.memory.delete(key)
    wasWhole = isWhole()
    draw()
  })
  watch.observe(holder)
  return () => {
    watch.disconnect()
    cancelAnimationFrame(asked)
    delete body.dataset['note']
    hideTooltip()
  }
}
