import type { FolderPath, ReportReference } from '../../content/model.ts'

/** What a number in a widget means in this deployment. */
export type NameReport = (id: number) => ReportReference

/** The way back: the numbers that logical names have in one deployment. */
export interface Numbers {
  readonly folder: (path: FolderPath) => number
  readonly workbook: (slug: string) => number
  readonly report: (reference: ReportReference) => number
}
