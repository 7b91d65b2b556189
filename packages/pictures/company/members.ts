import { NotUnderstood } from '@boardwright/platform/query'
import { isOfDays, isUnit, readTime, startOf, type Unit } from './calendar.ts'
import { type Coded, codedColumn, codedPeriods, joined } from './coded.ts'
import { tryRead } from './facts.ts'
import { bracedIn, createFormulas, HOW, HOW_CALLED, referenceIn } from './formulas.ts'
import { createJoins, type Joins } from './joins.ts'
import {
  ANY_ROW,
  type CompanyCube,
  type CompanyDimension,
  type CompanyMeasure,
  type CompanyModel,
  unknownCube,
} from './model.ts'
import { treeOf } from './sql/expressions.ts'
import { compile, constant, type Expression, type How, mapParts, type Reading, type Resolve } from './sql/syntax.ts'
import { createTables, type Tables } from './tables.ts'
import { byRow, cellOf, numberOf, own, type Value, type Values } from './values.ts'

/** The members of a model, and what each of them is computed from. */
export interface Members {
  readonly model: CompanyModel
  readonly tables: Tables
  readonly joins: Joins
  /** For a member of a view, the member of the cube behind it. */
  readonly origin: (name: string) => string
  readonly dimension: (name: string) => CompanyDimension | undefined
  readonly hasMeasure: (name: string) => boolean
  /** A measure as aggregates, and an expression over them. */
  readonly measure: (name: string) => Expression
  readonly segment: (name: string) => Expression
  /** How expressions read the rows of a cube. */
  readonly resolveOn: (root: string) => Resolve
  readonly valuesOf: (dimension: string) => Values
  /** An expression evaluated for the rows of a cube, with its values numbered. */
  readonly coded: (root: string, expression: Expression) => Coded
}

const DEEPEST = 20

