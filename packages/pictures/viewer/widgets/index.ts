import { drawReport } from './chart.ts'
import type { Draw } from './context.ts'
import { drawField, drawFilter, drawGrain } from './controls.ts'
import { drawAi, drawDivider, drawSpacer } from './plain.ts'

/** The code for Markdown and HTML is fetched with the first text. */
const drawText: Draw = async (body, given) => (await import('./text.ts')).drawText(body, given)

/** The function that draws each type of widget. Containers are drawn by `container.ts`. */
export const KINDS: Readonly<Record<string, Draw>> = {
  CHART: drawReport,
  TEXT: drawText,
  FILTER: drawFilter,
  TIME_GRAIN: drawGrain,
  FIELD: drawField,
  AI: drawAi,
  DIVIDER: drawDivider,
  SPACER: drawSpacer,
}
