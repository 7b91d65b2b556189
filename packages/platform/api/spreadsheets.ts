import { z } from 'zod'
import { Id } from './shared.ts'

/** A report's places in people's own spreadsheets. "Workbook" means such a spreadsheet here. */

export const SpreadsheetHost = z.enum(['GOOGLE_SHEETS', 'EXCEL'])

const ResultChunk = z
  .looseObject({
    from: z.int().min(0),
    hash: z.string().min(1).max(64),
    to: z.int().min(0).nullish().describe('Deprecated.'),
  })
  .meta({ id: 'ReportPlacementResultChunk' })

export const ResultChecksum = z
  .looseObject({ v: z.int().min(1), chunks: z.array(ResultChunk).max(2000) })
  .meta({ id: 'ReportPlacementResultChecksum' })

export const ReportPlacement = z
  .looseObject({
    workbookId: z.string().describe('The id of the spreadsheet.'),
    resultLocation: z.string(),
    id: z.string().nullish(),
    host: SpreadsheetHost.nullish(),
    workbookName: z.string().nullish(),
    sheetId: z.string().nullish(),
    sheetName: z.string().nullish(),
    anchorCell: z.string().nullish(),
    endResultCell: z.string().nullish(),
    placedAt: z.string().nullish(),
    placedByUserId: Id.nullish(),
    refreshedAt: z.string().nullish(),
    refreshedByUserId: Id.nullish(),
    queryChecksum: z.string().nullish(),
    resultChecksum: ResultChecksum.nullish(),
    syncStatus: z.enum(['UP_TO_DATE', 'CHANGED', 'UNKNOWN']).nullish(),
  })
  .meta({ id: 'ReportPlacement' })
export type ReportPlacement = z.output<typeof ReportPlacement>

export const ConnectReportToWorkbookInput = z
  .looseObject({
    externalWorkbookId: z.string(),
    resultLocation: z.string(),
    addressOnly: z.boolean().nullish(),
    anchorCell: z.string().nullish(),
    endResultCell: z.string().nullish(),
    host: SpreadsheetHost.nullish(),
    placementId: z.string().nullish(),
    resultChecksum: ResultChecksum.nullish(),
    sheetId: z.string().nullish(),
    sheetName: z.string().nullish(),
    workbookName: z.string().nullish(),
  })
  .meta({ id: 'ConnectReportToWorkbookInput' })

/** One place: by its id, or by spreadsheet, sheet name and anchor. */
const address = {
  anchorCell: z.string().nullish(),
  externalWorkbookId: z.string().nullish(),
  placementId: z.string().nullish(),
  resultLocation: z.string().nullish(),
  sheetId: z.string().nullish(),
  sheetName: z.string().nullish(),
}

export const DisconnectReportFromWorkbookInput = z
  .looseObject(address)
  .meta({ id: 'DisconnectReportFromWorkbookInput' })

export const RefreshReportInput = z
  .looseObject({ ...address, resultChecksum: ResultChecksum.nullish() })
  .meta({ id: 'RefreshReportInput' })
