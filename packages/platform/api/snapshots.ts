import { z } from 'zod'
import { FreeForm, Id } from './shared.ts'

/** A report as it was when its dashboard was published. Before that, part of it is in the report's `meta`. */

const FillMissingRows = z
  .looseObject({ member: z.string(), excludedDimensions: z.array(z.string()).nullish() })
  .meta({ id: 'FillMissingRows' })

const PeriodComparison = z
  .looseObject({
    measure: z.string(),
    timeDimension: z.string(),
    offset: z.looseObject({ amount: z.int(), unit: z.string() }).meta({ id: 'PeriodComparisonOffset' }),
    outputs: z.array(z.string()).nullish(),
  })
  .meta({ id: 'PeriodComparison' })

const ColumnFormatOverride = z
  .looseObject({ type: z.enum(['currency', 'percent', 'number']), decimalPlaces: z.int().nullish() })
  .meta({ id: 'ColumnFormatOverride' })

const Preferences = z
  .looseObject({ columnFormats: z.record(z.string(), ColumnFormatOverride).nullish() })
  .meta({ id: 'ReportSnapshotPreferences' })

export const ReportSnapshot = z
  .looseObject({
    id: Id,
    reportId: Id,
    versionNumber: z.int(),
    name: z.string().nullish(),
    title: z.string().nullish(),
    description: z.string().nullish(),
    kind: z.enum(['vega', 'table', 'kpi', 'html', 'map', 'sankey']).nullish(),
    isSourceReport: z.boolean().nullish(),
    sqlQuery: z.string().nullish(),
    pythonCode: z.string().nullish(),
    spec: z.union([z.string(), FreeForm]).nullish(),
    meta: FreeForm.nullish(),
    fillMissingRows: FillMissingRows.nullish(),
    periodComparisons: z.array(PeriodComparison).nullish(),
    preferences: Preferences.nullish(),
  })
  .meta({ id: 'ReportSnapshot' })
export type ReportSnapshot = z.output<typeof ReportSnapshot>
