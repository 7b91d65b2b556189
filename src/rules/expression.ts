import { isMap } from '@boardwright/common'
import { type CelInput, isCelError, plan } from '@bufbuild/cel'
import { kindWords, type ValueKind } from './expression/kinds.ts'
import { COUNTED_LOOP, meteredEnvironment } from './expression/meter.ts'
import { kindOfExpression } from './expression/names.ts'
import {
  callOf,
  constantOf,
  type Expr,
  type ExpressionFault,
  nodesIn,
  parseExpression,
  partsOf,
  withParts,
} from './expression/tree.ts'
import type { FieldType, FieldTypes } from './types.ts'

/** A condition that was read and found to name nothing but what there is. */
export interface CompiledCheck {
  /** The fields that it names. */
  readonly reads: readonly string[]
  /** Whether it holds for these values of its fields, or why that cannot be said. */
  readonly run: (values: Readonly<Record<string, unknown>>) => boolean | { readonly fault: string }
}

/** Reads a condition in CEL. What it cannot mean for any values is a fault here. */
export function compileCheck(text: string, fields: FieldTypes): CompiledCheck | ExpressionFault {
  const tree = parseExpression(text)
  if ('fault' in tree) return tree
  const scope = new Map<string, ValueKind>(Object.entries(fields))
  const kind = kindOfExpression(tree, scope)
  if (typeof kind === 'object' && 'fault' in kind) return kind
  if (kind !== 'boolean') return { fault: `it is ${kindWords(kind)}`, hint: 'Write what is true or false.', offset: 0 }
  const { environment, meter } = meteredEnvironment()
  const evaluate = plan(environment, bounded(tree.root))
  const names = namesIn(tree.root).filter((name) => Object.hasOwn(fields, name))
  return {
    reads: names,
    run(values) {
      meter.refill()
      const given = names.map((name) => [name, asInput(values[name], fields[name] as FieldType)] as const)
      const result = guarded(() => evaluate(Object.fromEntries(given)))
      if (meter.left < 0) return { fault: 'it takes too much work here: loops in loops, or long texts and lists' }
      if (isCelError(result)) return { fault: reasonOf(result.message) }
      return typeof result === 'boolean' || isFault(result) ? result : { fault: 'it is neither true nor false' }
    },
  }
}

/** Rounds of a loop are paid for by the size of what stands in it. */
const SHARE = 8

/** The same tree, in which loops count their rounds, and `has(x.y)` asks whether a value is null, as absent ones are. */
function bounded(node: Expr): Expr {
  const { exprKind: kind } = withParts(node, bounded)
  if (kind.case === 'selectExpr' && kind.value.testOnly) {
    const select: Expr = { ...node, exprKind: { case: kind.case, value: { ...kind.value, testOnly: false } } }
    return callOf(node, '_!=_', select, constantOf(node, null))
  }
  if (kind.case !== 'comprehensionExpr') return { ...node, exprKind: kind }
  const { iterRange, loopStep, loopCondition } = kind.value
  const body = [loopStep, loopCondition].reduce((size, part) => size + (part ? nodesIn(part) : 0), 0)
  const range =
    iterRange && callOf(node, COUNTED_LOOP, iterRange, constantOf(node, BigInt(1 + Math.floor(body / SHARE))))
  return { ...node, exprKind: { case: kind.case, value: { ...kind.value, iterRange: range } } }
}

const namesIn = (node: Expr): readonly string[] => [
  ...new Set([
    ...(node.exprKind.case === 'identExpr' ? [node.exprKind.value.name] : []),
    ...partsOf(node).flatMap(namesIn),
  ]),
]

/** A field as CEL takes it. What is absent is null, and a list that is absent is empty. */
function asInput(value: unknown, type: FieldType): CelInput {
  if (typeof type === 'object' && 'list' in type)
    return Array.isArray(value) ? value.map((each) => asInput(each, type.list)) : []
  if (typeof type === 'object') {
    const record = isMap(value) ? value : {}
    return new Map(Object.entries(type.of).map(([name, own]) => [name, asInput(record[name], own)]))
  }
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  return typeof value === 'string' || typeof value === 'boolean' ? value : null
}

const isFault = (value: unknown): value is { readonly fault: string } =>
  typeof value === 'object' && value !== null && 'fault' in value

/** Whatever a rule does, it ends neither the command nor the check of other rules. */
function guarded<T>(evaluate: () => T): T | { readonly fault: string } {
  // Each error that an expression makes would take a stack, which nobody reads.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return evaluate()
  } catch (cause) {
    if (cause instanceof Error) return { fault: cause.message }
    throw cause
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

const LONGEST_REASON = 200
const NULL = 'null_type'
const NO_WHOLE_NUMBER = / to a BigInt$/

/** The library's words, with what people do not know by them. Of texts, only whole numbers are read. */
function reasonOf(message: string): string {
  if (NO_WHOLE_NUMBER.test(message)) return 'int() was given a text that is not a whole number'
  const why = message.includes(NULL) ? `${message}: a value is absent. Compare it with null first` : message
  return why.length > LONGEST_REASON ? `${why.slice(0, LONGEST_REASON)}…` : why
}
