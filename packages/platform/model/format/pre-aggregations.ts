import type { Fields } from '../fields.ts'
import { EVERY, EVERY_OR_CRON, ZONE } from './texts.ts'
import {
  FLAG,
  has,
  list,
  map,
  NAME,
  NUMBER,
  named,
  REFERENCE,
  REFERENCES,
  type Shape,
  SQL,
  TEXT,
  word,
} from './value.ts'

/** When something is computed again. */
const REFRESHED = { sql: SQL, every: EVERY_OR_CRON, timezone: ZONE }

export const CUBE_REFRESH = map(
  'a refresh key',
  { ...REFRESHED, immutable: FLAG },
  {
    pick(body) {
      if (has(body, 'every') && has(body, 'sql'))
        return map('a refresh key with sql', { sql: SQL, every: EVERY }, { required: ['sql'] })
      if (has(body, 'every')) return map('a refresh key', { every: EVERY_OR_CRON, timezone: ZONE })
      if (has(body, 'immutable')) return map('a refresh key', { immutable: FLAG })
      return map('a refresh key', { sql: SQL }, { required: ['sql'] })
    },
  },
)

const ROLLUP_REFRESH = map(
  'a refresh key',
  { ...REFRESHED, incremental: FLAG, update_window: EVERY },
  {
    pick(body) {
      if (has(body, 'sql')) return map('a refresh key with sql', { sql: SQL, every: EVERY })
      const keys = { every: EVERY_OR_CRON, timezone: ZONE, incremental: FLAG, update_window: EVERY }
      return map('a refresh key', keys, { required: ['every'] })
    },
  },
)

const RANGE = map('a range', { sql: SQL }, { required: ['sql'] })
const INDEXES = named('an index', { columns: REFERENCES, type: word('regular aggregate') }, { required: ['columns'] })
const COLUMN_TYPES = list(map('a column', { member: REFERENCE, type: TEXT }, { required: ['member', 'type'] }))

const BASE: Shape['keys'] = {
  ...{ name: NAME, type: TEXT, refresh_key: ROLLUP_REFRESH, sql_alias: TEXT, indexes: INDEXES, external: FLAG },
  ...{ use_original_sql_pre_aggregations: FLAG, scheduled_refresh: FLAG, read_only: FLAG },
  ...{ refresh_range_start: RANGE, refresh_range_end: RANGE, build_range_start: RANGE, build_range_end: RANGE },
  ...{ stream_offset: word('earliest latest'), output_column_types: COLUMN_TYPES },
  partition_granularity: word('hour day week month quarter year'),
}
const MEMBERS: Shape['keys'] = { measures: REFERENCES, dimensions: REFERENCES, segments: REFERENCES }
const TIMED: Shape['keys'] = { time_dimension: REFERENCE, granularity: TEXT, allow_non_strict_date_range_match: FLAG }
const KEY_COLUMNS: Shape['keys'] = { unique_key_columns: list(TEXT) }
const TIMES = list(map('a time dimension', { dimension: REFERENCE, granularity: TEXT }, { required: ['granularity'] }))

const isTimed = (body: Fields): boolean => has(body, 'granularity') || has(body, 'time_dimension')

const shaped = (keys: Shape['keys'], ...required: readonly string[]): Shape =>
  map('a pre-aggregation', { name: NAME, ...keys }, { required: ['name', ...required], isNamed: true })

/** By type: what it holds depends on it. */
const SHAPES: Readonly<Record<string, (body: Fields) => Shape>> = {
  auto_rollup: () => shaped({ ...BASE, max_pre_aggregations: NUMBER }),
  original_sql(body) {
    const { partition_granularity: _, ...unparted } = BASE
    if (!has(body, 'partition_granularity') && !has(body, 'time_dimension'))
      return shaped({ ...unparted, ...KEY_COLUMNS })
    const { granularity: __, ...timed } = TIMED
    return shaped({ ...BASE, ...KEY_COLUMNS, ...timed }, 'partition_granularity', 'time_dimension')
  },
  rollup_join: (body) =>
    isTimed(body)
      ? shaped({ ...BASE, ...MEMBERS, ...TIMED, rollups: REFERENCES }, 'time_dimension', 'granularity', 'rollups')
      : shaped({ ...BASE, ...MEMBERS, rollups: REFERENCES }, 'rollups'),
  rollup_lambda(body) {
    const keys = { type: TEXT, ...MEMBERS, rollups: REFERENCES, union_with_source_data: FLAG }
    if (!isTimed(body)) return shaped(keys, 'rollups')
    return shaped({ ...keys, time_dimension: REFERENCE, granularity: TEXT }, 'time_dimension', 'granularity', 'rollups')
  },
  rollup(body) {
    const keys = { ...BASE, ...MEMBERS, ...KEY_COLUMNS }
    if (has(body, 'time_dimension')) return shaped({ ...keys, ...TIMED }, 'time_dimension', 'granularity')
    const { granularity: _, time_dimension: __, ...more } = TIMED
    return has(body, 'time_dimensions') || has(body, 'granularity')
      ? shaped({ ...keys, ...more, time_dimensions: TIMES })
      : shaped(keys)
  },
}
export const PRE_AGGREGATION_TYPES = Object.keys(SHAPES)

export const PRE_AGGREGATIONS = named(
  'a pre-aggregation',
  {
    ...{ ...BASE, ...MEMBERS, ...TIMED, ...KEY_COLUMNS, time_dimensions: TIMES, rollups: REFERENCES },
    ...{ max_pre_aggregations: NUMBER, union_with_source_data: FLAG, type: word(PRE_AGGREGATION_TYPES.join(' ')) },
  },
  {
    pick(body) {
      const type = body['type'] ?? 'rollup'
      return typeof type === 'string' && Object.hasOwn(SHAPES, type) ? SHAPES[type]?.(body) : undefined
    },
  },
)
