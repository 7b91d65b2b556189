import { NotUnderstood, parseMember, parseSql } from '@boardwright/platform/query'
import { nameOf, type Pieces, treeOf, treeWithRest } from './expressions.ts'
import type { Expression, Output, Query, RowsOfValues, Select, Source } from './syntax.ts'

type Parsed = ReturnType<typeof parseSql>
type ParsedSelect = Exclude<Parsed['selects'][number], Parsed>

/** Reads an expression of a data model. Anything in braces becomes a quoted name, including the braces. */
export const readExpression = (sql: string): Expression => treeOf(parseMember(sql))

/** Reads a query. Throws `NotUnderstood` rather than guess. */
export const readQuery = (sql: string): Query => queryOf(parseSql(sql))

function queryOf({ tables, isRecursive, selects, unions, order, limit, offset, isFetched }: Parsed): Query {
  if (isRecursive) throw new NotUnderstood('it is recursive')
  if (isFetched) throw new NotUnderstood('it fetches rows')
  return {
    kind: 'query',
    tables: tables.map(({ name, columns, query }) => ({
      ...{ name: nameOf(name), columns: columns?.map(nameOf), query: queryOf(query) },
    })),
    parts: selects.map((part, index) => ({ how: howOf(unions[index - 1]), of: partOf(part) })),
    order: order.map(orderOf),
    limit: limit && countOf(limit),
    offset: offset ? countOf(offset) : 0,
  }
}

const HOWS: Readonly<Record<string, Query['parts'][number]['how']>> = {
  ...{ 'union all': 'all', union: 'distinct', intersect: 'intersect', except: 'except' },
}

function howOf(union: string | undefined): Query['parts'][number]['how'] {
  if (union === undefined) return 'all'
  const how = HOWS[union]
  if (how === undefined) throw new NotUnderstood(`"${union}" is not known here`)
  return how
}

function orderOf(pieces: Pieces): Query['order'][number] {
  const { tree, rest } = treeWithRest(pieces)
  const words = rest.map((piece) => (piece.kind === 'word' ? piece.text : ''))
  if (!/^(?:asc|desc)?(?: ?nulls (?:first|last))?$/.test(words.join(' ')))
    throw new NotUnderstood('its order is not simple')
  return { of: tree, isDown: words[0] === 'desc' }
}

function countOf([first, ...others]: Pieces): number {
  if (first?.kind !== 'number' || others.length > 0) throw new NotUnderstood('the limit is not a number')
  return Number(first.text)
}

function partOf(part: Parsed['selects'][number]): Select | RowsOfValues | Query {
  if ('selects' in part) return queryOf(part)
  return part.rows ? { kind: 'values', rows: part.rows.map((row) => row.map(treeOf)) } : selectOf(part)
}

function selectOf(parsed: ParsedSelect): Select {
  const { outputs, sources, distinct, where, groups = [], having, hasWindows } = parsed
  if (distinct === 'on') throw new NotUnderstood('it keeps one row of several')
  if (hasWindows) throw new NotUnderstood('it looks at other rows')
  if (outputs.length === 0) throw new NotUnderstood('it selects nothing')
  return {
    kind: 'select',
    isDistinct: distinct === 'rows',
    outputs: outputs.map(outputOf),
    sources: sources.map(sourceOf),
    where: where && treeOf(where),
    groups: groups.map(treeOf),
    having: having && treeOf(having),
  }
}

function outputOf(output: ParsedSelect['outputs'][number], index: number): Output | 'everything' {
  if ('allOf' in output) return 'everything'
  const of = treeOf(output.of)
  if (output.hasAlias && output.name) return { name: nameOf(output.name), of }
  const own =
    of.kind === 'column' ? of.path.at(-1) : of.kind === 'call' && /^[a-z_]+$/.test(of.name) ? of.name : undefined
  return { name: own ?? `column_${index + 1}`, of }
}

function sourceOf(source: ParsedSelect['sources'][number]): Source {
  if (source.isSpecial) throw new NotUnderstood('its tables are in parentheses, or lateral')
  const { alias, join, columns } = source
  const called = {
    alias: alias && nameOf(alias),
    ...(join && { join: { isOuter: join.how === 'left', on: conditionOf(join) } }),
  }
  switch (source.kind) {
    case 'function':
      throw new NotUnderstood('it reads from a function')
    case 'query':
      return { kind: 'query', query: queryOf(source.query), columns: columns?.map(nameOf), ...called }
    case 'table':
      if (columns) throw new NotUnderstood('it gives the columns of a table other names')
      return { kind: 'table', path: source.path.map(nameOf), ...called }
  }
}

function conditionOf({
  how,
  isNatural,
  on,
  using,
}: NonNullable<ParsedSelect['sources'][number]['join']>): Expression | undefined {
  if (how === 'right' || how === 'full') throw new NotUnderstood('it keeps rows of the other side')
  if (isNatural || using) throw new NotUnderstood('it joins by names')
  return on && treeOf(on)
}
