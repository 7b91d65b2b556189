import { admin, around, CONFIG, DASHBOARD, dashboard, type Mistakes, POSITION, SQL, target } from './mistake.ts'

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

const MODELLED = {
  'data-model/model/orders.yml':
    'cubes:\n  - name: orders\n    sql_table: orders\n    measures:\n      - {name: count, type: count}\n',
}

/** Things that were started and lack a part, or are in a place where nothing looks for them. */
export const FORGOTTEN: Mistakes = {
  'a filter without a member': empty('FILTER', 'names no member to filter by', 'Add the member, as `config: {member: '),
  'a filter whose member is empty': empty(
    'FILTER',
    'names no member to filter by',
    'Add the member, as',
    '{member: ""}',
  ),
  'a choice of periods without a member': empty('TIME_GRAIN', 'names no time dimension', 'Add the member, as'),
  'a choice of fields without fields': empty('FIELD', 'offers no members', 'Add the members to choose from'),
  'a text that says nothing': empty('TEXT', 'says nothing', 'Add its text, as `config: {markdown: TEXT}`'),
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
  'an unknown host, and no token to ask it with': {
    run: ['doctor', '--url', 'https://acme.invalid'],
    exit: 1,
    what: 'no host is called acme.invalid',
    where: 'https://acme.invalid',
    next: 'Check the host of the URL',
  },
  'a host that is not a platform, and no token to ask it with': {
    run: () => ['doctor', '--url', around.page],
    exit: 1,
    what: 'a web page',
    where: '!!  host',
    next: 'Check the URL',
  },
  'a platform, and no token to ask it with': {
    run: () => ['doctor', '--url', around.sandbox.url],
    exit: 3,
    what: 'the variable BOARDWRIGHT_TOKEN is not set',
    where: '!!  token',
    next: 'Set BOARDWRIGHT_TOKEN to an API key',
  },
  'a target with an unknown host and no token': {
    files: { [CONFIG]: target('https://acme.invalid') },
    run: ['doctor'],
    exit: 1,
    what: 'no host is called acme.invalid',
    where: 'target production (boardwright.yaml:6:',
    next: 'Check the host of the URL',
  },
  'a project at an unknown host': {
    files: { [CONFIG]: null },
    run: ['init', '--url', 'https://acme.invalid', '--deployment', '2'],
    exit: 0,
    what: 'no host is called acme.invalid',
    where: 'https://acme.invalid',
    next: 'Check the host of the URL, and the name service of this network. If the URL is wrong, change it in boardwright.yaml.',
  },
  'a project at a host that is not a platform': {
    files: { [CONFIG]: null },
    run: () => ['init', '--url', around.page, '--deployment', '2'],
    exit: 0,
    what: 'a web page',
    where: 'warning: GET /api/v1/users/me',
    next: 'If the URL is wrong, change it in boardwright.yaml.',
  },
  'a plan that differs from what was approved': {
    files: () => ({ [CONFIG]: target(around.sandbox.url), [SQL]: 'select 1 as one\n' }),
    env: admin,
    run: ['apply', '--yes', '--first-apply', '--approve', '5'.repeat(64)],
    exit: 5,
    what: 'was approved: it now changes',
    where: '(content/sales/board)',
    next: 'boardwright plan --target production',
  },
  'a table named as in dbt': {
    files: { ...MODELLED, [SQL]: "select\n  count(*)\nfrom {{ ref('orders') }}\n" },
    run: ['validate', '-v'],
    exit: 0,
    what: 'the SQL is not checked: it is a template',
    where: 'content/sales/board/reports/orders.sql:3:6',
    next: 'Write its name without a template: orders.',
  },
  'a table that is not in the data model': {
    files: { ...MODELLED, [SQL]: 'select 1\nfrom orders, warehouse.stock\n' },
    run: ['validate', '-v'],
    exit: 0,
    what: '"warehouse.stock" is not a cube or view',
    where: 'content/sales/board/reports/orders.sql:2:14',
    next: 'Check for yourself that the data model has what the SQL uses.',
  },
}
