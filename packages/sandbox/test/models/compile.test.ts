import { describe, expect, test } from 'vitest'
import { compileModel } from '../../models/compile.ts'
import { readDataModel } from '../../seeds/seed.ts'

const ORDERS = `
cubes:
  - name: orders
    sql_table: public.orders
    joins:
      - name: customers
        relationship: many_to_one
        sql: "{CUBE}.customer_id = {customers.id}"
    measures:
      - name: count
        type: count
      - name: revenue
        type: sum
        sql: "{amount}"
        filters: [{ sql: "{CUBE}.status <> 'void'" }]
        drill_members: [id, customers.city]
      - name: average
        type: number
        sql: "{revenue} / NULLIF({CUBE.count}, 0)"
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: amount, sql: "{CUBE}.amount", type: number }
      - { name: created_at, sql: created_at, type: time }
      - { name: created_month, sql: "{CUBE.created_at.month}", type: time }
      - { name: city, sql: "{customers.city}", type: string }
    segments:
      - { name: paid, sql: "{CUBE}.status = 'paid' AND {FILTER_PARAMS.orders.id.filter('x')}" }
`
const CUSTOMERS = `
cubes:
  - name: customers
    sql: SELECT * FROM customers
    measures:
      - { name: count, type: count }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, title: Customer id }
      - { name: city, sql: city, type: string }
      - name: size
        type: string
        case: { when: [{ sql: "{CUBE}.seats > 100", label: big }], else: { label: small } }
      - { name: place, type: geo, latitude: { sql: lat }, longitude: { sql: lon } }
    hierarchies:
      - { name: where, levels: [city, size] }
`
const SALES = `
views:
  - name: sales
    cubes:
      - join_path: orders
        includes: "*"
        excludes: [city]
      - join_path: orders.customers
        prefix: true
        includes: [city, { name: size, alias: segment }]
    folders:
      - { name: Customer, includes: [customers_city, customers_segment] }
`
const GOOD = {
  'model/cubes/orders.yml': ORDERS,
  'model/cubes/customers.yaml': CUSTOMERS,
  'model/views/sales.yml': SALES,
}

const compile = (files: Record<string, string>) => compileModel(new Map(Object.entries(files)))
const messages = (files: Record<string, string>) => compile(files).errors.map(({ message }) => message)

/** A cube `a` with one more line or more, at the level of its keys. */
const cube = (...lines: string[]) => ({
  'model/cubes/a.yml': ['cubes:', '  - name: a', '    sql_table: t', ...lines.map((line) => `    ${line}`)].join('\n'),
})
const measure = (text: string) => cube(`measures: [{ name: m, ${text} }]`)
const dimension = (text: string) => cube(`dimensions: [{ name: d, ${text} }]`)

