import { NotUnderstood } from '../../query/sql/tokens.ts'
import { isUnit, move } from '../calendar.ts'
import type { Value } from '../values.ts'
import { functionNamed } from './functions.ts'
import type { Expression } from './syntax.ts'

/** The value of an expression, by row number. */
export type Reading = (row: number) => Value

/** Resolves what depends on where an expression is used: columns, members, and calls that count rows. */
export type Resolve = (expression: Expression) => Reading | undefined

/** An expression as a function of the row. */
export function compile(expression: Expression, resolve: Resolve): Reading {
  const known = resolve(expression)
  if (known) return known
  const inner = (part: Expression): Reading => compile(part, resolve)
  switch (expression.kind) {
    case 'value': {
      const { value } = expression
      return () => value
    }
    case 'test': {
      const [of, test] = [inner(expression.of), expression.test]
      return (row) => test(of(row))
    }
    case 'case': {
      const cases = expression.cases.map(([when, then]) => [inner(when), inner(then)] as const)
      const last = inner(expression.else)
      return (row) => (cases.find(([when]) => when(row) === true)?.[1] ?? last)(row)
    }
    case 'call':
      return compileCall(expression, inner)
    default:
      throw new NotUnderstood(
        `${expression.kind === 'column' ? expression.path.join('.') : expression.kind} is not known here`,
      )
  }
}

function compileCall(
  { name, of }: Extract<Expression, { kind: 'call' }>,
  inner: (part: Expression) => Reading,
): Reading {
  const [first, second] = of
  if (first && second?.kind === 'interval' && (name === '+' || name === '-')) {
    const { unit, count } = second
    if (!isUnit(unit)) throw new NotUnderstood(`the unit ${unit} is not known`)
    const [time, by] = [inner(first), name === '+' ? count : -count]
    return (row) => {
      const value = time(row)
      return value instanceof Date ? move(value, unit, by) : null
    }
  }
  const work = functionNamed(name)
  const parts = of.map(inner)
  const [a, b] = parts
  if (a && b && parts.length === 2) return (row) => work(a(row), b(row))
  return (row) => work(...parts.map((part) => part(row)))
}
