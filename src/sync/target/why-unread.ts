import { BoardwrightError } from '../../errors.ts'
import { ProblemsFound } from '../../project/project.ts'

/** Why a target could not be read, in a line. What is not an answer about a target is thrown on. */
export function whyUnread(cause: unknown): { code: string; message: string; hint: string } {
  if (!(cause instanceof BoardwrightError) || cause.kind === 'INTERRUPTED') throw cause
  return { code: cause.code, message: placed(cause), hint: cause.hint }
}

/** The message behind the file and line that it is about. */
export function placed({ at, message }: BoardwrightError): string {
  const where = at === undefined ? '' : [at.file, at.line].filter((part) => part !== undefined).join(':')
  return where === '' ? message : `${where}: ${message}`
}

/** A tree that is wrong in the same way for every target is not about targets: it is told once, with its lines. */
export function refuseWrongTree(causes: readonly unknown[], targets: number): void {
  const wrong = causes.filter((cause) => cause instanceof ProblemsFound)
  const [first] = wrong
  if (first && wrong.length === targets && wrong.every((each) => faultText(each) === faultText(first))) throw first
}

/** Equal texts: there is nothing more to say about one than about the other. */
export const faultText = (error: BoardwrightError): string =>
  JSON.stringify(
    (error instanceof ProblemsFound ? error.problems : [error]).map(({ at, message }) => [error.code, at, message]),
  )