export function createMembers(model: CompanyModel): Members {
  const tables = createTables(model)
  const joins = createJoins(model, tables)
  const cubeOf = (name: string): CompanyCube => own(model.cubes, name) ?? unknownCube(name)
  const split = (name: string): [cube: string, member: string] => {
    const [cube = '', member = ''] = name.split('.')
    return [cube, member]
  }
  const origin = (name: string): string => {
    const [owner, member] = split(name)
    return own(own(model.views, owner) ?? {}, member) ?? `${owner}.${member}`
  }
  const dimension = (name: string): CompanyDimension | undefined => {
    const [cube, member] = split(origin(name))
    return own(cubeOf(cube).dimensions, member)
  }
  const measureOf = (name: string): CompanyMeasure | undefined => {
    const [cube, member] = split(origin(name))
    return own(cubeOf(cube).measures, member)
  }

  /** Resolves the names in an expression of a cube. */
  const scoped = (expression: Expression, cube: string, depth = 0): Expression => {
    const inner = (part: Expression): Expression => scoped(part, cube, depth)
    if (expression.kind === 'call' && expression.name in HOW_CALLED) return aggregateOf(expression, cube, inner)
    if (expression.kind !== 'column') return mapParts(expression, inner)
    const [first = '', second] = expression.path
    const braced = bracedIn(first)
    if (braced === undefined) return { kind: 'raw', cube, column: second ?? first }
    if (/^FILTER_(PARAMS|GROUP)/.test(braced)) return constant(true)
    const isOwn = braced === 'CUBE' || braced === 'TABLE' || braced === cube
    if (second !== undefined) return { kind: 'raw', cube: isOwn ? cube : braced, column: second }
    const { owner, member, grain } = referenceIn(model, braced, cube)
    return named(`${owner}.${member}`, grain, depth)
  }

  function named(name: string, grain: string | undefined, depth: number): Expression {
    if (measureOf(name)) {
      if (depth > DEEPEST) throw new NotUnderstood('measures are made of each other')
      return measure(name, depth + 1)
    }
    return { kind: 'member', name, grain }
  }

  const aggregateOf = (
    { name, of, where }: Extract<Expression, { kind: 'call' }>,
    cube: string,
    inner: (part: Expression) => Expression,
  ): Expression => ({
    ...{ kind: 'aggregate', cube, of: of[0] && inner(of[0]), where: where ? [inner(where)] : [] },
    how: HOW_CALLED[name] ?? 'sum',
  })

  /** SQL that cannot be read becomes a column of its own, so that different SQL has different values. */
  const readAs = (sql: string, cube: string, type: 'number' | 'boolean' | 'string' | 'time', depth = 0): Expression => {
    try {
      return scoped(treeOf(piecesOf(sql, cube)), cube, depth)
    } catch (cause) {
      if (cause instanceof NotUnderstood) return { kind: 'raw', cube, column: `sql ${sql}`, type }
      throw cause
    }
  }

  /** What a measure that counts nothing itself is computed from, if it can be read. */
  const formulaOf = (sql: string, cube: string, depth = 0): Expression | undefined => {
    const tree = tryRead(() => treeOf(piecesOf(sql, cube)))
    const found = tree && scoped(tree, cube, depth)
    return found && isCounted(found) ? found : undefined
  }
  const formulas = new Map<string, boolean>()
  const piecesOf = createFormulas(model, (cube, member) => {
    const { type = '', sql } = own(cubeOf(cube).measures, member) ?? {}
    if (HOW[type] !== undefined || sql === undefined) return false
    const name = `${cube}.${member}`
    const known = formulas.get(name)
    if (known !== undefined) return known
    // One that is made of itself is none.
    formulas.set(name, false)
    formulas.set(name, formulaOf(sql, cube) !== undefined)
    return formulas.get(name) === true
  })

  function measure(name: string, depth = 0): Expression {
    const [cube, member] = split(origin(name))
    const { type, sql, filters = [] } = measureOf(name) ?? { type: 'number' }
    const how = HOW[type]
    const where = filters.map((filter) => readAs(filter, cube, 'boolean', depth))
    if (how === 'count' && sql === undefined) return { kind: 'aggregate', cube, how, of: undefined, where }
    if (how !== undefined) {
      const of: Expression =
        sql === undefined ? { kind: 'raw', cube, column: member, type: 'number' } : readAs(sql, cube, 'number', depth)
      return { kind: 'aggregate', cube, how, of: typed(of), where }
    }
    const found = sql === undefined ? undefined : formulaOf(sql, cube, depth)
    if (found) return found
    const column: Expression = {
      kind: 'raw',
      cube,
      column: sql === undefined ? member : `${member} ${sql}`,
      type: 'number',
    }
    return { kind: 'aggregate', cube, how: howNamed(member), of: column, where }
  }

  const segment = (name: string): Expression => {
    const [cube, member] = split(origin(name))
    return readAs(own(cubeOf(cube).segments, member) ?? ANY_ROW, cube, 'boolean')
  }

  const made = new Map<string, Values>()
  const valuesOf = (name: string, type: 'time' | undefined = undefined): Values => {
    const known = made.get(name)
    if (known) return known
    const [cube, member] = split(name)
    const about = own(cubeOf(cube).dimensions, member)
    const { size } = tables(cube)
    const reading = about ? readingOf(about, cube, member) : fromColumn(cube, member, type)
    const cast = CASTS[about?.type ?? type ?? '']
    const values = byRow(size, cast ? (row) => cast(reading(row)) : reading)
    made.set(name, values)
    return values
  }
  const fromColumn = (cube: string, column: string, type: 'time' | undefined): Reading => {
    const values = tables(cube).column(column, type)
    return (row) => values[row] ?? null
  }
  const readingOf = ({ sql, cases, values, type }: CompanyDimension, cube: string, member: string): Reading => {
    const kind = type === 'number' || type === 'time' || type === 'boolean' ? type : 'string'
    const expression = cases
      ? casesOf(cases, cube)
      : sql === undefined && values
        ? anyWord(values, cube, member)
        : readAs(sql ?? member, cube, kind)
    const resolve = resolveOn(cube)
    try {
      return compile(expression, resolve)
    } catch (cause) {
      if (!(cause instanceof NotUnderstood)) throw cause
      return compile({ kind: 'raw', cube, column: `${member} ${sql}`, type: kind }, resolve)
    }
  }
  const casesOf = (cases: NonNullable<CompanyDimension['cases']>, cube: string): Expression => {
    const labelOf = ({ label, isSql }: (typeof cases)[number]): Expression =>
      isSql ? readAs(label, cube, 'string') : constant(label)
    const last = cases.find(({ when }) => when === undefined)
    return {
      kind: 'case',
      cases: cases.flatMap((each) =>
        each.when === undefined ? [] : [[readAs(each.when, cube, 'boolean'), labelOf(each)] as const],
      ),
      else: last ? labelOf(last) : constant(null),
    }
  }

  const resolveOn = (root: string): Resolve => {
    const at = (cube: string, values: Values): Reading => {
      const rows = joins.rows(root, cube)
      return rows === 'same' ? (row) => values[row] ?? null : (row) => values[rows[row] ?? -1] ?? null
    }
    return (expression) => {
      if (expression.kind === 'raw')
        return at(expression.cube, tables(expression.cube).column(expression.column, expression.type))
      if (expression.kind !== 'member') return undefined
      const name = origin(expression.name)
      const { grain } = expression
      const reading = at(split(name)[0], valuesOf(name, grain === undefined ? undefined : 'time'))
      return grain === undefined ? reading : (row) => inPeriod(reading(row), grain)
    }
  }

  const numbered = new Map<string, Coded>()
  /** The day of each row, if the member is a column of times in this cube. */
  const daysOf = (root: string, name: string): Int32Array | undefined => {
    const [cube, member] = split(name)
    const about = cube === root ? own(cubeOf(cube).dimensions, member) : undefined
    if (about?.type !== 'time' || about.cases || (about.values && about.sql === undefined)) return undefined
    const column = readAs(about.sql ?? member, cube, 'time')
    return column.kind === 'raw' && column.cube === cube ? tables(cube).days(column.column) : undefined
  }
  const numberedIn = (root: string, expression: Expression): Coded => {
    const cut = cutIn(expression)
    const days = cut && daysOf(root, origin(cut.name))
    if (days) return codedPeriods(days, cut.unit)
    const cube = expression.kind === 'member' ? split(origin(expression.name))[0] : root
    const rows = joins.rows(root, cube)
    return rows === 'same'
      ? codedColumn(compile(expression, resolveOn(root)), tables(root).size)
      : joined(coded(cube, expression), rows)
  }
  const coded = (root: string, expression: Expression): Coded => {
    const key = expression.kind === 'member' ? `${root} ${origin(expression.name)} ${expression.grain}` : undefined
    const known = key === undefined ? undefined : numbered.get(key)
    if (known) return known
    const found = numberedIn(root, expression)
    if (key !== undefined) numbered.set(key, found)
    return found
  }
  return {
    ...{ model, tables, joins, origin, dimension, measure, segment, resolveOn, coded },
    hasMeasure: (name) => measureOf(name) !== undefined,
    valuesOf: (name) => valuesOf(origin(name)),
  }
}

