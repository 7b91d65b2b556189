import type { ErrorName } from '@boardwright/common'
import { asError, type Problem } from '../content/problem.ts'
import { isBelowAny } from './scope.ts'

/** Our own rules: problems that do not keep a tree from being read. A project can set the severity of each. */
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

export const OWN_RULES: readonly string[] = Object.keys(RULED)
/** The kind of the problems that one of our own rules finds. */
export const ownRuleKind = (name: string): ErrorName | undefined =>
  Object.hasOwn(RULED, name) ? RULED[name as keyof typeof RULED] : undefined

export const SEVERITIES = ['always', 'error', 'warning', 'off'] as const

export interface Weight {
  readonly rule: string
  readonly severity: (typeof SEVERITIES)[number]
  /** A glob from the project root. Undefined means everywhere. */
  readonly path?: string | undefined
}

/** The rule that found a problem: one of the house, or one of our own. */
export const ruleOf = ({ kind, rule }: Problem): string | undefined => rule ?? NAMES.get(kind)

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(RULED).map(([name, kind]) => [kind, name]))

/** Gives problems the severity that the project sets. The last weight that covers a problem counts. */
export function weighed(problems: readonly Problem[], weights: readonly Weight[]): readonly Problem[] {
  if (weights.length === 0) return problems
  return problems.flatMap((problem): readonly Problem[] => {
    if (!problem.warning && problem.fault === undefined) return [problem]
    const { severity } = weights.findLast((weight) => covers(weight, problem)) ?? {}
    return severity === undefined ? [problem] : WEIGH[severity](problem)
  })
}

const WEIGH: Readonly<Record<Weight['severity'], (problem: Problem) => readonly Problem[]>> = {
  off: () => [],
  warning: ({ fault: _, ...rest }) => [{ ...rest, warning: true }],
  always: ({ warning: _, fault: __, ...rest }) => [rest],
  // What is no mistake in itself is compared by its file.
  error: (problem) => [problem.fault === undefined ? { ...problem, isErrorIfNew: true } : asError(problem)],
}

/** Whether a rule is off wherever it would find something. */
export function isOff(rule: string, weights: readonly Weight[]): boolean {
  const last = weights.filter((weight) => weight.rule === rule).at(-1)
  return last?.severity === 'off' && last.path === undefined
}

const covers = ({ rule, path }: Weight, problem: Problem): boolean =>
  ruleOf(problem) === rule && (path === undefined || isBelowAny([path], problem.at.file))
