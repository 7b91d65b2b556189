import { neededFields } from '../../content/fields.ts'

/** `dashboardPublished` says again what `publishedDashboard` says. */
const NEEDED = {
  workbook: neededFields('workbook').filter((key) => key !== 'dashboardPublished'),
  report: neededFields('report'),
}

/** Whether a row lacks something that its object has. A key that is null is there. */
export const isSlim = (kind: keyof typeof NEEDED, row: object): boolean => NEEDED[kind].some((key) => !(key in row))
