import { z } from 'zod'
import { branchSelector, DataModelWriteResponse } from './data-model.ts'
import { area } from './endpoint.ts'
import { cursorQuery, DeploymentParams, Id, pageOf } from './shared.ts'

export const BranchResponse = z
  .looseObject({
    id: Id,
    name: z.string(),
    parentBranch: z.string().nullish().describe('A name, not an id.'),
    lastHash: z.string().nullish(),
    isStagingEnvironmentEnabled: z.boolean().nullish(),
  })
  .meta({ id: 'BranchResponse' })
export type BranchResponse = z.output<typeof BranchResponse>

export const BranchesListResponse = pageOf(BranchResponse)
  .extend({ data: z.array(BranchResponse).describe('Deprecated: the same rows as `items`.') })
  .meta({ id: 'BranchesListResponse' })

export const CreateBranchRequest = z
  .looseObject({ name: z.string().min(1), from: z.string().nullish(), activate: z.boolean().nullish() })
  .meta({ id: 'CreateBranchRequest' })

export const StartDevModeRequest = z
  .looseObject({ branchName: z.string().nullish() })
  .meta({ id: 'StartDevModeRequest' })

export const DevBranchResponse = z
  .looseObject({ active: z.boolean(), branchName: z.string().nullish(), parentBranch: z.string().nullish() })
  .meta({ id: 'DevBranchResponse' })
export type DevBranchResponse = z.output<typeof DevBranchResponse>

export const CommitChangesRequest = z
  .looseObject({
    message: z.string().nullish(),
    exitDevMode: z.boolean().nullish(),
    resolveMergeConflict: z.boolean().nullish(),
  })
  .meta({ id: 'CommitChangesRequest' })

export const PullRequest = z.looseObject({ branchName: z.string() }).meta({ id: 'PullRequest' })
export const PullResponse = z.looseObject({ buildTriggered: z.boolean() }).meta({ id: 'PullResponse' })

export const MergeIntoParentBranchRequest = z
  .looseObject({
    ...branchSelector,
    deleteBranch: z.boolean().nullish(),
    message: z.string().nullish(),
    squashCommits: z.boolean().nullish(),
    switchToParentBranch: z.boolean().nullish(),
  })
  .meta({ id: 'MergeIntoParentBranchRequest' })

export const MergeToDefaultBranchRequest = z
  .looseObject({ message: z.string(), ...branchSelector, removeBranchAfterMerge: z.boolean().nullish() })
  .meta({ id: 'MergeToDefaultBranchRequest' })

export const MergeResponse = z
  .looseObject({ merged: z.boolean(), branchDeleted: z.boolean() })
  .meta({ id: 'MergeResponse' })

export const SetBranchStagingEnvironmentRequest = z
  .looseObject({ enabled: z.boolean(), branchId: Id.nullish(), branchName: z.string().nullish() })
  .meta({ id: 'SetBranchStagingEnvironmentRequest' })

export const SetBranchStagingEnvironmentResponse = z
  .looseObject({ data: BranchResponse })
  .meta({ id: 'SetBranchStagingEnvironmentResponse' })

const MERGE =
  '`merged` is false when there was nothing to merge. A conflict answers 409 with the code `merge_conflict`, and ' +
  'nothing is merged; a fork with uncommitted changes answers 409. Into the deploy branch: 403 for users who are not ' +
  'admins, 400 unless `deployBranchMergeAllowed` is set.'

