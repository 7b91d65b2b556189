import { z } from 'zod'
import { WIDTHS } from './grid.ts'

/** What is known of the free-form parts of a dashboard. Live may hold more, so reading accepts any. */

const perWidth = <T extends z.ZodType>(value: T) =>
  z.looseObject(Object.fromEntries(WIDTHS.map((width) => [width, value.nullish()])))
const pair = z.array(z.int().min(0)).length(2, 'must be two whole numbers, such as [12, 12]')

export const DashboardWords = z.looseObject({
  layout: z
    .looseObject({
      breakpoints: perWidth(z.int().min(0)).nullish(),
      cols: perWidth(z.int().min(1)).nullish(),
      rowHeight: z.int().min(1).nullish(),
      margin: pair.nullish(),
      containerPadding: pair.nullish(),
    })
    .nullish(),
})
