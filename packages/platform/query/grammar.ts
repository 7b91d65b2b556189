import { z } from 'zod'
import { DATE_RANGE_IN_SCHEMAS, type DateFault, dateRangeFault, dayFault, isMoment } from './dates.ts'

/**
 * The queries that the platform's data API accepts. Files, the editor and the sandbox all check against this. Rules
 * that involve several keys exist twice: in words for people, and as a JSON Schema for editors.
 */

const Member = z.string().regex(/^[A-Za-z0-9_]+\.[A-Za-z0-9_]+$/, 'must be a member: cube.member')
const Dimension = z
  .string()
  .regex(/^[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+){1,2}$/, 'must be a dimension: cube.member, or cube.member.granularity')
const Ordered = z.string().regex(/^[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+){0,2}$/, 'must be the name of a member')

/** A query that began as SQL has expressions instead of names. */
const Expression = z.looseObject({ expression: z.unknown().describe('SQL in the place of a member.') })

/** The granularities that every time dimension has. Data models can define more. */
export const GRAINS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const

/** A rule about several keys that is broken, and what to do about it. */
const fault = (message: string, step: string) => ({ code: 'custom' as const, message, params: { step } })
type Fault = ReturnType<typeof fault>

const list = <T extends z.ZodType>(item: T) => z.array(z.union([item, Expression]))

/** For editors: keys that are required, and keys that must be absent. */
const keys = (required: readonly string[], absent: readonly string[] = []) => ({
  required,
  properties: Object.fromEntries([...required.map((key) => [key, true]), ...absent.map((key) => [key, false])]),
})

const refusedBy = (check: (text: string) => DateFault | undefined) =>
  z.string().superRefine((text, { addIssue }) => {
    const found = check(text)
    if (found) addIssue(fault(found.message, found.step))
  })
const DateText = refusedBy(dateRangeFault).meta({
  pattern: DATE_RANGE_IN_SCHEMAS,
  patternErrorMessage: 'must be a time, such as "last 6 months" or 2026-01-31',
})
const DateRange = z.union([DateText, z.array(refusedBy(dayFault)).min(1).max(2)])

const ISO_DAY = /^\d{4}-\d{2}-\d{2}/

const TimeDimension = z
  .strictObject({
    dimension: Member.describe('A dimension of the type time.'),
    granularity: z.string().min(1).max(128).optional().describe('The period to group by, such as month.'),
    dateRange: DateRange.optional().describe('From when to when: in words such as "last 6 months", or two days.'),
    compareDateRange: z.array(DateRange).optional().describe('Several times, to compare.'),
  })
  .superRefine(({ dateRange, compareDateRange }, { addIssue }) => {
    if (dateRange !== undefined && compareDateRange !== undefined)
      addIssue(fault('has dateRange and compareDateRange, and only one of them can hold', 'Remove one of the two.'))
    const [from = '', to = ''] = Array.isArray(dateRange) ? dateRange : []
    if (ISO_DAY.test(from) && ISO_DAY.test(to) && from.slice(0, 10) > to.slice(0, 10))
      addIssue(fault('has a dateRange that ends before it begins', 'Write the earlier day first.'))
  })
  .meta({ not: keys(['dateRange', 'compareDateRange']) })

const WITHOUT_VALUES = ['set', 'notSet', 'measureFilter'] as const
const WITH_VALUES = [
  ...(['equals', 'notEquals', 'contains', 'notContains', 'startsWith', 'notStartsWith', 'endsWith'] as const),
  ...(['notEndsWith', 'in', 'notIn', 'gt', 'gte', 'lt', 'lte', 'inDateRange', 'notInDateRange', 'onTheDate'] as const),
  ...(['beforeDate', 'beforeOrOnDate', 'afterDate', 'afterOrOnDate'] as const),
] as const
const Operator = z.enum([...WITH_VALUES, ...WITHOUT_VALUES])

export interface Filter {
  readonly member?: string | undefined
  /** The older name for `member`. */
  readonly dimension?: string | undefined
  readonly operator?: string | undefined
  readonly values?: readonly (string | number | boolean | null)[] | undefined
  readonly and?: readonly Filter[] | undefined
  readonly or?: readonly Filter[] | undefined
}

const Filter: z.ZodType<Filter> = z.lazy(() =>
  z
    .strictObject({
      member: Member.optional().describe('The measure or dimension to filter by.'),
      dimension: Member.optional().describe('The older name of member.'),
      operator: Operator.optional().describe('How it is compared.'),
      values: z
        .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
        .optional()
        .describe('What it is compared with.'),
      and: z.array(Filter).optional().describe('Filters that must all hold.'),
      or: z.array(Filter).optional().describe('Filters of which one must hold.'),
    })
    .superRefine((filter, { addIssue }) => {
      for (const each of filterFaults(filter)) addIssue(each)
    })
    .meta({ oneOf: [group('and'), group('or'), comparison('member'), comparison('dimension')] }),
)

