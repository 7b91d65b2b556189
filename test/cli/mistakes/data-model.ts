import { commitAll, writeFiles } from '../../support/directory.ts'
import {
  admin,
  around,
  CONFIG,
  config,
  cube,
  type Mistake,
  type Mistakes,
  MODEL,
  NO_CONTENT,
  REPORT,
  SQL,
  validate,
} from './mistake.ts'

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

const onBranch = (branch: string): string =>
  config(`{url: "${around.sandbox.url}", deployment: 2, dataModel: {branch: ${branch}}}`)
const CUBE = 'data-model/model/cubes/new.yml'
const model = { [CUBE]: 'cubes:\n  - name: fresh\n    sql_table: public.fresh\n' }

/** The data model: its members, its files, and its branch. */
export const DATA_MODEL: Mistakes = {
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
  'dimensions beside the cubes': {
    files: { [MODEL]: `${cube('count')}dimensions:\n  - {name: id, sql: id, type: number}\n` },
    run: ['validate', '-v'],
    exit: 0,
    what: '"dimensions" is not a key of a file of a data model',
    where: `${MODEL}:7:1`,
    next: 'Put it into an entry of `cubes:`',
  },
  'a branch of the data model that does not exist': {
    files: () => ({ ...NO_CONTENT, [CONFIG]: onBranch('master') }),
    env: admin,
    run: ['plan'],
    exit: 0,
    what: 'the branch master does not exist (there is main): did you mean "main"?',
    where: 'master',
    next: 'did you mean "main"?',
  },
  'an edit of the data model for a branch that does not exist': {
    files: () => ({ ...NO_CONTENT, ...model, [CONFIG]: onBranch('master') }),
    env: admin,
    run: ['plan', '--ui-edits', 'overwrite'],
    exit: 5,
    what: 'the branch master does not exist; --adopt-model creates it from main',
    where: CUBE,
    next: 'change `dataModel.branch` in boardwright.yaml',
  },
  'a data model that is turned off': {
    env: admin,
    run: ['check', '--target', 'production', '--branch', 'main'],
    exit: 1,
    what: 'production has no "dataModel"',
    where: 'production',
    next: 'Set it in the target',
  },
}
