import type { Problem } from '../../src/content/problem.ts'
import { judgeTreeModel } from '../../src/lint/model/judged.ts'
import { aroundIn, type RuleFacts } from '../../src/rules/facts.ts'
import { createJudge } from '../../src/rules/judge.ts'
import { readRule } from '../../src/rules/read.ts'
import type { Rule } from '../../src/rules/rule.ts'
import { membersOfModel } from '../../src/rules/subjects.ts'
import { parseTree } from '../../src/serialize/parse.ts'

const encoder = new TextEncoder()

export const filesOf = (files: Readonly<Record<string, string>>): ReadonlyMap<string, Uint8Array> =>
  new Map(Object.entries(files).map(([file, text]) => [file, encoder.encode(text)]))

export function ruleOf(text: string, name = 'rule'): Rule {
  const { rule, problems } = readRule(name, text, `rules/${name}.yaml`)
  if (!rule) throw new Error(problems.map(({ message, hint }) => `${message} ${hint}`).join('\n'))
  return rule
}

/** What rules find in a tree, in the order of its objects. */
export const findingsOf = (files: Readonly<Record<string, string>>, ...rules: readonly Rule[]): Problem[] =>
  findingsWith({ ownersOf: () => [] }, files, ...rules)

export function findingsWith(
  facts: Pick<RuleFacts, 'ownersOf'>,
  files: Readonly<Record<string, string>>,
  ...rules: readonly Rule[]
): Problem[] {
  const all = filesOf(files)
  const tree = parseTree(all)
  const { members, model } = judgeTreeModel(all)
  const judge = createJudge(rules, { ...facts, members, around: aroundIn(tree.content) })
  return [
    ...[...tree.content.keys()].flatMap((key) => judge.judgeObject(tree, key)),
    ...judge.judgeAll(membersOfModel(model)),
  ]
}