/** A member that is cut to a period of whole days, by a query or in SQL. */
function cutIn(expression: Expression): { readonly name: string; readonly unit: Unit } | undefined {
  const isCall = expression.kind === 'call' && expression.name === 'date_trunc'
  const [unit, of] = isCall ? expression.of : [undefined, expression]
  if (of?.kind !== 'member' || (isCall ? of.grain !== undefined : of.grain === undefined)) return undefined
  const name = unit?.kind === 'value' ? String(unit.value).toLowerCase() : (of.grain ?? '')
  if (!isUnit(name)) return isCall ? undefined : { name: of.name, unit: 'day' }
  return isOfDays(name) ? { name: of.name, unit: name } : undefined
}

/** A period that the model defines itself is treated as a day. */
const inPeriod = (value: Value, grain: string): Value =>
  value instanceof Date ? startOf(value, isUnit(grain) ? grain : 'day') : value

/** Sums and averages need numbers, so columns of unknown type become numbers. */
const typed = (of: Expression): Expression => (of.kind === 'raw' ? { ...of, type: of.type ?? 'number' } : of)

function isCounted(expression: Expression): boolean {
  if (expression.kind === 'aggregate') return true
  if (expression.kind === 'call') return expression.of.every((part) => part.kind === 'value' || isCounted(part))
  return (
    expression.kind === 'case' &&
    [...expression.cases.flat(), expression.else].every((part) => part.kind === 'value' || isCounted(part))
  )
}

const howNamed = (name: string): How => {
  if (/count$|^count/.test(name)) return 'count'
  return /average|avg|mean|median|rate$|share|percent|ratio|price|probability|score/.test(name) ? 'avg' : 'sum'
}

/** One of the values that the model lists. */
const anyWord = (values: readonly string[], cube: string, member: string): Expression => ({
  kind: 'case',
  cases: values.map((value, index) => [
    {
      kind: 'call',
      name: '<',
      of: [{ kind: 'raw', cube, column: `${member} share`, type: 'number' }, constant((index + 1) / values.length)],
    },
    constant(value),
  ]),
  else: constant(values.at(-1) ?? null),
})

const CASTS: Readonly<Record<string, (value: Value) => Value>> = {
  string: (value) => (value === null ? null : String(cellOf(value))),
  number: numberOf,
  boolean: (value) => (value === null ? null : value === true || value === 'true' || value === 1),
  time: (value) => (value === null || value instanceof Date ? value : (readTime(String(value)) ?? null)),
}
