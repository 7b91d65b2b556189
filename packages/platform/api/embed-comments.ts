import { z } from 'zod'
import { EmbedDashboardParams } from './embed-dashboards.ts'
import { area } from './endpoint.ts'
import { cursorQuery, Id, PageInfo, Timestamp } from './shared.ts'

const Comment = z
  .looseObject({
    id: Id,
    dashboardId: z.string(),
    body: z.string(),
    createdAt: Timestamp,
    isOwn: z.boolean(),
    editedAt: Timestamp.nullish(),
    removedAt: Timestamp.nullish(),
    userId: Id.nullish(),
  })
  .meta({ id: 'EmbedDashboardCommentDto' })
export type Comment = z.output<typeof Comment>

const Thread = z
  .looseObject({
    root: Comment,
    replies: z.array(Comment),
    resolvedAt: Timestamp.nullish(),
    resolvedBy: Id.nullish(),
  })
  .meta({ id: 'EmbedDashboardCommentThreadDto' })
export type Thread = z.output<typeof Thread>

const MentionableUser = z
  .looseObject({ id: Id, username: z.string(), email: z.string().nullish(), firstName: z.string().nullish() })
  .meta({ id: 'EmbedMentionableUserDto' })

const CommentText = z.string().min(1).max(10_000)
const CommentParams = EmbedDashboardParams.extend({ commentId: Id })
const comments = '/api/v1/embed/dashboard/{publicId}/comments'

/** All of these need an embed session of an embed tenant, and show only that tenant's comments. */
export const embedComments = area('Embed', {
  listDashboardComments: {
    method: 'GET',
    path: comments,
    summary: 'List the open threads of a dashboard, the newest first.',
    auth: 'bearer',
    repeat: 'safe',
    params: EmbedDashboardParams,
    query: z.object({
      includeResolved: z.boolean().nullish(),
      resolvedOnly: z.boolean().nullish(),
      ...cursorQuery,
    }),
    response: z
      .looseObject({ items: z.array(Thread), pageInfo: PageInfo })
      .meta({ id: 'EmbedDashboardCommentThreadsListResponse' }),
    chosen: 'A thread whose root was deleted stays in the list, without its replies.',
    refused: {
      403: 'Not a session of an embed tenant, or comments are off.',
    },
  },
  createDashboardComment: {
    method: 'POST',
    path: comments,
    summary: 'Start a thread, or reply to one.',
    auth: 'bearer',
    repeat: 'look',
    params: EmbedDashboardParams,
    body: z.looseObject({ body: CommentText, parentId: Id.nullish() }).meta({ id: 'CreateEmbedDashboardCommentBody' }),
    response: Comment,
    refused: {
      400: 'The parent is itself a reply.',
      403: 'Not a session of an embed tenant, or comments are off.',
    },
  },
  listMentionableEmbedUsers: {
    method: 'GET',
    path: `${comments}/mentionable-users`,
    summary: 'List the users of the same embed tenant by their username.',
    auth: 'bearer',
    repeat: 'safe',
    params: EmbedDashboardParams,
    query: z.object({ search: z.string().max(255).nullish(), ...cursorQuery }),
    response: z
      .looseObject({ items: z.array(MentionableUser), pageInfo: PageInfo })
      .meta({ id: 'EmbedMentionableUsersListResponse' }),
    chosen: '`search` is a substring of the username, the e-mail or the first name, in any case.',
    refused: {
      403: 'Not a session of an embed tenant, or comments are off.',
    },
  },
  updateDashboardComment: {
    method: 'PATCH',
    path: `${comments}/{commentId}`,
    summary: 'Change the text of a comment of one’s own.',
    auth: 'bearer',
    repeat: 'safe',
    params: CommentParams,
    body: z.looseObject({ body: CommentText }).meta({ id: 'UpdateEmbedDashboardCommentBody' }),
    response: Comment,
    refused: {
      403: 'Not the author, not a session of an embed tenant, or comments are off.',
    },
  },
  removeDashboardComment: {
    method: 'DELETE',
    path: `${comments}/{commentId}`,
    summary: 'Delete a comment of one’s own. Deleting a root removes its replies.',
    auth: 'bearer',
    repeat: 'safe',
    params: CommentParams,
    response: null,
    chosen: 'A second delete answers 404.',
    refused: {
      403: 'Not the author, not a session of an embed tenant, or comments are off.',
    },
  },
  setDashboardCommentResolved: {
    method: 'POST',
    path: `${comments}/{commentId}/resolve`,
    summary: 'Resolve or reopen a thread of one’s own.',
    auth: 'bearer',
    repeat: 'safe',
    params: CommentParams,
    body: z.looseObject({ resolved: z.boolean() }).meta({ id: 'SetEmbedDashboardCommentResolvedBody' }),
    response: Thread,
    refused: {
      400: 'The comment is a reply.',
      403: 'Not a session of an embed tenant, or comments are off.',
    },
  },
})
