import { BoardwrightError } from '@boardwright/common'
import { shellWord } from '../../content/shell-word.ts'
import type { GitFacts } from '../../workspace/git.ts'

/**
 * Refuses a tree with conflicts, which no commit contains, and an unfinished rebase, because it stops at a commit that
 * nobody means to apply.
 */
export function requireFinished({ unmerged, unfinished }: GitFacts, isAccepted: boolean): void {
  if (unmerged === undefined && (unfinished === undefined || isAccepted)) return
  const conflicts = unmerged === undefined ? '' : `${unmerged} has conflicts`
  if (unfinished === undefined)
    throw new BoardwrightError('UNCOMMITTED', `${conflicts} that git left`, {
      hint: `Mend them, and commit: git add ${shellWord(unmerged ?? '')} && git commit`,
    })
  const { what, goOn, leave } = unfinished
  const finish = unmerged === undefined ? `finish it: ${goOn}` : `mend them and finish: git add --all && ${goOn}`
  const step = `Leave ${what.replace(/^a /, 'the ')} with \`${leave}\`, or ${finish}`
  throw new BoardwrightError('UNCOMMITTED', `${what} is not finished${conflicts && `: ${conflicts}`}`, { hint: step })
}