describe('a model that compiles', () => {
  test('is valid, and counts cubes but not views', () => {
    expect(compile(GOOD)).toMatchObject({ valid: true, cubesCount: 2, errors: [], unchecked: [] })
  })

  test('lists members with kind, type and title', () => {
    const [orders, , sales] = ['orders', 'customers', 'sales'].map((name) =>
      compile(GOOD).entries.find((entry) => entry.name === name),
    )
    expect(orders).toMatchObject({ kind: 'cube', title: 'Orders', fileName: 'model/cubes/orders.yml' })
    expect(orders?.members.find(({ name }) => name === 'orders.revenue')).toMatchObject({
      name: 'orders.revenue',
      kind: 'measure',
      type: 'sum',
      title: 'Revenue',
      description: undefined,
      public: true,
      paths: [['orders']],
    })
    expect(sales?.members.map(({ name, from }) => `${name} <- ${from}`)).toEqual([
      'sales.count <- orders.count',
      'sales.revenue <- orders.revenue',
      'sales.average <- orders.average',
      'sales.id <- orders.id',
      'sales.amount <- orders.amount',
      'sales.created_at <- orders.created_at',
      'sales.created_month <- orders.created_month',
      'sales.paid <- orders.paid',
      'sales.customers_city <- customers.city',
      'sales.customers_segment <- customers.size',
    ])
  })

  test.each(['acme', 'empty'] as const)('the seed %s compiles', (seed) => {
    const files = new Map([...readDataModel(seed)].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]))
    expect(compileModel(files)).toMatchObject({ valid: true, errors: [] })
  })

  test.each([
    ['nothing at all', {}],
    ['an empty file', { 'model/cubes/a.yml': '# nothing yet\n' }],
    ['empty lists', { 'model/cubes/a.yml': 'cubes:\nviews: []\n' }],
    ['files outside model/', { 'README.md': 'x', 'package.json': '{', 'other/cubes/a.yml': 'cubes: {' }],
    ['keys in camel case', cube('measures: [{ name: m, type: countDistinct, sql: id, drillMembers: [] }]')],
    ['free text under meta', cube('meta: { anyKey: { type: someThing } }')],
    ['braces that are escaped', measure(`type: sum, sql: "x \\\\{nobody} y"`)],
    ['a cube that extends another', { ...GOOD, 'model/cubes/b.yml': 'cubes: [{ name: b, extends: orders }]' }],
    ['a merge key', { 'model/cubes/a.yml': 'cubes:\n  - &x { name: a, sql_table: t }\n  - { <<: *x, name: b }' }],
    ['a number as sql', dimension('type: number, sql: 1')],
    [
      'rows by what is known of the reader',
      cube(
        'dimensions: [{ name: d, sql: d, type: string }]',
        'access_policy: [{ group: g, row_level: { filters: [{ member: d, operator: equals, values: ["{ securityContext.city }"] }] } }]',
      ),
    ],
    ['what only queries look up', measure('type: count, filters: [{ sql: "{nope} = 1" }]')],
    ['an unknown member of a pre-aggregation', cube('pre_aggregations: [{ name: p, measures: [CUBE.nope] }]')],
    ['a group of views', { ...GOOD, 'model/groups.yml': 'view_groups: [{ name: all, includes: [sales] }]' }],
    [
      'a view over cubes that are not joined',
      {
        ...GOOD,
        'model/views/v.yml': 'views: [{ name: v, cubes: [{ join_path: customers.orders, includes: [count] }] }]',
      },
    ],
    ['a custom granularity', dimension(`type: time, sql: c, granularities: [{ name: fy, interval: 1 year }]`)],
    [
      'a sub-query over a join',
      {
        'model/cubes/customers.yml': CUSTOMERS.replace(
          '    hierarchies',
          '      - { name: n, sub_query: true, sql: "{orders.count}", type: number }\n    hierarchies',
        ),
        'model/cubes/orders.yml': ORDERS,
      },
    ],
  ])('%s', (_, files) => {
    expect(messages(files)).toEqual([])
  })
})

