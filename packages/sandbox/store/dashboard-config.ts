import { createHash } from 'node:crypto'
import { objectOf, parseJson, stringifyJson } from '@boardwright/common'
import { type DashboardConfig, type DashboardConfigDraftInput, DashboardThemeInput } from '@boardwright/platform'
import { badRequest } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import { reportIdsOf } from './references.ts'

type Widget = NonNullable<DashboardConfigDraftInput['widgets']>[number]

/** A stored dashboard, with its older widgets in their current form. */
export function readConfig(text: string): DashboardConfig {
  const stored = parseJson(text) as DashboardConfigDraftInput
  return (stored.widgets ? { ...stored, widgets: stored.widgets.map(convertTabs) } : stored) as DashboardConfig
}

/** The older tabbed container in its current form. */
function convertTabs(widget: Widget): Widget {
  if (widget.type !== 'TABS_CONTAINER') return widget
  const config = objectOf([...Object.entries(widget.config ?? {}), ['layout', 'tabs']])
  return { ...widget, type: 'CONTAINER', config }
}

/** Derived from the widget and its place, so that repeating the request changes nothing. */
function mintId(widget: Widget, index: number): Widget {
  if (widget.id != null) return widget
  const id = createHash('sha256')
    .update(`${index} ${stringifyJson(widget)}`)
    .digest('base64url')
    .slice(0, 12)
  return { ...widget, id }
}

/** Keeps only what the typed input declares of a theme, at every level. */
function typedOnly(theme: unknown, shape: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(theme as Record<string, unknown>).filter(([key]) => Object.hasOwn(shape, key))
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const inner = (shape[key] as { unwrap?: () => { unwrap?: () => { shape?: Record<string, unknown> } } }).unwrap?.()
      const nested = inner?.unwrap?.().shape
      return [key, nested && value !== null && typeof value === 'object' ? typedOnly(value, nested) : value]
    }),
  )
}

/**
 * A dashboard as the platform stores it: converted, with widget ids, and, if the switch says so, with the typed theme
 * only.
 */
export function storedConfig({ switches }: Platform, input: DashboardConfigDraftInput): DashboardConfig {
  const widgets = input.widgets?.map((widget, index) => mintId(convertTabs(widget), index))
  requireDistinctIds(widgets ?? [])
  const theme =
    input.theme && switches.themeKeys === 'dropped' ? typedOnly(input.theme, DashboardThemeInput.shape) : input.theme
  return {
    ...input,
    ...(widgets === undefined ? {} : { widgets }),
    ...(theme === undefined ? {} : { theme }),
  } as DashboardConfig
}

function requireDistinctIds(widgets: readonly Widget[]): void {
  const seen = new Set<string>()
  for (const { id } of widgets) {
    if (id != null && seen.has(id)) throw badRequest(`two widgets have the id "${id}"`)
    if (id != null) seen.add(id)
  }
}

/**
 * A new reference must name a report of this deployment. One that is already in the stored dashboard may dangle: its
 * report was deleted, and saving must still work.
 */
export function requireReports(
  { db }: Platform,
  deploymentId: number,
  config: DashboardConfig,
  stored: readonly (DashboardConfig | null)[],
): void {
  const known = new Set(stored.flatMap((each) => reportIdsOf(each)))
  for (const id of reportIdsOf(config)) {
    if (known.has(id)) continue
    if (!db.get('select 1 from reports where id = ? and deployment_id = ?', id, deploymentId)) {
      throw badRequest(`a widget names report ${id}, which is not a report of this deployment`)
    }
  }
}
