import type { z } from 'zod'
import { DOCUMENTS } from './files.ts'
import type { ValuePath } from './problem.ts'

/** Suggests where an unknown key belongs. */

const rows = (table: Readonly<Record<string, string>>): readonly (readonly [key: string, other: string])[] =>
  Object.entries(table).flatMap(([other, keys]) => keys.split(' ').map((key) => [key, other] as const))

/** Names that people know from elsewhere, by our name for them. */
const OTHERWISE = rows({
  w: 'width cols columns',
  h: 'height rows',
  x: 'left col column',
  y: 'top row',
  report: 'chart query dataset reportId visualization source',
  position: 'pos layout grid',
  type: 'kind widgetType component',
  name: 'title label displayName caption heading',
  title: 'name label displayName caption heading',
  slug: 'key identifier',
  publish: 'published isPublished public',
  embedAccess: 'grants access permissions embed',
  kind: 'type chartType visualization',
  query: 'jsonQuery dataQuery',
  sql: 'sqlQuery statement',
  pythonCode: 'python code script',
  deployment: 'deploymentId environment env',
  url: 'host endpoint baseUrl address server',
  variables: 'vars env parameters values',
  targets: 'environments envs deployments stages',
  limit: 'rows maxRows top',
  measures: 'metrics measure values',
  dimensions: 'groupBy dimension group',
  timeDimensions: 'timeDimension time',
  filters: 'where filter',
  order: 'orderBy sort sortBy',
  value: 'measure field metric',
  field: 'column name member',
  label: 'title header',
  latitude: 'lat y',
  longitude: 'lon lng long x',
  thresholds: 'rules colors',
})

/** Keys that belong inside a map next to them, by that map. */
const BELOW = rows({
  position: 'x y w h width height',
  query: 'measures dimensions segments timeDimensions filters order limit timezone',
  spec: 'encoding mark layer transform $schema columns value format goodIsUp sparkline',
  config:
    'title subtitle member operator value display multiple parentId tabId markdown text content showLegend numberFormat pageSize emptyText',
  style: 'backgroundColor border padding color fontSize',
  dataModel: 'branch route merge',
  limits: 'deletePercent changePercent fromCount',
  include: 'paths kinds',
  layout: 'cols rowHeight margin breakpoints containerPadding',
  settings: 'refreshInterval crossFilter dateRange timezone',
  meta: 'tags icon owner color',
})

/** How a query begins in other tools. */
const OWNERS: ReadonlySet<string> = new Set(['cube', 'view', 'explore'])

export function stepForUnknown(schema: z.ZodType, path: ValuePath, known: readonly string[]): string | undefined {
  const key = String(path.at(-1))
  const inTable = (table: typeof BELOW): string | undefined =>
    table.find(([word, other]) => word === key && other !== key && known.includes(other))?.[1]
  const holder = inTable(BELOW)
  if (holder !== undefined) return `Put it under "${holder}".`
  const other = inTable(OTHERWISE)
  if (other !== undefined) return `did you mean "${other}"?`
  if (OWNERS.has(key) && ['query', 'measures'].some((each) => known.includes(each)))
    return 'Remove it: each member of a query names its cube or view, such as orders.count.'
  const file = path.length === 1 ? fileOf(schema, key) : undefined
  return file === undefined ? undefined : `Move it to the ${file} beside it.`
}

/** The workbook's other file, if that has this key. */
function fileOf(schema: z.ZodType, key: string): string | undefined {
  const { workbook, dashboard } = DOCUMENTS
  const others = schema === workbook.schema ? [dashboard] : schema === dashboard.schema ? [workbook] : []
  return others.flatMap(({ schema: other, file }) =>
    typeof file === 'string' && Object.hasOwn(other.shape, key) ? file : [],
  )[0]
}
