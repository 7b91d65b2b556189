import { z } from 'zod'
import { describeProblems } from '../../api/read.ts'
import { badRequest } from '../http/refusal.ts'
import type { CompiledMember, Members } from './members.ts'

const Names = z.array(z.string()).nullish()
const MOST_ROWS = 50_000

export interface FilterTree {
  readonly member?: string | undefined
  readonly operator?: string | undefined
  readonly values?: readonly unknown[] | null | undefined
  readonly and?: readonly FilterTree[] | undefined
  readonly or?: readonly FilterTree[] | undefined
}

const Filter: z.ZodType<FilterTree> = z.lazy(() =>
  z.looseObject({
    member: z.string().optional(),
    operator: z.string().optional(),
    values: z.array(z.unknown()).nullish(),
    and: z.array(Filter).optional(),
    or: z.array(Filter).optional(),
  }),
)

const TimeDimension = z.looseObject({
  dimension: z.string(),
  granularity: z.string().nullish(),
  dateRange: z.union([z.string(), z.array(z.string())]).nullish(),
})
export type TimeDimension = z.output<typeof TimeDimension>

export const Query = z.looseObject({
  measures: Names,
  dimensions: Names,
  segments: Names,
  timeDimensions: z.array(TimeDimension).nullish(),
  filters: z.array(Filter).nullish(),
  order: z
    .union([z.record(z.string(), z.enum(['asc', 'desc'])), z.array(z.tuple([z.string(), z.enum(['asc', 'desc'])]))])
    .nullish(),
  limit: z.int().min(0).max(MOST_ROWS).nullish(),
  offset: z.int().min(0).nullish(),
  timezone: z.string().nullish(),
  total: z.boolean().nullish(),
})
export type Query = z.output<typeof Query>

/** The query of a request: an object, or its JSON as text. */
export function readQuery(sent: unknown): Query {
  if (Array.isArray(sent)) throw badRequest('query: several queries in one request are not served here')
  const checked = Query.safeParse(typeof sent === 'string' ? parseText(sent) : sent)
  if (!checked.success) throw badRequest(`query: ${describeProblems(checked.error).join('; ')}`)
  return checked.data
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (cause instanceof SyntaxError) throw badRequest('query: the text is not JSON')
    throw cause
  }
}

/** Every member must be in the model, and be what the query uses it as. */
export function checkMembers(members: Members, query: Query): void {
  const uses: [string, CompiledMember['kind']][] = [
    ...(query.measures ?? []).map((name): [string, CompiledMember['kind']] => [name, 'measure']),
    ...(query.dimensions ?? []).map((name): [string, CompiledMember['kind']] => [name, 'dimension']),
    ...(query.segments ?? []).map((name): [string, CompiledMember['kind']] => [name, 'segment']),
    ...(query.timeDimensions ?? []).map(({ dimension }): [string, CompiledMember['kind']] => [dimension, 'dimension']),
  ]
  for (const [name, kind] of uses) {
    const found = members.byName.get(name)
    if (!found) throw badRequest(`"${name}" is not in the data model`)
    if (found.kind !== kind) throw badRequest(`"${name}" is a ${found.kind}, not a ${kind}`)
  }
  for (const name of (query.filters ?? []).flatMap(membersOf)) {
    if (!members.byName.has(name)) throw badRequest(`"${name}" is not in the data model`)
  }
  for (const { dimension } of query.timeDimensions ?? []) {
    if (members.byName.get(dimension)?.type !== 'time') throw badRequest(`"${dimension}" is not a time dimension`)
  }
  if (uses.filter(([, kind]) => kind !== 'segment').length === 0) {
    throw badRequest('the query asks for nothing: it needs measures, dimensions or timeDimensions')
  }
}

const membersOf = ({ member, and = [], or = [] }: FilterTree): string[] => [
  ...(member === undefined ? [] : [member]),
  ...[...and, ...or].flatMap(membersOf),
]
