import type { DashboardConfig } from '../../api/dashboards.ts'

type Colour = `#${string}`

export interface Colours {
  readonly page: Colour
  readonly widget: Colour
  readonly border: Colour
  readonly text: Colour
  readonly faint: Colour
  readonly primary: Colour
}

const INITIAL: Colours = {
  page: '#f5f6f8',
  widget: '#ffffff',
  border: '#d6dae0',
  text: '#20242c',
  faint: '#6b7280',
  primary: '#4062bb',
}

/** Where a theme says which colour. */
const PLACES: Readonly<Record<keyof Colours, readonly (readonly string[])[]>> = {
  page: [['dashboard', 'backgroundColor'], ['backgroundColor']],
  widget: [['widgets', 'backgroundColor']],
  border: [['widgets', 'border', 'color']],
  text: [['widgets', 'text', 'color']],
  faint: [['widgets', 'text', 'secondaryColor']],
  primary: [['primaryColor']],
}

export function coloursOf({ theme }: DashboardConfig): Colours {
  const entries = (Object.keys(PLACES) as (keyof Colours)[]).map((name) => {
    const found = PLACES[name].map((path) => parseColour(valueAt(theme, path))).find((colour) => colour !== undefined)
    return [name, found ?? INITIAL[name]]
  })
  return Object.fromEntries(entries) as Colours
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce(
    (at: unknown, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
    value,
  )

/** `#rgb` and `#rrggbb`. Other forms of CSS are left to browsers. */
function parseColour(value: unknown): Colour | undefined {
  if (typeof value !== 'string' || !/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)) return undefined
  const digits = value.length === 4 ? [...value.slice(1)].map((digit) => digit + digit).join('') : value.slice(1)
  return `#${digits.toLowerCase()}`
}
