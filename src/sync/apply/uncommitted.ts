import { counted } from '../../content/counted.ts'
import { shellWord } from '../../content/shell-word.ts'
import { BoardwrightError } from '../../errors.ts'

const MOST_NAMED = 3

/** Why files that differ from the commit are not applied. A commit of changes leaves out what git was never told of. */
export function uncommitted(
  first: string,
  others: readonly string[],
  untracked: ReadonlySet<string>,
): BoardwrightError {
  if (!untracked.has(first)) {
    const more = others.length > 0 ? ` and ${counted(others.length)} more differ` : ' differs'
    return new BoardwrightError('UNCOMMITTED', `${first}${more} from the commit`, {
      hint: 'Commit them, or add --allow-dirty.',
    })
  }
  const all = [first, ...others].filter((file) => untracked.has(file))
  const more = all.length > 1 ? ` and ${counted(all.length - 1)} more are` : ' is'
  const named = all.length > MOST_NAMED ? '.' : all.map(shellWord).join(' ')
  return new BoardwrightError('UNCOMMITTED', `${first}${more} untracked: no commit has what is in there`, {
    hint: `Add and commit: git add ${named} && git commit. Or add --allow-dirty.`,
  })
}
