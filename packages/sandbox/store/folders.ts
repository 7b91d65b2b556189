import { largest } from '@boardwright/common'
import type { Folder } from '@boardwright/platform'
import { badRequest, notFound } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import { type Database, untilWritten } from './database.ts'
import { findOwner } from './users.ts'

export interface FolderRow {
  readonly id: number
  readonly deployment_id: number
  readonly parent_id: number | null
  readonly name: string
  readonly position: number
  readonly user_id: number
  readonly updated_by: number | null
  readonly created_at: string
  readonly updated_at: string
}

/** The documented limit is "a fixed maximum"; this is our choice. */
export const DEEPEST = 10

export function findFolder(db: Database, deploymentId: number, id: number): FolderRow {
  const row = db.get<FolderRow>('select * from folders where id = ? and deployment_id = ?', id, deploymentId)
  if (!row) throw notFound(`folder ${id}`)
  return row
}

/** The folders from the root down to and including this one. */
export const readChain = untilWritten((db, id: number | null): readonly FolderRow[] => {
  const chain: FolderRow[] = []
  for (let at = id; at !== null; at = chain[0]?.parent_id ?? null) {
    const row = db.get<FolderRow>('select * from folders where id = ?', at)
    if (!row) break
    chain.unshift(row)
  }
  return chain
})

export const folderPathOf = (db: Database, id: number | null): { id: number; name: string }[] =>
  readChain(db, id).map(({ id, name }) => ({ id, name }))

export function heightOf(db: Database, id: number): number {
  const children = db.all<{ id: number }>('select id from folders where parent_id = ?', id)
  return 1 + largest([0, ...children.map((child) => heightOf(db, child.id))])
}

export function requireDepth(db: Database, parentId: number | null, height: number): void {
  if (readChain(db, parentId).length + height > DEEPEST) throw badRequest(`folders nest at most ${DEEPEST} deep`)
}

/** Deleting a folder deletes nothing inside it: the content moves to the root. Sub-folders have to go first. */
export function removeFolder(db: Database, id: number): void {
  if (db.get('select 1 from folders where parent_id = ?', id)) {
    throw badRequest('the folder still has sub-folders: delete or move them first')
  }
  db.run('update workbooks set folder_id = null where folder_id = ?', id)
  db.run('update reports set folder_id = null where folder_id = ?', id)
  db.run("delete from grants where type = 'FOLDER' and id = ?", id)
  db.run('delete from folders where id = ?', id)
}

export function toFolder({ db }: Platform, row: FolderRow): Folder {
  return {
    id: row.id,
    deploymentId: row.deployment_id,
    name: row.name,
    position: row.position,
    type: 'FOLDER',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    parentId: row.parent_id,
    folderPath: folderPathOf(db, row.parent_id),
    createdBy: row.user_id,
    updatedBy: row.updated_by,
    user: findOwner(db, row.user_id),
  }
}
