/** What the platform refuses. A test holds these against the table of its API. */
export const LIMITS = {
  /** Of a folder, and of a report's name and title. */
  name: 255,
  widgetId: 128,
  appEntry: 255,
  folderDepth: 10,
} as const

/** Columns of a dashboard's grid when its layout says nothing. */
export const GRID_COLUMNS = 12

/** A report's public id: chosen by people or derived, unique in the account. */
export const PUBLIC_ID = /^[0-9A-Za-z]{12}$/

/** The reserved shape of ids that the platform shows for reports without one. They identify nothing. */
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

/** The form of tabbed containers that the platform accepts and converts. The tree never holds it. */
export const OLD_TABS = 'TABS_CONTAINER'
