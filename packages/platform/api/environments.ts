import { z } from 'zod'
import { area } from './endpoint.ts'
import { cursorQuery, DeploymentParams, FreeForm, Id, OffsetPagination, offsetQuery, pageOf } from './shared.ts'

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

const twinned = <T extends z.ZodType>(item: T) =>
  pageOf(item).extend({
    data: z.array(item).describe('Deprecated. Only these rows obey `offset` and `limit`; `items` obeys the cursor.'),
    pagination: OffsetPagination.nullish().describe('Deprecated.'),
  })

export const DeploymentEnvironmentsListResponse = twinned(DeploymentEnvironment).meta({
  id: 'DeploymentEnvironmentsListResponse',
})

export const DeploymentEnvironmentToken = z
  .looseObject({ token: z.string(), security_context: FreeForm, created_at: z.string(), expires_at: z.string() })
  .meta({ id: 'DeploymentEnvironmentToken' })
export type DeploymentEnvironmentToken = z.output<typeof DeploymentEnvironmentToken>

export const CreateDeploymentEnvironmentTokenInput = z
  .looseObject({
    security_context: FreeForm,
    expires_in: z.int().min(1).max(3600).nullish().describe('Seconds.'),
    scopes: z.array(z.string()).nullish(),
  })
  .meta({ id: 'CreateDeploymentEnvironmentTokenInput' })

const DeploymentEnvironmentTokenResponse = z
  .looseObject({ data: DeploymentEnvironmentToken })
  .meta({ id: 'DeploymentEnvironmentTokenResponse' })

const EnvironmentParams = DeploymentParams.extend({ environmentId: Id })

const base = '/api/v1/deployments/{deploymentId}/environments'

const newToken = {
  method: 'POST',
  auth: 'bearer',
  admin: true,
  // An unused token simply expires.
  repeat: 'safe',
  params: EnvironmentParams,
  body: CreateDeploymentEnvironmentTokenInput,
  response: DeploymentEnvironmentTokenResponse,
} as const

export const environments = area('Environments', {
  getDeploymentEnvironments: {
    method: 'GET',
    path: base,
    summary: 'List the environments of a deployment. Staging ones are the branches with a staging environment.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    query: z.object({ type: EnvironmentType.nullish(), ...offsetQuery, ...cursorQuery }),
    response: DeploymentEnvironmentsListResponse,
    chosen: 'Order: production, then staging, then development. Without `first` it is the whole list.',
  },
  getDeploymentEnvironmentTokens: {
    method: 'GET',
    path: `${base}/{environmentId}/tokens`,
    summary: 'List the tokens of an environment that have not expired.',
    auth: 'bearer',
    admin: true,
    repeat: 'safe',
    params: EnvironmentParams,
    query: z.object({ ...offsetQuery, ...cursorQuery }),
    response: twinned(DeploymentEnvironmentToken).meta({ id: 'DeploymentEnvironmentTokensListResponse' }),
    chosen: 'Order: newest first. Requiring an admin is our choice.',
  },
  createDeploymentEnvironmentToken: {
    ...newToken,
    path: `${base}/{environmentId}/tokens`,
    summary: 'Create a token of the data API of an environment, with a security context.',
    chosen:
      'Without `expires_in`, it lives for an hour; without `scopes`, it may do everything. Requiring an admin ' +
      'is our choice.',
  },
  createDeploymentEnvironmentTokenForMetaSync: {
    ...newToken,
    path: `${base}/{environmentId}/tokens-for-meta-sync`,
    summary: 'Create a token to synchronise metadata with.',
    chosen: 'Like the other, but without `scopes` it has the scope `meta`. Requiring an admin is our choice.',
  },
})
