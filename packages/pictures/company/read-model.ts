import { isMap, itemsOf, pattern } from '@boardwright/common'
import { cubeOf, type Fields, type Item, shownBy, type Whole, type Wholes } from '@boardwright/platform/model'
import type { CompanyCube, CompanyDimension, CompanyJoin, CompanyMeasure, CompanyModel } from './model.ts'

const fieldsIn = (value: unknown): Fields[] => itemsOf(value).map(([fields]) => fields)
const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** What rows are made up from in a data model. Whatever makes no sense is left out. */
export function readCompanyModel({ cubes, views }: Wholes): CompanyModel {
  const joins = joinsOf(cubes)
  const targets = new Set([...joins].flatMap(([name, own]) => own.flatMap(({ to }) => (to === name ? [] : [to]))))
  const read = [...cubes].map(([name, whole]) => {
    const cube = readCube(name, whole, joins.get(name) ?? [])
    return [name, { ...cube, rows: rowsOf(cube, targets.has(name)) }] as const
  })
  const shown = [...views].map(([name, { parts }]) => [name, membersOfView(parts, cubes)] as const)
  return { cubes: Object.fromEntries(withLikeSizes(read)), views: Object.fromEntries(shown) }
}

type Member = (typeof MEMBERS)[number]
const MEMBERS = ['dimensions', 'measures', 'segments'] as const

/** The bodies of a cube's members of one sort, by name. */
const bodiesOf = ({ members }: Whole, list: Member): [string, Fields][] =>
  [...members].flatMap(([name, { kind, body }]) => (kind === list ? [[name, body]] : []))

/**
 * A cube's row has one row of another if the other is the "one" side of a `many_to_one`, whichever side declares it.
 */
function joinsOf(cubes: Wholes['cubes']): Map<string, CompanyJoin[]> {
  const joins = new Map<string, CompanyJoin[]>([...cubes.keys()].map((name) => [name, []]))
  for (const [name, whole] of cubes) {
    for (const [to, body] of new Map(whole.joins.map((join) => [join.name, join.body]))) {
      if (!cubes.has(to)) continue
      const sql = textIn(body['sql']) ?? ''
      const [own, other] = [columnIn(sql, ['CUBE', 'TABLE', name]), columnIn(sql, [to])]
      const kind = (textIn(body['relationship']) ?? '').toLowerCase()
      const isMany = kind === 'one_to_many' || kind === 'has_many'
      if (!isMany) joins.get(name)?.push({ to, own, other })
      if (isMany || kind === 'one_to_one') joins.get(to)?.push({ to: name, own: other, other: own })
    }
  }
  return joins
}

function columnIn(sql: string, owners: readonly string[]): string | undefined {
  return pattern()`\{${owners}\}\.(\w+)|\{${owners}\.(\w+)\}`.exec(sql)?.slice(1).find(Boolean)
}

function readCube(name: string, whole: Whole, joins: readonly CompanyJoin[]): Omit<CompanyCube, 'rows'> {
  const [table, sql] = ['sql_table', 'sql'].map((key) =>
    textIn(whole.chain.find(({ body }) => body[key] !== undefined)?.body[key]),
  )
  const from = /\bfrom\s+([\w."]+)/i.exec(sql ?? '')?.[1]
  const entries = <T>(list: Member, read: (fields: Fields) => T): Record<string, T> =>
    Object.fromEntries(bodiesOf(whole, list).map(([member, body]) => [member, read(body)]))
  return {
    table: table ?? from ?? name,
    sql,
    dimensions: entries('dimensions', readDimension),
    measures: entries('measures', readMeasure),
    segments: entries('segments', (segment) => textIn(segment['sql']) ?? 'true'),
    joins,
  }
}

function readDimension(body: Fields): CompanyDimension {
  const cases = isMap(body['case']) ? readCases(body['case']) : undefined
  const [latitude, longitude] = ['latitude', 'longitude'].map((key) =>
    isMap(body[key]) ? textIn(body[key]['sql']) : undefined,
  )
  const geo = latitude === undefined || longitude === undefined ? undefined : `(${latitude}) || ',' || (${longitude})`
  return {
    type: textIn(body['type']) ?? 'string',
    sql: geo ?? textIn(body['sql']),
    description: textIn(body['description']),
    ...(body['primary_key'] === true ? { isKey: true } : {}),
    ...(cases ? { cases } : {}),
    ...(Array.isArray(body['values']) ? { values: body['values'].map(String) } : {}),
  }
}

function readCases(body: Fields): CompanyDimension['cases'] {
  const labelOf = (label: unknown) =>
    isMap(label) ? { label: textIn(label['sql']) ?? 'null', isSql: true as const } : { label: String(label ?? '') }
  const last = body['else']
  return [
    ...fieldsIn(body['when']).map((each) => ({ when: textIn(each['sql']) ?? 'false', ...labelOf(each['label']) })),
    ...(isMap(last) ? [labelOf(last['label'])] : []),
  ]
}

const readMeasure = (body: Fields): CompanyMeasure => {
  const filters = fieldsIn(body['filters']).flatMap((each) => textIn(each['sql']) ?? [])
  return {
    type: textIn(body['type']) ?? 'number',
    sql: textIn(body['sql']),
    ...(filters.length > 0 ? { filters } : {}),
  }
}

const EARLY_OR_LATE = /since|first|joined|sign_?up|birth|hired|expected|due|planned|renew|forecast|valid|last_|latest/i
export const ENTITY =
  /customer|client|account|company|contact|compan|store|shop|user|person|people|employee|product|item_master|sku|region|countr|categor|campaign/i

/** What others refer to exists once; what has a date happens every day. */
function rowsOf({ table, dimensions, measures }: Omit<CompanyCube, 'rows'>, isTarget: boolean): CompanyCube['rows'] {
  const happens = Object.entries(dimensions).some(
    ([name, { type, sql }]) => type === 'time' && !EARLY_OR_LATE.test(`${name} ${sql ?? ''}`),
  )
  const adds = Object.values(measures).some(({ type }) => type === 'sum')
  if (isTarget && (ENTITY.test(table) || !adds)) return 'entities'
  return happens ? 'events' : 'few'
}

/** A cube that joins events, and that nothing joins, has as many rows as they do. */
function withLikeSizes(cubes: readonly (readonly [string, CompanyCube])[]): (readonly [string, CompanyCube])[] {
  const events = new Set(cubes.flatMap(([name, { rows }]) => (rows === 'events' ? [name] : [])))
  return cubes.map(([name, cube]) =>
    cube.rows === 'few' && cube.joins.some(({ to }) => events.has(to))
      ? [name, { ...cube, rows: 'events' }]
      : [name, cube],
  )
}

function membersOfView(parts: readonly Item[], cubes: Wholes['cubes']): Record<string, string> {
  return Object.fromEntries(
    parts.flatMap((part) => {
      const cube = cubeOf(part.body)
      const whole = cubes.get(cube)
      const all = MEMBERS.flatMap((list) => (whole ? bodiesOf(whole, list).map(([name]) => name) : []))
      return shownBy(part, all).flatMap(({ source, name }): [string, string][] =>
        all.includes(source) ? [[name, `${cube}.${source}`]] : [],
      )
    }),
  )
}
