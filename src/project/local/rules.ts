import { oncePer } from '@boardwright/common'
import type { RuleSettings } from '../../config/model.ts'
import type { Key } from '../../content/kinds.ts'
import type { Problem } from '../../content/problem.ts'
import type { JudgedModel } from '../../lint/model/judged.ts'
import { mendedBy, type RuleBook, readBook } from '../../rules/book.ts'
import { type Around, aroundIn, NOTHING_AROUND, type RuleFacts } from '../../rules/facts.ts'
import { RULES_DIRECTORY } from '../../rules/file.ts'
import { createJudge, looksAround } from '../../rules/judge.ts'
import type { Rule } from '../../rules/rule.ts'
import { membersOfModel } from '../../rules/subjects.ts'
import type { TreeFiles } from '../../serialize/documents.ts'
import type { ParsedTree } from '../../serialize/parse.ts'
import { mendedIn, thereIn } from './house.ts'
import type { Project } from './project.ts'

/** The rules of a project. */
export const bookOf = oncePer((project: Ruled): RuleBook => {
  const { config, house } = project
  if (!house) return readBook(project.files, config?.rules)
  const { files, mended } = mendedBy(project.files, house.files)
  const { problems, ...book } = readBook(files, house.settings)
  const there = problems.map((each) => thereIn(house, each))
  const told = mended.map((file) => mendedIn(house, file))
  return { ...book, problems: [...ownBookOf(project).problems, ...there, ...told] }
})

/** The rules that its own tree has, whichever hold. */
export const ownBookOf = oncePer(
  ({ files, config, house, ownRules }: Ruled): RuleBook => readBook(files, house ? ownRules : config?.rules),
)

/** That the tree says something else about rules than the branch whose rules hold. */
export function notYetHeld({ files, house, ownRules }: Ruled): string[] {
  if (!house) return []
  const said = (all: TreeFiles, settings: RuleSettings | undefined): string => {
    const rules = [...all]
      .filter(([file]) => file.startsWith(`${RULES_DIRECTORY}/`))
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const texts = rules.map(([file, bytes]) => [file, Buffer.from(bytes).toString('base64')])
    return JSON.stringify([texts, settings], (key, value: unknown) => (PLACED.has(key) ? undefined : value))
  }
  if (said(files, ownRules) === said(house.files, house.settings)) return []
  return [`the rules of ${house.branch} hold: what this tree says of rules and waivers counts once it is merged`]
}

/** Where things are written, which says nothing of what they are. */
const PLACED: ReadonlySet<string> = new Set(['at', 'from'])

type Ruled = Pick<Project, 'files' | 'config' | 'house' | 'ownRules'>

/** Rules, and what they look up. */
export interface Judging {
  readonly rules: readonly Rule[]
  readonly facts: RuleFacts
}

export const aroundOf = (rules: readonly Rule[], { content }: ParsedTree): Around =>
  looksAround(rules) ? aroundIn(content) : NOTHING_AROUND

/** What rules find in an object of a tree. */
export function judgeIn(tree: ParsedTree, { rules, facts }: Judging): (key: Key) => readonly Problem[] {
  if (rules.length === 0) return () => []
  const { judgeObject } = createJudge(rules, facts)
  return (key) => judgeObject(tree, key)
}

/** What rules find in the content of a tree. */
export const findingsIn = (tree: ParsedTree, judging: Judging): Problem[] =>
  [...tree.content.keys()].flatMap(judgeIn(tree, judging))

/** What rules find in the data model. */
export const findingsInModel = ({ model }: JudgedModel, { rules, facts }: Judging): readonly Problem[] =>
  rules.some(({ kind }) => kind === 'member') ? createJudge(rules, facts).judgeAll(membersOfModel(model)) : []
