import { nearest } from '@boardwright/common'
import { someOf } from '../content/counted.ts'
import { modelKey } from '../content/model.ts'
import type { AbsentBranch, ModelRead } from './model.ts'
import type { LiveNote } from './notes.ts'

/** That the branch does not exist, and which files cannot be read. */
export const modelNotes = ({ absent, unreadable }: ModelRead): LiveNote[] => [
  ...(absent ? [noteAbsent(absent)] : []),
  ...unreadable.map(noteUnreadable),
]

const noteAbsent = ({ name, others, from }: AbsentBranch): LiveNote => ({
  kind: 'no-branch',
  message: `${noBranch(name, others)}; apply --accept model creates it from ${from}`,
})

const noteUnreadable = (path: string): LiveNote => ({
  kind: 'unreadable-file',
  key: modelKey(path),
  message: `"${path}" cannot be read: the platform gives no text that matches its hash`,
})

/** Usual names of a repository's first branch. */
const FIRST = ['main', 'master']
const MOST = 8

/** A message that the branch does not exist, with the branches that do, and the one that was probably meant. */
function noBranch(name: string, others: readonly string[]): string {
  const meant = FIRST.includes(name) ? others.find((each) => FIRST.includes(each)) : nearest(name, others)
  const there = others.length === 0 ? '' : ` (there ${others.length === 1 ? 'is' : 'are'} ${someOf(others, MOST)})`
  return `the branch ${name} does not exist${there}${meant === undefined ? '' : `: did you mean "${meant}"?`}`
}
