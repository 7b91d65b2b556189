import { z } from 'zod'
import { Dashboard } from './dashboards.ts'
import { area } from './endpoint.ts'
import { Id } from './shared.ts'

export const EmbedDashboardParams = z.object({ publicId: z.string().min(1) })

export const embedDashboards = area('Embed', {
  getDashboard: {
    method: 'GET',
    path: '/api/v1/embed/dashboard/{publicId}',
    summary: 'Read a published dashboard that the caller may see.',
    auth: 'bearer',
    repeat: 'safe',
    params: EmbedDashboardParams,
    response: Dashboard,
    chosen: 'For an embed session, a dashboard of another deployment than its own answers 404.',
    refused: {
      403: 'The dashboard may not be embedded, or embedding is off.',
    },
  },
  updateDashboardEmbedding: {
    method: 'PATCH',
    path: '/api/v1/embed/dashboard/{publicId}',
    summary: 'Turn the signed embedding of a dashboard on or off.',
    auth: 'bearer',
    admin: true,
    repeat: 'safe',
    params: EmbedDashboardParams,
    body: z.looseObject({ allowEmbed: z.boolean() }).meta({ id: 'UpdateDashboardEmbeddingInput' }),
    response: z
      .looseObject({ publicId: z.string(), allowEmbed: z.boolean() })
      .meta({ id: 'DashboardEmbeddingResponse' }),
  },
  postDashboardPythonRun: {
    method: 'POST',
    path: '/api/v1/embed/dashboard/{publicId}/python-run',
    summary: 'Run the stored Python of a report again over other rows. Nothing is kept.',
    auth: 'bearer',
    repeat: 'safe',
    params: EmbedDashboardParams,
    body: z
      .looseObject({ reportId: Id, reportVersionId: Id, sqlQuery: z.string() })
      .meta({ id: 'EmbedPythonFilteredRunInput' }),
    response: z
      .looseObject({
        at: z.string(),
        stdout: z.string(),
        stderr: z.string(),
        inputRowCount: z.int(),
        executionError: z.string().nullish(),
        outputData: z.unknown().optional(),
      })
      .meta({ id: 'PythonAnalysisFilteredRun' }),
    refuses: 'It runs no Python: 403, as on an account without Python analysis.',
    refused: {
      403: 'The report is not published there, the feature is off, or the dashboard may not be embedded.',
    },
  },
})
