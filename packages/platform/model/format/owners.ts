import { DIMENSIONS, HIERARCHIES, JOINS, MEASURES, OPERATORS, SEGMENTS, SHOWN } from './members.ts'
import { CUBE_REFRESH, PRE_AGGREGATIONS } from './pre-aggregations.ts'
import { PLAIN_FORMAT } from './texts.ts'
import {
  ANYTHING,
  again,
  type Broken,
  checked,
  either,
  FLAG,
  has,
  list,
  map,
  NAME,
  notBoth,
  REFERENCE,
  REFERENCES,
  type Rule,
  type Shape,
  SQL,
  some,
  TEXT,
  type Value,
  word,
} from './value.ts'

const STAR = word('*')

const oneOf =
  (one: string, other: string): Rule =>
  (body) => {
    const [hasOne, hasOther] = [has(body, one), has(body, other)]
    if (hasOne !== hasOther) return []
    return hasOne
      ? [{ message: `has both "${one}" and "${other}"`, hint: 'Keep one of the two.' }]
      : [{ message: `needs "${one}" or "${other}"`, hint: 'Add one of the two.' }]
  }

const needsValues: Rule = ({ operator, values }): readonly Broken[] =>
  values === undefined && operator !== 'set' && operator !== 'notSet'
    ? [{ key: 'operator', message: `the operator "${String(operator)}" needs values`, hint: 'Add values: a list.' }]
    : []

/** Texts among them may name the security context. */
const VALUES = list(SQL)
const ROW_FILTER_KEYS: Shape['keys'] = {
  ...{ member: REFERENCE, member_reference: TEXT, operator: word(`${OPERATORS} measureFilter`) },
  values: either(VALUES, SQL),
}
const GROUP_KEYS: Shape['keys'] = { or: list(again(() => ROW_FILTER)), and: list(again(() => ROW_FILTER)) }
const ROW_FILTER: Shape = map(
  'a filter of rows',
  { ...ROW_FILTER_KEYS, ...GROUP_KEYS },
  {
    pick: (body) =>
      has(body, 'or') || has(body, 'and')
        ? map('a group of filters', GROUP_KEYS, { rules: [oneOf('or', 'and')] })
        : map('a filter of rows', ROW_FILTER_KEYS, { required: ['member', 'operator'], rules: [needsValues] }),
  },
)

const LEVEL = map('a level of members', {
  ...{ includes: either(STAR, list(TEXT)), excludes: either(STAR, some(TEXT)) },
  ...{ includes_members: some(TEXT), excludes_members: some(TEXT) },
})
const ROW_LEVEL = map(
  'a level of rows',
  { filters: list(ROW_FILTER), allow_all: FLAG },
  {
    rules: [
      oneOf('filters', 'allow_all'),
      ({ allow_all: all }) =>
        all === false ? [{ key: 'allow_all', message: '"allow_all" can only be true', hint: 'Remove it.' }] : [],
    ],
  },
)
const maskedAlone: Rule = (body) =>
  has(body, 'member_masking') && !has(body, 'member_level')
    ? [{ key: 'member_masking', message: '"member_masking" needs "member_level"', hint: 'Add member_level.' }]
    : []
const POLICY = map(
  'a policy',
  {
    ...{ group: TEXT, groups: list(TEXT), member_level: LEVEL, member_masking: LEVEL, row_level: ROW_LEVEL },
    conditions: list(map('a condition', { if: SQL }, { required: ['if'] })),
  },
  { rules: [oneOf('group', 'groups'), maskedAlone] },
)

const SHARED: Shape['keys'] = {
  ...{ name: NAME, ...SHOWN, extends: TEXT, access_policy: list(POLICY), sql_alias: TEXT, data_source: TEXT },
  ...{ rewrite_queries: FLAG, refresh_key: CUBE_REFRESH, joins: JOINS, measures: MEASURES, dimensions: DIMENSIONS },
  ...{ segments: SEGMENTS, hierarchies: HIERARCHIES, pre_aggregations: PRE_AGGREGATIONS },
}

export const CUBE = map(
  'a cube',
  { ...SHARED, sql: SQL, sql_table: SQL, calendar: FLAG },
  { required: ['name'], rules: [notBoth('sql', 'sql_table')], isNamed: true },
)

const INCLUDED = map(
  'what a view includes',
  { name: NAME, alias: NAME, title: TEXT, description: TEXT, format: PLAIN_FORMAT, meta: ANYTHING },
  { required: ['name'] },
)
const PART = map(
  'a part of a view',
  {
    join_path: checked('a path of cubes', (text) => /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(text)),
    ...{ includes: either(STAR, list(either(TEXT, INCLUDED))), excludes: some(TEXT), prefix: FLAG, split: FLAG },
    alias: TEXT,
  },
  { required: ['join_path', 'includes'], rules: [notBoth('split', 'prefix')] },
)

const PATH_OF_FOLDER = map('a path', { join_path: TEXT }, { required: ['join_path'] })
const FOLDER: Shape = map(
  'a folder',
  {
    name: TEXT,
    includes: either(
      STAR,
      list(
        either(
          TEXT,
          again(() => FOLDER),
          PATH_OF_FOLDER,
        ),
      ),
    ),
  },
  { required: ['name', 'includes'] },
)

const DEFAULT_FILTER = map(
  'a default filter',
  { member: REFERENCE, operator: word(OPERATORS), values: VALUES, unless: REFERENCES },
  { required: ['member', 'operator'], rules: [needsValues] },
)

export const VIEW = map(
  'a view',
  {
    ...{ ...SHARED, cubes: list(PART), folders: list(FOLDER), default_filters: list(DEFAULT_FILTER) },
    ...{ view_group: TEXT, view_groups: some(TEXT) },
  },
  { required: ['name'], isNamed: true },
)

/** Nobody looks for braces in these. */
const PLAIN_TEXT = checked('a text', () => true)
const GROUP: Shape = map(
  'a group of views',
  {
    ...{ name: PLAIN_TEXT, title: PLAIN_TEXT, description: PLAIN_TEXT, views: some(PLAIN_TEXT) },
    includes: list(
      either(
        PLAIN_TEXT,
        again(() => GROUP),
      ),
    ),
  },
  { required: ['name'], rules: [notBoth('views', 'includes')], isNamed: true },
)

/** The lists at the top of a file. */
export const FILE: Readonly<Record<string, Value & { readonly is: 'list' }>> = {
  cubes: { is: 'list', of: CUBE, mayBeNull: true },
  views: { is: 'list', of: VIEW, mayBeNull: true },
  view_groups: { is: 'list', of: GROUP, mayBeNull: true },
}
