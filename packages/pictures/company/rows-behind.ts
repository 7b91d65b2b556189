import { columnOf, tryExpression } from './facts.ts'
import type { CompanyCube, CompanyDimension, CompanyModel } from './model.ts'
import { type Expression, partsOf } from './sql/syntax.ts'
import { createTables } from './tables.ts'
import { own, type Values } from './values.ts'

/** The rows behind a cube, before its members: with every column that the model's SQL names. */
export interface RowsBehind {
  readonly cube: string
  readonly columns: ReadonlyMap<string, Values>
}

/** What a database of the made-up company holds. Joins lead to the rows that `companyOf` joins. */
export function rowsBehind(model: CompanyModel): RowsBehind[] {
  const tables = createTables(model)
  const named = columnsNamed(model)
  return Object.keys(model.cubes).map((cube) => {
    const table = tables(cube)
    const columns = [...(named.get(cube) ?? [])].map(([name, type]) => {
      const values = table.column(name, type)
      return [name, values.filter((_, row) => table.keeps(row))] as const
    })
    return { cube, columns: new Map(columns) }
  })
}

type Type = 'number' | 'string' | 'boolean' | 'time' | undefined
type Named = Map<string, Type>

function columnsNamed({ cubes }: CompanyModel): ReadonlyMap<string, Named> {
  const named = new Map(Object.keys(cubes).map((name): [string, Named] => [name, new Map()]))
  const add = (cube: string, column: string, type?: Type): void => {
    const known = named.get(cube)
    if (known && known.get(column) === undefined) known.set(column, type)
  }
  for (const [cube, body] of Object.entries(cubes)) {
    for (const { own: key, other, to } of body.joins) {
      if (key !== undefined && !own(body.dimensions, key)) add(cube, key)
      if (other !== undefined && !own(cubes[to]?.dimensions ?? {}, other)) add(to, other)
    }
    for (const [sql, type] of sqlIn(body)) addFrom(sql, type, cube, add)
  }
  return named
}

/** The SQL of a cube's members, with the type that one column alone would have. */
const sqlIn = ({ dimensions, measures, segments }: CompanyCube): (readonly [sql: string, type: Type])[] => [
  ...Object.entries(dimensions).flatMap(([name, dimension]) => sqlOf(name, dimension)),
  ...Object.values(measures).flatMap(({ type, sql, filters = [] }) => [
    ...(sql === undefined ? [] : [[sql, type === 'sum' || type === 'avg' ? 'number' : undefined] as const]),
    ...filters.map((filter) => [filter, undefined] as const),
  ]),
  ...Object.values(segments).map((sql) => [sql, undefined] as const),
]

const TYPED: Readonly<Record<string, Type>> = { number: 'number', boolean: 'boolean', time: 'time' }

const sqlOf = (name: string, { sql, cases, values, type }: CompanyDimension): (readonly [string, Type])[] => [
  ...(sql === undefined && (cases || values) ? [] : [[sql ?? name, TYPED[type] ?? 'string'] as const]),
  ...(cases ?? []).flatMap(({ when, label, isSql }) =>
    [when, isSql ? label : undefined].flatMap((each) => (each === undefined ? [] : [[each, undefined] as const])),
  ),
]

const QUALIFIED = /\{\s*(\w+)\s*\}\.(\w+)/g

/** SQL that is not understood here names at least the columns that stand behind the name of a cube. */
function addFrom(
  sql: string,
  type: Type,
  cube: string,
  add: (cube: string, column: string, type?: Type) => void,
): void {
  const cubeNamed = (owner: string): string => (owner === 'CUBE' || owner === 'TABLE' ? cube : owner)
  const expression = tryExpression(sql)
  if (!expression) {
    for (const [, owner = '', column = ''] of sql.matchAll(QUALIFIED)) add(cubeNamed(owner), column)
    return
  }
  const single = columnOf(expression)
  if (single !== undefined) add(cube, single, type)
  for (const [first = '', second] of single === undefined ? pathsIn(expression) : []) {
    const owner = /^\{\s*(\w+)\s*\}$/.exec(first)?.[1]
    if (second === undefined && owner === undefined && !first.startsWith('{')) add(cube, first)
    else if (second !== undefined) add(owner === undefined ? cube : cubeNamed(owner), second)
  }
}

const pathsIn = (expression: Expression): (readonly string[])[] =>
  expression.kind === 'column' ? [expression.path] : partsOf(expression).flatMap(pathsIn)
