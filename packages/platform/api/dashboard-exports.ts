import { z } from 'zod'
import { sentControlValues, UserAttributeInput } from './dashboard-controls.ts'
import { area } from './endpoint.ts'
import { DeploymentParams, FreeForm, Id } from './shared.ts'

/** The identity to render as. */
export const ExportSubjectInput = z
  .looseObject({
    type: z.enum(['USER', 'EMBED_USER']),
    userId: Id.nullish(),
    email: z.string().nullish(),
    embedTenantName: z.string().nullish(),
    externalId: z.string().nullish(),
    groups: z.array(z.string()).nullish(),
    userAttributes: z.array(UserAttributeInput).nullish(),
    securityContext: FreeForm.nullish(),
  })
  .meta({ id: 'ExportSubjectInput' })
export type ExportSubjectInput = z.output<typeof ExportSubjectInput>

export const StartDashboardExportInput = z
  .looseObject({
    format: z.enum(['png', 'pdf']),
    dashboardId: Id.nullish().describe('Exactly one of the two ids.'),
    dashboardPublicId: z.string().nullish(),
    ...sentControlValues,
    renderAs: ExportSubjectInput.nullish(),
  })
  .meta({ id: 'StartDashboardExportInput' })
export type StartDashboardExportInput = z.output<typeof StartDashboardExportInput>

const DashboardExportJobResponse = z
  .looseObject({ jobId: z.string(), expiresAt: z.iso.datetime() })
  .meta({ id: 'DashboardExportJobResponse' })

const DashboardExportStatusResponse = z
  .looseObject({
    status: z.enum(['pending', 'processing', 'completed', 'failed']),
    contentType: z.string().nullish(),
    error: z.string().nullish(),
    progress: z.number().nullish().describe('0-100'),
  })
  .meta({ id: 'DashboardExportStatusResponse' })

const base = '/api/v1/deployments/{deploymentId}/dashboard-exports'
const JobParams = DeploymentParams.extend({ jobId: z.string() })

export const dashboardExports = area('Dashboard Exports', {
  startExport: {
    method: 'POST',
    path: base,
    summary: 'Start rendering a published dashboard. The job and its file are removed five minutes later.',
    auth: 'bearer',
    // A job that nobody reads is removed after a while.
    repeat: 'safe',
    params: DeploymentParams,
    body: StartDashboardExportInput,
    response: DashboardExportJobResponse,
    chosen:
      'While five exports are running for one identity, another one gets a 429. The user to render as must be able ' +
      'to read the dashboard, else 403. An APP dashboard is code for a browser, and its rendering fails.',
    refused: {
      400: 'No dashboard or two, or no user to render as.',
      403: 'The caller may not manage the workbook or render as another, or downloads are restricted.',
      404: 'There is no such dashboard or user.',
      429: 'Too many exports are in flight.',
    },
  },
  getExportStatus: {
    method: 'GET',
    path: `${base}/{jobId}`,
    summary: 'Read how far an export is.',
    auth: 'bearer',
    repeat: 'safe',
    params: JobParams,
    response: DashboardExportStatusResponse,
  },
  downloadExport: {
    method: 'GET',
    path: `${base}/{jobId}/download`,
    summary: 'Read the file of an export that is completed.',
    auth: 'bearer',
    repeat: 'safe',
    params: JobParams,
    query: z.object({ filename: z.string().optional().describe('Without extension. Default: `dashboard`.') }),
    response: null,
    binary: ['image/png', 'application/pdf'],
    chosen: 'Characters of `filename` that are unsafe in a file name become `_`.',
    refused: {
      409: 'The export is still rendering.',
      422: 'The export failed.',
    },
  },
})
