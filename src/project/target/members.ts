import type { Client } from '@boardwright/platform'
import { ofKind } from '../../content/entity.ts'
import { type LiveContent, type MembersRead, readGroupMembers } from '../../live/index.ts'
import { type HistoryReader, newestOf } from '../local/history.ts'
import type { TargetTree } from '../local/render.ts'

interface Reading {
  readonly local: Pick<TargetTree, 'tree'>
  readonly live: LiveContent
  readonly history: HistoryReader
}

export interface WithMembers {
  readonly live: LiveContent
  /** Undefined if the target has no groups. */
  readonly members: MembersRead | undefined
}

/**
 * What is live, with the members of groups that count. Which these are, only the tree that was applied last can tell:
 * groups have no ledger that says it.
 */
export async function withGroupMembers(
  client: Client,
  { local: { tree }, live, history }: Reading,
): Promise<WithMembers> {
  const isAny = live.memberships.size > 0 || ofKind(tree.content, 'group').length > 0
  if (live.unread.has('group') || !isAny) return { live, members: undefined }
  const commit = newestOf(live.applied, history)
  const applied = commit === undefined ? undefined : await history.treeAt(commit)
  const { content, memberships, entries } = live
  const asked = { content, memberships, entries, declared: tree.content, applied: applied?.outline }
  const members = await readGroupMembers(client, asked)
  return { members, live: { ...live, content: members.content, notes: [...live.notes, ...members.notes] } }
}
