import { z } from 'zod'
import { runtimeEndpoints } from './deployment-runtime.ts'
import { CreationStep, DeploymentSettings, UpdateDeploymentInput } from './deployment-settings.ts'
import { area } from './endpoint.ts'
import { cursorQuery, DeploymentParams, Id, OffsetPagination, offsetQuery, pageOf } from './shared.ts'

export const Deployment = z
  .looseObject({ id: Id, name: z.string(), deploymentUrl: z.string(), creationStep: CreationStep })
  .meta({ id: 'Deployment' })
export type Deployment = z.output<typeof Deployment>

export const DeploymentsListResponse = pageOf(Deployment)
  .extend({
    data: z.array(Deployment).describe('Deprecated: the same rows as `items`.'),
    pagination: OffsetPagination.describe('Deprecated.'),
    count: z.int().min(0).nullish().describe('Deprecated.'),
    totalCount: z.int().min(0).nullish().describe('Deprecated.'),
  })
  .meta({ id: 'DeploymentsListResponse' })

/** `status` and `mode` are open sets: treat an unknown status as still in progress. */
export const BuildStatusResponse = z
  .looseObject({
    deploymentId: Id,
    branchName: z.string(),
    mode: z.string(),
    status: z.string(),
    buildJobId: Id.nullish(),
    deploymentStatus: z.string().nullish(),
    errorText: z.string().nullish(),
    filesHash: z.string().nullish(),
    lastHash: z.string().nullish(),
    updatedAt: z.string().nullish(),
  })
  .meta({ id: 'BuildStatusResponse' })
export type BuildStatusResponse = z.output<typeof BuildStatusResponse>

export const CreateDeploymentTokenInput = z
  .looseObject({ expiresIn: z.int().min(60).max(86_400).nullish().describe('Seconds. Default: 86400.') })
  .meta({ id: 'CreateDeploymentTokenInput' })

export const DeploymentTokenResponse = z
  .looseObject({ platformApiToken: z.string() })
  .meta({ id: 'DeploymentTokenResponse' })

export const deployments = area('Deployments', {
  getDeployments: {
    method: 'GET',
    path: '/api/v1/deployments',
    summary: 'List the deployments that the credential may use.',
    auth: 'bearer',
    repeat: 'safe',
    params: z.object({}),
    query: z.object({ creationStep: z.array(CreationStep).optional(), ...offsetQuery, ...cursorQuery }),
    response: DeploymentsListResponse,
    chosen: 'Order: by id. `offset` or `limit` with a cursor is refused with 400.',
  },
  getDeployment: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}',
    summary: 'Read a deployment.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    response: Deployment,
  },
  updateDeployment: {
    method: 'PUT',
    path: '/api/v1/deployments/{deploymentId}',
    summary: 'Update the sent settings of a deployment. `templateVariables` are merged by key.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    body: UpdateDeploymentInput,
    response: DeploymentSettings,
    chosen:
      'It needs an admin. `deployBranchName` must be a shared branch that exists. If ' +
      'a new channel does not have the current version, its newest one is used.',
    refused: {
      400: 'A version that its release channel does not have, a branch that may not be deployed, or a blank name.',
      403: 'Only admins change settings.',
    },
  },
  getDeploymentSettings: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/settings',
    summary: 'Read the settings of a deployment.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    response: DeploymentSettings,
  },
  buildStatus: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/build-status',
    summary: 'Read the state of the latest build of a branch.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    query: z.object({ branchName: z.string().nullish() }),
    response: BuildStatusResponse,
    chosen: 'Without a branch, or with an empty one: the open dev mode of the caller, else the deploy branch.',
  },
  deploymentToken: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/token',
    summary: 'Create a token of the data API.',
    auth: 'bearer',
    // An unused token simply expires.
    repeat: 'safe',
    params: DeploymentParams,
    body: CreateDeploymentTokenInput.optional(),
    response: DeploymentTokenResponse,
    refused: {
      403: 'An embed session queries with its own token.',
    },
  },
  ...runtimeEndpoints,
})
