import type { TooltipHandler } from 'vega'
import { escapeHTML, formatValue, Handler } from 'vega-tooltip'
import { isMap } from '../data/free.ts'
import { straight } from '../data/straight.ts'
import { make } from '../dom.ts'
import { legible } from '../glyphs.ts'
import type { Mode } from '../look/look.ts'

const ID = 'bw-tooltip'

/** What is under the pointer, in a box beside it. */
export function createTooltip(mode: Mode): TooltipHandler {
  const { call } = new Handler({
    id: ID,
    theme: mode,
    // The page allows styles from its own files only.
    disableDefaultStyle: true,
    sanitize: (value: unknown) => escapeHTML(legible(straight(String(value)))),
    formatTooltip: (value, toHtml, depth) => formatValue(withoutImage(value), toHtml, depth),
  })
  return (handler, event, item, value) => {
    const place = document.fullscreenElement ?? document.querySelector('main') ?? document.body
    const box = document.getElementById(ID) ?? make('div', { id: ID, class: 'vg-tooltip' })
    if (box.parentElement !== place) place.append(box)
    call(handler, event, item, value)
  }
}

/** Nothing is fetched for a tooltip. */
function withoutImage(value: unknown): unknown {
  if (!isMap(value)) return value
  const { image: _, ...rest } = value
  return rest
}

export const hideTooltip = (): void => document.getElementById(ID)?.classList.remove('visible')
