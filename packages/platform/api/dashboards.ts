import { z } from 'zod'
import { FreeForm, Id } from './shared.ts'
import { ReportSnapshot } from './snapshots.ts'
import { DashboardThemeInput } from './themes.ts'

const ADVERTISED_WIDGET_TYPES = [
  'CHART',
  'TEXT',
  'FILTER',
  'AI',
  'TIME_GRAIN',
  'FIELD',
  'PARENT',
  'SPACER',
  'DIVIDER',
  'CONTAINER',
] as const

export const WidgetType = z.enum(ADVERTISED_WIDGET_TYPES).meta({ id: 'WidgetType' })

/**
 * `TABS_CONTAINER` is the older form of a `CONTAINER` whose `config.layout` is `tabs`. It is still accepted, but
 * never returned and no longer advertised: the OpenAPI document shows the `enum` in the metadata.
 */
export const WidgetTypeInput = z
  .enum([...ADVERTISED_WIDGET_TYPES, 'TABS_CONTAINER'])
  .meta({ id: 'WidgetTypeInput', enum: [...ADVERTISED_WIDGET_TYPES] })

export const WidgetPosition = z
  .looseObject({ x: z.int(), y: z.int(), w: z.int(), h: z.int() })
  .meta({ id: 'DashboardWidgetPosition' })

const perBreakpoint = <T extends z.ZodType>(value: T) =>
  z.looseObject({
    lg: value.nullish(),
    md: value.nullish(),
    sm: value.nullish(),
    xs: value.nullish(),
    xxs: value.nullish(),
  })

const ResponsiveLayouts = perBreakpoint(WidgetPosition).meta({ id: 'DashboardResponsiveLayouts' })

export const DashboardLayout = z
  .looseObject({
    breakpoints: perBreakpoint(z.int()).meta({ id: 'DashboardBreakpoints' }).nullish(),
    cols: perBreakpoint(z.int()).meta({ id: 'DashboardBreakpointCols' }).nullish(),
    containerPadding: z.array(z.int()).nullish(),
    margin: z.array(z.int()).nullish(),
    rowHeight: z.int().nullish(),
  })
  .meta({ id: 'DashboardLayout' })

const AppManifest = z
  .looseObject({ dependencies: z.record(z.string(), z.string()).nullish(), version: z.int().nullish() })
  .meta({ id: 'DashboardAppManifest' })

export const DashboardAppSource = z
  .looseObject({
    entry: z.string().max(255).nullish(),
    files: z.record(z.string(), z.string()).nullish(),
    html: z.string().nullish(),
    manifest: AppManifest.nullish(),
  })
  .meta({ id: 'DashboardAppSource' })

const widget = {
  position: WidgetPosition,
  responsiveLayouts: ResponsiveLayouts.nullish(),
  config: FreeForm.nullish(),
  style: FreeForm.nullish(),
}

export const DashboardWidget = z
  .looseObject({ id: z.string(), type: WidgetType, ...widget })
  .meta({ id: 'DashboardWidget' })
export type DashboardWidget = z.output<typeof DashboardWidget>

export const DashboardWidgetInput = z
  .looseObject({ id: z.string().max(128), type: WidgetTypeInput, ...widget })
  .meta({ id: 'DashboardWidgetInput' })
export type DashboardWidgetInput = z.output<typeof DashboardWidgetInput>

export const DashboardWidgetDraftInput = z
  .looseObject({
    id: z.string().max(128).nullish().describe('Assigned when it is left out.'),
    type: WidgetTypeInput,
    ...widget,
  })
  .meta({ id: 'DashboardWidgetDraftInput' })
export type DashboardWidgetDraftInput = z.output<typeof DashboardWidgetDraftInput>

const config = {
  kind: z.enum(['CLASSIC', 'APP']).nullish(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  app: DashboardAppSource.nullish(),
  layout: DashboardLayout.nullish(),
  settings: FreeForm.nullish(),
}

export const DashboardConfig = z
  .looseObject({ ...config, theme: FreeForm.nullish(), widgets: z.array(DashboardWidget).nullish() })
  .meta({ id: 'DashboardConfig' })
export type DashboardConfig = z.output<typeof DashboardConfig>

export const DashboardConfigInput = z
  .looseObject({ ...config, theme: DashboardThemeInput.nullish(), widgets: z.array(DashboardWidgetInput).nullish() })
  .meta({ id: 'DashboardConfigInput' })
export type DashboardConfigInput = z.output<typeof DashboardConfigInput>

export const DashboardConfigDraftInput = z
  .looseObject({
    ...config,
    theme: DashboardThemeInput.nullish(),
    widgets: z.array(DashboardWidgetDraftInput).nullish(),
  })
  .meta({ id: 'DashboardConfigDraftInput' })
export type DashboardConfigDraftInput = z.output<typeof DashboardConfigDraftInput>

export const Dashboard = z
  .looseObject({
    id: Id,
    publicId: z.string(),
    deploymentId: Id,
    workbookId: Id,
    status: z.enum(['draft', 'published', 'archived']),
    allowEmbed: z.boolean(),
    config: DashboardConfig,
    versionNumber: z.int(),
    versionId: Id,
    reportSnapshots: z.array(ReportSnapshot),
    createdBy: Id.nullish(),
    title: z.string().nullish(),
    description: z.string().nullish(),
    fromSharedWorkspace: z.boolean().nullish(),
    restrictDataDownload: z.boolean().nullish(),
    useBoardDashboards: z.boolean().nullish(),
  })
  .meta({ id: 'Dashboard' })
export type Dashboard = z.output<typeof Dashboard>
