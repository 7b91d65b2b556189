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
  target,
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
const afterCommit = [...validate, '--base', 'HEAD~1']
const asksFor = { run: afterCommit, exit: 1, where: `${REPORT}:3:20` } as const

const onBranch = (branch: string): string =>
  config(`{url: "${around.sandbox.url}", deployment: 2, dataModel: {branch: ${branch}}}`)
const CUBE = 'data-model/model/cubes/new.yml'
const model = { [CUBE]: 'cubes:\n  - name: fresh\n    sql_table: public.fresh\n' }

const broken = (text: string, [what, where, next]: readonly [what: string, where: string, next: string]) => ({
  files: { ...ASKS, [MODEL]: cube('count') },
  before: (root: string) => writeFiles(root, { [MODEL]: text }),
  ...{ run: validate, exit: 1, what, where: `${MODEL}:${where}`, next },
})
const OPEN_BRACKET = cube('count', '      - {name: total, type: sum\n')
const MERGED = `<<<<<<< HEAD\n${cube('count')}=======\n${cube('number')}>>>>>>> other\n`

/** The data model: its members, its files, and its branch. */
export const DATA_MODEL: Mistakes = {
  'a model file beyond all measure': broken(`cubes:\n${'  - 1\n'.repeat(100_000)}`, [
    'has more than 100,000 keys and list items',
    '100001:3',
    'Move long texts to files beside it, or split it.',
  ]),
  'a member renamed in the data model alone': {
    ...changed(cube('number_of_orders'), false),
    ...asksFor,
    run: validate,
    what: 'the data model has no member "orders.count"',
    next: 'Commit that, then rename what uses it: boardwright rename orders.count number_of_orders\n',
  },
  'a member renamed in the data model alone, and committed': {
    ...changed(cube('number_of_orders'), true),
    ...asksFor,
    what: 'the data model has no member "orders.count"',
    next: 'Rename what uses it: boardwright rename orders.count number_of_orders\n',
  },
  'a member that is not there, as plan sees it': {
    ...asksFor,
    files: () => ({ ...ASKS, [CONFIG]: target(around.sandbox.url), [MODEL]: cube('number_of_orders') }),
    env: admin,
    run: ['plan', '--accept', 'first-apply'],
    what: 'the data model has no member "orders.count"',
    next: 'Add it to the data model, or write another member of orders: number_of_orders.',
  },
  'a member that the data model itself still names as it was': {
    ...changed(cube('number_of_orders', '      - {name: twice, type: number, sql: "2 * {count}"}\n'), true),
    files: { [MODEL]: cube('count') },
    run: afterCommit,
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
    exit: 1,
    what: '"dimensions" is not a key of a file of a data model',
    where: `${MODEL}:7:1`,
    next: 'Put it into an entry of `cubes:`',
  },
  'a model with an open bracket': broken(OPEN_BRACKET, ['the closing "}" is missing', '7:32', 'Check indentation']),
  'a model with a tab': broken(cube('count', '\t- name: total\n'), ['a tab in the indentation', '7:1', 'Check']),
  'a model with a key twice': broken(cube('count', '        type: sum\n'), ['"type"', '7:9', 'Keep one of the two.']),
  'a model with a conflict of git': broken(MERGED, ['git left a merge conflict here', '1:1', 'keep what both sides']),
  'a model that is not YAML, as plan sees it': {
    ...changed(OPEN_BRACKET, true),
    files: () => ({ ...ASKS, [MODEL]: cube('count'), [CONFIG]: onBranch('main') }),
    run: ['plan', '--target', 'production', '--accept', 'model'],
    env: admin,
    exit: 1,
    what: 'the closing "}" is missing',
    where: `${MODEL}:7:32`,
    next: 'Check indentation',
  },
  'a member that does not exist, beside a file that is not YAML': {
    ...broken(cube('count'), ['the data model has no member "orders.cuont"', '', 'did you mean "orders.count"?']),
    before: (root) =>
      writeFiles(root, {
        [REPORT]: 'id: AAAAAAAAAAAA\nname: Orders\nquery: {measures: [orders.cuont]}\n',
        [CUBE]: 'cubes:\n  - name: fresh\n\tsql_table: fresh\n',
      }),
    where: `${REPORT}:3:20`,
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
    run: ['plan', '--accept', 'ui-edits'],
    exit: 5,
    what: 'the branch master does not exist; --accept model creates it from main',
    where: CUBE,
    next: 'change `dataModel.branch` in boardwright.yaml',
  },
  'a data model that is turned off': {
    env: admin,
    run: ['try', 'model', '--target', 'production', '--name', 'x'],
    exit: 1,
    what: 'production has no "dataModel"',
    where: 'production',
    next: 'Set it in the target',
  },
}
