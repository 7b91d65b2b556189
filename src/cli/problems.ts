import { createHash } from 'node:crypto'
import { ERRORS } from '../errors.ts'
import type { Problem } from '../sync/problem.ts'
import { printable } from './printable.ts'

/** Problems of a tree, in the form that whoever reads them wants. */
export const PROBLEM_FORMATS = ['text', 'json', 'github', 'gitlab'] as const
export type ProblemFormat = (typeof PROBLEM_FORMATS)[number]

/** The lines around a place in a file, with a mark under it. */
export type Frame = (problem: Problem) => string | undefined

export interface ProblemContext {
  readonly membersNotChecked?: string | null
  /** From the top of the repository to the project: GitHub and GitLab know files from there. */
  readonly directory?: string
}

export function printProblems(
  problems: readonly Problem[],
  format: ProblemFormat,
  frame: Frame,
  more: ProblemContext = {},
): string {
  switch (format) {
    case 'text':
      return problems.map((problem) => asText(problem, frame)).join('\n')
    case 'json':
      return JSON.stringify({ format: 1, problems: problems.map(asData), ...more }, null, 2)
    case 'github':
      return problems.map((problem) => asAnnotation(fromTop(problem, more))).join('\n')
    case 'gitlab':
      return JSON.stringify(
        problems.map((problem) => asQualityReport(fromTop(problem, more))),
        null,
        2,
      )
  }
}

const fromTop = (problem: Problem, { directory = '' }: ProblemContext): Problem => ({
  ...problem,
  at: { ...problem.at, file: `${directory}${problem.at.file}` },
})

const placeText = ({ at }: Problem): string =>
  [at.file, at.line, at.column].filter((part) => part !== undefined).join(':')
const hintOf = ({ kind, hint }: Problem): string => hint ?? ERRORS[kind].hint

function asText(problem: Problem, frame: Frame): string {
  const head = `${placeText(problem)}  ${ERRORS[problem.kind].code}  ${problem.warning ? 'warning: ' : ''}${problem.message}`
  const lines = frame(problem)
  if (lines !== undefined)
    return `${printable(head)}\n${lines}${problem.hint === undefined ? '' : ` ${printable(problem.hint)}`}`
  return printable(`${head}\n   ${hintOf(problem)}`)
}

const asData = (problem: Problem) => ({
  code: ERRORS[problem.kind].code,
  severity: problem.warning ? 'warning' : 'error',
  message: problem.message,
  hint: hintOf(problem),
  ...problem.at,
})

/** A workflow command. Its own characters are escaped, so that a name cannot start another command. */
function asAnnotation(problem: Problem): string {
  const inData = (text: string): string => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A')
  const property = (text: string): string => inData(text).replace(/:/g, '%3A').replace(/,/g, '%2C')
  const { file, line, column } = problem.at
  const place = [`file=${property(file)}`, line && `line=${line}`, column && `col=${column}`].filter(Boolean).join(',')
  const level = problem.warning ? 'warning' : 'error'
  return `::${level} ${place},title=${ERRORS[problem.kind].code}::${printable(inData(`${problem.message}. ${hintOf(problem)}`))}`
}

function asQualityReport(problem: Problem) {
  const { code } = ERRORS[problem.kind]
  const { file, line = 1 } = problem.at
  return {
    description: `${problem.message}. ${hintOf(problem)}`,
    check_name: code,
    fingerprint: createHash('sha256').update(`${code}\n${file}\n${problem.message}`).digest('hex'),
    severity: problem.warning ? 'minor' : 'major',
    location: { path: file, lines: { begin: line } },
  }
}

/** `2 problems in 2 files, 1 warning.` */
export function countProblems(problems: readonly Problem[]): string {
  const errors = problems.filter(({ warning }) => !warning)
  const warnings = problems.length - errors.length
  const files = new Set(errors.map(({ at }) => at.file)).size
  const parts = [
    ...(errors.length > 0 ? [`${plural(errors.length, 'problem')} in ${plural(files, 'file')}`] : []),
    ...(warnings > 0 ? [plural(warnings, 'warning')] : []),
  ]
  return parts.length === 0 ? 'No problems.' : `${parts.join(', ')}.`
}

export const plural = (count: number, word: string, many = `${word}s`): string =>
  `${count} ${count === 1 ? word : many}`
