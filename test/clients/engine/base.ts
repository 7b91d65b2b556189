import { readYaml } from '../../../packages/common/yaml/read.ts'
import { readDataModel } from '../../../packages/sandbox/seeds/seed.ts'

/** A part of the model of acme, with one of everything that the format has. Both the engine and we accept it. */

type Map = Record<string, unknown>

const acme = (list: 'cubes' | 'views', file: string): Map => {
  const text = Buffer.from(readDataModel('acme').get(`model/${list}/${file}.yml`) ?? '').toString()
  return (readYaml(text, file).value as Record<string, Map[]>)[list]?.[0] ?? {}
}

const listOf = (body: Map, key: string): Map[] => (body[key] ?? []) as Map[]
const without = (body: Map, key: string, ...names: readonly string[]): Map[] =>
  listOf(body, key).filter(({ name }) => !names.includes(String(name)))

const more = (body: Map, added: Readonly<Record<string, readonly Map[]>>): Map => ({
  ...body,
  ...Object.fromEntries(Object.entries(added).map(([key, items]) => [key, [...listOf(body, key), ...items]])),
})

function orders(): Map {
  const cube = acme('cubes', 'orders')
  return more(
    { ...cube, joins: without(cube, 'joins', 'line_items'), refresh_key: { every: '1 hour' } },
    {
      dimensions: [
        { name: 'city', sql: '{customers.city}', type: 'string' },
        {
          name: 'size',
          type: 'string',
          case: { when: [{ sql: '{CUBE}.net > 9', label: 'big' }], else: { label: 'small' } },
        },
        { name: 'place', type: 'geo', latitude: { sql: 'lat' }, longitude: { sql: 'lon' } },
        { name: 'plan', type: 'switch', values: ['a', 'b'] },
        { name: 'visits', type: 'number', sub_query: true, sql: '{customers.count}', format: '.2f', currency: 'EUR' },
        {
          ...{ name: 'paid_at', sql: 'paid_at', type: 'time', format: '%Y-%m-%d' },
          granularities: [
            { name: 'season', interval: '3 months', title: 'Season' },
            { name: 'fortnight', interval: '2 weeks', origin: '2026-01-05' },
          ],
        },
        { name: 'month', sql: '{paid_at.month}', type: 'time' },
        { name: 'site', sql: 'url', type: 'string', format: { type: 'link', label: 'Go' }, meta: { a: [1, null] } },
      ],
      measures: [
        { name: 'buyers', type: 'count_distinct', sql: 'customer_id', drill_members: ['number', 'customers.city'] },
        {
          name: 'rolling',
          type: 'sum',
          sql: 'net',
          rolling_window: { trailing: '7 day', leading: '1 day', offset: 'start' },
        },
        { name: 'to_date', type: 'sum', sql: 'net', rolling_window: { type: 'to_date', granularity: 'month' } },
        {
          ...{ name: 'before', type: 'number', multi_stage: true, sql: '{net_revenue}' },
          time_shift: [{ time_dimension: 'ordered_at', interval: '1 year', type: 'prior' }],
        },
        {
          name: 'place_no',
          type: 'rank',
          multi_stage: true,
          order_by: [{ sql: '{net_revenue}', dir: 'desc' }],
          reduce_by: ['status'],
        },
        { name: 'last', type: 'time', sql: 'max(ordered_at)', public: false },
        { name: 'kept', type: 'avg', sql: '{CUBE}.kept', mask: 0, title: 'Kept back' },
      ],
      hierarchies: [{ name: 'where', title: 'Where', levels: ['city', 'size'] }],
      pre_aggregations: [
        {
          name: 'main',
          measures: ['count'],
          dimensions: ['status'],
          time_dimension: 'ordered_at',
          granularity: 'day',
          partition_granularity: 'month',
        },
        {
          name: 'raw',
          type: 'original_sql',
          refresh_key: { every: '1 day', incremental: true, update_window: '7 day' },
        },
        { name: 'small', type: 'rollup', measures: ['net_revenue'], indexes: [{ name: 'by', columns: ['status'] }] },
      ],
      access_policy: [
        {
          ...{ group: 'sales', member_level: { includes: '*', excludes: ['kept'] } },
          row_level: { filters: [{ member: 'status', operator: 'equals', values: ['paid'] }] },
        },
        { groups: ['a', 'b'], row_level: { allow_all: true } },
      ],
    },
  )
}

function sales(): Map {
  const view = acme('views', 'sales')
  const parts = listOf(view, 'cubes').filter(({ join_path: path }) => !String(path).includes('line_items'))
  return {
    ...view,
    cubes: parts.map((part) =>
      part['join_path'] === 'orders'
        ? {
            ...part,
            includes: [...(part['includes'] as unknown[]), 'where', { name: 'paid_at', alias: 'paid', title: 'Paid' }],
          }
        : part,
    ),
    folders: [{ name: 'Money', includes: ['net_revenue', { name: 'Rates', includes: ['refund_rate'] }] }],
    default_filters: [{ member: 'status', operator: 'notEquals', values: ['open'], unless: ['number'] }],
    access_policy: [{ group: 'sales', member_level: { includes: ['status'] } }],
  }
}

export const baseModel = (): Map => ({
  cubes: [
    orders(),
    acme('cubes', 'customers'),
    acme('cubes', 'regions'),
    {
      ...{ name: 'returns', extends: 'orders', sql_table: 'returns', public: true },
      dimensions: [{ name: 'reason', sql: 'reason', type: 'string' }],
    },
  ],
  views: [
    sales(),
    {
      name: 'places',
      cubes: [
        { join_path: 'customers', includes: '*', excludes: ['kind'] },
        { join_path: 'customers.regions', prefix: true, includes: ['name'] },
      ],
    },
    { name: 'few', extends: 'places', description: 'Fewer', public: false },
    {
      name: 'apart',
      cubes: [
        { join_path: 'orders', split: true, includes: ['count'] },
        { join_path: 'orders.customers', includes: ['city'] },
      ],
    },
  ],
  view_groups: [{ name: 'all', includes: ['sales', 'places'] }],
})
