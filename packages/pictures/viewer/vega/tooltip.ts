import type { TooltipHandler } from 'vega'
import { escapeHTML, formatValue, Handler } from 'vega-tooltip'
import { isMap } from '../data/free.ts'
import { straight } from '../data/straight.ts'
import { legible } from '../glyphs.ts'
import type { Mode } from '../look/look.ts'
import { TOOLTIP, tooltipBox } from '../tooltip-box.ts'

/** Describes what is under the pointer, in a box beside it. */
export function createTooltip(mode: Mode): TooltipHandler {
  const { call } = new Handler({
    id: TOOLTIP,
    theme: mode,
    // The page's policy only allows styles from files.
    disableDefaultStyle: true,
    sanitize: (value: unknown) => escapeHTML(legible(straight(String(value)))),
    formatTooltip: (value, toHtml, depth) => formatValue(withoutImage(value), toHtml, depth),
  })
  return (handler, event, item, value) => {
    tooltipBox()
    call(handler, event, item, value)
  }
}

/** Tooltips must not fetch anything. */
function withoutImage(value: unknown): unknown {
  if (!isMap(value)) return value
  const { image: _, ...rest } = value
  return rest
}
