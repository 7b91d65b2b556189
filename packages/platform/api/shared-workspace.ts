import { area } from './endpoint.ts'
import { workspace } from './workspace.ts'

const { params, query, response } = workspace.endpoints.workspaceObjects

export const sharedWorkspace = area('Workspace', {
  sharedWorkspaceObjects: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/shared-workspace',
    summary: 'List what is shared with all embed users or with the embed tenant of the caller. Owners are left out.',
    auth: 'bearer',
    repeat: 'safe',
    params,
    query,
    response,
    chosen: 'For embed sessions only: every other credential gets 403. Drafts are not shown.',
    refused: {
      403: 'Only embed sessions have a shared workspace.',
      404: 'The folder does not exist, or is not shared.',
    },
  },
})
