import { BoardwrightError } from '@boardwright/common'
import { counted } from '../../content/counted.ts'
import { shellWord } from '../../content/shell-word.ts'

const MOST_NAMED = 3

/**
 * The error for files that differ from the commit. Untracked files get another hint, because `git commit` leaves them
 * out.
 */
export function uncommittedError(
  first: string,
  others: readonly string[],
  untracked: ReadonlySet<string>,
  { mayAccept }: { readonly mayAccept: boolean },
): BoardwrightError {
  const all = [first, ...others]
  const isOne = others.length === 0
  const named = isOne ? first : `${first} and ${counted(others.length)} more`
  const added = all.length > MOST_NAMED ? '.' : all.map(shellWord).join(' ')
  const isNew = all.some((file) => untracked.has(file))
  const flag = mayAccept ? 'Add --accept uncommitted, or commit' : 'Commit'
  const hint = isNew ? `${flag} what is new, too: git add ${added} && git commit` : `${flag} ${isOne ? 'it' : 'them'}.`
  return new BoardwrightError(
    'UNCOMMITTED',
    all.every((file) => untracked.has(file))
      ? `${named} ${isOne ? 'is untracked: no commit contains it' : 'are untracked: no commit contains them'}`
      : `${named} ${isOne ? 'differs' : 'differ'} from the commit`,
    { hint },
  )
}
