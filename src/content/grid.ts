import { GRID_COLUMNS } from './limits.ts'
import type { Dashboard, Position, Widget } from './model.ts'

export const columnsOf = ({ layout }: Dashboard): number => {
  const columns = (layout?.['cols'] as { lg?: unknown } | undefined)?.lg
  return typeof columns === 'number' ? columns : GRID_COLUMNS
}

/** The container of a widget. Widgets in the same container share a grid. */
export const holderOf = ({ config }: Widget): string => `${config?.['parentId'] ?? ''} ${config?.['tabId'] ?? ''}`

export const overlaps = (a: Position, b: Position): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
