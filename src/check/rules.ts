import { BoardwrightError, didYouMean, type ErrorName, nearest } from '@boardwright/common'
import { OWN_RULES, ownRuleKind, ruleOf } from '../config/severity.ts'
import type { Problem } from '../content/problem.ts'
import type { Project } from '../project/local/project.ts'
import { bookOf, ownBookOf } from '../project/local/rules.ts'
import { examplesNotMet } from '../rules/examples.ts'
import { fieldsOf, RULE_KINDS } from '../rules/fields.ts'
import { RULE_KIND_NAMES, type RuleKind } from '../rules/kinds.ts'
import { recommendedRules } from '../rules/recommended.ts'
import type { Rule } from '../rules/rule.ts'
import { typeWords } from '../rules/types.ts'

/** A rule as it is listed. */
export interface ListedRule {
  readonly name: string
  /** What it is on; left out for our own rules, which are on many things. */
  readonly on?: RuleKind
  readonly from: 'file' | 'built in' | 'own'
  readonly file?: string
  readonly isUsed: boolean
  readonly why?: string
}

/** Every rule that there is: of the project, built in, and our own, which are always used. */
export function listRules(project: Project): ListedRule[] {
  const { rules } = bookOf(project)
  const used = new Set(rules.map(({ name }) => name))
  const files = rules.filter(({ at }) => at !== undefined)
  return [
    ...files.map((rule) => listed(rule, true)),
    ...recommendedRules().map((rule) => listed(rule, used.has(rule.name))),
    ...OWN_RULES.map((name): ListedRule => ({ name, from: 'own', isUsed: true })),
  ]
}

const listed = ({ name, kind, at, why }: Rule, isUsed: boolean): ListedRule => ({
  ...{ name, on: kind, from: at === undefined ? 'built in' : 'file', isUsed },
  ...(at === undefined ? {} : { file: at.file }),
  ...(why === undefined ? {} : { why }),
})

/** A rule that is used, as its file says it. */
export interface RuleText {
  readonly name: string
  readonly file?: string
  readonly text: string
}

/** Every rule that content is judged by, besides our own. */
export const ruleTexts = (project: Project): RuleText[] =>
  bookOf(project).rules.map(({ name, at, text }) => ({ name, ...(at === undefined ? {} : { file: at.file }), text }))

export interface RulesTested {
  readonly rules: number
  readonly examples: number
  readonly problems: readonly Problem[]
}

/** Runs the examples of every rule of the tree, also if those of another branch hold, and of built-in ones. */
export function testRules(project: Project): RulesTested {
  const { rules } = ownBookOf(project)
  const { problems } = bookOf(project)
  return {
    rules: rules.length,
    examples: rules.reduce((sum, { examples: { good, bad } }) => sum + good.length + bad.length, 0),
    problems: [
      ...[...project.problems, ...problems].filter(({ warning }) => !warning),
      ...rules.flatMap(examplesNotMet),
    ],
  }
}

export interface ListedField {
  readonly kind: RuleKind
  readonly field: string
  readonly type: string
  readonly means: string
}

/** The fields of a kind, or of every kind. */
export const listFields = (kind?: RuleKind): ListedField[] =>
  (kind === undefined ? RULE_KIND_NAMES : [kind]).flatMap((each) =>
    Object.entries(fieldsOf(each)).map(([field, { type, means }]) => ({
      kind: each,
      field,
      type: typeWords(type),
      means,
    })),
  )

export const kindMeaning = (kind: RuleKind): string => RULE_KINDS[kind].means
/** A rule by its name. */
export function findRule(project: Project, name: string): Rule | { readonly own: ErrorName } {
  const all = [...bookOf(project).rules, ...recommendedRules()]
  const rule = all.find((each) => each.name === name)
  if (rule) return rule
  const own = ownRuleKind(name)
  if (own !== undefined) return { own }
  const near = nearest(name, [...all.map((each) => each.name), ...OWN_RULES])
  throw new BoardwrightError('USAGE', `there is no rule "${name}"`, {
    hint: didYouMean(near, '`boardwright rules list` has the names of all rules.'),
  })
}

export const foundBy = (problems: readonly Problem[], name: string): readonly Problem[] =>
  problems.filter((problem) => ruleOf(problem) === name)

export const isRuleUsed = (project: Project, name: string): boolean =>
  ownRuleKind(name) !== undefined || bookOf(project).rules.some((rule) => rule.name === name)
