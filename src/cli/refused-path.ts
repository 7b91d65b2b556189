import { dirname } from 'node:path'
import { BoardwrightError } from '../errors.ts'

type Doing = 'read' | 'written' | 'made'
type Answer = (given: string, doing: Doing) => readonly [what: string, hint: string]

/** What is wrong with a path from the command line, and what to do. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  ENOENT: (given, doing) =>
    doing === 'read'
      ? ['there is no such file', 'Check the name, or run the command that writes it.']
      : [`there is no directory ${dirname(given)}`, `Create it first: mkdir -p ${dirname(given)}`],
  EISDIR: (given) => ['it is a directory', `Name a file in it: ${given.replace(/[\\/]+$/, '')}/NAME`],
  ENOTDIR: () => ['a part of the path is a file', 'Name a path below a directory.'],
  EEXIST: () => ['a file of that name exists', 'Choose another name, or remove the file.'],
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''

/** The error for a path from the command line that cannot be used. Errors of the disk itself are passed on. */
export function refusedPath(cause: unknown, given: string, doing: Doing): BoardwrightError {
  const error = BoardwrightError.from(cause)
  const answer = ANSWERS[error.kind === 'PATH_TAKEN' ? 'ENOTDIR' : codeOf(cause)]
  if (answer === undefined && error.kind !== 'INTERNAL') return error
  const [what, hint] = answer?.(given, doing) ?? [error.message, 'Choose another path.']
  return new BoardwrightError('USAGE', `${given} cannot be ${doing}: ${what}`, { hint, cause })
}
