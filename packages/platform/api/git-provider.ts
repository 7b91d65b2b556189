import { z } from 'zod'
import { Deployment } from './deployments.ts'
import { area } from './endpoint.ts'
import { cursorQuery, DeploymentParams, Id, pageOf } from './shared.ts'

const twinned = <T extends z.ZodType>(item: T) =>
  pageOf(item).extend({ data: z.array(item).describe('Deprecated: the same rows as `items`.') })

const GitProviderConnectStatusResponse = z
  .looseObject({ connected: z.boolean(), linkUrl: z.string(), settingsUrl: z.string() })
  .meta({ id: 'GitProviderConnectStatusResponse' })

const GitProviderInstallationResponse = z
  .looseObject({ installationId: z.string(), id: z.string(), login: z.string(), avatarUrl: z.string() })
  .meta({ id: 'GitProviderInstallationResponse' })

const GitProviderRepoResponse = z
  .looseObject({ id: Id, name: z.string(), htmlUrl: z.string() })
  .meta({ id: 'GitProviderRepoResponse' })

const GitProviderBranchResponse = z
  .looseObject({ name: z.string(), isDefault: z.boolean() })
  .meta({ id: 'GitProviderBranchResponse' })

export const ConnectGitProviderRequest = z
  .looseObject({
    installationId: Id,
    name: z.string().min(1),
    deployBranchName: z.string().nullish(),
    deployProjectRoot: z.string().nullish(),
    isNewRepo: z.boolean().nullish(),
    private: z.boolean().nullish(),
  })
  .meta({ id: 'ConnectGitProviderRequest' })
export type ConnectGitProviderRequest = z.output<typeof ConnectGitProviderRequest>

const read = { method: 'GET', auth: 'bearer', repeat: 'safe' } as const

export const gitProvider = area('Git Provider', {
  status: {
    ...read,
    path: '/api/v1/git-provider/status',
    summary: 'Read whether the account is linked with the Git hosting service.',
    params: z.object({}),
    response: GitProviderConnectStatusResponse,
    chosen: 'Linked, unless the switch `gitProvider` says otherwise.',
  },
  installations: {
    ...read,
    path: '/api/v1/git-provider/installations',
    summary: 'List the organisations whose repositories can be used.',
    params: z.object({}),
    query: z.object(cursorQuery),
    response: twinned(GitProviderInstallationResponse).meta({ id: 'GitProviderInstallationsListResponse' }),
    chosen: 'Two of them. None when the account is not linked.',
  },
  repositories: {
    ...read,
    path: '/api/v1/git-provider/installations/{installationId}/repositories',
    summary: 'List the repositories of an organisation.',
    params: z.object({ installationId: Id }),
    query: z.object(cursorQuery),
    response: twinned(GitProviderRepoResponse).meta({ id: 'GitProviderReposListResponse' }),
    chosen: 'Those that the sandbox starts with, and those that were created by connecting. Order: by id.',
  },
  branches: {
    ...read,
    path: '/api/v1/git-provider/repositories/{owner}/{repo}/branches',
    summary: 'List the branches of a repository.',
    params: z.object({ owner: z.string(), repo: z.string() }),
    query: z.object({ installationId: Id, ...cursorQuery }),
    response: twinned(GitProviderBranchResponse).meta({ id: 'GitProviderBranchesListResponse' }),
  },
  connect: {
    method: 'POST',
    auth: 'bearer',
    admin: true,
    repeat: 'look',
    path: '/build/api/v1/deployments/{deploymentId}/git-provider/connect',
    summary: 'Connect a repository: the deployment takes its data model from there, and builds it.',
    params: DeploymentParams,
    body: ConnectGitProviderRequest,
    response: Deployment,
    chosen:
      'The contents of the repository replace the starter project, with all branches. A deployment that is already ' +
      'connected is a 409, and so is a new repository with the name of another. Requiring an admin is our ' +
      'choice.',
    refused: {
      404: 'There is no such installation, repository or branch.',
      409: 'The deployment is already connected, or the name of the new repository is taken.',
    },
  },
})
