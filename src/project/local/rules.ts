import { oncePer } from '@boardwright/common'
import type { Problem } from '../../content/problem.ts'
import type { JudgedModel } from '../../lint/model/judged.ts'
import { type RuleBook, readBook } from '../../rules/book.ts'
import { type Around, aroundIn, NOTHING_AROUND, type RuleFacts } from '../../rules/facts.ts'
import { createJudge, looksAround } from '../../rules/judge.ts'
import type { Rule } from '../../rules/rule.ts'
import { membersOfModel } from '../../rules/subjects.ts'
import type { ParsedTree } from '../../serialize/parse.ts'
import type { Project } from './project.ts'

/** The rules of a project. */
export const bookOf = oncePer(
  ({ files, config }: Pick<Project, 'files' | 'config'>): RuleBook => readBook(files, config?.rules),
)

/** Rules, and what they look up. */
export interface Judging {
  readonly rules: readonly Rule[]
  readonly facts: RuleFacts
}

export const aroundOf = (rules: readonly Rule[], { content }: ParsedTree): Around =>
  looksAround(rules) ? aroundIn(content) : NOTHING_AROUND

/** What rules find in the content of a tree. */
export function findingsIn(tree: ParsedTree, { rules, facts }: Judging): Problem[] {
  if (rules.length === 0) return []
  const { judgeObject } = createJudge(rules, facts)
  return [...tree.content.keys()].flatMap((key) => judgeObject(tree, key))
}

/** What rules find in the data model. */
export const findingsInModel = ({ model }: JudgedModel, { rules, facts }: Judging): readonly Problem[] =>
  rules.some(({ kind }) => kind === 'member') ? createJudge(rules, facts).judgeAll(membersOfModel(model)) : []
