import { isMap } from '@boardwright/common'
import { createLines, offsetWithin, readYaml } from '@boardwright/common/yaml'
import type { Marked, PlaceOf, Problem, ValuePath } from '../content/problem.ts'
import { schemaProblems } from '../content/schema-problems.ts'
import { compileCondition, type Fault, fieldOf, NotJudged } from './conditions.ts'
import { compileCheck } from './expression.ts'
import { fieldTypesOf, OWNER } from './fields.ts'
import { RuleFile } from './file.ts'
import { isRuleKind } from './kinds.ts'
import type { Example, FieldTest, GetField, Rule } from './rule.ts'
import { type FieldType, type FieldTypes, isAbsent, typeWords } from './types.ts'

export interface RuleRead {
  /** Undefined if anything is wrong with it. */
  readonly rule: Rule | undefined
  readonly problems: readonly Problem[]
}

/** Longer ones are refused: nobody reads a rule of more than a few screens. */
export const LONGEST_RULE = 64 * 1024

/** Reads the text of a rule. `file` is undefined for one that is built in. */
export function readRule(name: string, text: string, file: string | undefined): RuleRead {
  const shown = file ?? `${name}.yaml`
  if (text.length > LONGEST_RULE)
    return {
      rule: undefined,
      problems: [{ kind: 'FILE_TOO_LARGE', at: { file: shown }, message: 'is larger than 64 kB' }],
    }
  const { value, placeOf, problems } = readYaml(text, shown)
  if (problems.length > 0) return { rule: undefined, problems }
  const wrong = schemaProblems({ placeOf }, RuleFile, value)
  if (wrong.length > 0) return { rule: undefined, problems: wrong }
  const found: Problem[] = []
  const fault: Fault = (path, message, hint, where) => {
    const place = typeof where === 'number' ? placeWithin(text, shown, path, where) : placeOf(path, where)
    found.push({ kind: 'SCHEMA', ...(place ?? placeOf(path)), message, hint })
  }
  const rule = compileRule(name, value as RuleFile, {
    placeOf,
    fault,
    text,
    at: file === undefined ? undefined : placeOf(['on']),
  })
  return found.length > 0 ? { rule: undefined, problems: found } : { rule, problems: [] }
}

/** A place in a text that the file writes just as it is read. */
function placeWithin(text: string, file: string, path: ValuePath, offset: number): Marked | undefined {
  const { value } = readYaml(text, file)
  const said = isMap(value) ? value[String(path[0])] : undefined
  const at = typeof said === 'string' ? offsetWithin(text, path, said, offset) : undefined
  return at === undefined ? undefined : { at: { file, ...createLines(text).at(at) }, length: 1 }
}

interface Compiling {
  readonly placeOf: PlaceOf
  readonly fault: Fault
  readonly text: string
  readonly at: Marked | undefined
}

function compileRule(name: string, said: RuleFile, { placeOf, fault, text, at }: Compiling): Rule {
  const { kind, path, ...asked } = said.on
  const types = isRuleKind(kind) ? fieldTypesOf(kind) : {}
  const conditions = (all: Readonly<Record<string, unknown>>, key: 'on' | 'must'): FieldTest[] =>
    Object.entries(all).flatMap(([field, each]) => {
      const type = fieldOf(types, field, [key, field], fault)
      return type === undefined ? [] : [{ field, ...compileCondition(each, type, [key, field], fault) }]
    })
  const [on, must] = [conditions(asked, 'on'), conditions(said.must ?? {}, 'must')]
  const isForbidding = said.must === undefined && said.check === undefined
  if (isForbidding && Object.keys(asked).length === 0)
    fault(['on'], 'the rule asks for nothing', 'Add `must`, with conditions on its fields.', 'key')
  if (said.must !== undefined && Object.keys(said.must).length === 0)
    fault(['must'], '"must" has no condition', 'Write a condition on a field, or leave `must` out.', 'key')
  const check = said.check === undefined ? undefined : compileExpression(said.check, types, fault)
  const { message, fields } = compileMessage(said.message, types, fault)
  const examples = (which: 'good' | 'bad'): Example[] =>
    (said.examples?.[which] ?? []).map((each, index) => {
      const here: ValuePath = ['examples', which, index]
      checkFields(each, types, here, fault)
      return { fields: each, at: placeOf(here).at }
    })
  const reads = new Set([...[...on, ...must].map(({ field }) => field), ...fields, ...(check?.reads ?? [])])
  return {
    ...{ name, kind, path, on, must, check: check?.holds, isForbidding, message },
    // The patterns of CODEOWNERS are many.
    isCostly: check !== undefined || reads.has(OWNER) || [...on, ...must].some(({ isCostly }) => isCostly),
    severity: said.severity ?? 'error',
    why: said.why,
    examples: { good: examples('good'), bad: examples('bad') },
    reads,
    at: at?.at,
    text,
  }
}

interface Expression {
  readonly holds: (get: GetField) => boolean
  readonly reads: readonly string[]
}

function compileExpression(text: string, types: FieldTypes, fault: Fault): Expression | undefined {
  const check = compileCheck(text, types)
  if ('fault' in check) {
    fault(['check'], check.fault, check.hint ?? 'Change the expression.', check.offset)
    return undefined
  }
  const { reads } = check
  return {
    reads,
    holds(get) {
      const holds = check.run(Object.fromEntries(reads.map((name) => [name, get(name)])))
      if (typeof holds === 'boolean') return holds
      throw new NotJudged(holds.fault)
    },
  }
}

const HOLE = /\{([^{}]*)\}/g

/** `{name}` in a message is the value of a field. */
function compileMessage(said: string, types: FieldTypes, fault: Fault) {
  const fields = [...said.matchAll(HOLE)].map(([, name = '']) => name)
  for (const field of new Set(fields))
    fieldOf(types, field, ['message'], (_path, ...rest) => fault(['message'], rest[0], rest[1]))
  const message = (get: GetField): string => said.replace(HOLE, (_, name: string) => shownValue(get(name)))
  return { message, fields }
}

const LONGEST_VALUE = 200

function shownValue(value: unknown): string {
  if (isAbsent(value)) return '(none)'
  const text = Array.isArray(value)
    ? value.map((each) => (isMap(each) ? JSON.stringify(each) : String(each))).join(', ')
    : String(value)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}...` : text
}

/** Whether the values of an example are what such fields have. */
function checkFields(
  fields: Readonly<Record<string, unknown>>,
  types: FieldTypes,
  path: ValuePath,
  fault: Fault,
): void {
  for (const [name, value] of Object.entries(fields)) {
    const type = fieldOf(types, name, [...path, name], fault)
    if (type === undefined || fitsType(value, type)) continue
    fault(
      [...path, name],
      `"${name}" is ${typeWords(type)}`,
      `Write ${typeWords(type)}, or leave it out if it is absent.`,
    )
  }
}

function fitsType(value: unknown, type: FieldType): boolean {
  if (type === 'text') return typeof value === 'string'
  if (typeof type === 'string') return typeof value === type
  if ('list' in type) return Array.isArray(value) && value.every((each) => fitsType(each, type.list))
  return (
    isMap(value) &&
    Object.entries(value).every(([key, each]) => Object.hasOwn(type.of, key) && fitsType(each, type.of[key] ?? 'text'))
  )
}
