import { NotUnderstood } from '@boardwright/platform/query'
import type { CompanyCube } from './model.ts'
import { readExpression } from './sql/read.ts'
import { type Expression, partsOf } from './sql/syntax.ts'

/** What the model's own SQL reveals about a column of a table. */
export interface ColumnFacts {
  type?: 'number' | 'string' | 'boolean' | 'time'
  description?: string | undefined
  /** Texts that the column is compared with: its values include them. */
  readonly words: Set<string>
  /** The SQL tests whether it is below zero. */
  isSigned?: boolean
  /** The SQL replaces it where it is null. */
  isOptional?: boolean
}

/** Undefined for SQL that is not understood here. */
export const tryExpression = (sql: string): Expression | undefined => tryRead(() => readExpression(sql))

/** Undefined for what is not understood here. */
export function tryRead<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof NotUnderstood) return undefined
    throw cause
  }
}

/** The column of the cube's own table that an expression names. */
export function columnOf(expression: Expression | undefined): string | undefined {
  if (expression?.kind !== 'column') return undefined
  const [first = '', second] = expression.path
  if (second === undefined) return first.startsWith('{') ? undefined : first
  return /^\{(CUBE|TABLE)\}$/.test(first) || !first.startsWith('{') ? second : undefined
}

export function factsOf({ dimensions, measures, segments }: CompanyCube): ReadonlyMap<string, ColumnFacts> {
  const facts = new Map<string, ColumnFacts>()
  const about = (column: string): ColumnFacts => {
    const known = facts.get(column) ?? { words: new Set<string>() }
    facts.set(column, known)
    return known
  }
  const learn = (expression: Expression, isPredicate: boolean): void => {
    const column = columnOf(expression)
    if (column !== undefined && isPredicate) about(column).type = 'boolean'
    if (expression.kind === 'call') learnCall(expression, about)
    const { kind } = expression
    const isLogic = kind === 'call' && ['and', 'or', 'not', 'is'].includes(expression.name)
    for (const part of partsOf(expression)) learn(part, isPredicate && isLogic && part.kind !== 'value')
  }
  for (const [name, { type, sql, description }] of Object.entries(dimensions)) {
    const expression = tryExpression(sql ?? name)
    const column = columnOf(expression)
    if (column !== undefined) {
      const known = about(column)
      known.description ??= description
      if (type === 'number' || type === 'boolean' || type === 'time') known.type = type
      else known.type ??= 'string'
    } else if (expression) learn(expression, type === 'boolean')
  }
  for (const { type, sql, filters = [] } of Object.values(measures)) {
    const expression = sql === undefined ? undefined : tryExpression(sql)
    const column = columnOf(expression)
    if (column !== undefined && (type === 'sum' || type === 'avg')) about(column).type ??= 'number'
    else if (expression) learn(expression, false)
    for (const filter of filters) learn(tryExpression(filter) ?? { kind: 'value', value: true }, true)
  }
  for (const sql of Object.values(segments)) learn(tryExpression(sql) ?? { kind: 'value', value: true }, true)
  return facts
}

const NUMERIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', 'sum', 'avg', 'abs', 'round'])
const COMPARED: ReadonlySet<string> = new Set(['=', '<>', 'in', '<', '<=', '>', '>='])

function learnCall({ name, of }: Extract<Expression, { kind: 'call' }>, about: (column: string) => ColumnFacts): void {
  const [first, ...rest] = of
  const column = columnOf(first)
  if (NUMERIC.has(name) && rest.every(({ kind }) => kind !== 'interval'))
    for (const part of of) {
      const own = columnOf(part)
      if (own !== undefined) about(own).type ??= 'number'
    }
  if (column !== undefined && name === 'coalesce') about(column).isOptional = true
  if (column === undefined || !COMPARED.has(name)) return
  for (const part of rest) {
    if (part.kind !== 'value') continue
    if (typeof part.value === 'string' && about(column).type !== 'time') about(column).words.add(part.value)
    if (typeof part.value === 'number') about(column).type ??= 'number'
    if (part.value === 0 && (name === '<' || name === '>=')) about(column).isSigned = true
  }
}
