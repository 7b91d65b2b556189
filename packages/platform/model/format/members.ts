import type { Fields } from '../fields.ts'
import {
  CURRENCY,
  GRAIN_INTERVAL,
  GRAIN_OFFSET,
  INTERVAL,
  MEASURE_FORMAT,
  NUMERIC_FORMAT,
  needsOrigin,
  ORIGIN,
  PLAIN_FORMAT,
  TIME_FORMAT,
  WINDOW,
} from './texts.ts'
import {
  ANYTHING,
  type Broken,
  checked,
  either,
  FLAG,
  has,
  inSnake,
  list,
  map,
  NAME,
  NUMBER,
  named,
  notBoth,
  onlyFor,
  REFERENCE,
  REFERENCES,
  type Rule,
  type Shape,
  SQL,
  some,
  split,
  TEXT,
  type Value,
  word,
} from './value.ts'

export const MEASURE_TYPES = split(
  'count sum avg min max count_distinct count_distinct_approx number string boolean time number_agg rank',
)
/** These are computed in several steps. */
const MULTI_STAGE_TYPES = ['number_agg', 'rank']
export const DIMENSION_TYPES = split('string number boolean time geo switch')
export const RELATIONSHIPS = 'one_to_one one_to_many many_to_one has_one has_many belongs_to'
export const OPERATORS =
  'equals notEquals contains notContains startsWith notStartsWith endsWith notEndsWith in notIn gt gte lt lte set notSet ' +
  'inDateRange notInDateRange onTheDate beforeDate beforeOrOnDate afterDate afterOrOnDate'

export const SHOWN = { title: TEXT, description: TEXT, public: FLAG, shown: FLAG, meta: ANYTHING }

const withSql = (what: string): Shape => map(what, { sql: SQL }, { required: ['sql'] })
const CONDITIONS = list(withSql('a condition'))
/** A text under `mask` is an expression, so one that is meant as a text has quotes of its own. */
const QUOTED = checked('a number, true, false, or a text in quotes of its own', (text) =>
  /^\s*(?:'[^']*'|"[^"]*"|-?\d+(?:\.\d+)?|True|False)\s*$/.test(text),
)
const MASK = either(map('a mask', { sql: SQL }, { required: ['sql'] }), NUMBER, FLAG, QUOTED)

const missing = (key: string): Broken => ({ message: `has no ${key}`, hint: `Add ${key}.` })

const LABEL = either(TEXT, withSql('a label'))
const LABELS = map('a case', {
  when: list(map('a case', { sql: SQL, label: LABEL }, { required: ['sql'] })),
  else: map('the other case', { label: LABEL }),
})
const SWITCHED = map(
  'a case',
  {
    switch: REFERENCE,
    when: list(map('a case', { value: TEXT, sql: SQL }, { required: ['value', 'sql'] })),
    else: withSql('the other case'),
  },
  { required: ['switch'] },
)
const CASE = map(
  'a case',
  { ...LABELS.keys, switch: REFERENCE },
  { pick: (body) => (has(body, 'switch') ? SWITCHED : LABELS) },
)

const TO_DATE: Readonly<Record<string, Shape['keys']>> = {
  year_to_date: {},
  quarter_to_date: {},
  month_to_date: {},
  to_date: { granularity: TEXT },
}
const FIXED = { type: word('fixed'), trailing: WINDOW, leading: WINDOW, offset: word('start end') }
const WINDOW_TYPE = word(['fixed', ...Object.keys(TO_DATE)].join(' '))
const ROLLING_WINDOW = map(
  'a rolling window',
  { ...FIXED, type: WINDOW_TYPE, granularity: TEXT },
  {
    pick(body) {
      const keys = TO_DATE[String(body['type'])]
      return keys
        ? map('a rolling window', { type: TEXT, ...keys }, { required: Object.keys(keys) })
        : map('a rolling window', FIXED)
    },
  },
)

