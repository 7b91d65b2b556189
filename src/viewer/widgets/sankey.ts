import { make } from '../dom.ts'
import { sankeyOf } from '../facts/sankey.ts'
import { hideTooltip } from '../tooltip-box.ts'
import type { Draw } from './context.ts'
import { drawingOf } from './hints.ts'
import { rowsFor } from './rows-for.ts'

export const drawSankey: Draw = async (body, given) => {
  if (!given.report) return undefined
  const diagram = sankeyOf(given, await rowsFor(given))
  if (typeof diagram === 'string') {
    body.append(make('p', { class: 'bw-empty' }, diagram))
    return undefined
  }
  body.classList.add('bw-filled')
  const redraw = (): void => {
    const { clientWidth, clientHeight } = body
    if (clientWidth > 20 && clientHeight > 20)
      body.replaceChildren(drawingOf(diagram(clientWidth, clientHeight), given.stage.theme.mode))
  }
  const watch = new ResizeObserver(redraw)
  watch.observe(body)
  redraw()
  return () => {
    watch.disconnect()
    hideTooltip()
  }
}
