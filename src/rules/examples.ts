import { isMap } from '@boardwright/common'
import type { Problem } from '../content/problem.ts'
import { NotJudged } from './conditions.ts'
import { fieldTypesOf } from './fields.ts'
import { type Example, findBy, type Rule } from './rule.ts'
import { isAbsent } from './types.ts'

/** What is wrong with a rule, by its own examples: it must find each bad one, and no good one. */
export function examplesNotMet(rule: Rule): Problem[] {
  const { name, examples, at = { file: `${rule.name}.yaml` } } = rule
  const wrong = (place: Problem['at'], message: string): Problem => ({
    kind: 'RULE_EXAMPLE',
    rule: name,
    at: place,
    message,
  })
  const judged = (which: 'good' | 'bad', is: (found: boolean | string) => string | undefined): Problem[] =>
    examples[which].flatMap((example) => {
      const message = is(isFound(rule, example))
      return message === undefined ? [] : [wrong(example.at, message)]
    })
  return [
    ...(examples.bad.length === 0 ? [wrong(at, `the rule ${name} has no bad example`)] : []),
    ...judged('bad', (found) =>
      found === true ? undefined : found === false ? `the rule ${name} does not find this bad example` : found,
    ),
    ...judged('good', (found) =>
      found === false ? undefined : found === true ? `the rule ${name} finds this good example` : found,
    ),
  ]
}

/** Whether it finds the example, or why that is not known. */
function isFound(rule: Rule, example: Example): boolean | string {
  try {
    return findBy(rule, (name) => valueIn(example, rule, name)) !== undefined
  } catch (cause) {
    if (!(cause instanceof NotJudged)) throw cause
    return `the rule ${rule.name} cannot judge this example: ${cause.message}`
  }
}

/** A list that is left out is empty, as it is when it is read. */
function valueIn({ fields }: Example, { kind }: Rule, name: string): unknown {
  const value = isMap(fields) && Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!isAbsent(value)) return value
  const type = fieldTypesOf(kind)[name]
  return typeof type === 'object' && 'list' in type ? [] : undefined
}
