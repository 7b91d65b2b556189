import { drawReport } from './chart.ts'
import type { Draw } from './context.ts'
import { drawField, drawFilter, drawGrain } from './controls.ts'
import { drawAi, drawDivider, drawSpacer } from './plain.ts'

/** What reads Markdown and cleans HTML is fetched when there is a text. */
const drawText: Draw = async (body, given) => (await import('./text.ts')).drawText(body, given)

/** What each type of widget is drawn by. Containers hold others, and are drawn by `container.ts`. */
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
