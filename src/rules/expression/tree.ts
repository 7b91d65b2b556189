import { parse } from '@bufbuild/cel'

type Parsed = ReturnType<typeof parse>
/** A node of a parsed expression, in the form that CEL itself defines. Macros such as `all` are loops in it. */
export type Expr = NonNullable<Parsed['expr']>
export type Tree = { readonly root: Expr; readonly placeOf: (node: Expr) => number }

/** The parser takes up to 0.1 ms for a character. */
const LONGEST = 1_000
const DEEPEST = 40
const MOST_NODES = 500

/** What is wrong with an expression, and at which of its characters. */
export interface ExpressionFault {
  readonly fault: string
  readonly hint?: string
  readonly offset: number
}

export function parseExpression(text: string): Tree | ExpressionFault {
  if (text.length > LONGEST) return { fault: `it has more than ${LONGEST} characters`, offset: LONGEST }
  const deep = tooDeepAt(text)
  if (deep !== undefined) return { fault: `more than ${DEEPEST} brackets are open`, offset: deep }
  const parsed = read(text)
  if ('fault' in parsed) return parsed
  const { expr, sourceInfo } = parsed
  if (expr === undefined) return { fault: 'it is empty', offset: 0 }
  const placeOf = ({ id }: Expr): number => sourceInfo?.positions[String(id)] ?? 0
  const size = nodesIn(expr)
  if (size > MOST_NODES) return { fault: `it has ${size} parts, more than ${MOST_NODES}`, offset: 0 }
  return { root: expr, placeOf }
}

/** The parser calls itself for each of them. Brackets in texts count too: nobody writes so many. */
function tooDeepAt(text: string): number | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if ('([{?'.includes(text[at] as string)) depth += 1
    if (')]}'.includes(text[at] as string)) depth -= 1
    if (depth > DEEPEST) return at
  }
  return undefined
}

interface SyntaxFault {
  readonly rawMessage: string
  readonly location: { readonly start: { readonly offset: number } }
}

const isSyntaxFault = (cause: unknown): cause is SyntaxFault =>
  typeof cause === 'object' && cause !== null && 'rawMessage' in cause && 'location' in cause

function read(text: string): Parsed | ExpressionFault {
  try {
    return parse(text)
  } catch (cause) {
    if (isSyntaxFault(cause)) return { fault: cause.rawMessage, offset: cause.location.start.offset }
    // What the parser refuses without a place, such as a number that no integer can hold.
    if (cause instanceof Error) return { fault: cause.message, offset: 0 }
    throw cause
  }
}

/** The parts of a node, from left to right. */
export function partsOf({ exprKind: kind }: Expr): readonly Expr[] {
  switch (kind.case) {
    case 'selectExpr':
      return given(kind.value.operand)
    case 'callExpr':
      return given(kind.value.target, ...kind.value.args)
    case 'listExpr':
      return kind.value.elements
    case 'structExpr':
      return kind.value.entries.flatMap(({ keyKind, value }) =>
        given(keyKind.case === 'mapKey' ? keyKind.value : undefined, value),
      )
    case 'comprehensionExpr': {
      const { iterRange, accuInit, loopCondition, loopStep, result } = kind.value
      return given(iterRange, accuInit, loopCondition, loopStep, result)
    }
    default:
      return []
  }
}

const given = (...nodes: readonly (Expr | undefined)[]): readonly Expr[] => nodes.filter((node) => node !== undefined)

/** The same node with other parts. */
export function withParts(node: Expr, change: (part: Expr) => Expr): Expr {
  const { exprKind: kind } = node
  const maybe = (part: Expr | undefined): Expr | undefined => part && change(part)
  switch (kind.case) {
    case 'selectExpr':
      return { ...node, exprKind: { ...kind, value: { ...kind.value, operand: maybe(kind.value.operand) } } }
    case 'callExpr': {
      const { target, args } = kind.value
      return { ...node, exprKind: { ...kind, value: { ...kind.value, target: maybe(target), args: args.map(change) } } }
    }
    case 'listExpr':
      return { ...node, exprKind: { ...kind, value: { ...kind.value, elements: kind.value.elements.map(change) } } }
    case 'comprehensionExpr': {
      const { iterRange, accuInit, loopCondition, loopStep, result } = kind.value
      const parts = {
        iterRange: maybe(iterRange),
        accuInit: maybe(accuInit),
        loopCondition: maybe(loopCondition),
        loopStep: maybe(loopStep),
        result: maybe(result),
      }
      return { ...node, exprKind: { ...kind, value: { ...kind.value, ...parts } } }
    }
    default:
      return node
  }
}

export const nodesIn = (node: Expr): number => partsOf(node).reduce((size, part) => size + nodesIn(part), 1)

/** A call of a function of ours. */
export const callOf = (like: Expr, name: string, ...args: readonly Expr[]): Expr => ({
  ...like,
  exprKind: {
    case: 'callExpr',
    value: { $typeName: 'cel.expr.Expr.Call', function: name, args: [...args] },
  },
})

export const constantOf = (like: Expr, value: bigint | null): Expr => ({
  ...like,
  exprKind: {
    case: 'constExpr',
    value: {
      $typeName: 'cel.expr.Constant',
      constantKind: value === null ? { case: 'nullValue', value: 0 } : { case: 'int64Value', value },
    },
  },
})
