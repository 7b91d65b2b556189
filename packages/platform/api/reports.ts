import { z } from 'zod'
import { area } from './endpoint.ts'
import {
  cursorQuery,
  DeploymentParams,
  FolderPathEntry,
  FreeForm,
  Id,
  ItemType,
  listOf,
  Owner,
  PublicId,
  Timestamp,
} from './shared.ts'
import {
  ConnectReportToWorkbookInput,
  DisconnectReportFromWorkbookInput,
  RefreshReportInput,
  ReportPlacement,
  ResultChecksum,
  SpreadsheetHost,
} from './spreadsheets.ts'

export const ReportSource = z.enum(['GOOGLE_SHEETS', 'EXCEL', 'PLAYGROUND', 'D3'])

export const PivotItems = z
  .looseObject({
    columns: z.array(z.string()),
    measures: z.array(z.string()),
    rows: z.array(z.string()),
    filters: z.array(z.string()),
    displayScale: z.enum(['model', 'absolute', 'thousands', 'millions', 'billions']).nullish(),
    measuresAxis: z.enum(['columns', 'rows']).nullish(),
    measuresPosition: z.enum(['before', 'after']).nullish(),
    showAppliedFilters: z.boolean().nullish(),
    showColumnTotals: z.boolean().nullish(),
    showRowTotals: z.boolean().nullish(),
  })
  .meta({ id: 'PivotItems' })

/** Permission names are an open set, for information only: a new one must not make every read of a report fail. */
export const RoleWithAccess = z
  .looseObject({ id: Id, name: z.string(), actions: z.array(z.string()) })
  .meta({ id: 'RoleWithAccess' })

export const Report = z
  .looseObject({
    id: Id,
    publicId: PublicId,
    deploymentId: Id,
    type: ItemType,
    name: z.string().max(255),
    userId: Id,
    user: Owner,
    refreshedByUser: Owner,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    title: z.string().nullish(),
    description: z.string().nullish(),
    workbookId: Id.nullish(),
    folderId: Id.nullish(),
    folderPath: z.array(FolderPathEntry).optional(),
    sqlQuery: z.string().nullish(),
    jsonQuery: z.string().nullish().describe('A JSON query, carried as a string.'),
    pivotItems: PivotItems.nullish(),
    meta: FreeForm.nullish(),
    source: ReportSource.nullish(),
    version: z.int().nullish(),
    createdBy: Id.optional(),
    refreshedBy: Id.nullish(),
    currentQueryChecksum: z.string().nullish(),
    canEdit: z.boolean().nullish(),
    canManage: z.boolean().nullish(),
    rolesWithAccess: z.array(RoleWithAccess).nullish(),
    externalWorkbookId: z.string().nullish(),
    resultLocation: z.string().nullish(),
    endResultCell: z.string().nullish(),
    externalWorkbookPlacements: z.array(ReportPlacement).nullish(),
  })
  .meta({ id: 'Report' })
export type Report = z.output<typeof Report>

const writable = {
  name: z.string().max(255).nullish(),
  title: z.string().max(255).nullish(),
  publicId: PublicId.nullish(),
  sqlQuery: z.string().nullish(),
  jsonQuery: z.string().nullish().describe('A JSON query, carried as a string.'),
  pivotItems: PivotItems.nullish(),
  meta: FreeForm.nullish(),
  workbookId: Id.nullish(),
  folderId: Id.nullish().describe('`null` is the root.'),
  host: SpreadsheetHost.nullish(),
  externalWorkbookId: z.string().nullish(),
  resultLocation: z.string().nullish(),
  endResultCell: z.string().nullish(),
  sheetId: z.string().nullish(),
  workbookName: z.string().nullish(),
  resultChecksum: ResultChecksum.nullish(),
}

export const CreateReportInput = z
  .looseObject({
    ...writable,
    source: ReportSource.nullish().describe('Create-only: ignored when the report exists.'),
  })
  .meta({ id: 'CreateReportInput' })
export type CreateReportInput = z.output<typeof CreateReportInput>

export const UpdateReportInput = z
  .looseObject({
    ...writable,
    placementId: z.string().nullish(),
    expectedVersion: z.int().optional().describe('The `version` that was read. 409 when the report has moved on.'),
  })
  .meta({ id: 'UpdateReportInput' })
export type UpdateReportInput = z.output<typeof UpdateReportInput>

const ReportParams = DeploymentParams.extend({ reportId: Id })

