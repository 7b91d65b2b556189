import { ERRORS } from '@boardwright/common'
import type { Problem } from '../content/problem.ts'

export type { Problem } from '../content/problem.ts'

export const hintOf = ({ kind, hint }: Problem): string => hint ?? ERRORS[kind].hint

/** A problem as JSON output shows it. */
export const problemData = (problem: Problem) => ({
  code: ERRORS[problem.kind].code,
  severity: problem.warning ? ('warning' as const) : ('error' as const),
  ...(problem.before ? { before: true } : {}),
  message: problem.message,
  hint: hintOf(problem),
  ...problem.at,
})
