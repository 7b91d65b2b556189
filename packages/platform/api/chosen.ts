/**
 * What the specification leaves open and this project had to choose. Both sides use this one table: the tree reads
 * and writes references by it, the sandbox checks and re-points them by it. `docs/sandbox.md` lists it as chosen.
 */

/** Keys of a widget's `config` that hold numeric ids of reports, by widget type. */
export const REPORT_REFERENCES = [
  { widget: 'CHART', key: 'reportId', many: false, meaning: 'the report that the widget shows' },
  { widget: 'AI', key: 'reportIds', many: true, meaning: 'the reports that the summary reads' },
] as const

/** Placeholder ids of reports without a stable id: a reserved form, shared by many reports. */
export const PLACEHOLDER_PUBLIC_ID = /^0{8}[0-9A-Za-z]{4}$/

/** The `code` of the 400 for publishing a workbook that requires a review. */
export const REVIEW_REQUIRED = 'review_required'
