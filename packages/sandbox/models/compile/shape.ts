import { z } from 'zod'

/**
 * The schemas of one cube and one view. Objects are strict: otherwise a misspelt key would be a measure that is
 * silently missing.
 */

const Identifier = z.string().regex(/^[A-Za-z_]\w*$/, 'must be letters, digits and _, and not start with a digit')

const Sql = z.string().min(1)
const Anything = z.unknown()
const WithSql = z.strictObject({ sql: Sql })
const Label = z.union([z.string(), WithSql])
const References = z.union([z.string(), z.array(z.string())])

const shown = { title: z.string(), description: z.string(), public: z.boolean(), shown: z.boolean(), meta: Anything }

const MEASURE_TYPES = [
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'count_distinct',
  'count_distinct_approx',
  'running_total',
  'number',
  'number_agg',
  'string',
  'boolean',
  'time',
  'rank',
] as const

const Measure = z
  .strictObject({ name: Identifier, type: z.enum(MEASURE_TYPES) })
  .extend(
    z
      .strictObject({
        ...shown,
        sql: Sql,
        visible: z.boolean(),
        format: Anything,
        currency: z.string(),
        filters: z.array(WithSql).nullable(),
        drill_members: References,
        drill_member_references: References,
        drill_filters: z.array(WithSql),
        rolling_window: z.record(z.string(), z.unknown()),
        cumulative: z.boolean(),
        multi_stage: z.boolean(),
        group_by: References,
        reduce_by: References,
        add_group_by: References,
        order_by: Anything,
        time_shift: Anything,
        case: Anything,
        mask: Anything,
        aliases: z.array(z.string()),
      })
      .partial().shape,
  )
  .refine(({ type, sql, multi_stage, case: cases }) => type === 'count' || sql || multi_stage || cases, {
    path: ['sql'],
    message: 'is required for every type but count',
  })

const Case = z.strictObject({
  when: z.array(z.strictObject({ sql: Sql, label: Label })),
  else: z.strictObject({ label: Label }).optional(),
})

const Granularity = z.strictObject({
  name: Identifier,
  title: z.string().optional(),
  interval: z.string().optional(),
  origin: z.string().optional(),
  offset: z.string().optional(),
  sql: Sql.optional(),
})

const Dimension = z
  .strictObject({ name: Identifier, type: z.enum(['string', 'number', 'boolean', 'time', 'geo', 'switch']) })
  .extend(
    z
      .strictObject({
        ...shown,
        sql: Sql,
        case: Case,
        latitude: WithSql,
        longitude: WithSql,
        values: z.array(z.string()),
        primary_key: z.boolean(),
        sub_query: z.boolean(),
        propagate_filters_to_sub_query: z.boolean(),
        suggest_filter_values: z.boolean(),
        enable_suggestions: z.boolean(),
        values_as_segments: z.boolean(),
        field_type: z.string(),
        format: Anything,
        order: z.enum(['asc', 'desc']),
        key: References,
        links: Anything,
        mask: Anything,
        granularities: z.array(Granularity).nullable(),
        multi_stage: z.boolean(),
        add_group_by: References,
        time_shift: Anything,
        aliases: z.array(z.string()),
      })
      .partial().shape,
  )
  .superRefine(({ type, sql, case: cases, latitude, longitude, values, granularities }, context) => {
    const fail = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (type === 'geo' && !(latitude && longitude)) fail('latitude', 'and longitude are required for type geo')
    if (type !== 'geo' && !(sql || cases || values)) fail('sql', 'is required')
    if (type !== 'time' && granularities) fail('granularities', 'are for dimensions of type time')
  })

const Segment = z
  .strictObject({ ...shown, aliases: z.array(z.string()) })
  .partial()
  .extend({ name: Identifier, sql: Sql })

const Join = z.strictObject({
  name: Identifier,
  sql: Sql,
  relationship: z.enum(['one_to_one', 'one_to_many', 'many_to_one', 'has_one', 'has_many', 'belongs_to']),
})

const Hierarchy = z.strictObject({
  name: Identifier,
  title: z.string().optional(),
  public: z.boolean().optional(),
  levels: z.array(z.string()),
})

const PreAggregation = z.looseObject({
  name: Identifier,
  type: z.enum(['rollup', 'original_sql', 'rollup_join', 'rollup_lambda', 'auto_rollup']).optional(),
  measures: References.optional(),
  dimensions: References.optional(),
  segments: References.optional(),
  time_dimension: z.string().optional(),
})

const common = {
  ...shown,
  extends: z.string(),
  access_policy: z.array(z.looseObject({})).nullable(),
}

export const Cube = z
  .strictObject({
    ...common,
    sql: Sql,
    sql_table: Sql,
    sql_alias: z.string(),
    data_source: z.string(),
    calendar: z.boolean(),
    rewrite_queries: z.boolean(),
    refresh_key: z.looseObject({}),
    joins: z.array(Join).nullable(),
    measures: z.array(Measure).nullable(),
    dimensions: z.array(Dimension).nullable(),
    segments: z.array(Segment).nullable(),
    hierarchies: z.array(Hierarchy).nullable(),
    pre_aggregations: z.array(PreAggregation).nullable(),
  })
  .partial()
  .extend({ name: Identifier })
  .refine(({ sql, sql_table }) => !(sql && sql_table), 'You must use either sql or sql_table, but not both')
export type Cube = z.output<typeof Cube>

const Included = z.union([
  z.string(),
  z
    .strictObject({ title: z.string(), description: z.string(), format: Anything, meta: Anything, alias: Identifier })
    .partial()
    .extend({ name: Identifier }),
])

const ViewPart = z
  .strictObject({
    join_path: z.string().regex(/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/, 'must be cube names joined by "."'),
    includes: z.union([z.literal('*'), z.array(Included)]),
    excludes: z.array(z.string()).nullish(),
    prefix: z.boolean().optional(),
    split: z.boolean().optional(),
    alias: z.string().optional(),
  })
  .refine(({ prefix, split }) => !(prefix && split), 'Using split together with prefix is not supported')
export type ViewPart = z.output<typeof ViewPart>

const Folder = z.strictObject({
  name: z.string(),
  get includes(): z.ZodUnion<[z.ZodLiteral<'*'>, z.ZodArray<z.ZodUnion<[z.ZodString, typeof Folder]>>]> {
    return z.union([z.literal('*'), z.array(z.union([z.string(), Folder]))])
  },
})
export type Folder = z.output<typeof Folder>

export const View = z
  .strictObject({ ...common, cubes: z.array(ViewPart).nullable(), folders: z.array(Folder).nullable() })
  .partial()
  .extend({ name: Identifier })
export type View = z.output<typeof View>
