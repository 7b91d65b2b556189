import { addAll } from '@boardwright/common'
import type { Config } from '../config/model.ts'
import { weighed } from '../config/severity.ts'
import { selectTargets } from '../config/targets.ts'
import { unusedVariables } from '../config/usage.ts'
import { waive } from '../config/waivers.ts'
import { countsOf, NOTHING, type ObjectCounts, ofKind } from '../content/entity.ts'
import { reportKey } from '../content/model.ts'
import type { Problem } from '../content/problem.ts'
import { checkTree } from '../lint/check.ts'
import type { Members } from '../lint/members.ts'
import { type JudgedModel, judgeTreeModel } from '../lint/model/judged.ts'
import { codeOwnersIn, ownersProblems } from '../project/local/owners.ts'
import type { Project } from '../project/local/project.ts'
import { readTreeAsWritten, readTreeFor } from '../project/local/render.ts'
import { aroundOf, bookOf, findingsInModel, type Judging, judgeIn } from '../project/local/rules.ts'
import { type KnownIds, plainIds, type TargetView, writtenIds } from '../project/promote/plain-ids.ts'
import { type Around, factsAround, NOTHING_AROUND } from '../rules/facts.ts'
import { looksAround } from '../rules/judge.ts'
import { inOrder } from './in-order.ts'
import { secretsInTree } from './validate/secrets.ts'
import { unmanagedKinds } from './validate/unmanaged-kinds.ts'
import { unreadOverlays } from './validate/unread-overlays.ts'

export interface Validation {
  readonly problems: readonly Problem[]
  /** Why members were not checked, if they were not. */
  readonly membersNotChecked: string | undefined
  readonly counts: ObjectCounts
  /** The compiler that judged the data model, if one did. */
  readonly judgedBy?: JudgedBy | undefined
}

export interface JudgedBy {
  readonly version: string
  /** Other versions that deployments run. */
  readonly deployed: readonly string[]
}

/** What other documents may depend on, by file: the objects it declares, and the variables it uses. */
export type Facts = ReadonlyMap<string, readonly string[]>

/** Everything that is wrong with a project, for all targets that match the pattern. Sends nothing. */
export function validateProject(project: Project, pattern: string | undefined): Validation {
  const { validation } = validateWithFacts(project, { pattern })
  return { ...validation, problems: waive(validation.problems, project.config?.rules.waivers ?? []).problems }
}

export interface ValidateOptions {
  readonly pattern?: string | undefined
  /** If the project is only a part of one: what the rest contains. */
  readonly members?: Members | undefined
  readonly ids?: KnownIds | undefined
  /** The data model, if somebody else judged it. */
  readonly judged?: JudgedModel | undefined
  /** If the project is only a part of one: what rules look up around an object. */
  readonly around?: Around | undefined
}

export interface ValidationWithFacts {
  readonly validation: Validation
  readonly facts: Facts
  readonly members: Members
  readonly ids: ReadonlySet<string>
  readonly judging: Judging
}

