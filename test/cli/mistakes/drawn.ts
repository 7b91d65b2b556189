import { writeFiles } from '../../support/directory.ts'
import { TREE } from '../project.ts'
import {
  chart,
  DASHBOARD,
  dashboard,
  type Mistake,
  type Mistakes,
  POSITION,
  SQL,
  validate,
  WORKBOOK,
} from './mistake.ts'

const REPORT = 'content/sales/board/reports/orders.yaml'
const LITE = 'https://vega.github.io/schema/vega-lite/v5.json'
const SPEC = `id: AAAAAAAAAAAA
name: Orders
kind: vega
spec:
  $schema: ${LITE}
  mark: bar
  encoding:
    x: {field: month, type: temporal}
    y: {field: total, type: quantitative}
`

const wrong = (
  changed: Readonly<Record<string, string>>,
  [what, where, next]: readonly [what: string, where: string, next: string],
): Mistake => ({
  before: (root) => writeFiles(root, changed),
  ...{ run: validate, exit: 1 },
  ...{ what, where, next },
})

const drawn = (from: string, to: string, said: readonly [string, string, string]): Mistake =>
  wrong({ [REPORT]: SPEC.replace(from, to), [SQL]: 'select date as month, sum(amount) as total from shop\n' }, said)
const inDashboard = (text: string, said: readonly [string, string, string]): Mistake =>
  wrong({ [DASHBOARD]: text }, said)

/** Viewers see nothing because of these, or they are in the wrong place in a file. */
export const DRAWN: Mistakes = {
  'a column that the SQL no longer gives': drawn('field: total', 'field: amount', [
    'the SQL gives the chart no column "amount"',
    `${REPORT}:9:16`,
    'name a column that the SQL gives: month, total.',
  ]),
  'a mark of another library': drawn('mark: bar', 'mark: column', [
    'Vega-Lite has no mark "column"',
    `${REPORT}:6:9`,
    'did you mean "bar"?',
  ]),
  'a misspelt channel': drawn('    y:', '    yy:', [
    'Vega-Lite has no channel "yy"',
    `${REPORT}:9:5`,
    'did you mean "y"?',
  ]),
  'the SQL type of a column': drawn('quantitative', 'integer', [
    'Vega-Lite has no type "integer"',
    `${REPORT}:9:29`,
    'did you mean "quantitative"?',
  ]),
  'Vega-Lite under the name of Vega': drawn('vega-lite/v5', 'vega/v5', [
    'names the schema of Vega, but is written in Vega-Lite',
    `${REPORT}:5:12`,
    `Write ${LITE}.`,
  ]),
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
  'a key beside the map that holds it': inDashboard(dashboard(chart(`${POSITION}\n    title: Orders`)), [
    'unknown key "title"',
    `${DASHBOARD}:7:5`,
    'Put it under "config".',
  ]),
  'a key of another tool': inDashboard(dashboard(chart('position: {x: 0, y: 0, width: 6, h: 4}')), [
    'unknown key "width"',
    `${DASHBOARD}:6:28`,
    'did you mean "w"?',
  ]),
  'a key of the other file of a workbook': wrong({ [WORKBOOK]: `${TREE[WORKBOOK]}description: All of it\n` }, [
    'unknown key "description"',
    `${WORKBOOK}:3:1`,
    'Move it to the dashboard.yaml beside it.',
  ]),
  'yes for true': wrong({ [WORKBOOK]: `${TREE[WORKBOOK]}publish: yes\n` }, [
    '"publish" must be true or false',
    `${WORKBOOK}:3:10`,
    'Write true.',
  ]),
  'a missing container': inDashboard(dashboard(chart(`${POSITION}\n    config: {parentId: tabs}`)), [
    'no widget "tabs" in this dashboard',
    `${DASHBOARD}:7:24`,
    'Remove "parentId": this dashboard has no container.',
  ]),
  'a layout as text': inDashboard(`layout:\n  cols: {lg: twelve}\n${TREE[DASHBOARD]}`, [
    '"layout.cols.lg" must be a number',
    `${DASHBOARD}:2:14`,
    'Write a whole number.',
  ]),
  'a place for an unknown breakpoint': {
    ...inDashboard(dashboard(chart(`${POSITION}\n    responsiveLayouts: {tablet: {x: 0, y: 0, w: 6, h: 4}}`)), [
      'widget "a" has a place at "tablet", which is not a width of the grid',
      `${DASHBOARD}:7:25`,
      'Write one of lg, md, sm, xs, xxs.',
    ]),
    exit: 0,
  },
  'a template without quotes': wrong({ [REPORT]: 'id: AAAAAAAAAAAA\nname: {{ title }}\n' }, [
    'a template in braces is read as a map',
    `${REPORT}:2:7`,
    'Put it in quotes: "{{ title }}".',
  ]),
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
  'a report by its id': inDashboard(TREE[DASHBOARD].replace('report: orders', 'report: AAAAAAAAAAAA'), [
    'no report "AAAAAAAAAAAA" in this workbook',
    `${DASHBOARD}:6:13`,
    'did you mean "orders"?',
  ]),
  'a report by its file path': wrong(
    {
      [DASHBOARD]: TREE[DASHBOARD].replace('report: orders', 'report: ../reports/costs.yaml'),
      'content/finance/costs.report.yaml': 'id: BBBBBBBBBBBB\nname: Costs\n',
    },
    ['no report "../reports/costs.yaml" in this workbook', `${DASHBOARD}:6:13`, 'did you mean "/finance/costs"?'],
  ),
  'a widget beyond the edge': {
    ...inDashboard(dashboard(chart('position: {x: 8, y: 0, w: 6, h: 4}')), [
      'widget "a" is outside the 12 columns of the grid',
      `${DASHBOARD}:6:15`,
      'Write an x of at most 6, or make it narrower',
    ]),
    exit: 0,
  },
}
