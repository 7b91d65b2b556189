import { z } from 'zod'
import { area } from './endpoint.ts'
import { cursorQuery, DeploymentParams, OffsetPagination, offsetQuery, pageOf } from './shared.ts'

const EnvironmentType = z.enum(['production', 'staging', 'development'])

const ApiCredential = z
  .looseObject({
    type: z.enum(['rest', 'sql']),
    version: z.int().min(1),
    database: z.string().nullish(),
    host: z.string().nullish(),
    port: z.int().min(1).nullish(),
    url: z.string().nullish(),
  })
  .meta({ id: 'DeploymentEnvironmentApiCredential' })

export const DeploymentEnvironment = z
  .looseObject({
    id: z.string(),
    type: EnvironmentType,
    api_credentials: z.array(ApiCredential),
    branch: z.string().nullish(),
    user: z.string().nullish(),
  })
  .meta({ id: 'DeploymentEnvironment' })
export type DeploymentEnvironment = z.output<typeof DeploymentEnvironment>

export const DeploymentEnvironmentsListResponse = pageOf(DeploymentEnvironment)
  .extend({
    data: z
      .array(DeploymentEnvironment)
      .describe('Deprecated. Only these rows obey `offset` and `limit`; `items` obeys the cursor.'),
    pagination: OffsetPagination.nullish().describe('Deprecated.'),
  })
  .meta({ id: 'DeploymentEnvironmentsListResponse' })

export const environments = area('Environments', {
  getDeploymentEnvironments: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/environments',
    summary: 'List the environments of a deployment. Staging ones are the branches with a staging environment.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    query: z.object({ type: EnvironmentType.nullish(), ...offsetQuery, ...cursorQuery }),
    response: DeploymentEnvironmentsListResponse,
    chosen: 'Order: production, then staging, then development. Without `first` it is the whole list.',
  },
})
