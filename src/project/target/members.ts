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
 * What is live, with the members of groups that count. Which these are, the ledger says, and where a group has lost its
 * entry, the tree that was applied last.
 */
export async function withGroupMembers({ local: { tree }, live, history }: Reading): Promise<WithMembers> {
  const isAny = live.memberships.size > 0 || ofKind(tree.content, 'group').length > 0
  if (live.unread.has('group') || !isAny) return { live, members: undefined }
  const { content, memberships, entries, pending } = live
  const newest = newestOf(live.applied, history)
  const commitOf = (key: Key): string => pending.get(key)?.awaits ?? newest ?? ''
  const isUnlisted = (key: Key): boolean => entries.get(key)?.base === undefined && live.ledgers.size > 0
  const groups = [content, tree.content].flatMap((side) => ofKind(side, 'group')).filter(({ key }) => isUnlisted(key))
  const trees = new Map<string, Content | undefined>()
  for (const commit of new Set(groups.map(({ key }) => commitOf(key))))
    trees.set(commit, commit === '' ? undefined : (await history.treeAt(commit))?.read())
  const isApplied = (key: Key): boolean => !pending.has(key) || pending.get(key)?.awaits !== undefined
  const appliedTo = (key: Key): Content | undefined => (isApplied(key) ? trees.get(commitOf(key)) : undefined)
  const members = await readGroupMembers(live.readUsers, {
    ...{ content, memberships, entries, appliedTo },
    declared: tree.content,
  })
  return { members, live: { ...live, content: members.content, notes: [...live.notes, ...members.notes] } }
}
