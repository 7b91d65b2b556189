import { specOf } from '@boardwright/common'
import type { Company } from '../../company/company.ts'
import type { Filter } from '../../company/filters.ts'
import { spansBeside } from '../../company/periods.ts'
import { membersIn, type Query } from '../../company/query.ts'
import type { Scene, SceneReport } from '../../scene.ts'
import { columnFor } from '../data/columns.ts'
import { type FreeForm, isMap, listAt, mapsAt, numberAt, textAt, textsAt } from '../data/free.ts'
import type { Row, Rows } from '../data/rows.ts'
import { Told } from '../told.ts'

/** Rows that answer a query, with the values that a single number is compared to. */
export function sampleQuery(query: FreeForm, report: SceneReport, scene: Scene, company: Company): Rows {
  const asked = queryIn(query)
  requireKnown(asked, scene)
  const { rows, total } = company.askForSample(asked)
  const times = asked.timeDimensions.filter(({ granularity }) => granularity !== undefined)
  const columns = [
    ...asked.dimensions.map((name) => columnFor(name, report, scene)),
    ...times.map(({ dimension, granularity }) => columnFor(`${dimension}.${granularity}`, report, scene, 'time')),
    ...asked.measures.map((name) => columnFor(name, report, scene, 'number')),
  ]
  const totalsBy = (names: readonly string[]) => company.askForSample(groupedBy(asked, names)).rows
  return { columns, rows, ...(total === rows.length ? { totalsBy } : {}), ...beside(asked, report, company) }
}

/** Nothing is made up for members that the data model does not have. */
function requireKnown(query: Query, { unknown = {} }: Scene): void {
  const lacking = membersIn(query).find((name) => Object.hasOwn(unknown, name))
  if (lacking === undefined) return
  const meant = unknown[lacking]
  const guess = meant == null ? '' : ` Did you mean “${meant}”?`
  throw new Told(`The data model has no “${lacking}”, which the query of this report names.${guess}`)
}

/** The query grouped by fewer of its columns. */
const groupedBy = (query: Query, names: readonly string[]): Query => ({
  ...{ ...query, order: [], limit: undefined, offset: undefined },
  dimensions: query.dimensions.filter((each) => names.includes(each)),
  timeDimensions: query.timeDimensions.map((time) => {
    const { dimension, granularity } = time
    const isNamed = names.includes(dimension) || names.includes(`${dimension}.${granularity}`)
    return isNamed ? time : { ...time, granularity: undefined }
  }),
})

function queryIn(query: FreeForm): Query {
  const named = textsAt(query, 'dimensions').map((name) => name.split('.'))
  const grained = named.flatMap(([cube, name, granularity]) =>
    granularity === undefined ? [] : [{ dimension: `${cube}.${name}`, granularity }],
  )
  const { order } = query
  const pairs: readonly unknown[] = Array.isArray(order) ? order : isMap(order) ? Object.entries(order) : []
  return {
    measures: textsAt(query, 'measures'),
    dimensions: named.filter(({ length }) => length < 3).map((parts) => parts.join('.')),
    segments: textsAt(query, 'segments'),
    timeDimensions: [...mapsAt(query, 'timeDimensions').flatMap(timeIn), ...grained],
    filters: mapsAt(query, 'filters').flatMap(filterIn),
    order: pairs.flatMap((pair): [string, string][] =>
      Array.isArray(pair) && typeof pair[0] === 'string' ? [[pair[0], String(pair[1])]] : [],
    ),
    limit: numberAt(query, 'limit'),
    offset: numberAt(query, 'offset'),
  }
}

function timeIn(each: FreeForm): Query['timeDimensions'] {
  const dimension = textAt(each, 'dimension')
  return dimension === undefined
    ? []
    : [{ dimension, granularity: textAt(each, 'granularity'), dateRange: each['dateRange'] }]
}

function filterIn(filter: FreeForm): Filter[] {
  if (Array.isArray(filter['and'])) return [{ and: mapsAt(filter, 'and').flatMap(filterIn) }]
  if (Array.isArray(filter['or'])) return [{ or: mapsAt(filter, 'or').flatMap(filterIn) }]
  const member = textAt(filter, 'member') ?? textAt(filter, 'dimension')
  if (member === undefined) return []
  return [{ member, operator: textAt(filter, 'operator') ?? 'equals', values: listAt(filter, 'values') }]
}

/** The value of another period, and a series. */
function beside(query: Query, report: SceneReport, company: Company): Partial<Rows> {
  const [time] = query.timeDimensions
  const spans = spansBeside({ ...report, spec: specOf(report) }, time)
  if (!time || !spans) return {}
  const at = (span: object): Query => ({ ...query, timeDimensions: [{ ...time, ...span }] })
  const [before] = spans.before ? company.askForSample(at(spans.before)).rows : []
  const [first] = query.measures
  const course = company.askForSample({ ...at(spans.course), order: [] }).rows
  return {
    ...(before ? { before: numbersIn(before) } : {}),
    course: first === undefined ? [] : course.flatMap((row) => numbersIn(row)[first] ?? []),
  }
}

const numbersIn = (row: Row): Record<string, number> =>
  Object.fromEntries(Object.entries(row).flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : [])))
