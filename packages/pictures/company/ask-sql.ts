import { NotUnderstood } from '@boardwright/platform/query'
import { aggregatesIn, onGroups } from './ask.ts'
import type { Members } from './members.ts'
import { type Ground, groundOfModel, groundOfRows, type Relation } from './relation.ts'
import { readQuery } from './sql/read.ts'
import { compile, type Expression, keyOf, type Output, type Query, type Select, type Source } from './sql/syntax.ts'
import { type Cell, cellOf, compareValues, roundedValue, type Value } from './values.ts'

export interface SqlColumn {
  readonly name: string
  readonly type: 'string' | 'number' | 'boolean' | 'time'
  /** For a time that is cut to its period. */
  readonly grain?: string | undefined
}

export interface Table {
  readonly columns: readonly SqlColumn[]
  readonly rows: readonly (readonly Cell[])[]
  /** The SQL was not understood, except for the names of its columns. */
  readonly isGuessed?: true | undefined
}

/** Answers a SELECT over the data model. Throws `NotUnderstood` for SQL that it cannot read. */
export function askSql(members: Members, sql: string): Table {
  const query = readQuery(sql)
  const { columns, rows } = answer(query, members, new Map())
  const outputs = outputsOf(query)
  return {
    columns: columns.map((name, index) => ({ name, ...typeOf(outputs?.[index]?.of, rows, index) })),
    rows: rows.map((row) => row.map((value) => cellOf(roundedValue(value)))),
  }
}

type Named = ReadonlyMap<string, Relation>

function answer({ tables, parts, order, limit, offset }: Query, members: Members, outer: Named): Relation {
  const named = new Map(outer)
  for (const { name, columns, query } of tables) {
    const relation = answer(query, members, named)
    named.set(name, columns ? { ...relation, columns } : relation)
  }
  const [first, ...others] = parts.map(({ how, of }) => ({ how, relation: partOf(of, members, named) }))
  if (!first) throw new NotUnderstood('it asks for nothing')
  const { columns, hidden } = first.relation
  const rows = others.reduce((left, { how, relation }) => SETS[how](left, relation.rows), first.relation.rows)
  const ordered = order.length > 0 ? inOrder({ columns, rows }, order, parts.length === 1 ? hidden : undefined) : rows
  return { columns, rows: ordered.slice(offset, limit === undefined ? undefined : offset + limit) }
}

/** `hidden` gives values to order by that are in no column. */
interface Answered extends Relation {
  readonly hidden?: (expression: Expression) => readonly Value[] | undefined
}

function partOf(part: Query['parts'][number]['of'], members: Members, named: Named): Answered {
  if (part.kind === 'query') return answer(part, members, named)
  if (part.kind === 'select') return select(part, members, named)
  const width = part.rows[0]?.length ?? 0
  const constant = (expression: Expression): Value => compile(expression, () => undefined)(0)
  return {
    columns: Array.from({ length: width }, (_, at) => `column${at + 1}`),
    rows: part.rows.map((row) => row.map(constant)),
  }
}

const codeOf = (row: readonly Value[]): string => JSON.stringify(row.map(cellOf))

type Rows = Relation['rows']

const SETS: Readonly<Record<Query['parts'][number]['how'], (left: Rows, right: Rows) => Rows>> = {
  all: (left, right) => [...left, ...right],
  distinct: (left, right) => distinct([...left, ...right]),
  intersect: (left, right) => within(left, right, true),
  except: (left, right) => within(left, right, false),
}

const distinct = (rows: Rows): Rows => [...new Map(rows.map((row) => [codeOf(row), row])).values()]

function within(left: Rows, right: Rows, isWanted: boolean): Rows {
  const there = new Set(right.map(codeOf))
  return distinct(left).filter((row) => there.has(codeOf(row)) === isWanted)
}

function select(asked: Select, members: Members, named: Named): Answered {
  const ground = groundOf(asked.sources, members, named)
  const outputs = asked.outputs.flatMap((output): Output[] =>
    output === 'everything'
      ? ground.columns.map((name) => ({ name, of: ground.scope({ kind: 'column', path: [name] }) }))
      : [{ ...output, of: ground.scope(output.of) }],
  )
  const where = asked.where ? [ground.scope(asked.where)] : []
  const having = asked.having ? [ground.scope(asked.having)] : []
  const wanted = [...outputs.map(({ of }) => of), ...having]
  const aggregates = aggregatesIn(wanted)
  const columns = outputs.map(({ name }) => name)
  if (aggregates.length === 0 && asked.groups.length === 0 && ground.each) {
    const rows = ground.each(wanted, where)
    return { columns, rows: asked.isDistinct ? distinct(rows) : rows }
  }
  const groups =
    asked.groups.length > 0
      ? asked.groups.map((group) => grouping(group, outputs, ground))
      : aggregates.length > 0
        ? []
        : wanted
  // A column that is neither aggregated nor grouped by is grouped by anyway.
  const bare = outputs.map(({ of }) => of).filter((of) => aggregatesIn([of]).length === 0 && of.kind !== 'value')
  const all = [...new Map([...groups, ...bare].map((each) => [keyOf(each), each])).values()]
  const found = ground.group(all, where, aggregates)
  const [readings, tests] = [outputs.map(({ of }) => onGroups(of, all)), having.map((test) => onGroups(test, all))]
  const left = found.filter((group) => tests.every((test) => test(group) === true))
  const rows = left.map((group) => readings.map((reading) => reading(group)))
  return {
    columns,
    rows: asked.isDistinct ? distinct(rows) : rows,
    hidden(expression) {
      const scoped = ground.scope(expression)
      if (!aggregatesIn([scoped]).every((each) => aggregates.some((known) => keyOf(known) === keyOf(each))))
        return undefined
      return left.map(onGroups(scoped, all))
    },
  }
}