function filterFaults({ member, dimension, operator, values, and, or }: Filter): Fault[] {
  if (and ?? or) {
    if (and && or) return [fault('has "and" and "or", and only one of them can hold', 'Put one into the other.')]
    const others = Object.entries({ member, dimension, operator, values }).filter(([, value]) => value !== undefined)
    const holder = and ? 'and' : 'or'
    const step = `Move it into a filter of its own, below "${holder}".`
    return others.map(([key]) => fault(`has "${key}" beside "${holder}", which holds filters alone`, step))
  }
  const faults: Fault[] = OF_DATES.has(operator ?? '') ? datesOf(operator ?? '', values ?? []) : []
  if (member !== undefined && dimension !== undefined)
    faults.push(fault('has a member and a dimension, which mean the same', 'Remove "dimension".'))
  if (member === undefined && dimension === undefined)
    faults.push(fault('names no member', 'Add "member": cube.member.'))
  if (operator === undefined)
    faults.push(fault('has no operator', 'Add "operator": equals, gt, contains, set or another one.'))
  else if (values === undefined && !WITHOUT_VALUES.some((each) => each === operator))
    faults.push(fault(`needs values for the operator "${operator}"`, 'Add "values": a list, such as [open].'))
  return faults
}

const OF_DATES: ReadonlySet<string> = new Set(WITH_VALUES.filter((operator) => /Date/.test(operator)))

const OF_RANGES: ReadonlySet<string> = new Set(['inDateRange', 'notInDateRange', 'onTheDate'])

/** One value is a range in words, too; of two, each is a day. */
function datesOf(operator: string, values: readonly unknown[]): Fault[] {
  const found = values.flatMap((value) => {
    const wrong = values.length === 1 ? dateRangeFault : dayFault
    return (typeof value === 'string' && wrong(value)) || []
  })
  const words = values.find((value) => value !== null && !isMoment(String(value)))
  if (found.length > 0 || values.length < 2 || words === undefined || !OF_RANGES.has(operator))
    return found.map(({ message, step }) => fault(message, step))
  const step = 'Write the range in words as the only value, or two days such as 2026-01-31.'
  return [fault(`has the value "${words}" beside another one, and "${operator}" reads days there alone`, step)]
}

const group = (key: 'and' | 'or') =>
  keys([key], ['member', 'dimension', 'operator', 'values', key === 'and' ? 'or' : 'and'])

const comparison = (key: 'member' | 'dimension') => ({
  ...keys([key, 'operator'], ['and', 'or', key === 'member' ? 'dimension' : 'member']),
  anyOf: [keys(['values']), { properties: { operator: { type: 'string', enum: [...WITHOUT_VALUES] } } }],
})

const Direction = z.enum(['asc', 'desc'])
const Whole = z.int().min(0)
const Cache = z.enum(['stale-if-slow', 'stale-while-revalidate', 'must-revalidate', 'no-cache'])

const withItem = (key: string, contains: object | true) => ({
  required: [key],
  properties: { [key]: { type: 'array', contains } },
})

const MOST_ROWS = 50_000

const isZone = (text: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined
  } catch (cause) {
    if (cause instanceof RangeError) return false
    throw cause
  }
}

export const Query = z
  .strictObject({
    measures: list(Member).optional().describe('The numbers to ask for.'),
    dimensions: list(Dimension).optional().describe('What to group them by.'),
    segments: list(Member).optional().describe('Named conditions on rows.'),
    timeDimensions: z.array(TimeDimension).optional().describe('Times to group and filter by.'),
    filters: z.array(Filter).optional().describe('Which rows count, and which numbers are shown.'),
    order: z
      .union([z.record(Ordered, Direction), z.array(z.tuple([Ordered, Direction]))])
      .optional()
      .describe('By what the rows are put in order, the first first.'),
    limit: Whole.max(MOST_ROWS).optional().describe('How many rows at most.'),
    offset: Whole.optional().describe('How many rows to leave out at the beginning.'),
    timezone: z
      .string()
      .refine(isZone, 'must be a time zone, such as Europe/Zurich')
      .optional()
      .describe('The time zone of days and other periods.'),
    total: z.boolean().optional().describe('Whether to count all rows as well.'),
    ungrouped: z.boolean().optional().describe('Whether to give single rows instead of groups.'),
    responseFormat: z.enum(['default', 'compact', 'columnar']).optional().describe('The form of the answer.'),
    cache: Cache.optional().describe('How old an answer may be.'),
    cacheMode: Cache.optional().describe('The older name of cache.'),
    subqueryJoins: z.array(z.looseObject({})).optional().describe('Queries that are joined to this one.'),
    joinHints: z.array(z.array(z.string())).optional().describe('The cubes on the way, where there are several ways.'),
    maskedMembers: z
      .array(
        z.strictObject({
          member: z.string().describe('The member whose values are masked.'),
          filter: z.looseObject({}).optional().describe('The rows in which they are.'),
        }),
      )
      .optional()
      .describe('Members whose values are masked. Only the platform may say it.'),
  })
  .superRefine((query, { addIssue }) => {
    const { measures = [], dimensions = [], timeDimensions = [] } = query
    const asks = measures.length + dimensions.length > 0 || timeDimensions.some((each) => each.granularity)
    const step = 'Add measures, dimensions, or a time dimension with a granularity.'
    if (!asks) addIssue(fault('asks for nothing', step))
  })
  .meta({
    anyOf: [
      ...['measures', 'dimensions'].map((key) => withItem(key, true)),
      withItem('timeDimensions', {
        type: 'object',
        required: ['granularity'],
        properties: { granularity: { type: 'string', minLength: 1 } },
      }),
    ],
  })
export type Query = z.output<typeof Query>
