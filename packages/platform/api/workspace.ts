import { z } from 'zod'
import { area } from './endpoint.ts'
import { BulkActionError, cursorQuery, DeploymentParams, FreeForm, Id, ItemType, PageInfo } from './shared.ts'
import { Workbook } from './workbooks.ts'

/**
 * A folder, workbook or report in a mixed list. The platform declares the type `Workbook` for all three; fields that
 * only a workbook has cannot be required of the others.
 */
export const WorkspaceItem = Workbook.partial({ calculatedFields: true })
  .extend({ meta: FreeForm.nullish() })
  .meta({ id: 'WorkspaceItem' })
export type WorkspaceItem = z.output<typeof WorkspaceItem>

export const WorkspaceItemRef = z.looseObject({ type: ItemType, id: Id }).meta({ id: 'WorkspaceItemRef' })
export type WorkspaceItemRef = z.output<typeof WorkspaceItemRef>

const BulkFailure = z
  .looseObject({
    type: ItemType,
    id: Id,
    error: BulkActionError,
  })
  .meta({ id: 'WorkspaceBulkFailure' })

const items = z.array(WorkspaceItemRef).min(1).max(100)
const destination = Id.nullish().describe('`null` is the root.')

export const WorkspaceConnectionResponse = z
  .looseObject({ items: z.array(WorkspaceItem), pageInfo: PageInfo })
  .meta({ id: 'WorkspaceConnectionResponse' })

export const MoveWorkspaceObjectInput = z
  .looseObject({ type: ItemType, id: Id, folderId: destination })
  .meta({ id: 'MoveWorkspaceObjectInput' })

export const BulkMoveWorkspaceObjectsInput = z
  .looseObject({ items, folderId: destination })
  .meta({ id: 'BulkMoveWorkspaceObjectsInput' })

export const BulkMoveWorkspaceObjectsResponse = z
  .looseObject({ moved: z.array(WorkspaceItem), failed: z.array(BulkFailure) })
  .meta({ id: 'BulkMoveWorkspaceObjectsResponse' })

export const BulkDeleteWorkspaceObjectsInput = z.looseObject({ items }).meta({ id: 'BulkDeleteWorkspaceObjectsInput' })

export const BulkDeleteWorkspaceObjectsPayload = z
  .looseObject({ deleted: z.array(WorkspaceItemRef), failed: z.array(BulkFailure) })
  .meta({ id: 'BulkDeleteWorkspaceObjectsPayload' })

export const workspace = area('Workspace', {
  workspaceObjects: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/workspace',
    summary: 'List the folders, workbooks and reports of one level, or search them by name across all levels.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    query: z.object({
      folderId: Id.nullish(),
      types: z.array(ItemType).nullish(),
      orderByField: z.enum(['updated_at', 'created_at', 'name', 'viewer_last_viewed_at']).nullish(),
      orderByDirection: z.enum(['ASC', 'DESC']).nullish(),
      search: z.string().nullish(),
      ...cursorQuery,
    }),
    response: WorkspaceConnectionResponse,
    chosen:
      'A folder or report need not have the fields that only a workbook has. Folders are ordered by position, the ' +
      'rest without `orderByField` by name. Reports of a workbook are not listed at any level, but a search finds ' +
      'them. A `folderId` that is missing or invisible answers 404.',
    refused: {
      404: 'The folder does not exist, or the caller cannot see it.',
    },
  },
  moveWorkspaceObject: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/workspace/move',
    summary: 'Move a folder, workbook or report into a folder or to the root.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    body: MoveWorkspaceObjectInput,
    response: WorkspaceItem,
    chosen: 'A missing `folderId` means the root, like `null`. A report needs edit on the destination, too.',
    refused: {
      400: 'A folder would be inside itself, or too deep.',
      403: 'The caller may not manage the object, or not edit the folder.',
      404: 'There is no such object or folder.',
    },
  },
  bulkMoveWorkspaceObjects: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/workspace/bulk-move',
    summary: 'Move up to 100 objects, one by one in order. What failed is listed in `failed`.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    body: BulkMoveWorkspaceObjectsInput,
    response: BulkMoveWorkspaceObjectsResponse,
    chosen: 'A missing `folderId` means the root, like `null`.',
  },
  bulkDeleteWorkspaceObjects: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/workspace/bulk-delete',
    summary: 'Delete up to 100 objects, one by one in order. What failed is listed in `failed`.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    body: BulkDeleteWorkspaceObjectsInput,
    response: BulkDeleteWorkspaceObjectsPayload,
  },
})
