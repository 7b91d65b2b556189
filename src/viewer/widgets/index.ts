import { drawReport } from './chart.ts'
import type { Draw } from './context.ts'
import { drawField, drawFilter, drawGrain } from './controls.ts'
import { drawAi, drawDivider, drawSpacer } from './plain.ts'
import { drawText } from './text.ts'

interface Kind {
  readonly draw: Draw
  /** What people call it. */
  readonly title: string
  /** Without a box around it. */
  readonly isBare?: true
}

/** What each type of widget is drawn by. Containers hold others, and are drawn by `container.ts`. */
export const KINDS: Readonly<Record<string, Kind>> = {
  CHART: { draw: drawReport, title: 'Chart' },
  TEXT: { draw: drawText, title: 'Text', isBare: true },
  FILTER: { draw: drawFilter, title: 'Filter' },
  TIME_GRAIN: { draw: drawGrain, title: 'Time grain' },
  FIELD: { draw: drawField, title: 'Field' },
  AI: { draw: drawAi, title: 'AI summary' },
  DIVIDER: { draw: drawDivider, title: 'Divider', isBare: true },
  SPACER: { draw: drawSpacer, title: 'Spacer', isBare: true },
}

export const HOLDERS: Readonly<Record<string, string>> = {
  CONTAINER: 'Container',
  PARENT: 'Container',
  TABS_CONTAINER: 'Container',
}
