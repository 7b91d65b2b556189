import { eventFunction, eventValue } from './events.ts'
import { PURE, writtenPattern } from './functions.ts'
import type { Call, Context, Node, Run } from './library.ts'
import { nativeFunction } from './native.ts'
import { BINARY, UNARY } from './operators.ts'
import { admit, keyOf, read, signalValue } from './values.ts'

const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ...(['E', 'LN2', 'LN10', 'LOG2E', 'LOG10E', 'PI', 'SQRT1_2', 'SQRT2'] as const).map((name): [string, number] => [
    name,
    Math[name],
  ]),
  ['NaN', Number.NaN],
  ['MIN_VALUE', Number.MIN_VALUE],
  ['MAX_VALUE', Number.MAX_VALUE],
])

/**
 * Turns an expression into a closure, once. It allows what is named here and in the tables of functions, and nothing
 * else: names of functions are no values, and values are never called.
 */
export function compileExpression(node: Node, context: Context): Run {
  const compile = COMPILERS.get(node.type)
  if (compile === undefined) throw new Error(`An expression cannot have a ${node.type}`)
  return compile(node, (part) => compileExpression(part as Node, context), context)
}

type Compile = (node: Node, part: (part: unknown) => Run, context: Context) => Run

const COMPILERS: ReadonlyMap<string, Compile> = new Map<string, Compile>([
  ['Literal', literal],
  ['Identifier', ({ name }) => identifier(name ?? '')],
  ['MemberExpression', member],
  ['CallExpression', call],
  ['ArrayExpression', list],
  ['ObjectExpression', map],
  ['BinaryExpression', binary],
  ['UnaryExpression', unary],
  ['LogicalExpression', logical],
  [
    'ConditionalExpression',
    (node, part) => choice(part(node['test']), part(node['consequent']), part(node['alternate'])),
  ],
])

function literal({ regex, value }: Node): Run {
  // A pattern with a memory is a new one each time.
  if (regex && /[gy]/.test(regex.flags)) return () => writtenPattern(regex.pattern, regex.flags)
  return () => value
}

function identifier(name: string): Run {
  if (name === 'datum') return (_, datum) => admit(datum)
  if (name === 'event') return (_, __, event) => eventValue(event)
  if (name === 'item') return (_, __, ___, item) => admit(item)
  if (CONSTANTS.has(name)) return () => CONSTANTS.get(name)
  const key = `$${name}`
  return (parameters) =>
    parameters instanceof Object && Object.hasOwn(parameters, key)
      ? signalValue((parameters as Readonly<Record<string, unknown>>)[key])
      : undefined
}

function member(node: Node, part: (part: unknown) => Run): Run {
  const holder = part(node['object'])
  if (!node.computed) {
    const { name = '' } = node['property'] as Node
    return (p, datum, event, item) => read(holder(p, datum, event, item), name)
  }
  const key = part(node['property'])
  return (p, datum, event, item) => read(holder(p, datum, event, item), keyOf(key(p, datum, event, item)))
}

/** Marks ask for scales under names of their own. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['_scale', 'scale'],
  ['_range', 'range'],
  ['_bandwidth', 'bandwidth'],
])

function call(node: Node, part: (part: unknown) => Run, context: Context): Run {
  const { type, name: written = '' } = node['callee'] as Node
  const args = (node['arguments'] as readonly Node[]).map(part)
  const name = type === 'Identifier' ? (NAMES.get(written) ?? written) : ''
  if (name === 'if') return choice(...(args as [Run, Run, Run]))
  const onEvent = eventFunction(name)
  if (onEvent) return (...at) => onEvent(at[2], ...args.map((arg) => arg(...at)))
  const own = PURE.get(name) ?? nativeFunction(name, context)
  if (own === undefined) throw new Error(`An expression cannot call ${written}()`)
  return called(own, args)
}

function called(own: Call, args: readonly Run[]): Run {
  const [first, second] = args
  if (first && args.length === 1) return (p, datum, event, item) => own(first(p, datum, event, item))
  if (first && second && args.length === 2)
    return (p, datum, event, item) => own(first(p, datum, event, item), second(p, datum, event, item))
  return (...at) => own(...args.map((arg) => arg(...at)))
}

function list(node: Node, part: (part: unknown) => Run): Run {
  const elements = (node['elements'] as readonly Node[]).map(part)
  return (...at) => elements.map((element) => element(...at))
}

function map(node: Node, part: (part: unknown) => Run): Run {
  const entries = (node['properties'] as readonly Node[]).map((property): readonly [string, Run] => {
    const { type, name, value } = property['key'] as Node
    return [type === 'Identifier' ? (name ?? '') : String(value), part(property.value)]
  })
  return (...at) => Object.fromEntries(entries.map(([key, value]) => [key, value(...at)]))
}

function binary(node: Node, part: (part: unknown) => Run): Run {
  const [left, right] = [part(node['left']), part(node['right'])]
  const operate = BINARY.get(node.operator ?? '')
  if (operate === undefined) throw new Error(`An expression cannot have the operator ${node.operator}`)
  return (p, datum, event, item) => operate(left(p, datum, event, item), right(p, datum, event, item))
}

function unary(node: Node, part: (part: unknown) => Run): Run {
  const argument = part(node['argument'])
  const operate = UNARY.get(node.operator ?? '')
  if (operate === undefined) throw new Error(`An expression cannot have the operator ${node.operator}`)
  return (p, datum, event, item) => operate(argument(p, datum, event, item))
}

function logical(node: Node, part: (part: unknown) => Run): Run {
  const [left, right] = [part(node['left']), part(node['right'])]
  return node.operator === '&&'
    ? (p, datum, event, item) => left(p, datum, event, item) && right(p, datum, event, item)
    : (p, datum, event, item) => left(p, datum, event, item) || right(p, datum, event, item)
}

const choice =
  (test: Run, yes: Run, no: Run): Run =>
  (p, datum, event, item) =>
    test(p, datum, event, item) ? yes(p, datum, event, item) : no(p, datum, event, item)
