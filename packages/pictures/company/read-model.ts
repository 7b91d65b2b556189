import { pattern, snakeKeys } from '@boardwright/common'
import type { CompanyCube, CompanyDimension, CompanyJoin, CompanyMeasure, CompanyModel } from './model.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const nameIn = (fields: Fields): string => textIn(fields['name']) ?? ''
const named = (list: readonly Fields[]): Map<string, Fields> => new Map(list.map((each) => [nameIn(each), each]))

/** Reads the parsed YAML files of a data model. Whatever makes no sense is left out. */
export function readCompanyModel(files: Iterable<unknown>): CompanyModel {
  const all = [...files].map(snakeKeys).filter(isFields)
  const bodies = named(all.flatMap((file) => fieldsIn(file['cubes'])))
  const cubes = new Map([...bodies.keys()].map((name) => [name, inherited(name, bodies)]))
  const joins = joinsOf(cubes)
  const targets = new Set([...joins].flatMap(([name, own]) => own.flatMap(({ to }) => (to === name ? [] : [to]))))
  const read = [...cubes].map(([name, body]) => {
    const cube = readCube(name, body, joins.get(name) ?? [])
    return [name, { ...cube, rows: rowsOf(cube, targets.has(name)) }] as const
  })
  const views = named(all.flatMap((file) => fieldsIn(file['views'])))
  const shown = [...views.keys()].map((name) => [name, membersOfView(inherited(name, views), cubes)] as const)
  return { cubes: Object.fromEntries(withLikeSizes(read)), views: Object.fromEntries(shown) }
}

const LISTS = ['dimensions', 'measures', 'segments', 'joins', 'cubes'] as const

/** `validate` refuses a longer chain, and so does the platform. */
export const MOST_IN_A_CHAIN = 100

/** A cube merged with what it extends. */
function inherited(name: string, all: ReadonlyMap<string, Fields>): Fields {
  const chain = new Set<Fields>()
  for (let body = all.get(name); body && !chain.has(body) && chain.size < MOST_IN_A_CHAIN; ) {
    chain.add(body)
    body = all.get(textIn(body['extends']) ?? '')
  }
  const bodies = [...chain].toReversed()
  const lists = LISTS.map((list) => {
    const whole = bodies.flatMap((body) => fieldsIn(body[list]))
    return [list, list === 'cubes' ? whole : [...named(whole).values()]] as const
  })
  return Object.fromEntries([...bodies.flatMap((body) => Object.entries(body)), ...lists])
}

/**
 * A cube's row has one row of another if the other is the "one" side of a `many_to_one`, whichever side declares it.
 */
function joinsOf(cubes: ReadonlyMap<string, Fields>): Map<string, CompanyJoin[]> {
  const joins = new Map<string, CompanyJoin[]>([...cubes.keys()].map((name) => [name, []]))
  for (const [name, body] of cubes) {
    for (const join of fieldsIn(body['joins'])) {
      const to = nameIn(join)
      if (!cubes.has(to)) continue
      const sql = textIn(join['sql']) ?? ''
      const [own, other] = [columnIn(sql, ['CUBE', 'TABLE', name]), columnIn(sql, [to])]
      const kind = (textIn(join['relationship']) ?? '').toLowerCase()
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

function readCube(name: string, body: Fields, joins: readonly CompanyJoin[]): Omit<CompanyCube, 'rows'> {
  const sql = textIn(body['sql'])
  const from = /\bfrom\s+([\w."]+)/i.exec(sql ?? '')?.[1]
  const entries = <T>(list: string, read: (fields: Fields) => T): Record<string, T> =>
    Object.fromEntries(fieldsIn(body[list]).map((each) => [nameIn(each), read(each)]))
  return {
    table: textIn(body['sql_table']) ?? from ?? name,
    sql,
    dimensions: entries('dimensions', readDimension),
    measures: entries('measures', readMeasure),
    segments: entries('segments', (segment) => textIn(segment['sql']) ?? 'true'),
    joins,
  }
}

function readDimension(body: Fields): CompanyDimension {
  const cases = isFields(body['case']) ? readCases(body['case']) : undefined
  const [latitude, longitude] = ['latitude', 'longitude'].map((key) =>
    isFields(body[key]) ? textIn(body[key]['sql']) : undefined,
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
    isFields(label) ? { label: textIn(label['sql']) ?? 'null', isSql: true as const } : { label: String(label ?? '') }
  const last = body['else']
  return [
    ...fieldsIn(body['when']).map((each) => ({ when: textIn(each['sql']) ?? 'false', ...labelOf(each['label']) })),
    ...(isFields(last) ? [labelOf(last['label'])] : []),
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

function membersOfView(view: Fields, cubes: ReadonlyMap<string, Fields>): Record<string, string> {
  return Object.fromEntries(
    fieldsIn(view['cubes']).flatMap((part) => {
      const cube = (textIn(part['join_path']) ?? '').split('.').at(-1) ?? ''
      const all = (['dimensions', 'measures', 'segments'] as const).flatMap((list) =>
        fieldsIn(cubes.get(cube)?.[list]).map(nameIn),
      )
      const excluded = new Set(Array.isArray(part['excludes']) ? part['excludes'].map(String) : [])
      const prefix = part['prefix'] === true ? `${textIn(part['alias']) ?? cube}_` : ''
      const wanted: readonly unknown[] =
        part['includes'] === '*' ? all : Array.isArray(part['includes']) ? part['includes'] : []
      return wanted.flatMap((each): [string, string][] => {
        const name = isFields(each) ? nameIn(each) : String(each)
        const shown = isFields(each) ? (textIn(each['alias']) ?? name) : name
        return excluded.has(name) || !all.includes(name) ? [] : [[`${prefix}${shown}`, `${cube}.${name}`]]
      })
    }),
  )
}
