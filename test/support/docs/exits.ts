import { ERRORS } from '../../../packages/common/errors.ts'
import { code, table } from './markdown.ts'

const MEANINGS: Readonly<Record<number, string>> = {
  0: 'Done, or nothing to do.',
  1: 'An error. Nothing was written, unless the message says so.',
  2: 'There are changes: `plan --detailed-exitcode`; there are UI edits: `status --ui-edits`.',
  3: 'Not allowed: the token is missing, wrong, or may not do this (401, 403), or the host is not allowed.',
  4: 'Partly applied: something failed after a write, or the time of `--timeout` was over. Run the same command again: it does the rest.',
  5: 'Held: a conflict with a UI edit, a draft in progress, a newer commit that is live, or a plan that is stale. The rest was applied.',
  6: 'Stopped: a limit, a protected target, a review that is required, or members that reports still use.',
  64: 'Usage: an unknown command, flag or value. Nothing was done.',
  70: 'A bug.',
  130: 'Interrupted.',
}

/** Each exit status, with the errors that lead to it. */
export function exitsTable(): string {
  const errors = Object.values(ERRORS)
  const unknown = errors.filter(({ exit }) => MEANINGS[exit] === undefined)
  if (unknown.length > 0) throw new Error(`no meaning for exit ${unknown.map(({ exit }) => exit).join(', ')}`)
  const rows = Object.entries(MEANINGS).map(([exit, meaning]) => {
    const codes = errors.filter((error) => error.exit === Number(exit)).map((error) => error.code)
    const shown = exit === '1' ? 'all others' : codes.toSorted().map(code).join(', ')
    return [exit, meaning, shown]
  })
  return table(['Exit', 'Meaning', 'Errors'], rows)
}
