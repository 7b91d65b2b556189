import { BoardwrightError } from '@boardwright/common'
import { ProblemsFound } from '../local/project.ts'

/**
 * Why a target could not be read, in one line. Rethrows errors that say nothing about the target, such as an
 * interruption.
 */
export function whyUnread(cause: unknown): { code: string; message: string; hint: string } {
  if (!(cause instanceof BoardwrightError) || cause.kind === 'INTERRUPTED') throw cause
  return { code: cause.code, message: placed(cause), hint: cause.hint }
}

/** The message, prefixed with the file and line it refers to. */
export function placed({ at, message }: BoardwrightError): string {
  const where = at === undefined ? '' : [at.file, at.line].filter((part) => part !== undefined).join(':')
  return where === '' ? message : `${where}: ${message}`
}

/** Throws if the tree has the same problems for every target: then they are reported once, with their lines. */
export function refuseWrongTree(causes: readonly unknown[], targets: number): void {
  const wrong = causes.filter((cause) => cause instanceof ProblemsFound)
  const [first] = wrong
  if (first && wrong.length === targets && wrong.every((each) => faultText(each) === faultText(first))) throw first
}

/** Errors with equal texts tell users the same. */
export const faultText = (error: BoardwrightError): string =>
  JSON.stringify(
    (error instanceof ProblemsFound ? error.problems : [error]).map(({ at, message }) => [error.code, at, message]),
  )
