import { z } from 'zod'
import { area } from './endpoint.ts'
import { cursorQuery, DeploymentParams, Id, pageOf } from './shared.ts'

/** A path inside the data-model project. `listFiles` writes it with a leading slash, everything else without. */
export const ModelPath = z.string().min(1)

/**
 * One branch, by id or by name. Without either: the branch that the caller's dev mode has open, else the deploy
 * branch.
 */
export const branchSelector = { branchId: Id.optional(), branchName: z.string().optional() }

export interface SourceNode {
  readonly path: string
  readonly type: 'file' | 'directory'
  readonly content?: string | null | undefined
  readonly children?: readonly SourceNode[] | null | undefined
  readonly [other: string]: unknown
}

export const SourceNode: z.ZodType<SourceNode> = z
  .looseObject({
    path: z.string(),
    type: z.enum(['file', 'directory']),
    content: z.string().nullish(),
    get children() {
      return z.array(SourceNode).nullish()
    },
  })
  .meta({ id: 'SourceNode' })

export const SourceTreeResponse = pageOf(SourceNode)
  .extend({ data: z.array(SourceNode).describe('Deprecated: the same nodes as `items`.') })
  .meta({ id: 'SourceTreeResponse' })

export const DataModelWriteResponse = z.looseObject({ success: z.boolean() }).meta({ id: 'DataModelWriteResponse' })

export const DataModelFileContent = z
  .looseObject({ path: ModelPath, content: z.string() })
  .meta({ id: 'DataModelFileContent' })

const DataModelFilePath = z.looseObject({ path: ModelPath }).meta({ id: 'DataModelFilePath' })

const DataModelFileRename = z
  .looseObject({ path: ModelPath.describe('The old path.'), newPath: ModelPath })
  .meta({ id: 'DataModelFileRename' })

export const UpdateDataModelFilesInput = z
  .looseObject({ files: z.array(DataModelFileContent), ...branchSelector })
  .meta({ id: 'UpdateDataModelFilesInput' })

export const RemoveDataModelFilesInput = z
  .looseObject({ files: z.array(DataModelFilePath), ...branchSelector })
  .meta({ id: 'RemoveDataModelFilesInput' })

export const RenameDataModelFilesInput = z
  .looseObject({ files: z.array(DataModelFileRename), ...branchSelector })
  .meta({ id: 'RenameDataModelFilesInput' })

export const DataModelValidationError = z
  .looseObject({ message: z.string(), fileName: z.string().nullish() })
  .meta({ id: 'DataModelValidationError' })

export const DataModelValidationResponse = z
  .looseObject({
    deploymentId: Id,
    branchName: z.string(),
    mode: z.enum(['production', 'dev_mode']),
    valid: z.boolean(),
    errors: z.array(DataModelValidationError),
    cubesCount: z.int().nullish(),
  })
  .meta({ id: 'DataModelValidationResponse' })
export type DataModelValidationResponse = z.output<typeof DataModelValidationResponse>

export const dataModel = area('Data Model', {
  listFiles: {
    method: 'GET',
    path: '/build/api/v1/deployments/{deploymentId}/data-model/files',
    summary: 'Read the tree of files of a branch. Pages count top-level nodes; without `first` it is the whole tree.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    query: z.object({
      withContent: z.boolean().optional(),
      branchName: z.string().optional(),
      showLastCLIUpload: z.boolean().optional(),
      ...cursorQuery,
    }),
    response: SourceTreeResponse,
    chosen:
      'Without `withContent`, no contents are returned; files that are not UTF-8 text have none. Order: by path. ' +
      '`showLastCLIUpload` shows the tree of the last finished upload, empty before the first.',
    refused: {
      404: 'There is no such branch.',
    },
  },
  updateFiles: {
    method: 'PUT',
    path: '/build/api/v1/deployments/{deploymentId}/data-model/files',
    summary: 'Create or overwrite text files on a personal dev-mode branch.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    body: UpdateDataModelFilesInput,
    response: DataModelWriteResponse,
    chosen: 'Every other branch answers 400, and so does the fork of another user. All files are written, or none.',
    refused: {
      400: 'The branch is not a dev-mode branch of the caller, or git refuses a path.',
      404: 'There is no such branch.',
    },
  },
  removeFiles: {
    method: 'DELETE',
    path: '/build/api/v1/deployments/{deploymentId}/data-model/files',
    summary: 'Remove files from a personal dev-mode branch.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    body: RemoveDataModelFilesInput,
    response: DataModelWriteResponse,
    chosen: 'For a path that does not exist, it succeeds and changes nothing.',
    refused: {
      400: 'The branch is not a dev-mode branch of the caller, or git refuses a path.',
      404: 'There is no such branch.',
    },
  },
  renameFiles: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/data-model/files/rename',
    summary: 'Rename files on a personal dev-mode branch.',
    auth: 'bearer',
    repeat: 'look',
    params: DeploymentParams,
    body: RenameDataModelFilesInput,
    response: DataModelWriteResponse,
    chosen: 'An unknown path answers 404, a new path that exists 400; then nothing is renamed.',
    refused: {
      400: 'The branch is not a dev-mode branch of the caller, or the new path is taken.',
      404: 'There is no such branch or file.',
    },
  },
  validateDataModel: {
    method: 'GET',
    path: '/build/api/v1/deployments/{deploymentId}/data-model/validate',
    summary: 'Compile the model of a branch. A model that does not compile is a 200 with `valid: false`.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    query: z.object({ branchName: z.string().optional(), devMode: z.boolean().optional() }),
    response: DataModelValidationResponse,
    chosen:
      'Both parameters together get a 400, an unknown branch a 404, and `devMode` without an open dev mode a 400. A ' +
      'branch that is not served is compiled anyway, including the uncommitted changes of a fork. `cubesCount` ' +
      'counts cubes without views, and is `null` when the model does not compile.',
    refused: {
      400: '`branchName` and `devMode` together, or `devMode` without an open dev mode.',
      404: 'There is no such branch.',
    },
  },
})
