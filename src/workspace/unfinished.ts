import { join } from 'node:path'
import { isOnDisk } from './disk.ts'

/** An operation that git has started and that waits for a person. */
export interface Unfinished {
  readonly what: string
  readonly goOn: string
  readonly leave: string
}

/** Files that git keeps during an operation. A rebase also keeps those of a cherry-pick, so it comes first. */
const KEPT: readonly (readonly [kept: string, what: string, command: string])[] = [
  ['rebase-apply/applying', 'a patch', 'git am'],
  ['rebase-apply', 'a rebase', 'git rebase'],
  ['rebase-merge', 'a rebase', 'git rebase'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick', 'git cherry-pick'],
  ['REVERT_HEAD', 'a revert', 'git revert'],
  ['MERGE_HEAD', 'a merge', 'git merge'],
]

/** The operation that a repository is in the middle of, by git's directory. */
export function unfinishedIn(directory: string): Unfinished | undefined {
  const [, what, command] = KEPT.find(([kept]) => isOnDisk(join(directory, kept))) ?? []
  return what && command ? { what, goOn: `${command} --continue`, leave: `${command} --abort` } : undefined
}