export const reports = area('Reports', {
  getReports: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/reports',
    summary: 'List the reports that the caller can access.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    query: z.object({
      workbookId: Id.nullish(),
      folderId: Id.nullish(),
      externalWorkbookId: z.string().nullish(),
      search: z.string().nullish(),
      limit: z.int().min(1).nullish(),
      page: z.int().min(1).nullish(),
      sortBy: z.enum(['name', 'createdAt', 'updatedAt', 'lastViewedAt']).nullish(),
      sortDirection: z.enum(['ASC', 'DESC']).nullish(),
      ...cursorQuery,
    }),
    response: listOf(Report).meta({ id: 'ReportsListResponse' }),
    chosen:
      'Order without `sortBy`: by id. `search` looks in names, ignoring case. `page` counts from 1. ' +
      '`limit` or `page` with a cursor, and a cursor with `lastViewedAt`, are refused with 400. ' +
      '`externalWorkbookId` matches the link of a report and its places.',
    refused: {
      400: 'Two ways of paging at once, or a cursor where the order has none.',
    },
  },
  createReport: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/reports',
    summary: 'Create a report, with a public id of your own choice or a generated one.',
    auth: 'bearer',
    repeat: 'look',
    params: DeploymentParams,
    body: CreateReportInput,
    response: Report,
    chosen:
      'A `publicId` that is in use gets a 409. Needs the role of an AI BI User, and edit on the workbook and folder. ' +
      'Names and titles are trimmed, and a name must not be blank. `source` defaults to `PLAYGROUND`.',
    refused: {
      400: 'The `publicId` is a placeholder.',
      403: 'The caller may not create content, or not edit the workbook or folder.',
      404: 'There is no such workbook or folder.',
      409: 'The `publicId` is or was that of another report.',
    },
  },
  upsertReportByPublicId: {
    method: 'PUT',
    path: '/api/v1/deployments/{deploymentId}/reports/by-public-id/{publicId}',
    summary: 'Create the report with this public id, or update the sent fields of the existing one.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams.extend({ publicId: PublicId }),
    body: CreateReportInput,
    response: Report,
    chosen: 'A `publicId` in the body that differs from the one in the path gets a 400.',
    unknown: 'made',
    refused: {
      400: 'The `publicId` is a placeholder that no report has, or the body names another one.',
      403: 'The caller may not edit the report, or not create one.',
      404: 'The caller cannot see the report, or there is no such workbook or folder.',
      409: 'The `publicId` is that of another deployment or of a deleted report, or several reports share it.',
    },
  },
  getReport: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/reports/{reportId}',
    summary: 'Read a report.',
    auth: 'bearer',
    repeat: 'safe',
    params: ReportParams,
    response: Report,
  },
  updateReport: {
    method: 'PUT',
    path: '/api/v1/deployments/{deploymentId}/reports/{reportId}',
    summary: 'Update the sent fields of a report. Assigns a public id to a report that has none.',
    auth: 'bearer',
    repeat: 'safe',
    params: ReportParams,
    body: UpdateReportInput,
    response: Report,
    chosen:
      'If it is repeated with the same `expectedVersion` after it was applied, it answers 409 and changes nothing. ' +
      'The destination, workbook or folder, needs edit too. Sending the same values changes neither version nor date.',
    refused: {
      400: 'The `publicId` is a placeholder, or the report has one already.',
      403: 'The caller may not edit the report, its workbook or its folder.',
      409: 'Another report has the `publicId`, or the report has moved on from `expectedVersion`.',
    },
  },
  deleteReport: {
    method: 'DELETE',
    path: '/api/v1/deployments/{deploymentId}/reports/{reportId}',
    summary: 'Delete a report.',
    auth: 'bearer',
    repeat: 'safe',
    params: ReportParams,
    response: null,
    refused: {
      403: 'The caller may not manage the report.',
    },
  },
  refreshReport: {
    method: 'PUT',
    path: '/api/v1/deployments/{deploymentId}/reports/{reportId}/refresh',
    summary: 'Record a refresh of a report, and of one of its places in a spreadsheet.',
    auth: 'bearer',
    repeat: 'safe',
    params: ReportParams,
    body: RefreshReportInput.optional(),
    response: Report,
  },
  connectReportToWorkbook: {
    method: 'PUT',
    path: '/api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook',
    summary: "Place a report in a spreadsheet of the caller's own.",
    auth: 'bearer',
    repeat: 'safe',
    params: ReportParams,
    body: ConnectReportToWorkbookInput,
    response: Report,
    chosen:
      'Two places are the same if they have the same `placementId`, else the same spreadsheet, sheet and anchor, ' +
      'else the same `resultLocation`. Fields of a place that are not sent stay.',
  },
  disconnectReportFromWorkbook: {
    method: 'DELETE',
    path: '/api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook',
    summary: 'Take a report out of one place in a spreadsheet. No match is a success without a change.',
    auth: 'bearer',
    repeat: 'safe',
    params: ReportParams,
    body: DisconnectReportFromWorkbookInput.optional(),
    response: Report,
    chosen: 'Sheet and anchor also find places that have an id.',
  },
})
