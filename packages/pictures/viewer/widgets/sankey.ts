import { make } from '../dom.ts'
import { sankeyOf } from '../facts/sankey.ts'
import { hideTooltip } from '../tooltip-box.ts'
import type { Draw } from './context.ts'
import { drawingOf } from './hints.ts'
import { rowsFor } from './rows-for.ts'

export const drawSankey: Draw = async (body, given) => {
  if (!given.report) return undefined
  const flows = sankeyOf(given, await rowsFor(given))
  if (typeof flows === 'string') {
    body.append(make('p', { class: 'bw-empty' }, flows))
    return undefined
  }
  body.classList.add('bw-filled')
  if (flows.note !== undefined) body.append(make('p', { class: 'bw-notice', role: 'alert' }, flows.note))
  const holder = make('div', { class: 'bw-sankey-holder' })
  body.append(holder)
  const redraw = (): void => {
    const { clientWidth, clientHeight } = holder
    if (clientWidth > 20 && clientHeight > 20)
      holder.replaceChildren(drawingOf(flows.draw(clientWidth, clientHeight), given.stage.theme.mode))
  }
  const watch = new ResizeObserver(redraw)
  watch.observe(holder)
  redraw()
  return () => {
    watch.disconnect()
    hideTooltip()
  }
}
