/** The platform's limits. A test compares them with its API description. */
export const LIMITS = {
  name: 255,
  widgetId: 128,
  appEntry: 255,
  folderDepth: 10,
  groupName: 100,
  groupDescription: 500,
} as const

/** The number of grid columns, unless the layout says otherwise. */
export const GRID_COLUMNS = 12

/** The form of a report's public id. Chosen or derived, it is unique in the account. */
export const PUBLIC_ID = /^[0-9A-Za-z]{12}$/

/** The reserved form of placeholder ids, which identify nothing. */
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

/** An old form of tabbed containers, which the platform accepts and converts. It never appears in content. */
export const OLD_TABS = 'TABS_CONTAINER'
