import { z } from 'zod'
import { ModelPath } from './data-model.ts'
import { area } from './endpoint.ts'
import { DeploymentParams } from './shared.ts'

/** The same on all four calls. All calls of one transaction must send the same values. */
const UploadQuery = z.object({
  live: z.boolean().nullish(),
  branchName: z.string().nullish(),
  useDeployProjectRoot: z.boolean().nullish(),
})

export const FileHash = z
  .looseObject({ hash: z.string().describe('SHA-1 of the bytes, in lower-case hex.') })
  .meta({ id: 'FileHash' })

/** A path that leads nowhere else, on any system: the files become files of the repository. */
const isInside = (path: string): boolean =>
  !/[\0\\]|^[a-z]:/i.test(path) && path.split('/').every((name) => name !== '' && name !== '.' && name !== '..')

export const FileHashes = z.record(
  z.string().refine(isInside, { error: 'must be the path of a file inside the data model' }),
  FileHash,
)
export type FileHashes = z.output<typeof FileHashes>

export const UploadTransaction = z.looseObject({ id: z.string() }).meta({ id: 'UploadTransaction' })
export type UploadTransaction = z.output<typeof UploadTransaction>

export const StartUploadResponse = z
  .looseObject({ transaction: UploadTransaction, deploymentName: z.string() })
  .meta({ id: 'StartUploadResponse' })

export const UploadFileBody = z
  .looseObject({
    transaction: z.string().describe('The JSON text of the transaction.'),
    fileName: ModelPath,
  })
  .meta({ id: 'UploadFileBody' })

export const FinishUploadBody = z
  .looseObject({
    transaction: UploadTransaction,
    files: z
      .record(z.string(), FileHash.partial())
      .describe('Every file that the branch should hold, not only the uploaded ones.'),
    autoRemoveFiles: z.boolean().nullish().describe('Remove what `files` does not name. Default: true.'),
    awaitGitOperations: z.boolean().nullish().describe('Default: true.'),
    commitMessage: z.string().nullish(),
  })
  .meta({ id: 'FinishUploadBody' })
export type FinishUploadBody = z.output<typeof FinishUploadBody>

export const FinishUploadResponse = z
  .looseObject({ lastHash: z.string().nullish() })
  .meta({ id: 'FinishUploadResponse' })

export const uploads = area('Data Model Uploads', {
  fileHashes: {
    method: 'GET',
    path: '/build/api/v1/deployments/{deploymentId}/data-model/file-hashes',
    summary: 'Read the hash of every file of a branch, by path.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    query: UploadQuery,
    response: FileHashes,
    chosen: 'The hash is the SHA-1 of the bytes, as existing clients compute it.',
    refused: {
      404: 'There is no such branch.',
    },
  },
  startUpload: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/data-model/upload/start',
    summary: 'Open an upload transaction.',
    auth: 'bearer',
    // A transaction that nobody uses does no harm.
    repeat: 'safe',
    params: DeploymentParams,
    query: UploadQuery,
    response: StartUploadResponse,
    chosen:
      'A body is ignored: the branch is read from the query only. A transaction belongs to its user, and is ' +
      'forgotten a day later. To the deploy branch: 403 for users who are not admins, 400 where ' +
      '`deployBranchReadOnly` is set.',
    refused: {
      400: 'The caller may not upload to the branch.',
      403: 'Only admins upload into the deploy branch.',
      404: 'There is no such branch.',
    },
  },
  uploadFile: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/data-model/upload/file',
    summary: 'Put one file into an open transaction.',
    auth: 'bearer',
    // It sends the same bytes under the same name in the same transaction.
    repeat: 'safe',
    params: DeploymentParams,
    query: UploadQuery,
    body: UploadFileBody,
    filePart: 'file',
    response: null,
    chosen: 'A missing file part answers 400, an unknown transaction 404.',
    refused: {
      400: 'The `transaction` is invalid, the file is missing, or git refuses the path.',
      404: 'There is no such transaction.',
    },
  },
  finishUpload: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/data-model/upload/finish',
    summary: 'Commit a transaction, remove what its manifest does not name, and start a build.',
    auth: 'bearer',
    repeat: 'look',
    params: DeploymentParams,
    query: UploadQuery,
    body: FinishUploadBody,
    response: FinishUploadResponse,
    chosen:
      'The branch is the one in the query, else the open dev mode of the caller, else the deploy branch. A file that ' +
      'is neither uploaded nor on the branch with that hash answers 400. An entry without a hash keeps the file that ' +
      'is there.',
    refused: {
      400: 'The `files` do not match what was uploaded.',
      404: 'There is no such transaction.',
      409: 'Somebody moved the branch with git at this moment.',
    },
  },
})
