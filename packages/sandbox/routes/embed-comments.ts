import type { Api } from '@boardwright/platform'
import { readPage } from '../http/paging.ts'
import { forbidden } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import type { Caller, Platform } from '../platform.ts'
import { readEmbedding } from '../store/embed/account.ts'
import {
  addComment,
  type Board,
  type CommentRow,
  editComment,
  removeComment,
  resolveThread,
  toComment,
  toThread,
} from '../store/embed/comments.ts'
import { contains, type EmbedUserRow, foundBy } from '../store/embed/users.ts'
import { findVisible } from '../store/embed/visible-dashboard.ts'

/** Comments need a signed session of an embed tenant, and a dashboard that it may see. */
function openBoard(platform: Platform, caller: Caller, publicId: string): Board {
  const tenant = caller.embed?.tenant
  if (!tenant) throw forbidden('comments need an embed session of an embed tenant')
  if (readEmbedding(platform.db).settings.enableDashboardComments === false) {
    throw forbidden('dashboard comments are off for this account')
  }
  const { dashboard } = findVisible(platform, caller, publicId)
  return { dashboard, tenantId: tenant.id, userId: caller.userId }
}

export const embedComments: Routes<Api['embedComments']> = {
  listDashboardComments({ platform, caller, path, query }) {
    const { db, switches } = platform
    const board = openBoard(platform, caller, path.publicId)
    const open = query.includeResolved === true ? '' : ' and t.resolved_at is null'
    const page = readPage<CommentRow>(
      db,
      switches,
      {
        from: 'dashboard_comments t',
        where: `t.dashboard_id = ? and t.tenant_id = ? and t.parent_id is null${
          query.resolvedOnly === true ? ' and t.resolved_at is not null' : open
        }`,
        values: [board.dashboard.id, board.tenantId],
        orderBy: 't.id',
        descending: true,
      },
      query,
    )
    return { items: page.rows.map((root) => toThread(db, board, root)), pageInfo: page.pageInfo }
  },

  createDashboardComment({ platform, caller, path, body }) {
    const board = openBoard(platform, caller, path.publicId)
    return toComment(board, addComment(platform, board, body.body, body.parentId ?? null))
  },

  listMentionableEmbedUsers({ platform, caller, path, query }) {
    const { db, switches } = platform
    const { tenantId } = openBoard(platform, caller, path.publicId)
    const found = foundBy(db, tenantId, query.search, ({ username, email, display_name }, wanted) =>
      [username, email, display_name].some((text) => contains(text, wanted)),
    )
    const page = readPage<EmbedUserRow>(db, switches, { from: 'embed_users t', ...found, orderBy: 't.username' }, query)
    const items = page.rows.map(({ id, username, email, display_name }) => ({
      id,
      username,
      email,
      firstName: display_name,
    }))
    return { items, pageInfo: page.pageInfo }
  },

  updateDashboardComment({ platform, caller, path, body }) {
    const board = openBoard(platform, caller, path.publicId)
    return toComment(board, editComment(platform, board, path.commentId, body.body))
  },

  removeDashboardComment({ platform, caller, path }) {
    removeComment(platform, openBoard(platform, caller, path.publicId), path.commentId)
    return undefined
  },

  setDashboardCommentResolved({ platform, caller, path, body }) {
    const board = openBoard(platform, caller, path.publicId)
    return toThread(platform.db, board, resolveThread(platform, board, path.commentId, body.resolved))
  },
}
