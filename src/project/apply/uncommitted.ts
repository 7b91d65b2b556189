import { BoardwrightError } from '@boardwright/common'
import { counted } from '../../content/counted.ts'
import { shellWord } from '../../content/shell-word.ts'

const MOST_NAMED = 3

/** The line that commits these files. */
export function lineToCommit(files: readonly string[]): string {
  const added = files.length > MOST_NAMED ? '--all' : files.map(shellWord).join(' ')
  return `git add ${added} && git commit -m Change`
}

/**
 * The error for files that differ from the commit. Untracked files are named, because people who commit
 * with `--all` leave them out.
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
  const it = all.some((file) => untracked.has(file)) ? 'what is new, too' : isOne ? 'it' : 'them'
  const hint = `${mayAccept ? 'Add --accept uncommitted, or commit' : 'Commit'} ${it}: ${lineToCommit(all)}`
  return new BoardwrightError(
    'UNCOMMITTED',
    all.every((file) => untracked.has(file))
      ? `${named} ${isOne ? 'is untracked: no commit contains it' : 'are untracked: no commit contains them'}`
      : `${named} ${isOne ? 'differs' : 'differ'} from the commit`,
    { hint },
  )
}
