import { oncePerKey } from '@boardwright/common'
import { NotUnderstood, quoteBraces } from '@boardwright/platform/query'
import { daysInColumn, makeColumn } from './columns.ts'
import { type ColumnFacts, columnOf, factsOf } from './facts.ts'
import { type CompanyCube, type CompanyModel, unknownCube } from './model.ts'
import { readQuery } from './sql/read.ts'
import { compile, type Expression, type Query, type RowsOfValues, type Select } from './sql/syntax.ts'
import { regionsAt, type Subjects, subjectsOf } from './subjects.ts'
import { byRow, oneOf, own, seedOf, skewed, type Value, type Values } from './values.ts'

/** The rows under a cube, before its members. */
export interface Table {
  readonly cube: CompanyCube
  readonly size: number
  /** The type is what the caller needs, if the model does not give one. */
  readonly column: (name: string, type?: ColumnFacts['type']) => Values
  /** For each row, the number of its day in a column of times; undefined if that would need the times themselves. */
  readonly days: (name: string) => Int32Array | undefined
  /** Whether the cube's own SELECT keeps the row. */
  readonly keeps: (row: number) => boolean
  /** For each row, the row of another cube that it is joined with. */
  readonly hop: (to: string) => readonly number[]
}

export type Tables = (name: string) => Table

export function createTables({ cubes }: CompanyModel): Tables {
  const tables: Tables = oncePerKey((name) => createTable(own(cubes, name) ?? unknownCube(name), tables))
  return tables
}

function createTable(cube: CompanyCube, tables: Tables): Table {
  const select = selectIn(cube)
  const subjects = sizedBy(subjectsOf(cube), select?.values)
  const facts = factsOf(cube)
  const columns = new Map<string, Values>()
  const making = new Set<string>()
  const make = (name: string, type: ColumnFacts['type']): Values => {
    const literal = select?.values?.get(name)
    // A column that is derived from itself comes from the table.
    const derived = literal ?? (making.has(name) ? undefined : derive(name))
    if (derived) return derived
    const known = facts.get(name)
    return makeColumn(subjects, name, type === undefined || known?.type ? known : { words: new Set(), ...known, type })
  }
  const derive = (name: string): Values | undefined => {
    making.add(name)
    const computed = select?.computed.get(name)
    const reading = computed && compiled(computed)
    const values = reading ? byRow(subjects.size, reading) : joined(name)
    making.delete(name)
    return values
  }
  /** A foreign key takes the other cube's value in the row that this one is joined with. */
  const joined = (name: string): Values | undefined => {
    const { to, other } = cube.joins.find(({ own: key }) => key === name) ?? {}
    if (to === undefined || other === undefined || tables(to) === table) return undefined
    const there = tables(to).column(columnBehind(tables(to).cube, other))
    return table.hop(to).map((row) => there[row] ?? null)
  }
  const compiled = (expression: Expression) => {
    try {
      return compile(expression, (part) => {
        const name = part.kind === 'column' ? part.path.at(-1) : undefined
        if (name === undefined) return undefined
        const values = table.column(name)
        return (row) => values[row] ?? null
      })
    } catch (cause) {
      if (cause instanceof NotUnderstood) return undefined
      throw cause
    }
  }
  const table: Table = {
    cube,
    size: subjects.size,
    column(name, type) {
      const values = columns.get(name) ?? make(name, type)
      columns.set(name, values)
      return values
    },
    days(name) {
      const isMade =
        select?.values?.has(name) || select?.computed.has(name) || cube.joins.some(({ own: key }) => key === name)
      return isMade ? undefined : daysInColumn(subjects, name, facts.get(name))
    },
    keeps: () => true,
    hop: oncePerKey((to) => rowsIn(tables(to), subjects)),
  }
  const keeps = select?.where && compiled(select.where)
  return keeps ? { ...table, keeps: (row) => keeps(row) === true } : table
}