/** `group by 1`, the name of an output, or an expression. */
function grouping(group: Expression, outputs: readonly Output[], ground: Ground): Expression {
  if (group.kind === 'value' && typeof group.value === 'number') return outputs[group.value - 1]?.of ?? group
  const name = group.kind === 'column' && group.path.length === 1 ? group.path[0] : undefined
  const scoped = ground.scope(group)
  return scoped.kind === 'raw' || scoped.kind === 'column'
    ? (outputs.find((output) => output.name === name)?.of ?? scoped)
    : scoped
}

/** Orders by number, by column name, or by anything else that the rows know. */
function inOrder({ columns, rows }: Relation, order: Query['order'], hidden: Answered['hidden']): Rows {
  const keys = order.map(({ of, isDown }) => {
    const name = of.kind === 'column' ? of.path.at(-1) : undefined
    const index = of.kind === 'value' ? Number(of.value) - 1 : columns.indexOf(name ?? '')
    const values = columns[index] === undefined ? hidden?.(of) : rows.map((row) => row[index] ?? null)
    if (!values || values.length !== rows.length) throw new NotUnderstood('what it orders by is not a column')
    return { values, sign: isDown ? -1 : 1 }
  })
  const places = [...rows.keys()].toSorted((a, b) => {
    for (const { values, sign } of keys) {
      const found = compareValues(values[a] ?? null, values[b] ?? null)
      if (found !== 0) return found * sign
    }
    return a - b
  })
  return places.flatMap((place) => (rows[place] ? [rows[place]] : []))
}

/** The data model, if all names are its own; else the rows of the named queries. */
function groundOf(sources: readonly Source[], members: Members, named: Named): Ground {
  const isOfModel = (source: Source): boolean => source.kind === 'table' && !named.has(source.path.join('.'))
  if (sources.every(isOfModel)) return groundOfModel(members, sources)
  const relations = sources.map((source): Relation & { alias: string | undefined } => {
    if (source.kind === 'query') {
      const relation = answer(source.query, members, named)
      return { ...relation, columns: source.columns ?? relation.columns, alias: source.alias }
    }
    const name = source.path.at(-1) ?? ''
    const relation = named.get(name)
    if (!relation) throw new NotUnderstood(`it joins ${name} with other rows`)
    return { ...relation, alias: source.alias ?? name }
  })
  const [first, ...others] = relations
  let joined: Rows = first?.rows ?? []
  for (const [index, right] of others.entries()) {
    const join = sources[index + 1]?.join
    joined = joinRows(joined, relations.slice(0, index + 1), right, join?.on, join?.isOuter === true)
  }
  return groundOfRows(relations, joined)
}

const MOST_PAIRS = 4_000_000

function joinRows(
  left: Rows,
  before: readonly (Relation & { alias: string | undefined })[],
  right: Relation & { alias: string | undefined },
  on: Expression | undefined,
  isOuter: boolean,
): Rows {
  if (left.length * right.rows.length > MOST_PAIRS) throw new NotUnderstood('it joins too many rows')
  const none = right.columns.map((): Value => null)
  const pairs = left.flatMap((row) => right.rows.map((other) => [row, other] as const))
  const both = pairs.map(([row, other]) => [...row, ...other])
  if (!on) return both
  const ground = groundOfRows([...before, right], both)
  const [test] = [ground.each?.([ground.scope(on)], []) ?? []]
  const kept = both.filter((_, index) => test[index]?.[0] === true)
  if (!isOuter) return kept
  const met = new Set(pairs.flatMap(([row], index) => (test[index]?.[0] === true ? [row] : [])))
  return [...kept, ...left.filter((row) => !met.has(row)).map((row) => [...row, ...none])]
}

/** The outputs of the SELECT that gives the columns their names. */
function outputsOf({ parts, tables }: Query): readonly Output[] | undefined {
  const first = parts[0]?.of
  if (first?.kind === 'query') return outputsOf(first)
  if (first?.kind !== 'select') return undefined
  const outputs = first.outputs.filter((output) => output !== 'everything')
  if (outputs.length < first.outputs.length) return undefined
  const [source] = first.sources
  const inner =
    source?.kind === 'query'
      ? source.query
      : source?.kind === 'table'
        ? tables.find(({ name }) => name === source.path.join('.'))?.query
        : undefined
  const below = inner && outputsOf(inner)
  return outputs.map((output) => {
    const { of } = output
    const name = of.kind === 'column' ? of.path.at(-1) : undefined
    return below?.find((each) => each.name === name) ?? output
  })
}

function typeOf(of: Expression | undefined, rows: Rows, index: number): Pick<SqlColumn, 'type' | 'grain'> {
  const grain =
    of?.kind === 'call' && of.name === 'date_trunc' && of.of[0]?.kind === 'value'
      ? String(of.of[0].value).toLowerCase()
      : undefined
  const value = rows.find((row) => row[index] !== null)?.[index]
  const isCalled = of?.kind === 'call' && /^(measure|sum|count|avg|min|max|round)$/.test(of.name)
  const known =
    value instanceof Date || grain !== undefined
      ? 'time'
      : typeof value === 'number' || (value === undefined && isCalled)
        ? 'number'
        : typeof value === 'boolean'
          ? 'boolean'
          : 'string'
  return { type: known, ...(grain === undefined ? {} : { grain }) }
}
