import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { cursorQuery, DeploymentParams, pageOf } from './shared.ts'

export const DeploymentVersion = z
  .looseObject({
    releaseChannelVersion: z.string(),
    version: z.string(),
    releaseChannel: z.enum(['latest', 'release']),
    isLatestInChannel: z.boolean(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'DeploymentVersion' })
export type DeploymentVersion = z.output<typeof DeploymentVersion>

export const DeploymentLogLine = z
  .looseObject({ pod: z.string(), date: z.string(), message: z.string() })
  .meta({ id: 'DeploymentLogLine' })

export const DeploymentPod = z
  .looseObject({
    name: z.string(),
    containers: z.array(z.string()).nullish(),
    ready: z.boolean().nullish(),
    restartCount: z.int().nullish(),
    status: z.string().nullish(),
    type: z.string().nullish(),
  })
  .meta({ id: 'DeploymentPod' })
export type DeploymentPod = z.output<typeof DeploymentPod>

export const LogSource = z.enum(['production', 'dev'])
export const LogContainer = z.enum(['INIT', 'MAIN', 'platform-server', 'vector', 'api-proxy'])

const DeploymentDeleteResponse = z.looseObject({ success: z.boolean() }).meta({ id: 'DeploymentDeleteResponse' })

const base = '/api/v1/deployments/{deploymentId}'

/** Operations on a deployment other than reading and changing its settings. */
export const runtimeEndpoints = {
  deleteDeployment: {
    method: 'DELETE',
    path: base,
    summary: 'Delete a deployment with everything in it.',
    auth: 'bearer',
    admin: true,
    repeat: 'safe',
    params: DeploymentParams,
    response: DeploymentDeleteResponse,
    chosen:
      'Its content, data model, schedules and jobs are deleted with it, at once. A second call is a 404. ' +
      'Requiring an admin is our choice.',
  },
  listDeploymentVersions: {
    method: 'GET',
    path: `${base}/versions`,
    summary: 'List the versions that the deployment may be set to.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    query: z.object(cursorQuery),
    response: pageOf(DeploymentVersion).meta({ id: 'DeploymentVersionsResponse' }),
    chosen: 'Order: by channel, newest first.',
  },
  logs: {
    method: 'GET',
    path: `${base}/logs`,
    summary: 'Read the latest log lines of the pods of a deployment, in chronological order.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    query: z.object({
      source: LogSource.nullish(),
      pod: z.string().nullish(),
      container: LogContainer.nullish(),
      ...cursorQuery,
    }),
    response: pageOf(DeploymentLogLine).meta({ id: 'DeploymentLogsResponse' }),
    chosen: 'The tail is the last 500 lines: builds, and queries of the data API.',
  },
  pods: {
    method: 'GET',
    path: `${base}/pods`,
    summary: 'List the pods that run now.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    query: z.object(cursorQuery),
    response: pageOf(DeploymentPod).meta({ id: 'DeploymentPodsResponse' }),
    chosen: 'Production has as many as its template specifies, and each served branch has one.',
  },
} as const satisfies Record<string, Endpoint>
