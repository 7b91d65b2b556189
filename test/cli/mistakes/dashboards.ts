import { writeFiles } from '../../support/directory.ts'
import { TREE } from '../project.ts'
import { chart, DASHBOARD, dashboard, type Mistake, type Mistakes, POSITION, validate, wrong } from './mistake.ts'

const holding = (type: string, config = '') => ({
  [DASHBOARD]: dashboard(`  - id: a\n    type: ${type}\n    ${POSITION}\n${config && `    config: ${config}\n`}`),
})
const empty = (type: string, what: string, next: string, config?: string) =>
  ({
    files: holding(type, config),
    run: ['validate', '-v'],
    exit: 0,
    what: `widget "a" is a ${type}, but ${what}`,
    where: 'content/sales/board/dashboard.yaml:4:11',
    next,
  }) as const

const inDashboard = (text: string, said: readonly [string, string, string]): Mistake =>
  wrong({ [DASHBOARD]: text }, said)

/** Widgets: their keys, their places, and the reports that they show. */
export const DASHBOARDS: Mistakes = {
  'a type of widget that does not exist': {
    files: { [DASHBOARD]: dashboard(`  - id: a\n    type: CHRAT\n    report: orders\n    ${POSITION}\n`) },
    run: validate,
    exit: 1,
    what: '"widgets[0].type" must be one of CHART, TEXT, FILTER, AI, TIME_GRAIN, FIELD, PARENT, SPACER, DIVIDER, CONTAINER, TABS_CONTAINER, not "CHRAT"',
    where: 'content/sales/board/dashboard.yaml:4:11',
    next: 'did you mean "CHART"?',
  },
  'a type in small letters': {
    files: { [DASHBOARD]: dashboard(`  - id: a\n    type: chart\n    report: orders\n    ${POSITION}\n`) },
    run: validate,
    exit: 1,
    what: '"widgets[0].type" must be one of CHART',
    where: 'content/sales/board/dashboard.yaml:4:11',
    next: 'did you mean "CHART"?',
  },
  'a report that does not exist': {
    files: { [DASHBOARD]: dashboard(`  - id: a\n    type: CHART\n    report: oders\n    ${POSITION}\n`) },
    run: validate,
    exit: 1,
    what: 'no report "oders" in this workbook',
    where: 'content/sales/board/dashboard.yaml:5:13',
    next: 'did you mean "orders"?',
  },
  'a report that never existed': {
    before: (root) => writeFiles(root, { [DASHBOARD]: TREE[DASHBOARD].replace('report: orders', 'report: margins') }),
    ...{ run: validate, exit: 1 },
    what: 'no report "margins" in this workbook',
    where: `${DASHBOARD}:6:13`,
    next: 'Name a report that exists (orders), or take the widget out.',
  },
  'a report in capitals': {
    files: { [DASHBOARD]: TREE[DASHBOARD].replace('report: orders', 'report: Orders') },
    run: validate,
    exit: 1,
    what: 'no report "Orders" in this workbook',
    where: 'content/sales/board/dashboard.yaml:6:13',
    next: 'did you mean "orders"?',
  },
  'a report by the name of its file': {
    files: { [DASHBOARD]: TREE[DASHBOARD].replace('report: orders', 'report: reports/orders.yaml') },
    run: validate,
    exit: 1,
    what: 'no report "reports/orders.yaml" in this workbook',
    where: DASHBOARD,
    next: 'did you mean "orders"?',
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
  'two widgets with one id': {
    files: { [DASHBOARD]: dashboard(chart(POSITION) + chart('position: {x: 6, y: 0, w: 6, h: 4}')) },
    run: validate,
    exit: 1,
    what: 'two widgets have the id "a"',
    where: 'content/sales/board/dashboard.yaml:7:9',
    next: 'Change one of the two.',
  },
  'two widgets in one place': {
    before: (root) => writeFiles(root, { [DASHBOARD]: dashboard(chart(POSITION) + chart(POSITION, 'b')) }),
    run: validate,
    exit: 1,
    what: 'widget "b" overlaps widget "a"',
    where: 'content/sales/board/dashboard.yaml:10:15',
    next: 'Move or resize one of the widgets.',
  },
  'a widget that is too wide': {
    before: (root) => writeFiles(root, { [DASHBOARD]: dashboard(chart('position: {x: 0, y: 0, w: 60, h: 4}')) }),
    run: validate,
    exit: 0,
    what: 'widget "a" is outside the 12 columns of the grid',
    where: 'content/sales/board/dashboard.yaml:6:15',
    next: 'Write a w of at most 12: it is 60.',
  },
  'a widget beyond the edge': {
    ...inDashboard(dashboard(chart('position: {x: 8, y: 0, w: 6, h: 4}')), [
      'widget "a" is outside the 12 columns of the grid',
      `${DASHBOARD}:6:15`,
      'Write an x of at most 6, or make it narrower',
    ]),
    exit: 0,
  },
  'a widget without a height': {
    files: { [DASHBOARD]: TREE[DASHBOARD].replace(', h: 4', '') },
    run: validate,
    exit: 1,
    what: '"widgets[0].position.h" is missing',
    where: 'content/sales/board/dashboard.yaml:7:15',
    next: 'Add "h": a whole number.',
  },
  'a widget without a width': {
    files: { [DASHBOARD]: TREE[DASHBOARD].replace('w: 6', 'w: 0') },
    run: ['validate', '-v'],
    exit: 0,
    what: 'widget "a" has no size: w and h are at least 1',
    where: 'content/sales/board/dashboard.yaml:7:15',
    next: 'Write whole numbers of at least 1 for both: {x: 0, y: 0, w: 6, h: 4}.',
  },
  'a number in quotes': {
    files: { [DASHBOARD]: TREE[DASHBOARD].replace('w: 6', 'w: "6"') },
    run: validate,
    exit: 1,
    what: '"widgets[0].position.w" must be a number, not a text',
    where: 'content/sales/board/dashboard.yaml:7:31',
    next: 'Take the quotes away: 6.',
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
  'a layout as text': inDashboard(`layout:\n  cols: {lg: twelve}\n${TREE[DASHBOARD]}`, [
    '"layout.cols.lg" must be a number',
    `${DASHBOARD}:2:14`,
    'Write a whole number of at least 1.',
  ]),
  'a place for an unknown breakpoint': {
    ...inDashboard(dashboard(chart(`${POSITION}\n    responsiveLayouts: {tablet: {x: 0, y: 0, w: 6, h: 4}}`)), [
      'widget "a" has a place at "tablet", which is not a width of the grid',
      `${DASHBOARD}:7:25`,
      'Write one of lg, md, sm, xs, xxs.',
    ]),
    exit: 0,
  },
  'a missing container': inDashboard(dashboard(chart(`${POSITION}\n    config: {parentId: tabs}`)), [
    'no widget "tabs" in this dashboard',
    `${DASHBOARD}:7:24`,
    'Remove "parentId": this dashboard has no container.',
  ]),
  'a container that holds nothing': empty('CONTAINER', 'holds no widgets', 'Put `parentId: a` into the config'),
  'a group that holds nothing': empty('PARENT', 'holds no widgets', 'Put `parentId: a` into the config'),
  'a tab that holds nothing': {
    files: {
      [DASHBOARD]: dashboard(
        `  - id: a\n    type: CONTAINER\n    ${POSITION}\n    config: {layout: tabs, tabs: [{id: x}, {id: y, title: Costs}]}\n` +
          '  - id: b\n    type: TEXT\n    position: {x: 0, y: 0, w: 2, h: 2}\n    config: {parentId: a, markdown: Hello}\n',
      ),
    },
    run: ['validate', '-v'],
    exit: 0,
    what: 'tab "Costs" of widget "a" holds no widgets',
    where: 'content/sales/board/dashboard.yaml:6:44',
    next: 'Put `tabId: y` into the config of each widget that belongs there',
  },
  'a text that says nothing': empty('TEXT', 'says nothing', 'Add its text, as `config: {markdown: TEXT}`'),
  'a filter without a member': empty('FILTER', 'names no member to filter by', 'Add the member, as `config: {member: '),
  'a filter whose member is empty': empty(
    'FILTER',
    'names no member to filter by',
    'Add the member, as',
    '{member: ""}',
  ),
  'a choice of periods without a member': empty('TIME_GRAIN', 'names no time dimension', 'Add the member, as'),
  'a choice of fields without fields': empty('FIELD', 'offers no members', 'Add the members to choose from'),
}
