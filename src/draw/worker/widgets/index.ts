import type { Paint } from '../context.ts'
import { paintContainer } from './container.ts'
import { paintField, paintFilter, paintGrain } from './controls.ts'
import { paintAi, paintDivider } from './plain.ts'
import { paintReport } from './report.ts'
import { paintText } from './text.ts'

export const PAINTS: Readonly<Record<string, Paint>> = {
  CHART: paintReport,
  TEXT: paintText,
  FILTER: paintFilter,
  TIME_GRAIN: paintGrain,
  FIELD: paintField,
  AI: paintAi,
  DIVIDER: paintDivider,
  SPACER: () => '',
  CONTAINER: paintContainer,
  PARENT: paintContainer,
  TABS_CONTAINER: paintContainer,
}
