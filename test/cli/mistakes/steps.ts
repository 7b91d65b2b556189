import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { commitAll, writeFiles } from '../../support/directory.ts'
import { type Mistake, type Mistakes, SQL, validate, WORKBOOK } from './mistake.ts'

const REPORT = 'content/sales/board/reports/orders.yaml'
const MODEL = 'data-model/model/cubes/orders.yml'
const cube = (measure: string, more = ''): string =>
  `cubes:\n  - name: orders\n    sql_table: orders\n    measures:\n      - name: ${measure}\n        type: count\n${more}`
const ASKS = { [SQL]: null, [REPORT]: 'id: AAAAAAAAAAAA\nname: Orders\nquery: {measures: [orders.count]}\n' }

/** Only the data model was changed after its first commit. */
const changed = (text: string, isCommitted: boolean): Pick<Mistake, 'files' | 'before'> => ({
  files: { ...ASKS, [MODEL]: cube('count') },
  before: async (root) => {
    await writeFiles(root, { [MODEL]: text })
    if (isCommitted) commitAll(root)
  },
})
const asksFor = { run: validate, exit: 1, where: `${REPORT}:3:20` } as const

/** The program knows the exact next step: a command to type, or a line to paste. */
export const STEPS: Mistakes = {
  'a member renamed in the data model alone': {
    ...changed(cube('number_of_orders'), false),
    ...asksFor,
    what: 'the data model has no member "orders.count"',
    next: 'Commit that, then rename what uses it: boardwright rename orders.count number_of_orders\n',
  },
  'a member renamed in the data model alone, and committed': {
    ...changed(cube('number_of_orders'), true),
    ...asksFor,
    what: 'the data model has no member "orders.count"',
    next: 'Rename what uses it: boardwright rename orders.count number_of_orders\n',
  },
  'a member renamed in the data model alone, as plan sees it': {
    ...changed(cube('number_of_orders'), true),
    ...asksFor,
    run: ['plan', '--target', 'production'],
    env: () => ({ BOARDWRIGHT_TOKEN: 'secret-secret' }),
    what: 'the data model has no member "orders.count"',
    next: 'Rename what uses it: boardwright rename orders.count number_of_orders\n',
  },
  'a member that the data model itself still names as it was': {
    ...changed(cube('number_of_orders', '      - {name: twice, type: number, sql: "2 * {count}"}\n'), true),
    files: { [MODEL]: cube('count') },
    run: validate,
    exit: 1,
    what: '"count" is neither a member of the cube "orders" nor a cube',
    where: `${MODEL}:7:48`,
    next: 'Rename what uses it: boardwright rename orders.count number_of_orders\n',
  },
  'a cube renamed in the data model alone': {
    ...changed(cube('count').replace('name: orders', 'name: sales'), true),
    ...asksFor,
    what: 'the data model has no member "orders.count"',
    next: 'Rename what uses it: boardwright rename orders sales\n',
  },
  'a member that now means something else': {
    ...changed(cube('customers').replace('type: count', 'type: count_distinct\n        sql: customer_id'), true),
    ...asksFor,
    what: 'the data model has no member "orders.count"',
    next: 'Add it to the data model, or write another member of orders: customers.',
  },
  'an id that was deleted': {
    before: (root) => writeFiles(root, { [REPORT]: 'name: Orders\n' }),
    run: validate,
    exit: 1,
    what: '"id" is missing',
    where: `${REPORT}:1:1`,
    next: 'Write it back: id: AAAAAAAAAAAA',
  },
  'a slug that was deleted': {
    before: (root) => writeFiles(root, { [WORKBOOK]: 'name: Board\n' }),
    run: validate,
    exit: 1,
    what: '"slug" is missing',
    where: `${WORKBOOK}:1:1`,
    next: 'Write it back: slug: board',
  },
  'a new report without an id': {
    before: (root) => writeFiles(root, { 'content/sales/new.report.yaml': 'name: New\n' }),
    run: validate,
    exit: 1,
    what: '"id" is missing',
    where: 'content/sales/new.report.yaml:1:1',
    next: 'Add it: id: DoQHJNUtTqv4',
  },
  'a new workbook without a slug': {
    before: (root) => writeFiles(root, { 'content/sales/new-board/workbook.yaml': 'name: New\npublish: false\n' }),
    run: validate,
    exit: 1,
    what: '"slug" is missing',
    where: 'content/sales/new-board/workbook.yaml:1:1',
    next: 'Add it: slug: new-board',
  },
  'a report in use whose file ends in .yml': {
    before: async (root) => {
      rmSync(join(root, REPORT))
      await writeFiles(root, { [REPORT.replace('.yaml', '.yml')]: 'id: AAAAAAAAAAAA\nname: Orders\n' })
    },
    run: validate,
    exit: 1,
    what: 'no report "orders" in this workbook',
    where: 'content/sales/board/dashboard.yaml:6:13',
    // About the widget, not only about the file, which comes last.
    next: `Write the ending out: mv ${REPORT.replace('.yaml', '.yml')} ${REPORT}\n${SQL}`,
  },
  'dimensions beside the cubes': {
    files: { [MODEL]: `${cube('count')}dimensions:\n  - {name: id, sql: id, type: number}\n` },
    run: ['validate', '-v'],
    exit: 0,
    what: '"dimensions" is not a key of a file of a data model',
    where: `${MODEL}:7:1`,
    next: 'Put it into an entry of `cubes:`',
  },
  'a cube beside the members of a query': {
    files: { ...ASKS, [REPORT]: 'id: AAAAAAAAAAAA\nname: Orders\ncube: orders\nquery: {measures: [orders.count]}\n' },
    run: validate,
    exit: 1,
    what: 'unknown key "cube"',
    where: `${REPORT}:3:1`,
    next: 'Remove it: each member of a query names its cube or view, such as orders.count.',
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
  'a report without a query': {
    files: { [MODEL]: cube('count') },
    before: (root) => writeFiles(root, { 'content/sales/new.report.yaml': 'id: BBBBBBBBBBBB\nname: New\n' }),
    run: validate,
    exit: 0,
    what: 'warning: the report asks for nothing yet: viewers see an error',
    where: 'content/sales/new.report.yaml:2:1',
    next: 'Add what it asks for, such as `query: {measures: [orders.count]}`',
  },
}
