import { writeFiles } from '../../support/directory.ts'
import { TREE } from '../project.ts'
import { FOLDER, type Mistakes, REPORT, validate, WORKBOOK, wrong } from './mistake.ts'

/** Keys and values of a folder, a workbook or a report: missing, misspelt, or of another form. */
export const KEYS: Mistakes = {
  'a misspelt key': {
    files: { [WORKBOOK]: 'slug: board\nnmae: Board\n' },
    run: validate,
    exit: 1,
    what: 'unknown key "nmae"',
    where: 'content/sales/board/workbook.yaml:2:1',
    next: 'did you mean "name"?',
  },
  'a missing key': {
    files: { [WORKBOOK]: 'slug: board\n' },
    run: validate,
    exit: 1,
    what: '"name" is missing',
    where: 'content/sales/board/workbook.yaml:1:1',
    next: 'Add "name": a text.',
  },
  'a number where a text belongs': {
    files: { [FOLDER]: 'name: 7\n' },
    run: validate,
    exit: 1,
    what: '"name" must be a text, not 7',
    where: 'content/sales/folder.yaml:1:7',
    next: 'Put it in quotes: "7".',
  },
  'a list where a map belongs': {
    files: { [FOLDER]: '- Sales\n' },
    run: validate,
    exit: 1,
    what: 'the file must be a map, not a list',
    where: 'content/sales/folder.yaml:1:3',
    next: 'Write a map with name, position, was.',
  },
  'a slug in capitals': {
    files: { [WORKBOOK]: 'slug: My Board\nname: Board\n' },
    run: validate,
    exit: 1,
    what: '"slug" must be as the platform keeps it: my board',
    where: 'content/sales/board/workbook.yaml:1:7',
    next: 'Write my board.',
  },
  'a slug that was deleted': {
    before: (root) => writeFiles(root, { [WORKBOOK]: 'name: Board\n' }),
    run: validate,
    exit: 1,
    what: '"slug" is missing',
    where: `${WORKBOOK}:1:1`,
    next: 'Write it back: slug: board',
  },
  'a new workbook without a slug': {
    before: (root) => writeFiles(root, { 'content/sales/new-board/workbook.yaml': 'name: New\npublish: false\n' }),
    run: validate,
    exit: 1,
    what: '"slug" is missing',
    where: 'content/sales/new-board/workbook.yaml:1:1',
    next: 'Add it: slug: new-board',
  },
  'an id that is one letter short': {
    files: { [REPORT]: 'id: AAAAAAAAAAA\nname: Orders\n' },
    run: validate,
    exit: 1,
    what: '"id" must be exactly 12 of 0-9, A-Z, a-z',
    where: 'content/sales/board/reports/orders.yaml:1:5',
    next: 'Write exactly 12 of 0-9, A-Z, a-z.',
  },
  'an id that was deleted': {
    before: (root) => writeFiles(root, { [REPORT]: 'name: Orders\n' }),
    run: validate,
    exit: 1,
    what: '"id" is missing',
    where: `${REPORT}:1:1`,
    next: 'Write it back: id: AAAAAAAAAAAA',
  },
  'a new report without an id': {
    before: (root) => writeFiles(root, { 'content/sales/new.report.yaml': 'name: New\n' }),
    run: validate,
    exit: 1,
    what: '"id" is missing',
    where: 'content/sales/new.report.yaml:1:1',
    next: 'Add it: id: DoQHJNUtTqv4',
  },
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
}
