import { GRID_COLUMNS } from './limits.ts'
import type { Dashboard, Position, Widget } from './model.ts'

/** The screen widths, and the number of columns of each unless the layout says otherwise. */
const COLUMNS = { lg: GRID_COLUMNS, md: 10, sm: 6, xs: 4, xxs: 2 } as const
type Width = keyof typeof COLUMNS
export const WIDTHS = Object.keys(COLUMNS) as readonly Width[]

export function gridColumns({ layout }: Dashboard, width: Width = 'lg'): number {
  const columns = (layout?.['cols'] as Partial<Record<Width, unknown>> | undefined)?.[width]
  return Number.isInteger(columns) && Number(columns) > 0 ? Number(columns) : COLUMNS[width]
}

/** The widget's place as written for this width. If there is none, the platform chooses one. */
export const placeAt = ({ position, responsiveLayouts }: Widget, width: Width): Position | undefined =>
  width === 'lg' ? position : ((responsiveLayouts?.[width] ?? undefined) as Position | undefined)

/** The container of a widget. Widgets in the same container share a grid. */
export const cellHolder = ({ config }: Widget): string => `${config?.['parentId'] ?? ''} ${config?.['tabId'] ?? ''}`

export const overlaps = (a: Position, b: Position): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
