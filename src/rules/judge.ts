import { addAll, oncePerKey } from '@boardwright/common'
import { isBelowAny } from '../config/scope.ts'
import { groupBy } from '../content/group-by.ts'
import type { Key } from '../content/kinds.ts'
import type { Problem } from '../content/problem.ts'
import type { ParsedTree } from '../serialize/parse.ts'
import { NotJudged } from './conditions.ts'
import { createEffort, type Effort } from './effort.ts'
import type { RuleFacts } from './facts.ts'
import type { FieldsOf, RuleField } from './field.ts'
import { USE_FACTS } from './fields/reports.ts'
import { fieldsOf } from './fields.ts'
import { findBy, type GetField, type Rule } from './rule.ts'
import { type Subject, subjectsIn, type WantedSubjects } from './subjects.ts'
import { isAbsent } from './types.ts'

/** Finds what is not as rules say, in objects of a tree. */
export interface Judge {
  readonly judgeObject: (tree: ParsedTree, key: Key) => readonly Problem[]
  readonly judgeAll: (subjects: Iterable<Subject>) => readonly Problem[]
}

export function createJudge(rules: readonly Rule[], facts: RuleFacts): Judge {
  const byKind = groupBy(rules, ({ kind }) => kind)
  const wanted: WantedSubjects = {
    has: (kind) => byKind.has(kind),
    hasUseOf: memberFilter(byKind.get('use') ?? [], facts),
  }
  const effort = createEffort()
  const judgeAll = (subjects: Iterable<Subject>): Problem[] => {
    const found: Problem[] = []
    for (const subject of subjects) addAll(found, judge(subject, byKind.get(subject.kind) ?? [], facts, effort))
    return found
  }
  return { judgeAll, judgeObject: (tree, key) => judgeAll(subjectsIn(tree, key, facts.members, wanted)) }
}

/**
 * Whether rules may find something in a use of a member. Most ask first for what is the same in every use of it, and there
 * are more uses than anything else.
 */
const memberFilter = (rules: readonly Rule[], facts: RuleFacts): WantedSubjects['hasUseOf'] =>
  oncePerKey((name) => {
    const get = reader({ name, how: () => '', by: '' }, fieldsOf('use'), facts, '')
    return rules.some(({ on }) =>
      on.every(({ field, holds, isCostly }) => isCostly || !USE_FACTS[field]?.isOfMember || holds(get(field))),
    )
  })

/** Reads fields, each once. */
function reader<Of>(of: Of, fields: FieldsOf<Of>, facts: RuleFacts, file: string): GetField {
  const known = new Map<string, unknown>()
  return (name) => {
    if (known.has(name)) return known.get(name)
    const value = fields[name]?.read(of, facts, file)
    const read = isAbsent(value) ? undefined : value
    known.set(name, read)
    return read
  }
}

const NONE: readonly Problem[] = []

function judge(subject: Subject, rules: readonly Rule[], facts: RuleFacts, effort: Effort): Problem[] {
  const fields = fieldsOf(subject.kind) as Readonly<Record<string, RuleField<unknown>>>
  const get = reader<unknown>(subject.of, fields, facts, subject.file)
  effort.earn()
  const ask = (rule: Rule): readonly Problem[] => {
    try {
      const finding = findBy(rule, get)
      if (!finding) return NONE
      return [asProblem(rule, subject, finding.field === undefined ? undefined : fields[finding.field], get)]
    } catch (cause) {
      if (!(cause instanceof NotJudged)) throw cause
      return [notJudged(rule, subject, cause.message)]
    }
  }
  return rules.flatMap((rule) =>
    rule.path !== undefined && !isBelowAny([rule.path], subject.file) ? NONE : effort.ask(rule, ask),
  )
}

/** An error also where it was there before: nobody knows what the rule would have found. */
const notJudged = ({ name }: Rule, { key, file }: Subject, because: string): Problem => ({
  ...{ kind: 'RULE', rule: name, at: { file }, key, message: `the rule ${name} cannot judge this: ${because}` },
  hint: `Change the rule, or leave this out with \`path\` in its \`on\`.`,
})

function asProblem(rule: Rule, { key, where }: Subject, field: RuleField<unknown> | undefined, get: GetField): Problem {
  const { id, placeOf, unitsOf } = where()
  const at = field ? field.at : []
  const [good] = rule.examples.good
  const { at: place, length } = placeOf(at ?? [])
  return {
    ...{ kind: 'RULE', rule: rule.name, at: place, length, key },
    message: rule.message(get),
    hint: `More: boardwright rules explain ${rule.name}`,
    ...(rule.why === undefined ? {} : { why: rule.why }),
    ...(good === undefined ? {} : { good: good.fields }),
    // What the object itself does not say is in none of its units.
    units: at === undefined ? [] : unitsOf(at),
    ...(rule.severity === 'warning' ? { warning: true } : { fault: `rule ${rule.name} ${id}` }),
  }
}

/** Whether any of these rules depends on other objects too. */
export const looksAround = (rules: readonly Rule[]): boolean =>
  rules.some(({ kind, reads }) => {
    const fields = fieldsOf(kind) as Readonly<Record<string, RuleField<unknown>>>
    return [...reads].some((name) => fields[name]?.isAround)
  })
