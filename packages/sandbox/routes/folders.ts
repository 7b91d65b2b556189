import type { Api } from '@boardwright/platform'
import { requireAuthor } from '../http/auth.ts'
import { listAnswer, readPage } from '../http/paging.ts'
import type { Routes } from '../http/route.ts'
import { readAccess, requireLevel } from '../store/access.ts'
import { type FolderRow, findFolder, readChain, removeFolder, requireDepth, toFolder } from '../store/folders.ts'
import { insertRow, nextId, storedName, updateRow } from '../store/rows.ts'

export const folders: Routes<Api['folders']> = {
  getFolders({ platform, caller, path: { deploymentId }, query }) {
    const access = readAccess(platform, caller, deploymentId)
    const parent = query.parentId || null
    if (parent !== null) requireLevel(access, 'FOLDER', findFolder(platform.db, deploymentId, parent).id, 'none')
    const visible = access.visibleOnly('FOLDER')
    const page = readPage<FolderRow>(
      platform.db,
      platform.switches,
      {
        from: 'folders t',
        where: `t.deployment_id = ? and t.parent_id is ? and ${visible.where}`,
        values: [deploymentId, parent, ...visible.values],
        orderBy: 't.position',
      },
      query,
    )
    return listAnswer(
      page.rows.map((row) => toFolder(platform, row)),
      page.pageInfo,
      page.count,
    )
  },

  createFolder({ platform, caller, path: { deploymentId }, body }) {
    requireAuthor(caller)
    const { db, clock } = platform
    const parentId = body.parentId ?? null
    if (parentId !== null) {
      const access = readAccess(platform, caller, deploymentId)
      requireLevel(access, 'FOLDER', findFolder(db, deploymentId, parentId).id, 'edit')
    }
    requireDepth(db, parentId, 1)
    const id = nextId(db, deploymentId, 'folders')
    insertRow(db, 'folders', {
      id,
      deployment_id: deploymentId,
      parent_id: parentId,
      name: storedName(body.name),
      position: body.position ?? 0,
      user_id: caller.userId,
      updated_by: caller.userId,
      created_at: clock.stamp(),
      updated_at: clock.stamp(),
    })
    return toFolder(platform, findFolder(db, deploymentId, id))
  },

  updateFolder({ platform, caller, path: { deploymentId, folderId }, body }) {
    const { db, clock } = platform
    const row = findFolder(db, deploymentId, folderId)
    requireLevel(readAccess(platform, caller, deploymentId), 'FOLDER', folderId, 'edit')
    const name = body.name == null ? row.name : storedName(body.name)
    const position = body.position ?? row.position
    if (name !== row.name || position !== row.position) {
      updateRow(db, 'folders', folderId, { name, position, updated_by: caller.userId, updated_at: clock.stamp() })
    }
    return toFolder(platform, findFolder(db, deploymentId, folderId))
  },

  deleteFolder({ platform, caller, path: { deploymentId, folderId } }) {
    findFolder(platform.db, deploymentId, folderId)
    requireLevel(readAccess(platform, caller, deploymentId), 'FOLDER', folderId, 'manage')
    removeFolder(platform.db, folderId)
    return undefined
  },

  getFolderAncestors({ platform, caller, path: { deploymentId, folderId } }) {
    findFolder(platform.db, deploymentId, folderId)
    requireLevel(readAccess(platform, caller, deploymentId), 'FOLDER', folderId, 'none')
    return readChain(platform.db, folderId).map((row) => toFolder(platform, row))
  },
}
