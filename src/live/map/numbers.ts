import type { FolderPath, ReportReference } from '../../content/model.ts'

export type NameReport = (id: number) => ReportReference

export interface Numbers {
  readonly folder: (path: FolderPath) => number
  readonly workbook: (slug: string) => number
  readonly report: (reference: ReportReference) => number
}
