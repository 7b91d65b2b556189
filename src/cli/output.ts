import process from 'node:process'
import { addAll, BoardwrightError, errorData } from '@boardwright/common'
import { inLog, placeText, printable } from '../content/printable.ts'
import type { ProblemsFound } from '../project/local/project.ts'
import { fold } from '../words/fold.ts'
import { paintFor } from './colors.ts'
import { onStderr, onStdout } from './environment.ts'
import { countProblems, printProblems } from './problems.ts'
import { CLEAR_LINE, endProgress } from './progress.ts'
import { nothingDone, settings } from './settings.ts'
import type { WorkflowCommand } from './workflow-command.ts'

/**
 * Prints a result for people on stdout. With `--json` and similar flags it is printed as a document. Everything else
 * goes to stderr.
 */
export const result = (text: string): void => document(settings().isDocument ? text : fitted(text, process.stdout))

/** Prints a result for programs, or a file, without folding lines. */
export const document = (text: string): void => print(onStdout(ended(text)))

/** Prints keys that the command itself has made. One may begin like the key that it was started with. */
export const madeKeys = (text: string): void => print(ended(text))

const ended = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`)

function print(text: string): void {
  endProgress()
  process.stdout.write(inLog(text))
}

/** Narrower terminals are left to fold lines themselves. */
const NARROWEST = 40

const fitted = (text: string, { isTTY, columns }: NodeJS.WriteStream): string =>
  isTTY && columns > 0 ? fold(text, Math.max(NARROWEST, columns)) : text

export function command(lines: readonly WorkflowCommand[]): void {
  endProgress()
  if (lines.length > 0) process.stdout.write(onStdout(`${lines.join('\n')}\n`))
}

/** Prints a note, unless -q is given. */
export function note(text: string): void {
  if (!settings().quiet) warn(text)
}

/** Prints a warning, even with -q. */
export const warn = (text: string): void => tell(fitted(text, process.stderr))

function tell(text: string): void {
  endProgress()
  process.stderr.write(lineInLog(text))
}

const lineInLog = (text: string): string => inLog(onStderr(`${text}\n`))

const chain = (error: unknown): string[] =>
  error instanceof Error ? [error.stack ?? error.message, ...chain(error.cause)] : []

export function describeError(error: BoardwrightError, verbose: boolean): string {
  const { at, http } = error
  const place = at ? `${placeText(at)}  ` : ''
  const request = http?.requestId === undefined ? '' : ` (request ${http.requestId})`
  const lines = [`error ${error.code}  ${place}${error.message}${request}`, `  ${error.hint}`]
  if (verbose) addAll(lines, chain(error))
  return lines.map(printable).join('\n')
}

export const errorJson = (error: BoardwrightError): string => JSON.stringify({ format: 1, error: errorData(error) })

export function reportError(cause: unknown, { json, verbose }: { json: boolean; verbose: boolean }): number {
  const error = BoardwrightError.from(cause)
  const { problems, frame } = error as Partial<ProblemsFound>
  if (problems && frame) {
    const said = printProblems(problems, json ? 'json' : 'text', frame, {}, paintFor(process.stderr))
    if (json) tell(said)
    else for (const text of [said, `${countProblems(problems)} ${nothingDone()}`.trimEnd()]) warn(text)
    return error.exit
  }
  if (json) tell(errorJson(error))
  else warn(describeError(error, verbose || error.kind === 'INTERNAL'))
  return error.exit
}

/** An error as text that another thread can write to stderr as it is, over a line that shows progress. */
export function errorText(error: BoardwrightError, { json }: { readonly json: boolean }): string {
  const said = lineInLog(json ? errorJson(error) : fitted(describeError(error, false), process.stderr))
  return process.stderr.isTTY ? `${CLEAR_LINE}${said}` : said
}