describe('a model that does not', () => {
  test.each([
    [
      'a tab',
      { 'model/cubes/a.yml': 'cubes:\n\t- name: a\n' },
      'Tabs are not allowed as indentation (line 2, column 1)',
    ],
    ['a key twice', { 'model/cubes/a.yml': 'cubes: []\ncubes: []\n' }, 'Map keys must be unique (line 2, column 1)'],
    [
      'two documents',
      { 'model/cubes/a.yml': 'cubes: []\n---\nviews: []\n' },
      'expected a single document (line 2, column 1)',
    ],
    [
      'an alias of nothing',
      { 'model/cubes/a.yml': 'cubes: *b' },
      'Unresolved alias (the anchor must be set before the alias): b',
    ],
    ['an alias inside itself', { 'model/cubes/a.yml': 'cubes: &a [*a]' }, 'an alias stands inside what it names'],
    ['a list at the top', { 'model/cubes/a.yml': '- a' }, 'a file of a data model holds cubes and views'],
    ['another key at the top', { 'model/cubes/a.yml': 'cube: []' }, '"cube" is not a key of a file of a data model'],
    ['cubes as a map', { 'model/cubes/a.yml': 'cubes: { a: 1 }' }, '"cubes" must be a list of maps'],
    ['no name', { 'model/cubes/a.yml': 'cubes: [{ sql_table: t }]' }, 'unnamed cube: a cube has no name'],
    [
      'a name with a dash',
      { 'model/cubes/a.yml': 'cubes: [{ name: a-b, sql_table: t }]' },
      'a-b cube: "a-b" is not a valid name',
    ],
    ['no table', { 'model/cubes/a.yml': 'cubes: [{ name: a }]' }, 'a cube: the cube "a" reads no table'],
    ['two tables', cube('sql: select 1'), 'a cube: "sql_table" cannot be combined with "sql"'],
    ['a misspelt key', cube('dimesions: []'), 'a cube: "dimesions" is not a key of a cube'],
    ['a misspelt key of a measure', measure('type: count, titel: x'), 'a cube: "titel" is not a key of a measure'],
    ['measures as a map', cube('measures: { m: { type: count } }'), 'a cube: "measures" must be a list'],
    ['an unknown measure type', measure('type: summ, sql: x'), 'a cube: "summ" is not a valid type'],
    ['no measure type', measure('sql: x'), 'a cube: "m" has no type'],
    ['a sum without sql', measure('type: sum'), 'a cube: "m" has no sql'],
    ['an unknown dimension type', dimension('type: date, sql: x'), 'a cube: "date" is not a valid type'],
    ['a dimension without sql', dimension('type: string'), 'a cube: "d" has no sql'],
    ['a place without longitude', dimension('type: geo, latitude: { sql: x }'), 'a cube: "d" has no longitude'],
    [
      'granularities of a text',
      dimension('type: string, sql: x, granularities: []'),
      'a cube: "granularities" is only for the type time',
    ],
    ['a segment without sql', cube('segments: [{ name: s }]'), 'a cube: "s" has no sql'],
    [
      'a member twice',
      cube('measures: [{ name: x, type: count }]', 'dimensions: [{ name: x, sql: x, type: string }]'),
      'a cube: the name "x" is used twice',
    ],
    [
      'an unknown relationship',
      cube('joins: [{ name: a, sql: x, relationship: many }]'),
      'a cube: "many" is not a valid relationship',
    ],
    [
      'a join to nothing',
      cube('joins: [{ name: b, sql: "1 = 1", relationship: one_to_one }]'),
      'a cube: there is no cube "b" to join',
    ],
    [
      'an unknown member',
      measure('type: sum, sql: "{nope}"'),
      'a cube: "nope" is neither a member of the cube "a" nor a cube',
    ],
    ['an unknown own member', measure('type: sum, sql: "{CUBE.nope}"'), 'a cube: the cube "a" has no member "nope"'],
    ['an unknown cube', measure('type: sum, sql: "{b.nope}"'), 'a cube: there is no cube "b"'],
    [
      'an unknown drill member',
      measure('type: count, drill_members: [nope]'),
      'a cube: "nope" is neither a member of the cube "a" nor a cube',
    ],
    [
      'an unknown granularity',
      cube('dimensions: [{ name: t, sql: t, type: time }, { name: d, sql: "{t.fortnight}", type: time }]'),
      'a cube: "fortnight" is not a granularity of "a.t"',
    ],
    [
      'a base that is not there',
      { 'model/cubes/a.yml': 'cubes: [{ name: a, sql_table: t, extends: b }]' },
      'a cube: there is no cube "b" to extend',
    ],
    [
      'a base that is itself',
      { 'model/cubes/a.yml': 'cubes: [{ name: a, sql_table: t, extends: a }]' },
      'a cube: "a" extends itself through "a"',
    ],
    [
      'more than a hundred in a row',
      {
        'model/cubes/a.yml': `cubes:\n${Array.from({ length: 101 }, (_each, at) => `  - { name: c${at}, sql_table: t${at === 0 ? '' : `, extends: c${at - 1}`} }\n`).join('')}`,
      },
      'c100 cube: "c100" extends more than 99 in a row',
    ],
  ])('%s', (_, files, expected) => {
    expect(messages(files)).toEqual([typeof expected === 'string' ? expected : expect.stringMatching(expected)])
  })

  const change = (file: keyof typeof GOOD, from: string, to: string) => {
    expect(GOOD[file]).toContain(from)
    return messages({ ...GOOD, [file]: GOOD[file].replace(from, to) })
  }

  test.each([
    [
      'an unknown member of another cube',
      'model/cubes/orders.yml',
      '{customers.city}',
      '{customers.town}',
      'orders cube: the cube "customers" has no member "town"',
    ],
    [
      'a join without a primary key',
      'model/cubes/customers.yaml',
      ', primary_key: true',
      '',
      'orders cube: the cube "customers" is joined, but has no primary key',
    ],
    [
      'an unknown level',
      'model/cubes/customers.yaml',
      'levels: [city',
      'levels: [town',
      'customers cube: "town" is neither a member of the cube "customers" nor a cube',
    ],
    [
      'a view of an unknown cube',
      'model/views/sales.yml',
      'join_path: orders\n',
      'join_path: order\n',
      'sales view: there is no cube "order"',
    ],
    [
      'a view of an unknown member',
      'model/views/sales.yml',
      '[city, {',
      '[town, {',
      'sales view: the view "sales" includes "town", which the cube "customers" does not have',
    ],
    [
      'a path among the members',
      'model/views/sales.yml',
      '[city, {',
      '[customers.city, {',
      /^sales view: the view "sales" includes "customers\.city"/,
    ],
    [
      'a path among the excludes',
      'model/views/sales.yml',
      'excludes: [city]',
      'excludes: [orders.city]',
      /^sales view: the view "sales" excludes "orders\.city"/,
    ],
    [
      'two members of one name',
      'model/views/sales.yml',
      'prefix: true',
      'prefix: false',
      /^sales view: the folder "Customer" includes "customers_city"/,
    ],
    [
      'an alias that is taken',
      'model/views/sales.yml',
      'alias: segment',
      'alias: city',
      'sales view: the view "sales" shows two members as "customers_city"',
    ],
    [
      'a view without includes',
      'model/views/sales.yml',
      'includes: "*"',
      'alias: x',
      'sales view: a part of a view has no includes',
    ],
    [
      'a folder with an unknown member',
      'model/views/sales.yml',
      'customers_segment]',
      'nope]',
      'sales view: the folder "Customer" includes "nope", which the view does not show',
    ],
    [
      'a name used by a cube and a view',
      'model/views/sales.yml',
      'name: sales',
      'name: orders',
      'orders view: the name "orders" is used twice',
    ],
  ] as const)('%s', (_, file, from, to, expected) => {
    expect(change(file, from, to)).toContainEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    )
  })

  test('all problems are reported at once, each with its file', () => {
    const { valid, errors } = compile({
      'model/cubes/b.yml': 'cubes: [{ name: b, sql_table: t, measures: [{ name: m, type: sum, sql: "{x}" }] }]',
      'model/cubes/a.yml': 'cubes: [{ name: a }, { name: c, sql_table: t, titel: x }]',
    })
    expect(valid).toBe(false)
    expect(errors.map(({ fileName }) => fileName)).toEqual([
      'model/cubes/a.yml',
      'model/cubes/a.yml',
      'model/cubes/b.yml',
    ])
  })

  test('a file that cannot be read is one problem, not one at every place that needs it', () => {
    expect(messages({ ...GOOD, 'model/cubes/customers.yaml': 'cubes: [' })).toHaveLength(1)
    const misspelt = { ...GOOD, 'model/cubes/customers.yaml': CUSTOMERS.replace('type: count', 'type: cuont') }
    expect(messages(misspelt)).toEqual(['customers cube: "cuont" is not a valid type'])
  })
})

describe('code and templates', () => {
  test.each([
    ['model/cubes/customers.js', 'cube(`customers`, {})'],
    ['model/globals.py', 'x = 1'],
    ['model/cubes/customers.yml', 'cubes:\n{% for c in all %}\n  - name: {{ c }}\n{% endfor %}\n'],
  ])('%s is not checked, and may define what the YAML files need', (file, text) => {
    const { errors, unchecked } = compile({
      'model/cubes/orders.yml': ORDERS,
      'model/views/sales.yml': SALES,
      [file]: text,
    })
    expect(errors).toEqual([])
    expect(unchecked).toEqual([file])
  })

  test('the parts in plain YAML are still checked', () => {
    expect(messages({ ...measure('type: sum, sql: "{CUBE.nope}"'), 'model/x.js': '' })).toHaveLength(1)
  })
})
