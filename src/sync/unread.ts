import { BoardwrightError } from '../errors.ts'
import { ProblemsFound } from '../project/project.ts'

/** Why a target could not be read, in a line. What is no answer about a target is thrown on. */
export function whyUnread(cause: unknown): { code: string; message: string; hint: string } {
  if (!(cause instanceof BoardwrightError) || cause.kind === 'INTERRUPTED') throw cause
  const { code, message, hint, at } = cause
  const where = at === undefined ? '' : [at.file, at.line].filter((part) => part !== undefined).join(':')
  return { code, message: where === '' ? message : `${where}: ${message}`, hint }
}

/** A tree that is wrong in the same way for every target is not about targets: it is told once, with its lines. */
export function refuseWrongTree(causes: readonly unknown[], targets: number): void {
  const wrong = causes.filter((cause) => cause instanceof ProblemsFound)
  const [first] = wrong
  if (first && wrong.length === targets && wrong.every((each) => textOf(each) === textOf(first))) throw first
}

const textOf = ({ problems }: ProblemsFound): string =>
  JSON.stringify(problems.map(({ at, message }) => [at.file, at.line, message]))
