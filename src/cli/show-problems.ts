import process from 'node:process'
import type { Problem } from '../content/problem.ts'
import { paintFor } from './colors.ts'
import { command, result } from './output.ts'
import { annotationsOf, type Frame, type ProblemContext, type ProblemFormat, printProblems } from './problems.ts'

export function showProblems(
  problems: readonly Problem[],
  format: ProblemFormat,
  frame: Frame,
  more: ProblemContext,
): void {
  if (format === 'github') command(annotationsOf(problems, more))
  else result(printProblems(problems, format, frame, more, paintFor(process.stdout)))
}
