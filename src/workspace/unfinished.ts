import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Something that git began and that waits for a person. */
export interface Unfinished {
  readonly what: string
  readonly goOn: string
  readonly leave: string
}

/** By what git keeps in its directory until the end. A rebase keeps what a cherry-pick does as well, so it comes first. */
const KEPT: readonly (readonly [kept: string, what: string, command: string])[] = [
  ['rebase-apply/applying', 'a patch', 'git am'],
  ['rebase-apply', 'a rebase', 'git rebase'],
  ['rebase-merge', 'a rebase', 'git rebase'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick', 'git cherry-pick'],
  ['REVERT_HEAD', 'a revert', 'git revert'],
  ['MERGE_HEAD', 'a merge', 'git merge'],
]

/** What a repository is in the middle of, by the directory that git keeps it in. */
export function unfinishedIn(directory: string): Unfinished | undefined {
  const [, what, command] = KEPT.find(([kept]) => existsSync(join(directory, kept))) ?? []
  return what && command ? { what, goOn: `${command} --continue`, leave: `${command} --abort` } : undefined
}
