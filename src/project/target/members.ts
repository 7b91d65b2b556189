import { type Content, ofKind } from '../../content/entity.ts'
import type { Key } from '../../content/kinds.ts'
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
export async function withGroupMembers({ local: { tree }, live, history }: Reading): Promise<WithMembers> {
  const isAny = live.memberships.size > 0 || ofKind(tree.content, 'group').length > 0
  if (live.unread.has('group') || !isAny) return { live, members: undefined }
  const { content, memberships, entries, pending } = live
  const newest = newestOf(live.applied, history)
  const commitOf = (key: Key): string => pending.get(key)?.awaits ?? newest ?? ''
  const groups = [content, tree.content].flatMap((side) => ofKind(side, 'group'))
  const trees = new Map<string, Content | undefined>()
  for (const commit of new Set(groups.map(({ key }) => commitOf(key))))
    trees.set(commit, commit === '' ? undefined : (await history.treeAt(commit))?.outline)
  const appliedTo = (key: Key): Content | undefined => trees.get(commitOf(key))
  const members = await readGroupMembers(live.readUsers, {
    ...{ content, memberships, entries, appliedTo },
    declared: tree.content,
  })
  return { members, live: { ...live, content: members.content, notes: [...live.notes, ...members.notes] } }
}
