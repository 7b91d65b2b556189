import { BoardwrightError, lazy } from '@boardwright/common'
import { readRule } from './read.ts'
import { CONTENT_RULES } from './recommended/content.ts'
import { QUERY_RULES } from './recommended/queries.ts'
import type { Rule } from './rule.ts'

const TEXTS: Readonly<Record<string, string>> = { ...CONTENT_RULES, ...QUERY_RULES }

export const recommendedRules: () => readonly Rule[] = lazy(() =>
  Object.entries(TEXTS).map(([name, text]) => {
    const { rule, problems } = readRule(name, text, undefined)
    if (rule) return rule
    throw new BoardwrightError('PROGRAM_INCOMPLETE', `the built-in rule ${name} is wrong: ${problems[0]?.message}`)
  }),
)
