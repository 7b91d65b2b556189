import { BoardwrightError, parseJson } from '@boardwright/common'
import type { Finding } from '../words/comment.ts'

/** A finding, marked with `before` if the problem existed before this change. */
export interface KnownFinding extends Finding {
  readonly before?: true
}

export interface ToldFindings {
  readonly findings: readonly KnownFinding[]
  readonly membersChecked: boolean | undefined
  readonly directory: string | undefined
  readonly project: string | undefined
}

type Row = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the output of `validate --json`, or of a command that failed with `--json`. */
export function readFindings(text: string, file: string): ToldFindings {
  const value = parse(text, file)
  if (isRow(value) && Array.isArray(value['problems'])) {
    const { membersNotChecked, directory, project } = value
    return {
      findings: value['problems'].filter(isRow).map(toFinding),
      membersChecked: membersNotChecked === undefined ? undefined : membersNotChecked === null,
      directory: textOf(directory),
      project: textOf(project),
    }
  }
  if (isRow(value) && isRow(value['error'])) {
    return {
      findings: [toFinding({ ...value['error'], ...atIn(value['error']) })],
      membersChecked: undefined,
      directory: undefined,
      project: undefined,
    }
  }
  throw unreadable(file, 'it has neither problems nor an error')
}

const atIn = ({ at }: Row): Row => (isRow(at) ? at : {})

const toFinding = ({ code, message, severity, before, file, line, column }: Row): KnownFinding => ({
  code: textOf(code) ?? '',
  message: textOf(message) ?? '',
  severity: severity === 'warning' ? 'warning' : 'error',
  ...(before === true ? { before } : {}),
  file: textOf(file),
  line: numberOf(line),
  column: numberOf(column),
})

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

function parse(text: string, file: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw unreadable(file, cause.message)
  }
}

const unreadable = (file: string, why: string): BoardwrightError =>
  new BoardwrightError('USAGE', `${file} is not a list of problems: ${why}`, {
    hint: 'Give --problems what `boardwright validate --json` printed.',
  })
