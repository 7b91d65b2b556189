import { writeFiles } from '../../support/directory.ts'
import { TREE } from '../project.ts'
import { admin, around, cube, type Mistakes, MODEL, REPORT, reaching, SQL, validate, wrong } from './mistake.ts'

const query = (more: string) => ({
  [SQL]: null,
  [REPORT]: `id: AAAAAAAAAAAA\nname: Orders\nquery: {measures: [orders.count], ${more}}\n`,
})
const dated = (range: string): string =>
  `id: AAAAAAAAAAAA\nname: Orders\nquery:\n  timeDimensions:\n    - dimension: orders.at\n      dateRange: ${range}\n`

const reportOf = (range: string): string =>
  `id: AAAAAAAAAAAA\nname: Orders\nquery:\n  measures: [orders.count]\n  timeDimensions:\n    - {dimension: orders.created_at, dateRange: ${range}}\n`
const SALES = {
  'data-model/model/sales.yml': `cubes:
  - name: sales
    sql_table: sales
    measures:
      - {name: count, type: count}
      - {name: net_revenue, sql: amount, type: sum}
    dimensions:
      - {name: ordered_at, sql: ordered_at, type: time, granularities: [{name: season, interval: 3 months}]}
      - {name: region, sql: region, type: string}
`,
}
const soldBy = (granularity: string): string =>
  `id: AAAAAAAAAAAA\nname: Orders\nquery:\n  measures: [sales.count]\n  timeDimensions:\n    - {dimension: sales.ordered_at, granularity: ${granularity}}\n`
const shown = (measure: string, look: string): string =>
  `id: AAAAAAAAAAAA\nname: Orders\n${look}query:\n  measures: [${measure}]\n  dimensions: [sales.region]\n`
const KPI = 'kind: kpi\nspec: {value: sales.net_revenue}\nperiodComparisons: []\n'
const PIVOT = 'kind: table\npivot:\n  rows: [sales.region]\n  measures: [sales.net_revenue]\n'
const SOLD = 'select region, measure(net_revenue)\nfrom sales\ngroup by 1\n'
const CONTENT = Object.fromEntries(Object.entries(TREE).filter(([file]) => file.startsWith('content/') && file !== SQL))

