/** What a cube or a view may contain, as the platform reads it. */
const SHOWN = ['title', 'description', 'public', 'shown', 'meta']

const split = (text: string): string[] => text.split(' ')

export const MEASURE_TYPES: readonly string[] = split(
  'count sum avg min max count_distinct count_distinct_approx running_total number number_agg string boolean time rank',
)
export const DIMENSION_TYPES: readonly string[] = split('string number boolean time geo switch')
export const RELATIONSHIPS: readonly string[] = split('one_to_one one_to_many many_to_one has_one has_many belongs_to')

/** The keys of an item, by the list that it is in. */
export const KEYS: Readonly<Record<string, readonly string[]>> = {
  cube: [
    ...['name', ...SHOWN, 'extends', 'access_policy', 'sql', 'sql_table', 'sql_alias', 'data_source', 'calendar'],
    ...['rewrite_queries', 'refresh_key', 'joins', 'measures', 'dimensions', 'segments', 'hierarchies'],
    'pre_aggregations',
  ],
  view: ['name', ...SHOWN, 'extends', 'access_policy', 'cubes', 'folders'],
  part: ['join_path', 'includes', 'excludes', 'prefix', 'split', 'alias'],
  include: ['name', 'alias', 'title', 'description', 'format', 'meta'],
  measures: [
    ...['name', 'type', ...SHOWN, 'sql', 'visible', 'format', 'currency', 'filters', 'drill_members'],
    ...['drill_member_references', 'drill_filters', 'rolling_window', 'cumulative', 'multi_stage', 'group_by'],
    ...['reduce_by', 'add_group_by', 'order_by', 'time_shift', 'case', 'mask', 'aliases'],
  ],
  dimensions: [
    ...['name', 'type', ...SHOWN, 'sql', 'case', 'latitude', 'longitude', 'values', 'primary_key', 'sub_query'],
    ...['propagate_filters_to_sub_query', 'suggest_filter_values', 'enable_suggestions', 'values_as_segments'],
    ...['field_type', 'format', 'order', 'key', 'links', 'mask', 'granularities', 'multi_stage', 'add_group_by'],
    ...['time_shift', 'aliases'],
  ],
  segments: ['name', ...SHOWN, 'sql', 'aliases'],
  joins: ['name', 'sql', 'relationship'],
  filters: ['sql'],
  hierarchies: ['name', 'title', 'public', 'levels'],
}

const TEXTS = new Set(split('title description sql sql_table sql_alias data_source extends currency alias field_type'))
const FLAGS = new Set([
  ...split('public shown visible calendar rewrite_queries cumulative multi_stage primary_key sub_query prefix split'),
  ...split('propagate_filters_to_sub_query suggest_filter_values enable_suggestions values_as_segments'),
])

/** What the value of a key has to be, if it is not that. */
export function wrongValue(key: string, value: unknown): 'a text' | 'true or false' | undefined {
  if (TEXTS.has(key))
    return typeof value === 'string' && (value !== '' || !key.startsWith('sql')) ? undefined : 'a text'
  return FLAGS.has(key) && typeof value !== 'boolean' ? 'true or false' : undefined
}