/** The member or column that a join names, as a column. */
function columnBehind({ dimensions }: CompanyCube, name: string): string {
  const sql = own(dimensions, name)?.sql
  return /^\w+$/.test(sql ?? '') ? (sql ?? name) : name
}

interface OwnSelect {
  readonly computed: ReadonlyMap<string, Expression>
  readonly values: ReadonlyMap<string, Values> | undefined
  readonly where: Expression | undefined
}

/** What a cube's SELECT computes, and the rows that it lists itself. */
function selectIn({ sql }: CompanyCube): OwnSelect | undefined {
  if (sql === undefined) return undefined
  const query = tryQuery(sql)
  const select = query?.parts.length === 1 ? query.parts[0]?.of : undefined
  if (select?.kind !== 'select') return undefined
  const outputs = select.outputs.flatMap((output) => (output === 'everything' ? [] : [output]))
  const computed = outputs.filter(({ name, of }) => columnOf(of) !== name)
  return {
    computed: new Map(computed.map(({ name, of }) => [name, of])),
    values: valuesIn(select),
    where: select.where,
  }
}

function tryQuery(sql: string): Query | undefined {
  try {
    return readQuery(withoutWindows(quoteBraces(sql)))
  } catch (cause) {
    if (cause instanceof NotUnderstood) return undefined
    throw cause
  }
}

/** Window functions are dropped: their result becomes a plain column. */
const withoutWindows = (sql: string): string =>
  sql.replace(/(?<![^,])[^,]*\bover\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*as\s+(\w+)/gi, (_, name: string) => ` ${name}`)

/** Reads `select * from (values ...) as r (code, name)`. */
function valuesIn({ sources: [source] }: Select): ReadonlyMap<string, Values> | undefined {
  if (source?.kind !== 'query' || source.columns === undefined) return undefined
  const of = source.query.parts[0]?.of
  if (of?.kind !== 'values') return undefined
  return new Map(source.columns.map((name, at) => [name, of.rows.map((row) => literal(row, at))]))
}

const literal = (row: RowsOfValues['rows'][number], at: number): Value => {
  const cell = row[at]
  return cell?.kind === 'value' ? cell.value : null
}

const sizedBy = (subjects: Subjects, values: ReadonlyMap<string, Values> | undefined): Subjects => {
  const [first] = values?.values() ?? []
  return first ? { ...subjects, size: first.length } : subjects
}

/** For each row, the row of another table: the same event, its customer, its product, its region, or any. */
function rowsIn(other: Table, subjects: Subjects): number[] {
  const { rows, table, size, customerAt, productAt } = subjects
  const there = subjectsOf(other.cube)
  const every = (find: (row: number) => number): number[] => byRow(size, find)
  if (there.rows === 'events' && rows === 'events') return every((row) => row)
  if (there.like === 'customer') return every((row) => customerAt(row) % other.size)
  if (there.like === 'product') return every((row) => productAt(row) % other.size)
  const seed = seedOf(`${table} to ${there.table}`)
  const regions = other.size < 40 ? regionRows(other) : undefined
  if (!regions) return every((row) => (there.rows === 'events' ? oneOf : skewed)(other.size, seed, row))
  const at = regionsAt(subjects)
  return every(
    (row) =>
      at(row)
        .map((region) => regions.get(region))
        .find((found) => found !== undefined) ?? oneOf(other.size, seed, customerAt(row)),
  )
}

/** The rows of a short list whose names are regions. */
function regionRows(other: Table): ReadonlyMap<string, number> | undefined {
  const names = Object.entries(other.cube.dimensions).flatMap(([name, { type, sql = name }]) =>
    type === 'string' && /^\w+$/.test(sql) ? [sql] : [],
  )
  const rows = new Map(names.flatMap((name) => other.column(name).map((value, row) => [String(value), row] as const)))
  return rows.has('Zürich') || rows.has('Romandie') ? rows : undefined
}
