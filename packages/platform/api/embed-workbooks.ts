import { z } from 'zod'
import { area } from './endpoint.ts'
import { cursorQuery, DeploymentParams, PageInfo } from './shared.ts'
import { Workbook } from './workbooks.ts'

export const embedWorkbooks = area('Dashboard Embed Access', {
  listEmbedTenantWorkbooks: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/embed-tenants/{embedTenantName}/workbooks',
    summary: 'List the workbooks of a deployment that an embed tenant can reach.',
    auth: 'bearer',
    admin: true,
    repeat: 'safe',
    params: DeploymentParams.extend({ embedTenantName: z.string().min(1) }),
    query: z.object({
      accessSource: z
        .enum(['tenant', 'allEmbedUsers', 'folder'])
        .nullish()
        .describe('How it is shared. Left out: in any of these ways.'),
      ...cursorQuery,
    }),
    response: z
      .looseObject({ items: z.array(Workbook), pageInfo: PageInfo })
      .meta({ id: 'EmbedTenantWorkbooksListResponse' }),
    chosen: 'Order: by id. An unknown tenant answers 404.',
  },
})
