import { neededFields } from '../../content/fields.ts'

/** `dashboardPublished` only repeats `publishedDashboard`. */
const NEEDED = {
  workbook: neededFields('workbook').filter((key) => key !== 'dashboardPublished'),
  report: neededFields('report'),
}

/** Whether a row lacks a key that the object itself has. A key with null is not missing. */
export const isSlim = (kind: keyof typeof NEEDED, row: object): boolean => NEEDED[kind].some((key) => !(key in row))