/** What a report asks for, as a query or as SQL, and what it shows of that. */
export const QUERIES: Mistakes = {
  'a limit in words': {
    files: {
      [REPORT]: 'id: AAAAAAAAAAAA\nname: Orders\nquery: {measures: [orders.count], limit: lots}\n',
      [SQL]: null,
    },
    run: ['validate', '-v'],
    exit: 0,
    what: '"limit" must be a number, not a text',
    where: 'content/sales/board/reports/orders.yaml:3:42',
    next: 'Write a whole number from 0 to 50000.',
  },
  'an operator of SQL in a filter': {
    files: query('filters: [{member: orders.status, operator: "=", values: [open]}]'),
    run: ['validate', '-v'],
    exit: 0,
    what: '"filters[0].operator" must be one of equals',
    where: 'content/sales/board/reports/orders.yaml:3:79',
    next: 'Write one of them.',
  },
  'an order that is a single word': {
    files: query('order: orders.count'),
    run: ['validate', '-v'],
    exit: 0,
    what: '"order" must be a map or a list',
    where: 'content/sales/board/reports/orders.yaml:3:42',
    next: 'Write a map or a list.',
  },
  'a range of dates with a slip': {
    files: { [SQL]: null, [REPORT]: reportOf('last 12 months') },
    before: (root) => writeFiles(root, { [REPORT]: reportOf('last 12 mnths') }),
    run: validate,
    exit: 1,
    what: 'must be a range of dates, such as "last 7 days" or 2026-01-31',
    where: `${REPORT}:6`,
    next: 'did you mean "last 12 months"?',
  },
  'a day that no calendar has': wrong({ [REPORT]: dated('from 2026-02-30 to now') }, [
    'has 2026-02-30, which no calendar has',
    `${REPORT}:6`,
    'did you mean "2026-02-28"?',
  ]),
  'a day of a list that no calendar has': wrong({ [REPORT]: dated('[2026-01-01, 2026-04-31]') }, [
    'has 2026-04-31, which no calendar has',
    `${REPORT}:6`,
    'did you mean "2026-04-30"?',
  ]),
  'a range of dates that ends before it begins': wrong({ [REPORT]: dated('[2026-03-01, 2026-01-01]') }, [
    'has a dateRange that ends before it begins',
    `${REPORT}:5`,
    'Write the earlier day first.',
  ]),
  'a granularity that is an adverb': {
    files: { ...SALES, [SQL]: null, [REPORT]: soldBy('season') },
    before: (root) => writeFiles(root, { [REPORT]: soldBy('monthly') }),
    run: validate,
    exit: 1,
    what: '"sales.ordered_at" has no granularity "monthly"',
    where: `${REPORT}:6:50`,
    next: 'did you mean "month"?',
  },
  'a granularity that is an adverb, in plan': {
    files: () => ({ ...reaching(() => around.sandbox.url)(), ...SALES, ...CONTENT, [REPORT]: soldBy('season') }),
    env: admin,
    before: (root) => writeFiles(root, { [REPORT]: soldBy('monthly') }),
    run: ['plan'],
    exit: 1,
    what: '"sales.ordered_at" has no granularity "monthly"',
    where: `${REPORT}:6:50`,
    next: 'did you mean "month"?',
  },
  'a text dimension for a time': {
    files: { [SQL]: null },
    ...wrong(
      {
        'data-model/model/a.yml':
          'cubes:\n  - name: shop\n    sql_table: shop\n    dimensions:\n      - {name: city, sql: city, type: string}\n      - {name: day, sql: day, type: time}\n',
        [REPORT]:
          'id: AAAAAAAAAAAA\nname: Orders\nquery:\n  timeDimensions:\n    - {dimension: shop.city, granularity: day}\n',
      },
      ['"shop.city" is of type string', `${REPORT}:5:19`, 'Put it under `dimensions`, or name one of time: shop.day.'],
    ),
  },
  'a measure for a time': {
    files: { ...SALES, [SQL]: null, [REPORT]: soldBy('month') },
    before: (root) => writeFiles(root, { [REPORT]: soldBy('month').replace('sales.ordered_at', 'sales.count') }),
    run: validate,
    exit: 1,
    what: '"sales.count" is a measure, but it is listed under timeDimensions',
    where: `${REPORT}:6:19`,
    next: 'Put it under `measures`.',
  },
  'a dimension among the measures': {
    files: { ...SALES, [SQL]: null, [REPORT]: shown('sales.net_revenue', '') },
    before: (root) => writeFiles(root, { [REPORT]: shown('sales.region', '') }),
    run: validate,
    exit: 1,
    what: '"sales.region" is a dimension, but it is listed under measures',
    where: `${REPORT}:4:14`,
    next: 'Put it under `dimensions`.',
  },
  'another measure in the query, and the old one in the KPI': {
    files: { ...SALES, [SQL]: null, [REPORT]: shown('sales.net_revenue', KPI) },
    before: (root) => writeFiles(root, { [REPORT]: shown('sales.count', KPI) }),
    run: validate,
    exit: 1,
    what: 'the query gives the KPI no column "sales.net_revenue"',
    where: `${REPORT}:4:15`,
    next: 'name a column that the query gives: sales.count, sales.region.',
  },
  'another measure in the query, and the old one in the pivot': {
    files: { ...SALES, [SQL]: null, [REPORT]: shown('sales.net_revenue', PIVOT) },
    before: (root) => writeFiles(root, { [REPORT]: shown('sales.count', PIVOT) }),
    run: validate,
    exit: 1,
    what: 'the query gives the pivot no column "sales.net_revenue"',
    where: `${REPORT}:6:14`,
    next: 'name a column that the query gives: sales.count, sales.region.',
  },
  'a member with a completely different name': {
    ...wrong(
      {
        'data-model/model/a.yml':
          'cubes:\n  - name: shop\n    sql_table: shop\n    measures:\n      - {name: turnover, sql: x, type: sum}\n',
        [REPORT]: 'id: AAAAAAAAAAAA\nname: Orders\nquery:\n  measures: [shop.net_sales]\n',
      },
      [
        'the data model has no member "shop.net_sales"',
        `${REPORT}:4:14`,
        'Add it to the data model, or write another member of shop: turnover.',
      ],
    ),
    files: { [SQL]: null },
  },
  'a cube beside the members of a query': {
    files: {
      [SQL]: null,
      [REPORT]: 'id: AAAAAAAAAAAA\nname: Orders\ncube: orders\nquery: {measures: [orders.count]}\n',
    },
    run: validate,
    exit: 1,
    what: 'unknown key "cube"',
    where: `${REPORT}:3:1`,
    next: 'Remove it: each member of a query names its cube or view, such as orders.count.',
  },
  'a report without a query': {
    files: { [MODEL]: cube('count') },
    before: (root) => writeFiles(root, { 'content/sales/new.report.yaml': 'id: BBBBBBBBBBBB\nname: New\n' }),
    run: validate,
    exit: 0,
    what: 'warning: the report asks for nothing yet: viewers see an error',
    where: 'content/sales/new.report.yaml:2:1',
    next: 'Add what it asks for, such as `query: {measures: [orders.count]}`',
  },
  'a comma before FROM': {
    files: { ...SALES, [SQL]: SOLD },
    before: (root) => writeFiles(root, { [SQL]: SOLD.replace(')\n', '),\n') }),
    run: validate,
    exit: 1,
    what: 'the SQL is not checked: "from" is not expected here',
    where: `${SQL}:2:1`,
    next: 'Look at this place and what stands before it: a comma too many',
  },
  'an unclosed bracket': {
    files: { ...SALES, [SQL]: SOLD },
    before: (root) => writeFiles(root, { [SQL]: SOLD.replace(')', '') }),
    run: validate,
    exit: 1,
    what: 'the SQL is not checked: "from" is not expected here',
    where: `${SQL}:2:1`,
    next: 'Look at this place and what stands before it: a comma too many, a bracket or quote that is not closed',
  },
  'a member that an SQL in the report misspells': {
    files: {
      [SQL]: null,
      [MODEL]: cube('count'),
      [REPORT]: 'id: AAAAAAAAAAAA\nname: Orders\nsql: |\n  select\n\n    measure(cuont)\n  from orders\n',
    },
    run: ['validate', '-v'],
    exit: 0,
    what: 'the data model has no member "orders.cuont"',
    where: `${REPORT}:6:13`,
    next: 'did you mean "orders.count"?',
  },
  'a table named as in dbt': {
    files: { [MODEL]: cube('count'), [SQL]: "select\n  count(*)\nfrom {{ ref('orders') }}\n" },
    run: ['validate', '-v'],
    exit: 0,
    what: 'the SQL is not checked: it is a template',
    where: 'content/sales/board/reports/orders.sql:3:6',
    next: 'Write its name without a template: orders.',
  },
  'a table that is not in the data model': {
    files: { [MODEL]: cube('count'), [SQL]: 'select 1\nfrom orders, warehouse.stock\n' },
    run: ['validate', '-v'],
    exit: 0,
    what: '"warehouse.stock" is not a cube or view',
    where: 'content/sales/board/reports/orders.sql:2:14',
    next: 'Check for yourself that the data model has what the SQL uses.',
  },
}
