import { WidgetType } from '@boardwright/platform'
import { z } from 'zod'

/** A free-form region, kept as it came so that key order and numbers of any size survive. */
export const FreeForm = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
)

export const Text = z.string().nullish()

const Position = z.strictObject({ x: z.int().min(0), y: z.int().min(0), w: z.int().min(1), h: z.int().min(1) })

const byBreakpoint = <T extends z.ZodType>(value: T) => {
  const entry = value.nullish()
  return z.strictObject({ lg: entry, md: entry, sm: entry, xs: entry, xxs: entry })
}

const Widget = z.strictObject({
  id: z.string().min(1).max(128),
  // Found in old workbooks: no longer advertised, still read.
  type: z.enum([...WidgetType.options, 'TABS_CONTAINER']),
  position: Position,
  responsiveLayouts: byBreakpoint(Position).nullish(),
  config: FreeForm.nullish(),
  style: FreeForm.nullish(),
})

const Layout = z.strictObject({
  breakpoints: byBreakpoint(z.int()).nullish(),
  cols: byBreakpoint(z.int()).nullish(),
  containerPadding: z.array(z.int()).nullish(),
  margin: z.array(z.int()).nullish(),
  rowHeight: z.int().nullish(),
})

const App = z.strictObject({
  entry: z.string().max(255).nullish(),
  files: z.record(z.string(), z.string()).nullish(),
  html: Text,
  manifest: z
    .strictObject({ dependencies: z.record(z.string(), z.string()).nullish(), version: z.int().nullish() })
    .nullish(),
})

export const SeedDashboard = z.strictObject({
  kind: z.enum(['CLASSIC', 'APP']).nullish(),
  title: Text,
  description: Text,
  app: App.nullish(),
  layout: Layout.nullish(),
  settings: FreeForm.nullish(),
  theme: FreeForm.nullish(),
  widgets: z.array(Widget).nullish(),
})
export type SeedDashboard = z.output<typeof SeedDashboard>
export type SeedWidget = z.output<typeof Widget>
