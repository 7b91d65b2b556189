import { ofKind } from '../../content/entity.ts'
import { type LiveContent, type MembersRead, readGroupMembers } from '../../live/index.ts'
import type { TargetTree } from '../local/render.ts'

interface Reading {
  readonly local: Pick<TargetTree, 'tree'>
  readonly live: LiveContent
}

export interface WithMembers {
  readonly live: LiveContent
  /** Undefined if the target has no groups. */
  readonly members: MembersRead | undefined
}

/** What is live, with the members of groups that count: those whom the tree names, and those whom ledgers list. */
export async function withGroupMembers({ local: { tree }, live }: Reading): Promise<WithMembers> {
  const isAny = live.memberships.size > 0 || ofKind(tree.content, 'group').length > 0
  if (live.unread.has('group') || !isAny) return { live, members: undefined }
  const { content, memberships, entries } = live
  const members = await readGroupMembers(live.readUsers, { content, memberships, entries, declared: tree.content })
  return { members, live: { ...live, content: members.content, notes: [...live.notes, ...members.notes] } }
}
