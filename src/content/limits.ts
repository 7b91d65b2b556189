/** The platform's limits. A test compares them with its API description. */
export const LIMITS = {
  name: 255,
  widgetId: 128,
  appEntry: 255,
  folderDepth: 10,
} as const

/** Columns of the grid if the layout does not say. */
export const GRID_COLUMNS = 12

/** A report's public id: chosen or derived, unique in the account. */
export const PUBLIC_ID = /^[0-9A-Za-z]{12}$/

/** The reserved shape of placeholder ids, which identify nothing. */
export const PLACEHOLDER_ID = /^0{8}[0-9A-Za-z]{4}$/

export const WIDGET_TYPES = [
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

/** An older form of tabbed containers that the platform accepts and converts. The tree never holds it. */
export const OLD_TABS = 'TABS_CONTAINER'
