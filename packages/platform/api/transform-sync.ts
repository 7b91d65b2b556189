import { z } from 'zod'
import { area } from './endpoint.ts'
import { cursorQuery, DeploymentParams, FreeForm, pageOf } from './shared.ts'
import {
  TransformGeneratedFileContent,
  TransformSyncCancelResponse,
  TransformSyncLogEntry,
  TransformSyncResponse,
  TransformSyncResultResponse,
  TransformSyncRun,
  TransformSyncStatusResponse,
} from './transform-sync-run.ts'

export const SyncStatus = z.enum(['RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'UNKNOWN'])
export const SyncTrigger = z.enum(['manual', 'api', 'webhook', 'agent', 'unknown'])

export const StartTransformSyncInput = z
  .looseObject({
    branchName: z.string().nullish(),
    source: z.enum(['git', 'manifest']).nullish(),
    manifest: FreeForm.nullish().describe('Required when the source is `manifest`.'),
    output: z.enum(['branch', 'files']).nullish(),
    ref: z.string().nullish().describe('A branch or a tag of the project, not a commit id.'),
  })
  .meta({ id: 'StartTransformSyncInput' })
export type StartTransformSyncInput = z.output<typeof StartTransformSyncInput>

const base = '/api/v1/deployments/{deploymentId}/transform-sync'
const job = {
  auth: 'bearer',
  repeat: 'safe',
  params: DeploymentParams.extend({ syncJobId: z.string() }),
} as const

export const transformSync = area('Transform Sync', {
  listTransformSyncs: {
    method: 'GET',
    path: base,
    summary: 'List the runs of the project sync. A page holds at most 100.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    query: z.object({ status: SyncStatus.nullish(), trigger: SyncTrigger.nullish(), ...cursorQuery }),
    response: pageOf(TransformSyncRun).meta({ id: 'TransformSyncRunListResponse' }),
    chosen: 'Order: newest first. A `first` over 100 gives a page of 100.',
  },
  startTransformSync: {
    method: 'POST',
    path: base,
    summary: 'Start creating a data model from a transformation project.',
    auth: 'bearer',
    admin: true,
    repeat: 'look',
    params: DeploymentParams,
    body: StartTransformSyncInput.optional(),
    response: TransformSyncResponse,
    chosen:
      'The defaults are source `git`, output `branch` and the deploy branch. A git source reads ' +
      '`target/manifest.json` of the project in the branch, or in the branch `ref`. An unknown branch is a 404. ' +
      'Requiring an admin is our choice.',
    refused: {
      400: 'The branch is blank or read-only, or the input is wrong.',
      404: 'There is no such branch.',
    },
  },
  getTransformSyncStatus: {
    ...job,
    method: 'GET',
    path: `${base}/{syncJobId}`,
    summary: 'Read how far a sync is. It has ended only when it is COMPLETED or FAILED.',
    response: TransformSyncStatusResponse,
    chosen: 'A cancelled sync is FAILED here and CANCELLED in the list, so that no client polls for ever.',
  },
  cancelTransformSync: {
    ...job,
    method: 'DELETE',
    path: `${base}/{syncJobId}`,
    summary: 'Cancel a sync.',
    admin: true,
    response: TransformSyncCancelResponse,
    chosen:
      'Cancelling a cancelled sync is a success, cancelling one that has ended a 409. Requiring an admin is our ' +
      'choice.',
    refused: {
      409: 'The sync has already completed or failed.',
    },
  },
  getTransformSyncGeneratedFiles: {
    ...job,
    method: 'GET',
    path: `${base}/{syncJobId}/generated-files`,
    summary: 'Read the files that a sync made and did not commit.',
    query: z.object(cursorQuery),
    response: pageOf(TransformGeneratedFileContent).meta({ id: 'TransformSyncGeneratedFilesListResponse' }),
    chosen: 'Empty for a sync that committed its files. 404 for one that has not completed.',
  },
  getTransformSyncLogs: {
    ...job,
    method: 'GET',
    path: `${base}/{syncJobId}/logs`,
    summary: 'Read what a sync has logged so far.',
    response: pageOf(TransformSyncLogEntry).meta({ id: 'TransformSyncLogEntriesListResponse' }),
  },
  getTransformSyncResult: {
    ...job,
    method: 'GET',
    path: `${base}/{syncJobId}/result`,
    summary: 'Read what a sync made.',
    response: TransformSyncResultResponse,
    chosen: '404 for a sync that has not completed.',
  },
})