export const branches = area('Data Model', {
  startDevMode: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/dev-mode',
    summary: 'Open dev mode: create or find the personal fork of a branch and make it the active one.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    body: StartDevModeRequest.optional(),
    response: DevBranchResponse,
    chosen:
      'Without a branch the deploy branch is forked. `branchName` of the answer is the fork. A fork that is found ' +
      'again is as it was left: behind its branch until it is pulled or committed.',
    refused: {
      400: 'The branch is a fork of another user.',
      404: 'There is no such branch.',
    },
  },
  stopDevMode: {
    method: 'DELETE',
    path: '/build/api/v1/deployments/{deploymentId}/dev-mode',
    summary: 'Leave dev mode.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    response: DataModelWriteResponse,
    chosen: 'Uncommitted changes stay in the fork. Outside dev mode, it succeeds and changes nothing.',
  },
  listBranches: {
    method: 'GET',
    path: '/build/api/v1/deployments/{deploymentId}/branches',
    summary: 'List branches.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    query: z.object(cursorQuery),
    response: BranchesListResponse,
    chosen: 'Order: by id.',
  },
  createBranch: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/branches',
    summary: 'Create a shared branch.',
    auth: 'bearer',
    repeat: 'look',
    params: DeploymentParams,
    body: CreateBranchRequest,
    response: DevBranchResponse,
    chosen:
      'Without `from` it starts at the deploy branch; a personal fork as `from` answers 400. A name that exists ' +
      'answers 409, and so does one that git cannot hold beside another (`a` and `a/b`). `activate` points the dev ' +
      'mode at the branch itself, which is not writable.',
    refused: {
      400: 'Git refuses the name, or `from` is a personal branch.',
      404: 'There is no such branch to start from.',
      409: 'The branch already exists, or git cannot hold it beside another.',
    },
  },
  removeBranch: {
    method: 'DELETE',
    path: '/build/api/v1/deployments/{deploymentId}/branches',
    summary: 'Delete a branch. Its children get its parent; the deploy branch is refused.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    query: z.object({ branchName: z.string().min(1), removeOnUpstream: z.boolean().optional() }),
    response: DataModelWriteResponse,
    chosen:
      'The fork of another user answers 403, unless the caller is an admin. Uncommitted changes are deleted with it.',
    refused: {
      400: 'The deploy branch cannot be deleted.',
      403: 'The branch is the fork of another user.',
      404: 'There is no such branch.',
      409: 'Somebody moved the branch with git at this moment.',
    },
  },
  setBranchStagingEnvironment: {
    method: 'PUT',
    path: '/build/api/v1/deployments/{deploymentId}/branches/staging-environment',
    summary: 'Switch the staging environment of a shared branch on or off.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    body: SetBranchStagingEnvironmentRequest,
    response: SetBranchStagingEnvironmentResponse,
    chosen: 'A personal fork and the deploy branch answer 400.',
    refused: {
      400: 'The deploy branch and personal branches cannot have a staging environment.',
      404: 'There is no such branch.',
    },
  },
  commitChanges: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/commit',
    summary: "Commit the active branch's changes and push them into the branch that it was forked from.",
    auth: 'bearer',
    repeat: 'look',
    params: DeploymentParams,
    body: CommitChangesRequest.optional(),
    response: DataModelWriteResponse,
    chosen:
      'Outside dev mode it answers 400, on a conflict 409 with the code `merge_conflict`; `resolveMergeConflict` ' +
      'keeps the side of the fork. With nothing to commit, it succeeds and changes nothing. Into the deploy branch: ' +
      '403 for users who are not admins, 400 where `deployBranchReadOnly` is set.',
    refused: {
      400: 'The caller is not in dev mode, or the deploy branch is read-only.',
      403: 'Only admins commit into the deploy branch.',
      409: 'Both branches changed the same files.',
    },
  },
  pull: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/pull',
    summary: 'Pull a branch from its remote. It is built only if something changed.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    body: PullRequest,
    response: PullResponse,
    chosen:
      'A fork is brought up to date with the branch that it was forked from; a shared branch has nothing to pull. A ' +
      'conflict, or an uncommitted change of a file that is pulled, answers 409 with the code `merge_conflict`.',
    refused: {
      404: 'There is no such branch.',
      409: 'Both branches changed the same files.',
    },
  },
  mergeIntoParentBranch: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/merge',
    summary: 'Merge a branch into its parent.',
    auth: 'bearer',
    repeat: 'look',
    params: DeploymentParams,
    body: MergeIntoParentBranchRequest.optional(),
    response: MergeResponse,
    chosen: MERGE,
    refused: {
      400: 'The branch has no parent, `branchId` is not that of the branch, or the deploy branch takes no merges.',
      403: 'Only admins merge into the deploy branch.',
      404: 'There is no such branch.',
      409: 'Both branches changed the same files, or a change is not committed.',
    },
  },
  mergeToDefaultBranch: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/merge-to-default',
    summary: 'Merge a branch straight into the deploy branch.',
    auth: 'bearer',
    repeat: 'look',
    params: DeploymentParams,
    body: MergeToDefaultBranchRequest,
    response: MergeResponse,
    chosen: MERGE,
    refused: {
      400: 'The branch is the deploy branch itself, or the deploy branch takes no merges.',
      403: 'Only admins merge into the deploy branch.',
      404: 'There is no such branch.',
      409: 'Both branches changed the same files, or a change is not committed.',
    },
  },
})