const SHIFT = { time_dimension: REFERENCE, interval: INTERVAL, name: NAME, type: word('next prior') }
/** The only one may leave out the dimension, or name a shift that a calendar defines. */
const soleShift: Rule = (body) => {
  if (has(body, 'name') && has(body, 'interval'))
    return [{ message: 'has both a name and an interval', hint: 'Keep one of the two.' }]
  if (!has(body, 'name') && !has(body, 'interval'))
    return [{ message: 'needs an interval or a name', hint: 'Add one of the two.' }]
  return has(body, 'interval') === has(body, 'type')
    ? []
    : [{ message: 'needs both "interval" and "type", or neither', hint: 'Add the other one, or remove this one.' }]
}
const { name: _, ...EACH_SHIFT } = SHIFT
const SOLE_SHIFT = map('a time shift', SHIFT, { rules: [soleShift] })
const SHIFT_OF_MANY = map('a time shift', EACH_SHIFT, { required: ['time_dimension', 'interval', 'type'] })
const CALENDAR_SHIFT = map(
  'a time shift',
  { name: NAME, interval: INTERVAL, type: word('next prior'), sql: SQL },
  {
    rules: [
      ({ name, interval, type, sql }) => {
        const [said, isSql] = [interval !== undefined && type !== undefined, sql !== undefined]
        const isNone = interval === undefined && type === undefined
        const fits = name === undefined ? said && isSql : (said && !isSql) || (isNone && isSql)
        const message = 'needs a name with an interval and a type, a name with sql, or an interval with a type and sql'
        return fits ? [] : [{ message, hint: 'Leave out what is too much, and add what is missing.' }]
      },
    ],
  },
)

const MEMBER_FILTER = map(
  'a filter',
  { member: TEXT, operator: word(`${OPERATORS} measureFilter`), values: list(ANYTHING) },
  { required: ['member', 'operator'] },
)
const STAGE_FILTER = map(
  'a filter',
  {
    mode: word('relative fixed'),
    exclude: REFERENCES,
    keep_only: REFERENCES,
    include: list(MEMBER_FILTER),
  },
  { rules: [notBoth('exclude', 'keep_only')] },
)
const GRAIN = map(
  'a grain',
  { exclude: REFERENCES, keep_only: REFERENCES, include: REFERENCES },
  { rules: [notBoth('exclude', 'keep_only')] },
)

const ORDER_BY = list(map('an order', { sql: SQL, dir: word('asc desc') }, { required: ['sql'] }))

const BASE_MEASURE: Shape['keys'] = {
  ...SHOWN,
  ...{ type: word(MEASURE_TYPES.join(' ')), sql: SQL, visible: FLAG, cumulative: FLAG, aliases: list(TEXT) },
  ...{ format: MEASURE_FORMAT, currency: CURRENCY, mask: MASK, rolling_window: ROLLING_WINDOW },
  ...{ filters: CONDITIONS, drill_filters: CONDITIONS, drill_members: REFERENCES, drill_member_references: REFERENCES },
}
const STAGED: Shape['keys'] = {
  ...{ multi_stage: FLAG, case: CASE, group_by: REFERENCES, reduce_by: REFERENCES, add_group_by: REFERENCES },
  ...{ filter: STAGE_FILTER, grain: GRAIN, order_by: ORDER_BY },
}

const isMultiStage = (body: Fields): boolean => body['multi_stage'] === true

const measureSql: Rule = (body) => {
  const type = String(body['type'])
  if (isMultiStage(body)) return []
  if (MULTI_STAGE_TYPES.includes(inSnake(type, MULTI_STAGE_TYPES)))
    return [{ key: 'type', message: `the type "${type}" needs multi_stage`, hint: 'Add multi_stage: true.' }]
  return type === 'count' || has(body, 'sql') ? [] : [missing('sql')]
}
const numericCurrency: Rule = (body) =>
  has(body, 'currency') && ['string', 'boolean', 'time'].includes(String(body['type']))
    ? [{ key: 'currency', message: '"currency" is only for numbers', hint: 'Remove it.' }]
    : []

const MEASURE: Shape = map('a measure', { name: NAME, ...BASE_MEASURE, ...STAGED, time_shift: ANYTHING })
const shiftsOf = (body: Fields): Value => {
  const shifts = body['time_shift']
  return list(Array.isArray(shifts) && shifts.length === 1 ? SOLE_SHIFT : SHIFT_OF_MANY)
}

export const MEASURES = named('a measure', MEASURE.keys, {
  required: ['type'],
  pick: (body) =>
    map(
      'a measure',
      { name: NAME, ...BASE_MEASURE, ...(isMultiStage(body) ? { ...STAGED, time_shift: shiftsOf(body) } : {}) },
      { required: ['name', 'type'], rules: [measureSql, numericCurrency], isNamed: true },
    ),
})

