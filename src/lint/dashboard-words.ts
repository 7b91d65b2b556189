import { z } from 'zod'
import { WIDTHS } from '../content/grid.ts'
import { NumberFormat } from './chart-formats.ts'

/** What we know about the free-form parts of a dashboard. Live may contain more, so reading accepts anything else. */

/** What is known of any widget. What does not fit is a warning. */
export const WidgetWords = z.looseObject({
  config: z.looseObject({ numberFormat: NumberFormat.nullish() }).nullish(),
})

const perWidth = <T extends z.ZodType>(value: T) =>
  z.looseObject(Object.fromEntries(WIDTHS.map((width) => [width, value.nullish()])))
export const DashboardWords = z.looseObject({
  layout: z
    .looseObject({
      breakpoints: perWidth(z.int()).nullish(),
      cols: perWidth(z.int().min(1)).nullish(),
      rowHeight: z.int().nullish(),
      margin: z.array(z.int()).nullish(),
      containerPadding: z.array(z.int()).nullish(),
    })
    .nullish(),
})
