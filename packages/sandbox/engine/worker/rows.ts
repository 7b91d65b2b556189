/** Writes the rows of a database as the data API has them: in the engine, its native part does it. */

type Row = Readonly<Record<string, unknown>>

interface Columns {
  readonly members: readonly string[]
  readonly columns: readonly (readonly unknown[])[]
}

interface TimeDimension {
  readonly dimension: string
  readonly granularity?: string
  readonly dateRange?: unknown
}

/** What the engine knows of the columns of an answer. */
export interface Shape {
  readonly aliasToMemberNameMap: Readonly<Record<string, string>>
  readonly annotation: Readonly<Record<string, { readonly type?: string } | undefined>>
  readonly query: { readonly dimensions?: readonly string[]; readonly timeDimensions?: readonly TimeDimension[] }
  readonly queryType: string
  readonly resType?: string
}

export function writeRows(shape: Shape, raw: Uint8Array): unknown {
  const { members, columns } = JSON.parse(Buffer.from(raw).toString('utf8')) as Columns
  const count = columns[0]?.length ?? 0
  if (count > 0) requireShown(shape, members)
  const cells = members.flatMap((alias, at) => cellsOf(shape, alias, columns[at] ?? []))
  const all = [...cells, ...addedOf(shape, cells, count)]
  const names = all.map(([name]) => name)
  if (shape.resType === 'compact')
    return { members: names, dataset: rowsOf(count, (row) => all.map(([, values]) => values[row])) }
  if (shape.resType === 'columnar') return { members: names, columns: all.map(([, values]) => values) }
  return rowsOf(count, (row): Row => Object.fromEntries(all.map(([name, values]) => [name, values[row]])))
}

/** Of a member that is not visible the answer has no description. */
function requireShown({ aliasToMemberNameMap, annotation }: Shape, aliases: readonly string[]): void {
  const names = aliases.map((alias) => aliasToMemberNameMap[alias] ?? alias)
  const hidden = names.find((name) => !annotation[name])
  if (hidden === undefined) return
  throw refusal(`You requested hidden member: '${hidden}'. Please make it visible using \`public: true\``)
}

/** What the engine answers with 400. */
const refusal = (error: string): Error => Object.assign(new Error(error), { error })

const rowsOf = <T>(count: number, make: (row: number) => T): T[] => Array.from({ length: count }, (_, row) => make(row))

type Column = readonly [name: string, values: readonly unknown[]]

function cellsOf(
  { aliasToMemberNameMap, annotation, query }: Shape,
  alias: string,
  values: readonly unknown[],
): Column[] {
  const name = aliasToMemberNameMap[alias] ?? alias
  const written = annotation[name]?.type === 'time' ? values.map(writeTime) : values
  const [cube, member, granularity] = name.split('.')
  const plain = `${cube}.${member}`
  const isCut = granularity !== undefined && !query.dimensions?.includes(plain)
  return isCut
    ? [
        [name, written],
        [plain, written],
      ]
    : [[name, written]]
}

/** Columns that say which of several queries a row answers. */
function addedOf({ query, queryType }: Shape, cells: readonly Column[], count: number): Column[] {
  const [time] = query.timeDimensions ?? []
  if (count === 0 || queryType === 'regularQuery') return []
  if (queryType === 'compareDateRangeQuery') {
    if (!Array.isArray(time?.dateRange))
      throw refusal('Inconsistent QueryTimeDimension configuration: dateRange required')
    const range = time.dateRange.join(' - ')
    return [['compareDateRange', rowsOf(count, () => range)]]
  }
  if (!time?.granularity) throw refusal('Inconsistent QueryTimeDimension configuration: granularity required')
  const name = `${time.dimension}.${time.granularity}`
  return cells.filter(([each]) => each === name).map(([, values]) => [`time.${time.granularity}`, values])
}

/** Times have no zone and no more than milliseconds. */
function writeTime(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const time = new Date(/Z$|[+-]\d\d:?\d\d$/.test(value) ? value : `${value}Z`)
  return Number.isNaN(time.getTime()) ? value : time.toISOString().slice(0, -1)
}
