import { z } from 'zod'
import { area } from './endpoint.ts'
import { cursorQuery, DeploymentParams, FolderPathEntry, Id, ItemType, listOf, Owner, Timestamp } from './shared.ts'

export const Folder = z
  .looseObject({
    id: Id,
    deploymentId: Id,
    name: z.string(),
    position: z.int(),
    type: ItemType,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    parentId: Id.nullish(),
    folderPath: z.array(FolderPathEntry).optional(),
    createdBy: Id.optional(),
    updatedBy: Id.nullish(),
    user: Owner.nullish(),
  })
  .meta({ id: 'Folder' })
export type Folder = z.output<typeof Folder>

export const CreateFolderInput = z
  .looseObject({ name: z.string().min(1).max(255), parentId: Id.nullish(), position: z.int().nullish() })
  .meta({ id: 'CreateFolderInput' })

export const UpdateFolderInput = z
  .looseObject({ name: z.string().min(1).max(255).nullish(), position: z.int().nullish() })
  .meta({ id: 'UpdateFolderInput' })

const FolderParams = DeploymentParams.extend({ folderId: Id })

export const folders = area('Folders', {
  getFolders: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/folders',
    summary: 'List the folders of one level: the root, or the direct children of `parentId`.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    query: z.object({ parentId: Id.nullish(), ...cursorQuery }),
    response: listOf(Folder).meta({ id: 'FoldersListResponse' }),
    chosen: 'Order: by position, then id. A `parentId` of 0 is the root; a missing or invisible one gets a 404.',
    refused: {
      404: 'The parent folder does not exist, or the caller cannot see it.',
    },
  },
  createFolder: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/folders',
    summary: 'Create a folder.',
    auth: 'bearer',
    repeat: 'look',
    params: DeploymentParams,
    body: CreateFolderInput,
    response: Folder,
    chosen:
      'Names need not be unique among siblings; they are trimmed, and must not be blank. The default `position` is ' +
      '0. The greatest depth is 10.',
    refused: {
      400: 'Folders nest too deep.',
      403: 'The caller may not create content, or not edit the parent folder.',
      404: 'There is no such parent folder.',
    },
  },
  updateFolder: {
    method: 'PUT',
    path: '/api/v1/deployments/{deploymentId}/folders/{folderId}',
    summary: 'Rename or reorder a folder. It cannot be moved with this call.',
    auth: 'bearer',
    repeat: 'safe',
    params: FolderParams,
    body: UpdateFolderInput,
    response: Folder,
    refused: {
      403: 'The caller may not edit the folder.',
    },
  },
  deleteFolder: {
    method: 'DELETE',
    path: '/api/v1/deployments/{deploymentId}/folders/{folderId}',
    summary: 'Delete a folder without sub-folders. Its content is detached to the root.',
    auth: 'bearer',
    repeat: 'safe',
    params: FolderParams,
    response: null,
    status: 204,
    refused: {
      400: 'The folder still has sub-folders.',
      403: 'The caller may not manage the folder.',
    },
  },
  getFolderAncestors: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/folders/{folderId}/ancestors',
    summary: 'The path to a folder: the root first, the folder itself last.',
    auth: 'bearer',
    repeat: 'safe',
    params: FolderParams,
    response: z.array(Folder),
  },
})