const GRANULARITY: Shape['keys'] = {
  title: TEXT,
  interval: GRAIN_INTERVAL,
  origin: ORIGIN,
  offset: GRAIN_OFFSET,
  sql: SQL,
}
const granularity: Rule = (body) => {
  const { name, interval, origin, offset, sql } = body
  const at = 'A year, a month, a week, a day, or a part of one needs no origin.'
  if (sql !== undefined) {
    if (interval !== undefined || origin !== undefined || offset !== undefined)
      return [{ key: 'sql', message: 'a granularity has either sql or an interval', hint: 'Keep one of the two.' }]
    return /^(?:second|minute|hour|day|week|month|quarter|year)$/i.test(String(name))
      ? []
      : [{ key: 'sql', message: `"${String(name)}" cannot have sql`, hint: 'Only day, week, month and the like can.' }]
  }
  if (interval === undefined) return [missing('interval')]
  if (origin !== undefined) return offset === undefined ? [] : notBoth('origin', 'offset')(body)
  return typeof interval === 'string' && needsOrigin(interval)
    ? [{ key: 'interval', message: `"${interval}" needs an origin`, hint: `Add origin: a date. ${at}` }]
    : []
}
const GRANULARITIES = named('a granularity', GRANULARITY, { rules: [granularity] })

const LINKS = list(
  map(
    'a link',
    {
      ...{ name: NAME, label: TEXT, url: SQL, dashboard: TEXT, icon: TEXT, target: word('blank self'), primary: FLAG },
      params: list(map('a parameter', { key: TEXT, value: SQL }, { required: ['key', 'value'] })),
    },
    { required: ['name', 'label'], rules: [notBoth('url', 'dashboard')] },
  ),
)

const FORMATS: Readonly<Record<string, Value>> = { time: TIME_FORMAT, number: NUMERIC_FORMAT }

const BASE_DIMENSION: Shape['keys'] = {
  ...SHOWN,
  ...{ type: word(DIMENSION_TYPES.join(' ')), field_type: word('string'), values_as_segments: FLAG, primary_key: FLAG },
  ...{ suggest_filter_values: FLAG, enable_suggestions: FLAG, links: LINKS, mask: MASK, currency: CURRENCY },
  ...{ order: word('asc desc'), key: REFERENCE, aliases: list(TEXT), granularities: GRANULARITIES, format: ANYTHING },
}
const WITH_SQL: Shape['keys'] = {
  ...{ sql: SQL, sub_query: FLAG, propagate_filters_to_sub_query: FLAG, multi_stage: FLAG, add_group_by: REFERENCES },
  ...{ filter: STAGE_FILTER, time_shift: list(CALENDAR_SHIFT) },
}
const PLACED: Shape['keys'] = { latitude: withSql('a latitude'), longitude: withSql('a longitude') }
const SWITCH: Shape['keys'] = { type: word('switch'), values: some(TEXT) }

/** A calendar shifts times of its own rows. */
const shifted: Rule = (body) =>
  has(body, 'time_shift')
    ? ['sub_query', 'propagate_filters_to_sub_query', 'multi_stage'].flatMap((key) => notBoth('time_shift', key)(body))
    : []
const unstaged: Rule = (body) =>
  body['multi_stage'] === false && has(body, 'sql')
    ? [{ key: 'multi_stage', message: '"multi_stage" can only be true', hint: 'Remove it.' }]
    : []

const DIMENSION_RULES: readonly Rule[] = [
  ...[onlyFor('granularities', ['time']), onlyFor('currency', ['number']), onlyFor('time_shift', ['time'])],
  ...[shifted, unstaged],
]

function dimensionShape(body: Fields): Shape {
  const dimension = (keys: Shape['keys'], required: readonly string[]): Shape =>
    map(
      'a dimension',
      { name: NAME, ...keys },
      { required: ['name', 'type', ...required], rules: DIMENSION_RULES, isNamed: true },
    )
  const type = String(body['type'])
  if (type === 'switch') return dimension(SWITCH, ['values'])
  const base = { ...BASE_DIMENSION, format: FORMATS[type] ?? PLAIN_FORMAT }
  if (has(body, 'case')) return dimension({ ...base, case: CASE, multi_stage: FLAG }, [])
  if (has(body, 'latitude') || has(body, 'longitude'))
    return dimension({ ...base, ...PLACED }, ['latitude', 'longitude'])
  return dimension({ ...base, ...WITH_SQL }, ['sql'])
}

export const DIMENSIONS = named(
  'a dimension',
  { ...BASE_DIMENSION, ...WITH_SQL, ...PLACED, ...SWITCH, type: word(DIMENSION_TYPES.join(' ')), case: CASE },
  { required: ['type'], pick: dimensionShape },
)

export const SEGMENTS = named('a segment', { ...SHOWN, sql: SQL, aliases: list(TEXT) }, { required: ['sql'] })
export const HIERARCHIES = named('a hierarchy', { title: TEXT, public: FLAG, levels: list(REFERENCE) })
export const JOINS = named(
  'a join',
  { sql: SQL, relationship: word(RELATIONSHIPS) },
  { required: ['sql', 'relationship'] },
)
