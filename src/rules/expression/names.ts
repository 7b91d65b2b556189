import { didYouMean, nearest } from '@boardwright/common'
import { common, elementOf, FUNCTION_NAMES, FUNCTIONS, kindWords, shownFunction, type ValueKind } from './kinds.ts'
import type { Expr, ExpressionFault, Tree } from './tree.ts'

type Scope = ReadonlyMap<string, ValueKind>

/**
 * What an expression is, by what its fields are. Whatever it names must exist, and whatever it does to a value must be
 * possible, so that a typing error is a fault here and not an answer later.
 */
export function kindOfExpression({ root, placeOf }: Tree, fields: Scope): ValueKind | ExpressionFault {
  const faults: ExpressionFault[] = []

  function fail(at: Expr, fault: string, hint?: string, after = 0): undefined {
    faults.push({ fault, ...(hint === undefined ? {} : { hint }), offset: placeOf(at) + after })
    return undefined
  }

  function visit(node: Expr | undefined, scope: Scope): ValueKind | undefined {
    if (node === undefined) return undefined
    const { exprKind: kind } = node
    switch (kind.case) {
      case 'constExpr':
        return CONSTANTS[kind.value.constantKind.case ?? ''] ?? fail(node, 'this value cannot be used here')
      case 'identExpr':
        return named(node, kind.value.name, scope)
      case 'selectExpr':
        return selected(node, kind.value, scope)
      case 'callExpr':
        return called(node, kind.value, scope)
      case 'listExpr':
        return listed(node, kind.value.elements, scope)
      case 'comprehensionExpr':
        return folded(node, kind.value, scope)
      default:
        return fail(node, 'maps and messages cannot be made here', 'Use lists, texts and numbers.')
    }
  }

  function named(node: Expr, name: string, scope: Scope): ValueKind | undefined {
    const known = scope.get(name)
    if (known !== undefined) return known
    const names = [...scope.keys()].filter((each) => !each.startsWith('@'))
    return fail(node, `there is no field "${name}"`, offered(name, names))
  }

  function selected(
    node: Expr,
    { operand, field, testOnly }: Value<'selectExpr'>,
    scope: Scope,
  ): ValueKind | undefined {
    const of = visit(operand, scope)
    if (of === undefined) return undefined
    if (typeof of !== 'object' || !('of' in of))
      return fail(node, `${kindWords(of)} has no field "${field}"`, undefined, 1)
    if (!Object.hasOwn(of.of, field))
      return fail(node, `there is no field "${field}"`, offered(field, Object.keys(of.of)), 1)
    return testOnly ? 'boolean' : of.of[field]
  }

  function called(
    node: Expr,
    { function: name, target, args }: Value<'callExpr'>,
    scope: Scope,
  ): ValueKind | undefined {
    const signature = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
    if (signature === undefined) return fail(node, `there is no function "${name}"`, offered(name, FUNCTION_NAMES))
    const kinds = (target ? [target, ...args] : args).map((each) => visit(each, scope))
    if (!kinds.every((kind) => kind !== undefined)) return undefined
    const shown = kinds.map(kindWords).join(' and ')
    return signature(...kinds) ?? fail(node, `${shownFunction(name)} cannot be used with ${shown}`)
  }

  function listed(node: Expr, elements: readonly Expr[], scope: Scope): ValueKind | undefined {
    let list: ValueKind = 'none'
    for (const element of elements) {
      const kind = visit(element, scope)
      if (kind === undefined) return undefined
      const both: ValueKind | undefined = common(list, kind)
      if (both === undefined) return fail(element, `${kindWords(kind)} cannot be in ${kindWords({ list })}`)
      list = both
    }
    return list === 'none' && elements.length > 0 ? fail(node, 'a list of nothing but null') : { list }
  }

  function folded(node: Expr, loop: Value<'comprehensionExpr'>, scope: Scope): ValueKind | undefined {
    const range = visit(loop.iterRange, scope)
    if (range === undefined) return undefined
    const element = elementOf(range)
    if (element === undefined) return fail(loop.iterRange ?? node, `${kindWords(range)} is not a list`)
    const start = visit(loop.accuInit, scope)
    if (start === undefined) return undefined
    const inner = new Map([...scope, [loop.iterVar, element], [loop.accuVar, start]])
    const step = visit(loop.loopStep, inner)
    if (step === undefined || visit(loop.loopCondition, inner) === undefined) return undefined
    return visit(loop.result, new Map([...scope, [loop.accuVar, step]]))
  }

  const kind = visit(root, fields)
  const [fault] = faults
  if (fault) return fault
  return kind ?? { fault: 'it cannot be read', offset: 0 }
}

type Value<Case> = Extract<Expr['exprKind'], { readonly case: Case }>['value']

const CONSTANTS: Readonly<Record<string, ValueKind>> = {
  boolValue: 'boolean',
  doubleValue: 'number',
  int64Value: 'number',
  nullValue: 'null',
  stringValue: 'text',
}

const offered = (name: string, names: readonly string[]): string =>
  didYouMean(nearest(name, names), `There are ${names.join(', ')}.`)
