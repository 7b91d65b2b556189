import { isMap, itemsOf, jsonIn } from '@boardwright/common'
import type { FreeForm, ReportDefinition } from './model.ts'
import type { ValuePath } from './problem.ts'

/** A place that names a member of the data model: `cube.member`, or `cube.member.granularity` for a time dimension. */
export interface QueryUse {
  readonly member: string
  /** Path from the top of the file. */
  readonly path: ValuePath
  /** Whether the key itself is the name. */
  readonly isKey?: true
  /** Only the last part of the name is written there. */
  readonly isBare?: true
}

/** A query of a report. Its path begins with `query`, or with `queryText` if it is kept as text. */
export interface PlacedQuery {
  readonly query: FreeForm
  readonly path: ValuePath
}

/** The query of a report, or all of the queries that it blends. */
export function queriesOf({ query, queryText }: Pick<Partial<ReportDefinition>, 'query' | 'queryText'>): PlacedQuery[] {
  if (query) return [{ query, path: ['query'] }]
  const value = queryText === undefined ? undefined : jsonIn(queryText)
  if (isMap(value)) return [{ query: value, path: ['queryText'] }]
  return itemsOf(value).map(([each, index]) => ({ query: each, path: ['queryText', index] }))
}

/** In these places of a query, any text with a dot is a member's name. */
export function queryUses(query: FreeForm, path: ValuePath = []): QueryUse[] {
  const listed = ['measures', 'dimensions', 'segments'].flatMap((key) => namesIn(query[key], [...path, key]))
  const times = itemsOf(query['timeDimensions']).flatMap(([{ dimension }, index]): QueryUse[] =>
    typeof dimension === 'string' ? [{ member: dimension, path: [...path, 'timeDimensions', index, 'dimension'] }] : [],
  )
  const order = query['order']
  const ordered: QueryUse[] = isMap(order)
    ? Object.keys(order).map((member) => ({ member, path: [...path, 'order', member], isKey: true }))
    : pairsIn(order).map(([member, index]) => ({ member, path: [...path, 'order', index, 0] }))
  const masked = itemsOf(query['maskedMembers']).flatMap(([{ filter, ...item }, index]): QueryUse[] => {
    const here = [...path, 'maskedMembers', index]
    return [...filterIn(item, here), ...(isMap(filter) ? filterIn(filter, [...here, 'filter']) : [])]
  })
  return [
    ...listed,
    ...times,
    ...filtersIn(query['filters'], [...path, 'filters']),
    ...masked,
    // A name without a dot is a column.
    ...ordered.filter(({ member }) => member.includes('.')),
  ]
}

const pairsIn = (value: unknown): (readonly [string, number])[] =>
  Array.isArray(value)
    ? value.flatMap((item, index) =>
        Array.isArray(item) && typeof item[0] === 'string' ? [[item[0], index] as const] : [],
      )
    : []

const namesIn = (value: unknown, path: ValuePath): QueryUse[] =>
  Array.isArray(value)
    ? value.flatMap((member, index) =>
        typeof member === 'string' && member.includes('.') ? [{ member, path: [...path, index] }] : [],
      )
    : []

const filtersIn = (value: unknown, path: ValuePath): QueryUse[] =>
  itemsOf(value).flatMap(([filter, index]) => filterIn(filter, [...path, index]))

function filterIn(filter: FreeForm, path: ValuePath): QueryUse[] {
  const member = ['member', 'dimension'].find((key) => typeof filter[key] === 'string')
  return [
    ...(member ? [{ member: String(filter[member]), path: [...path, member] }] : []),
    ...filtersIn(filter['and'], [...path, 'and']),
    ...filtersIn(filter['or'], [...path, 'or']),
  ]
}

/** Cubes and views that a query names without a member. */
export function ownersInQuery({ query, path }: PlacedQuery): QueryUse[] {
  const hints = Array.isArray(query['joinHints']) ? (query['joinHints'] as readonly unknown[]) : []
  const hinted = hints.flatMap((hint, index) =>
    (Array.isArray(hint) ? (hint as readonly unknown[]) : []).flatMap((owner, nth): QueryUse[] =>
      typeof owner === 'string' ? [{ member: owner, path: [...path, 'joinHints', index, nth], isBare: true }] : [],
    ),
  )
  const named = expressionsIn({ query, path }).flatMap(({ value, path: at }): QueryUse[] =>
    typeof value['cubeName'] === 'string'
      ? [{ member: value['cubeName'], path: [...at, 'cubeName'], isBare: true }]
      : [],
  )
  return [...hinted, ...named]
}

/** A part of a query that contains SQL. */
export interface Expression {
  readonly value: FreeForm
  readonly path: ValuePath
  /** All texts in it. */
  readonly text: string
}

/** Instead of names, a query that began as SQL has expressions. A subquery that it joins is one as well. */
export function expressionsIn({ query, path }: PlacedQuery): Expression[] {
  const listed = ['measures', 'dimensions', 'segments'].flatMap((key) =>
    itemsOf(query[key]).map(([value, index]) => ({ value, path: [...path, key, index] })),
  )
  const joined = itemsOf(query['subqueryJoins']).flatMap(([value, index]) => {
    const at = [...path, 'subqueryJoins', index]
    return [{ value, path: at }, ...(isMap(value['on']) ? [{ value: value['on'], path: [...at, 'on'] }] : [])]
  })
  return [...listed, ...joined].map((each) => ({ ...each, text: textsIn(each.value).join(' ') }))
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []
