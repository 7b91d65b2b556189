import type { Comment, Thread } from '@boardwright/platform'
import { badRequest, forbidden, notFound } from '../../http/refusal.ts'
import type { Platform } from '../../platform.ts'
import type { DashboardRow } from '../dashboards.ts'
import type { Database } from '../database.ts'
import { addRow, updateRow } from '../rows.ts'

export interface CommentRow {
  readonly id: number
  readonly dashboard_id: number
  readonly parent_id: number | null
  readonly user_id: number
  readonly body: string
  readonly created_at: string
  readonly edited_at: string | null
  readonly removed_at: string | null
  readonly resolved_at: string | null
  readonly resolved_by: number | null
}

/** The comments on one dashboard that one tenant sees, and the user who is looking. */
export interface Board {
  readonly dashboard: DashboardRow
  readonly tenantId: number
  readonly userId: number
}

function findComment(db: Database, { dashboard, tenantId }: Board, id: number): CommentRow {
  const row = db.get<CommentRow>(
    'select * from dashboard_comments where id = ? and dashboard_id = ? and tenant_id = ?',
    id,
    dashboard.id,
    tenantId,
  )
  if (!row) throw notFound(`comment ${id}`)
  return row
}

function findOpenComment(db: Database, board: Board, id: number): CommentRow {
  const row = findComment(db, board, id)
  if (row.removed_at !== null) throw notFound(`comment ${id}`)
  return row
}

function requireAuthorOf(row: CommentRow, { userId }: Board): void {
  if (row.user_id !== userId) throw forbidden('only its author may do this to a comment')
}

export function addComment({ db, clock }: Platform, board: Board, body: string, parentId: number | null): CommentRow {
  if (parentId !== null && findOpenComment(db, board, parentId).parent_id !== null) {
    throw badRequest('parentId: this comment is itself a reply')
  }
  const id = addRow(db, 'dashboard_comments', {
    dashboard_id: board.dashboard.id,
    tenant_id: board.tenantId,
    parent_id: parentId,
    user_id: board.userId,
    body,
    created_at: clock.stamp(),
  })
  return findComment(db, board, id)
}

export function editComment({ db, clock }: Platform, board: Board, id: number, body: string): CommentRow {
  const row = findOpenComment(db, board, id)
  requireAuthorOf(row, board)
  updateRow(db, 'dashboard_comments', row.id, { body, edited_at: clock.stamp() })
  return findComment(db, board, id)
}

/** A deleted comment keeps its place, so that a thread keeps its order. The replies to a deleted root go. */
export function removeComment({ db, clock }: Platform, board: Board, id: number): void {
  const row = findOpenComment(db, board, id)
  requireAuthorOf(row, board)
  updateRow(db, 'dashboard_comments', row.id, { body: '', removed_at: clock.stamp() })
  db.run('delete from dashboard_comments where parent_id = ?', row.id)
}

/** The author of a thread can close it, even after deleting its root. */
export function resolveThread({ db, clock }: Platform, board: Board, id: number, resolved: boolean): CommentRow {
  const row = findComment(db, board, id)
  if (row.parent_id !== null) throw badRequest(`comment ${id} is a reply: name the root of the thread`)
  requireAuthorOf(row, board)
  if ((row.resolved_at !== null) !== resolved) {
    updateRow(db, 'dashboard_comments', row.id, {
      resolved_at: resolved ? clock.stamp() : null,
      resolved_by: resolved ? board.userId : null,
    })
  }
  return findComment(db, board, id)
}

export const toComment = ({ dashboard, userId }: Board, row: CommentRow): Comment => ({
  id: row.id,
  dashboardId: dashboard.public_id,
  body: row.body,
  createdAt: row.created_at,
  isOwn: row.user_id === userId,
  editedAt: row.edited_at,
  removedAt: row.removed_at,
  userId: row.user_id,
})

export function toThread(db: Database, board: Board, root: CommentRow): Thread {
  const replies = db.all<CommentRow>('select * from dashboard_comments where parent_id = ? order by id', root.id)
  return {
    root: toComment(board, root),
    replies: replies.map((reply) => toComment(board, reply)),
    resolvedAt: root.resolved_at,
    resolvedBy: root.resolved_by,
  }
}