export function validateWithFacts(
  project: Project,
  { pattern, members: known, ids = undefined, judged, around }: ValidateOptions,
): ValidationWithFacts {
  const { config } = project
  const book = bookOf(project)
  // If this is only a part of a project, it lacks the data model, and `known` has the members.
  const judgedModel = judged ?? judgeTreeModel(project.files)
  const members = known ?? judgedModel.members
  const problems: Problem[] = [...inProject(project, judgedModel.problems), ...book.problems]
  const owners = codeOwnersIn(project.root)
  addAll(problems, ownersProblems(book.asked, owners))
  const { ownersOf } = owners
  const facts = new Map<string, string[]>()
  let counts: Validation['counts'] | undefined
  let written: ReadonlySet<string> | undefined
  let judging: Judging | undefined
  const check = (name: string, seen: SeenTree): void => {
    const { tree } = seen
    judging ??= { rules: book.asked, facts: { members, ownersOf, around: around ?? aroundOf(book.asked, tree) } }
    addAll(problems, inTree(project, seen, judging))
    for (const [key, fact] of looksAround(book.asked) ? factsAround(tree.content) : []) {
      const file = (tree.dashboards.get(key) ?? tree.sources.get(key))?.document.file
      if (file !== undefined) addFact(facts, file, `${name} ${fact}`)
    }
    for (const [key, { document }] of tree.sources) addFact(facts, document.file, `${name} ${key}`)
    const reports = ofKind(tree.content, 'report').map(({ own }) => own)
    for (const { id, ids: others } of reports) {
      const file = tree.sources.get(reportKey(id))?.document.file
      if (others && file !== undefined) addFact(facts, file, `has ${Object.values(others).join(' ')}`)
    }
    if (counts) return
    counts = countsOf(tree.content)
    written ??= writtenIds(reports)
    addAll(problems, inApps(seen, ids ?? written))
  }
  const usages = (config ? selectTargets(config, pattern ?? '*') : []).map((target) => {
    const seen = readTreeFor(project, config as Config, target)
    const { usedIn } = seen
    check(target.name, seen)
    for (const [file, names] of usedIn) for (const name of names) addFact(facts, file, `${target.name} uses ${name}`)
    return { target, used: new Set([...usedIn.values()].flatMap((names) => [...names])) }
  })
  if (usages.length === 0) check('', seenAsWritten(project))
  const judgedBy = judging ?? { rules: book.asked, facts: { members, ownersOf, around: NOTHING_AROUND } }
  addAll(problems, findingsInModel(judgedModel, judgedBy))
  if (pattern === undefined) addAll(problems, unusedVariables(usages))
  return {
    validation: {
      problems: inOrder(weighed(problems, config?.rules.weights ?? [])),
      membersNotChecked: members.known ? undefined : members.because,
      counts: counts ?? countsOf(NOTHING),
    },
    facts,
    members,
    ids: written ?? new Set(),
    judging: judgedBy,
  }
}

/** A tree as a target sees it, or as it is written. */
type SeenTree = TargetView & { readonly problems: readonly Problem[] }

export function seenAsWritten(project: Project): SeenTree {
  const tree = readTreeAsWritten(project)
  return { tree, problems: tree.problems, overlays: new Map(), rendering: { interpolate: ['**'] } }
}

/** What is wrong for one target, just as `validate` reports it. */
export function problemsSeen(project: Project, seen: SeenTree, judged: JudgedModel): Problem[] {
  const apps = inApps(seen, writtenIds(ofKind(seen.tree.content, 'report').map(({ own }) => own)))
  const { asked: rules, problems } = bookOf(project)
  const owners = codeOwnersIn(project.root)
  const facts = { members: judged.members, around: aroundOf(rules, seen.tree), ownersOf: owners.ownersOf }
  const judging = { rules, facts }
  const found = [
    ...problems,
    ...ownersProblems(rules, owners),
    ...inTree(project, seen, judging),
    ...findingsInModel(judged, judging),
  ]
  const all = [...inProject(project, judged.problems), ...apps, ...found]
  const { weights = [], waivers = [] } = project.config?.rules ?? {}
  return inOrder(waive(weighed(all, weights), waivers).problems)
}

/** Problems that do not depend on the target. */
const inProject = ({ problems, config, files }: Project, ofModel: readonly Problem[]): Problem[] => [
  ...problems,
  ...secretsInTree(files),
  ...ofModel,
  ...(config
    ? [
        ...unreadOverlays(
          files.keys(),
          config.targets.map(({ name }) => name),
        ),
        ...unmanagedKinds(files.keys(), config),
      ]
    : []),
]

/** By our own rules and by those of the house. */
const inTree = ({ files }: Project, { tree, problems }: SeenTree, judging: Judging): Problem[] => [
  ...problems,
  ...checkTree(tree, files, () => judging.facts.members, judgeIn(tree, judging)),
]

const inApps = (seen: SeenTree, ids: KnownIds): Problem[] =>
  plainIds(
    [...seen.tree.dashboards.values()].map(({ document }) => document),
    ids,
    seen,
  )

const addFact = (facts: Map<string, string[]>, file: string, fact: string): void => {
  const known = facts.get(file)
  if (known) known.push(fact)
  else facts.set(file, [fact])
}

/** Compares problems by their text, because edits move lines. */
export function newProblems(before: Project, after: Project): Problem[] {
  const textOf = ({ kind, at, message }: Problem): string => `${kind} ${at.file} ${message}`
  const known = new Set(validateProject(before, undefined).problems.map(textOf))
  return validateProject(after, undefined).problems.filter((problem) => !known.has(textOf(problem)))
}
