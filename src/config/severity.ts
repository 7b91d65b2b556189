import type { ErrorName } from '@boardwright/common'
import type { Problem } from '../content/problem.ts'
import { isBelowAny } from './scope.ts'

/** Problems that do not keep a tree from being read. A project can set the severity of each. */
const RULED = {
  'colour-unreadable': 'COLOUR_UNREADABLE',
  'field-unknown': 'FIELD_UNKNOWN',
  'layout-invalid': 'LAYOUT_INVALID',
  'member-unknown': 'MEMBER_UNKNOWN',
  'model-refused': 'MODEL_REFUSED',
  'plain-id': 'PLAIN_ID',
  'query-refused': 'QUERY_REFUSED',
  'reference-dangling': 'REFERENCE_DANGLING',
  schema: 'SCHEMA',
  'secret-in-tree': 'SECRET_IN_TREE',
  'sql-unchecked': 'SQL_UNCHECKED',
  'variable-literal': 'VARIABLE_LITERAL',
  'variable-unused': 'VARIABLE_UNUSED',
} as const satisfies Record<string, ErrorName>

type RuleName = keyof typeof RULED

export const RULE_NAMES = Object.keys(RULED) as [RuleName, ...RuleName[]]
export const SEVERITIES = ['error', 'warning', 'off'] as const

export interface SeverityRule {
  readonly rule: RuleName
  readonly severity: (typeof SEVERITIES)[number]
  /** A glob from the project root. Undefined means everywhere. */
  readonly path?: string | undefined
}

/** Gives problems the severity that the project sets. The last rule that covers a problem wins. */
export function weighed(problems: readonly Problem[], rules: readonly SeverityRule[]): readonly Problem[] {
  if (rules.length === 0) return problems
  return problems.flatMap((problem): readonly Problem[] => {
    if (!problem.warning && problem.fault === undefined) return [problem]
    const { severity } = rules.findLast((rule) => covers(rule, problem)) ?? {}
    if (severity === undefined) return [problem]
    const { warning: _warning, fault: _fault, ...rest } = problem
    return severity === 'off' ? [] : [severity === 'warning' ? { ...rest, warning: true } : rest]
  })
}

const covers = ({ rule, path }: SeverityRule, { kind, at }: Problem): boolean =>
  RULED[rule] === kind && (path === undefined || isBelowAny([path], at.file))
