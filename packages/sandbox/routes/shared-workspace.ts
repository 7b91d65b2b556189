import type { Api, WorkspaceItem } from '@boardwright/platform'
import { forbidden } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import { readSharedAccess } from '../store/embed/shared-access.ts'
import { listItems } from './workspace.ts'

/** Outside the account, nobody may see the owner or unpublished changes. */
function withoutOwner(item: WorkspaceItem): WorkspaceItem {
  const { createdBy: _createdBy, updatedBy: _updatedBy, dashboardDraft: _draft, ...shown } = item
  const { meta, publishedDashboard } = item
  return {
    ...shown,
    user: null,
    userId: null,
    ...(meta ? { meta: Object.fromEntries(Object.entries(meta).filter(([key]) => key !== 'dashboardDraft')) } : {}),
    ...(publishedDashboard ? { publishedDashboard: { ...publishedDashboard, createdBy: null } } : {}),
  }
}

export const sharedWorkspace: Routes<Api['sharedWorkspace']> = {
  sharedWorkspaceObjects({ platform, caller, path: { deploymentId }, query }) {
    if (!caller.embed) throw forbidden('the shared workspace is for embed sessions')
    const access = readSharedAccess(platform, deploymentId, caller.embed.tenant?.name ?? null)
    const { items, pageInfo } = listItems(platform, access, deploymentId, query)
    return { items: items.map(withoutOwner), pageInfo }
  },
}
