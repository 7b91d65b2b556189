import { NotUnderstood } from '@boardwright/platform/query'
import { isUnit, move } from '../calendar.ts'
import type { Value } from '../values.ts'
import { functionNamed } from './functions.ts'

export type Expression =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'interval'; readonly unit: string; readonly count: number }
  | { readonly kind: 'column'; readonly path: readonly string[] }
  /** Operators are calls too. `count(*)` has no arguments. */
  | {
      readonly kind: 'call'
      readonly name: string
      readonly of: readonly Expression[]
      readonly isDistinct?: boolean
      readonly where?: Expression
    }
  | {
      readonly kind: 'case'
      readonly cases: readonly (readonly [when: Expression, then: Expression])[]
      readonly else: Expression
    }
  /** A member of a data model; a time is cut to its period. */
  | { readonly kind: 'member'; readonly name: string; readonly grain?: string | undefined }
  /** A column of a cube's own table. The type is what the expression needs, if nothing else gives it. */
  | {
      readonly kind: 'raw'
      readonly cube: string
      readonly column: string
      readonly type?: 'number' | 'string' | 'boolean' | 'time' | undefined
    }
  /** An aggregate over the rows of a cube. */
  | {
      readonly kind: 'aggregate'
      readonly cube: string
      readonly how: How
      readonly of: Expression | undefined
      readonly where: readonly Expression[]
    }
  /** A filter of a query. */
  | { readonly kind: 'test'; readonly of: Expression; readonly test: (value: Value) => boolean }

export type How = 'count' | 'sum' | 'avg' | 'min' | 'max' | 'distinct'
export type Aggregate = Extract<Expression, { kind: 'aggregate' }>

export interface Output {
  readonly name: string
  readonly of: Expression
}

export type Source = { readonly alias: string | undefined; readonly join?: Join } & (
  | { readonly kind: 'table'; readonly path: readonly string[] }
  | { readonly kind: 'query'; readonly query: Query; readonly columns: readonly string[] | undefined }
)

interface Join {
  readonly isOuter: boolean
  readonly on: Expression | undefined
}

export interface Select {
  readonly kind: 'select'
  readonly isDistinct: boolean
  readonly outputs: readonly (Output | 'everything')[]
  readonly sources: readonly Source[]
  readonly where: Expression | undefined
  readonly groups: readonly Expression[]
  readonly having: Expression | undefined
}

export interface RowsOfValues {
  readonly kind: 'values'
  readonly rows: readonly (readonly Expression[])[]
}

export interface Query {
  readonly kind: 'query'
  readonly tables: readonly {
    readonly name: string
    readonly columns: readonly string[] | undefined
    readonly query: Query
  }[]
  readonly parts: readonly {
    readonly how: 'all' | 'distinct' | 'intersect' | 'except'
    readonly of: Select | RowsOfValues | Query
  }[]
  readonly order: readonly { readonly of: Expression; readonly isDown: boolean }[]
  readonly limit: number | undefined
  readonly offset: number
}

export const call = (name: string, ...of: readonly Expression[]): Expression => ({ kind: 'call', name, of })
export const constant = (value: Value): Expression => ({ kind: 'value', value })

/** The direct parts of an expression. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'call':
      return expression.where ? [...expression.of, expression.where] : expression.of
    case 'case':
      return [...expression.cases.flat(), expression.else]
    case 'test':
      return [expression.of]
    default:
      return []
  }
}

/** The same expression with other parts. */
export function mapParts(expression: Expression, change: (part: Expression) => Expression): Expression {
  switch (expression.kind) {
    case 'call': {
      const { where } = expression
      return { ...expression, of: expression.of.map(change), ...(where ? { where: change(where) } : {}) }
    }
    case 'case':
      return {
        ...expression,
        cases: expression.cases.map(([when, then]) => [change(when), change(then)]),
        else: change(expression.else),
      }
    case 'test':
      return { ...expression, of: change(expression.of) }
    default:
      return expression
  }
}

/** Two expressions with the same key mean the same. */
export const keyOf = (expression: Expression): string => JSON.stringify(expression)

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
