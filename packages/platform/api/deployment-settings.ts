import { z } from 'zod'
import { FreeForm, Id } from './shared.ts'

export const CreationStep = z.enum(['project', 'upload', 'schema', 'git-provider', 'ssh', 'databases', 'ready', 'demo'])

/** Private storage for the platform's store. */
const CspsConfig = z
  .looseObject({
    enabled: z.boolean(),
    storageProvider: z.string(),
    awsRoleArn: z.string().nullish(),
    s3Bucket: z.string().nullish(),
    s3Region: z.string().nullish(),
    s3Sse: z.string().nullish(),
    azureClientId: z.string().nullish(),
    azureContainer: z.string().nullish(),
    azureStorageAccount: z.string().nullish(),
    azureTenantId: z.string().nullish(),
    gcpServiceAccountEmail: z.string().nullish(),
    gcpWorkloadIdentityProvider: z.string().nullish(),
    gcsBucket: z.string().nullish(),
  })
  .meta({ id: 'CspsConfig' })

const Template = z.enum(['single', 'simpleCluster', 'multiCluster'])
const CloudProvider = z.enum(['platform', 'aws', 'gcp'])
const ReleaseChannel = z.enum(['latest', 'release'])

/** What a response may leave out and a request may set. */
const optional = {
  creationMethod: z.enum(['upload', 'platform', 'git-provider', 'ssh']).nullish(),
  cspsConfig: CspsConfig.nullish(),
  customDomain: z.string().nullish(),
  defaultLaunchpadViewGroup: z.string().nullish(),
  deployMode: z.enum(['git', 'cli']).nullish(),
  launchpadTabs: z.array(z.string()).nullish(),
  releaseChannelVersion: z.string().nullish(),
  releaseChannelVersionHold: z.boolean().nullish(),
  templateVariables: FreeForm.nullish(),
}

export const DeploymentSettings = z
  .looseObject({
    id: Id,
    name: z.string(),
    deploymentUrl: z.string(),
    creationStep: CreationStep,
    template: Template,
    cloudProvider: CloudProvider,
    releaseChannel: ReleaseChannel,
    deployBranchName: z.string(),
    deployBranchReadOnly: z.boolean(),
    deployBranchMergeAllowed: z.boolean(),
    deployProjectRoot: z.string(),
    isPlatformSqlEnabled: z.boolean(),
    isSupportPreAggregations: z.boolean(),
    ...optional,
    autoDomain: z.string().nullish(),
    platformImageCloud: z.string().nullish(),
    platformImageVersion: z.string().nullish(),
    isCold: z.boolean().nullish(),
    isManaged: z.boolean().nullish(),
    region: z.string().nullish(),
    repoType: z.enum(['git', 'deployRepo']).nullish(),
    targetPlatform: z.string().nullish(),
  })
  .meta({ id: 'DeploymentSettings' })
export type DeploymentSettings = z.output<typeof DeploymentSettings>

export const UpdateDeploymentInput = z
  .looseObject({
    name: z.string().nullish(),
    template: Template.nullish(),
    cloudProvider: CloudProvider.nullish(),
    releaseChannel: ReleaseChannel.nullish(),
    deployBranchName: z.string().nullish(),
    deployBranchReadOnly: z.boolean().nullish(),
    deployBranchMergeAllowed: z.boolean().nullish(),
    deployProjectRoot: z.string().nullish(),
    ...optional,
  })
  .meta({ id: 'UpdateDeploymentInput' })
export type UpdateDeploymentInput = z.output<typeof UpdateDeploymentInput>
