type Keys = Readonly<Record<string, unknown>>

const ID = { name: 'id', sql: 'id', type: 'number', primary_key: true }
const COUNT = { name: 'count', type: 'count' }
const ORDERS = { name: 'orders', sql_table: 'orders', dimensions: [ID], measures: [COUNT] }
const PEOPLE = { name: 'people', sql_table: 'people', dimensions: [ID], measures: [COUNT] }

const cubes = (...all: readonly Keys[]) => ({ cubes: all })
/** The cube of orders with other keys. */
const orders = (keys: Keys) => cubes({ ...ORDERS, ...keys })
const measure = (keys: Keys) => orders({ measures: [COUNT, { name: 'sum', type: 'sum', sql: 'a', ...keys }] })
const staged = (keys: Keys) => measure({ multi_stage: true, ...keys })
const dimension = (keys: Keys) => orders({ dimensions: [ID, { name: 'at', type: 'time', sql: 'at', ...keys }] })
const grain = (keys: Keys) => dimension({ granularities: [{ name: 'fiscal', ...keys }] })
const policy = (keys: Keys) => orders({ access_policy: [{ group: 'a', ...keys }] })
const joined = { joins: [{ name: 'people', sql: '{CUBE}.a = {people}.id', relationship: 'many_to_one' }] }
const view = (part: Keys, more: Keys = {}, ...others: readonly Keys[]) => ({
  cubes: [{ ...ORDERS, ...joined }, PEOPLE, ...others],
  views: [{ name: 'sales', cubes: [{ join_path: 'orders', includes: ['count'], ...part }], ...more }],
})
const inCircle = [
  { ...ORDERS, extends: 'people' },
  { ...PEOPLE, extends: 'orders' },
]
const chain = Array.from({ length: 120 }, (_, n) => ({
  ...ORDERS,
  name: `c${n}`,
  ...(n > 0 && { extends: `c${n - 1}` }),
}))

