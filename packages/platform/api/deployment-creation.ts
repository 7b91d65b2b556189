import { z } from 'zod'
import { CreationStep } from './deployment-settings.ts'
import { Deployment } from './deployments.ts'
import { area } from './endpoint.ts'
import { DeploymentParams } from './shared.ts'

export const CreateDeploymentInput = z
  .looseObject({
    name: z.string(),
    cloudProvider: z.enum(['platform', 'aws', 'gcp']),
    isManaged: z.boolean(),
    region: z.string(),
    targetPlatform: z.string(),
    creationStep: CreationStep,
    creationMethod: z.enum(['upload', 'platform', 'git-provider', 'ssh']).nullish(),
    deployMode: z.enum(['git', 'cli']).nullish(),
  })
  .meta({ id: 'CreateDeploymentInput' })
export type CreateDeploymentInput = z.output<typeof CreateDeploymentInput>

export const AdvanceCreationStepInput = z
  .looseObject({ creationStep: CreationStep })
  .meta({ id: 'AdvanceCreationStepInput' })

export const deploymentCreation = area('Deployment Creation', {
  createDeployment: {
    method: 'POST',
    path: '/build/api/v1/deployments',
    summary: 'Create a deployment with an empty starter project, and start its first build.',
    auth: 'bearer',
    admin: true,
    account: true,
    repeat: 'look',
    params: z.object({}),
    body: CreateDeploymentInput,
    response: Deployment,
    chosen:
      'With `creationMethod` `git-provider` nothing is scaffolded and nothing is built. Requiring an admin is our ' +
      'choice; a key that is limited to some deployments may not use it. Names need not be unique. The path also ' +
      'takes a slash at its end.',
  },
  advanceCreationStep: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/creation-step/advance',
    summary: 'Move a deployment to a step of its creation.',
    auth: 'bearer',
    admin: true,
    repeat: 'safe',
    params: DeploymentParams,
    body: AdvanceCreationStepInput,
    response: Deployment,
    chosen: 'Any step, in any order. Requiring an admin is our choice.',
  },
  resetCreationStep: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/creation-step/reset',
    summary: 'Move a deployment back to the first step of its creation, `project`.',
    auth: 'bearer',
    admin: true,
    repeat: 'safe',
    params: DeploymentParams,
    response: Deployment,
    chosen: 'Requiring an admin is our choice.',
  },
})
