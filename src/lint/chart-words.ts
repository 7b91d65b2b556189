import { type Drawn, kindOf } from '@boardwright/platform/query'
import { z } from 'zod'
import { NumberFormat, Unit } from './chart-formats.ts'

/**
 * What we know of how reports are drawn, apart from charts in Vega-Lite. Live may hold more, so reading accepts
 * anything, and what is unknown here is a warning.
 */

const Text = z.string().nullish()
const Whole = z.int().nullish()
const Yes = z.boolean().nullish()
const Column = Text
const Columns = z.array(z.string()).nullish()

const TABLE_COLUMN = z.strictObject({
  field: z.string(),
  label: Text,
  bar: z.union([z.boolean(), z.strictObject({ color: Text, max: z.number().nullish() })]).nullish(),
  pinned: z.enum(['left']).nullish(),
  rules: z.array(z.strictObject({ below: z.number().nullish(), color: Text })).nullish(),
})

/** By kind, the specification of a report. */
export const CHART_WORDS: Readonly<Record<string, z.ZodType>> = {
  kpi: specOf({
    value: Column,
    format: NumberFormat.nullish(),
    goodIsUp: Yes,
    note: Text,
    sparkline: z
      .union([z.boolean(), z.strictObject({ granularity: Unit.nullish(), points: Whole, member: Column })])
      .nullish(),
    target: z.number().nullish(),
    thresholds: z.array(z.strictObject({ at: z.number().nullish(), color: Text })).nullish(),
  }),
  table: specOf({
    columns: z.array(TABLE_COLUMN).nullish(),
    totals: z.union([z.boolean(), z.array(z.string())]).nullish(),
    showRowNumbers: Yes,
    pivot: z.unknown().optional(),
    collapsed: z.unknown().optional(),
    heatmap: z.strictObject({ field: z.string(), stops: z.array(z.number()).nullish() }).nullish(),
  }),
  map: specOf({
    latitude: Column,
    longitude: Column,
    size: Column,
    color: z.strictObject({ field: Column, scheme: Text }).nullish(),
    tooltip: Columns,
    center: z.array(z.number()).nullish(),
    zoom: z.number().nullish(),
    basemap: Text,
    cluster: z.unknown().optional(),
  }),
  sankey: specOf({
    source: Column,
    target: Column,
    value: Column,
    align: z.enum(['justify', 'left', 'right']).nullish(),
    nodeWidth: z.number().nullish(),
    nodePadding: z.number().nullish(),
    colors: z.record(z.string(), z.string()).nullish(),
    labels: z.record(z.string(), z.string()).nullish(),
  }),
}

function specOf(keys: Readonly<Record<string, z.ZodType>>): z.ZodType {
  return z.object({ spec: z.strictObject(keys) })
}

export function chartWordsOf(report: Drawn): z.ZodType | undefined {
  const kind = kindOf(report)
  return Object.hasOwn(CHART_WORDS, kind) ? CHART_WORDS[kind] : undefined
}

/**
 * What the platform's specification says of parts that live keeps in free-form regions. Reading accepts anything there;
 * in a new file, what does not fit is a mistake. The specification names no units: these are the ones of queries.
 */
export const ReportWords = z.looseObject({
  kind: z.enum(['vega', 'table', 'kpi', 'html', 'map', 'sankey']).nullish(),
  fillMissingRows: z
    .looseObject({
      member: z.string().describe('The time dimension whose gaps are filled.'),
      excludedDimensions: Columns.describe('Dimensions that get no rows of their own.'),
    })
    .nullish(),
  periodComparisons: z
    .array(
      z.looseObject({
        measure: z.string().describe('The measure that is compared.'),
        timeDimension: z.string().describe('The time that is moved.'),
        offset: z
          .looseObject({ amount: z.int().describe('How many of the unit.'), unit: Unit.describe('The unit.') })
          .describe('How far back it is compared.'),
        outputs: Columns.describe('What is shown of it.'),
      }),
    )
    .nullish(),
  preferences: z
    .looseObject({
      columnFormats: z
        .record(
          z.string(),
          z.looseObject({
            type: z.enum(['currency', 'percent', 'number']).describe('How numbers are written.'),
            decimalPlaces: Whole.describe('How many digits after the point.'),
          }),
        )
        .nullish()
        .describe('By column.'),
    })
    .nullish(),
})