/** A message of the judge, and a model that makes it. */
export const ROWS: readonly (readonly [message: string, model: unknown])[] = [
  ['a file of a data model holds cubes and views', ['orders']],
  ['"cube" is not a key of a file of a data model', { cube: [] }],
  ['"cubes" must be a list of maps', { cubes: ['orders'] }],
  ['the group "all" has the view "gone", which is not there', { view_groups: [{ name: 'all', views: ['gone'] }] }],
  ['the name "orders" is used twice', cubes(ORDERS, ORDERS)],
  ['there is no cube "gone" to extend', orders({ extends: 'gone' })],
  ['"orders" extends itself through "people"', cubes(...inCircle)],
  ['the cube "orders" reads no table', cubes({ name: 'orders', dimensions: [ID] })],
  ['there is no cube "gone" to join', orders({ joins: [{ name: 'gone', sql: '1', relationship: 'one_to_one' }] })],
  [
    'the cube "people" is joined, but has no primary key',
    cubes({ ...ORDERS, ...joined }, { ...PEOPLE, dimensions: [] }),
  ],
  ['the name "count" is used twice', orders({ dimensions: [ID, { name: 'count', sql: 'c', type: 'string' }] })],
  [
    '"sum" reads columns of the cube "people"',
    cubes({ ...ORDERS, ...joined, measures: [COUNT, { name: 'sum', type: 'sum', sql: '{people}.a' }] }, PEOPLE),
  ],
  [
    '"later" inherits "sum", which reads columns of the cube "orders"',
    cubes(
      { ...ORDERS, measures: [COUNT, { name: 'sum', type: 'sum', sql: '{orders}.a' }] },
      { name: 'later', extends: 'orders' },
    ),
  ],
  ['the level "count" is not a dimension', orders({ hierarchies: [{ name: 'h', levels: ['count'] }] })],
  [
    'a policy of "orders" names "people.id", which is a member of something else',
    cubes({ ...ORDERS, access_policy: [{ group: 'a', member_level: { includes: ['people.id'] } }] }, PEOPLE),
  ],
  ['"gone" is neither a member of the cube "orders" nor a cube', measure({ sql: '{gone}' })],
  ['there is no cube "gone"', measure({ sql: '{gone.count}' })],
  [
    'the cubes "orders" and "people" are not joined',
    cubes({ ...ORDERS, measures: [COUNT, { name: 'sum', type: 'sum', sql: '{people.id}' }] }, PEOPLE),
  ],
  ['the cube "orders" has no member "gone"', measure({ sql: '{CUBE.gone}' })],
  [
    '"gone" is not a granularity of "orders.at"',
    orders({
      dimensions: [ID, { name: 'at', type: 'time', sql: 'at' }, { name: 'x', type: 'time', sql: '{at.gone}' }],
    }),
  ],
  [
    '{margin} stands here without brackets, so "/" takes only a part of {a} - {b}',
    orders({
      measures: [
        COUNT,
        { name: 'a', type: 'sum', sql: 'a' },
        { name: 'b', type: 'sum', sql: 'b' },
        { name: 'margin', type: 'number', sql: '{a} - {b}' },
        { name: 'rate', type: 'number', sql: '{margin} / {count}' },
      ],
    }),
  ],
  ['"sql_table" has no value', orders({ sql_table: null })],
  ['"sql" has a { without its }', measure({ sql: '{a' })],
  ['"sql" has braces with nothing in them', measure({ sql: '{} + 1' })],
  ['"title" has {count}, which is for SQL', measure({ title: 'of {count}' })],
  ['"title" must be a text', measure({ title: 3 })],
  ['"sql" must be a text', measure({ sql: ['a'] })],
  ['"public" must be true or false, not "yes"', orders({ public: 'yes' })],
  ['"member" must be the name of a member', policy({ row_level: { filters: [{ member: {}, operator: 'set' }] } })],
  ['"drill_members" must be the name of a member, or a list of names', measure({ drill_members: {} })],
  ['each entry of "levels" must be the name of a member', orders({ hierarchies: [{ name: 'h', levels: [{}] }] })],
  ['"dimensions" must be a list', orders({ dimensions: {} })],
  ['"groups" must be a list', orders({ access_policy: [{ groups: 'a' }] })],
  ['each entry of "dimensions" must be a map', orders({ dimensions: ['id'] })],
  ['"refresh_key" must be a map, not "often"', orders({ refresh_key: 'often' })],
  ['"excludes" must be "*" or a list', policy({ member_level: { excludes: {} } })],
  ['"excludes_members" is empty', policy({ member_level: { excludes_members: [] } })],
  [
    '"format" must be one of imageUrl, link, currency, percent, number, id, or a map, not "zork"',
    orders({ dimensions: [{ ...ID, type: 'string', format: 'zork' }] }),
  ],
  ['"avrg" is not a valid type', measure({ type: 'avrg' })],
  ['"1st" is not a valid name', measure({ name: '1st' })],
  ['"sum" has no sql', measure({ sql: undefined })],
  ['"sum" has no type', measure({ type: undefined })],
  ['"sum" cannot have "case" beside its other keys', measure({ case: {} })],
  ['"sqll" is not a key of a measure', measure({ sqll: 'a' })],
  ['the view "sales" includes "gone", which the cube "orders" does not have', view({ includes: ['gone'] })],
  [
    'the view "sales" shows two members as "count"',
    view(
      {},
      {
        cubes: [
          { join_path: 'orders', includes: ['count'] },
          { join_path: 'orders.people', includes: ['count'] },
        ],
      },
    ),
  ],
  [
    'the view "sales" excludes "gone", which the cube "orders" does not have',
    view({ includes: '*', excludes: ['gone'] }),
  ],
  [
    'the view "sales" reaches "people" as orders.people and as orders.middle.people',
    {
      cubes: [
        {
          ...ORDERS,
          joins: [...joined.joins, { name: 'middle', sql: '{CUBE}.b = {middle}.id', relationship: 'many_to_one' }],
        },
        { ...PEOPLE, name: 'middle', ...joined },
        PEOPLE,
      ],
      views: [
        {
          name: 'sales',
          cubes: [
            { join_path: 'orders.people', includes: ['id'] },
            { join_path: 'orders.middle.people', includes: ['count'] },
          ],
        },
      ],
    },
  ],
  [
    'the folder "all" includes "gone", which the view does not show',
    view({}, { folders: [{ name: 'all', includes: ['gone'] }] }),
  ],
  [
    'the name "all" is used twice',
    view(
      {},
      {
        folders: [
          { name: 'all', includes: ['count'] },
          { name: 'all', includes: ['count'] },
        ],
      },
    ),
  ],
  [
    'the view "sales" filters by "gone", which it does not show',
    view({}, { default_filters: [{ member: 'gone', operator: 'set' }] }),
  ],
  ['the view "sales" defines "own" itself', view({}, { measures: [{ name: 'own', type: 'number', sql: '1' }] })],
  ['"c119" extends more than 99 in a row', cubes(...chain)],
  ['"sql_table" cannot be combined with "sql"', orders({ sql: 'select 1' })],
  [
    '"granularities" is only for the type time',
    dimension({ type: 'string', granularities: [{ name: 'year', interval: '1 year' }] }),
  ],
  [
    '"x" has both a name and an interval',
    staged({ time_shift: [{ interval: '1 year', type: 'prior', time_dimension: 'at', name: 'x' }] }),
  ],
  ['a time shift needs an interval or a name', staged({ time_shift: [{ type: 'prior' }] })],
  ['a time shift needs both "interval" and "type", or neither', staged({ time_shift: [{ interval: '1 year' }] })],
  [
    'a time shift needs a name with an interval and a type, a name with sql, or an interval with a type and sql',
    dimension({ time_shift: [{ interval: '1 year' }] }),
  ],
  ['the type "rank" needs multi_stage', measure({ type: 'rank' })],
  ['"currency" is only for numbers', measure({ type: 'string', currency: 'EUR' })],
  ['a granularity has either sql or an interval', grain({ sql: 'a', interval: '1 year' })],
  ['"fiscal" cannot have sql', grain({ sql: 'a' })],
  ['"fiscal" has no interval', grain({})],
  ['"5 weeks" needs an origin', grain({ interval: '5 weeks' })],
  ['"multi_stage" can only be true', dimension({ multi_stage: false })],
  ['a policy has both "group" and "groups"', policy({ groups: ['b'] })],
  ['a policy needs "group" or "groups"', orders({ access_policy: [{}] })],
  ['the operator "equals" needs values', policy({ row_level: { filters: [{ member: 'id', operator: 'equals' }] } })],
  ['"allow_all" can only be true', policy({ row_level: { allow_all: false } })],
  ['"member_masking" needs "member_level"', policy({ member_masking: { includes: '*' } })],
]
