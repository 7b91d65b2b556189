import { GRID_COLUMNS } from './limits.ts'
import type { Dashboard, Position, Widget } from './model.ts'

/** How many columns the grid of a dashboard has, on a wide screen. */
export const columnsOf = ({ layout }: Dashboard): number => {
  const columns = (layout?.['cols'] as { lg?: unknown } | undefined)?.lg
  return typeof columns === 'number' ? columns : GRID_COLUMNS
}

/** What a widget sits in: widgets of one holder share a grid. */
export const holderOf = ({ config }: Widget): string => `${config?.['parentId'] ?? ''} ${config?.['tabId'] ?? ''}`

export const overlaps = (a: Position, b: Position): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
